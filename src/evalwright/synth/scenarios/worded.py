"""From a played conversation to a draft: a voice is drawn, moves become texts, and the metadata say what was played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from ..assemble import assemble
from ..phrases import Voice, Wording, draw_voice
from ..plan import Draft, Said, Worded
from ..row_types import RowEnvironment, RowMetadata
from .conversation_play import Played, Stage
from .speech import language_of
from .variety import STYLES

_PLAIN_STYLE = "plain"


def worded(
    stage: Stage,
    played: Played,
    rngs: Iterable[random.Random],
    is_new: Callable[[str], bool] = lambda opening: True,
) -> Draft:
    """A conversation in words; the same chance gives the same words.

    It begins in a way that is new where one of the chances has such a way; only then all the rest is put into words.
    """
    for rng in rngs:
        begun = _Begun(stage.lang, rng, next(step for step in played.plan.steps if isinstance(step, Said)))
        if is_new(begun.opening.text):
            break
    system = stage.file.policy.get(stage.lang) or stage.environment.policy(stage.lang)
    return assemble(played.plan, begun, system, _metadata(stage, played, begun.voice), played.plan.id)


class _Begun:
    """Somebody who has said the first words already."""

    def __init__(self, lang: str, rng: random.Random, first: Said) -> None:
        self.voice = draw_voice(rng, lang)
        self._speaker = Wording(self.voice, rng, language_of(lang))
        self._first, self.opening = first, self._speaker.say(first)

    def say(self, said: Said) -> Worded:
        """The text of one message."""
        return self.opening if said is self._first else self._speaker.say(said)


def _metadata(stage: Stage, played: Played, voice: Voice) -> RowMetadata:
    plan = played.plan
    metadata: RowMetadata = {
        "intents": list(plan.intents),
        "tags": [*plan.tags, *([STYLES] if voice.user_style != _PLAIN_STYLE else [])],
        "lang": stage.lang,
        "simulated": stage.environment.simulated,
        "hash_before": plan.hash_before,
        "hash_after": plan.hash_after,
    }
    if played.given:
        metadata["given"] = list(played.given)
    told: RowEnvironment = {"changing": list(stage.changing)} if stage.changing else {}
    if failed := plan.silent_failures():
        told["failed"] = failed
    if played.faults:
        told["faults"] = played.faults
    if told:
        metadata["environment"] = told
    return metadata
