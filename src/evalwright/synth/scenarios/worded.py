"""From a played conversation to a draft: a voice is drawn, moves become texts, and the metadata say what was played."""

from __future__ import annotations

import random

from ..assemble import assemble
from ..phrases import Voice, Wording, draw_voice
from ..plan import Draft
from ..row_types import RowEnvironment, RowMetadata
from .conversation_play import Played, Stage
from .speech import language_of
from .variety import STYLES

_PLAIN_STYLE = "plain"


def worded(stage: Stage, played: Played, rng: random.Random) -> Draft:
    """A conversation in words; the same chance gives the same words."""
    voice = draw_voice(rng, stage.lang)
    speaker = Wording(voice, rng, language_of(stage.lang))
    system = stage.file.policy.get(stage.lang) or stage.environment.policy(stage.lang)
    return assemble(played.plan, speaker, system, _metadata(stage, played, voice), played.plan.id)


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
