"""What the phrases around the words of a scenario file are asked for: every move, with the slots that come with it.

Slots: `wish` and `words` sayings of the file, `given` and `answers` facts of the user, `asks` questions for them and
`labels` their names, `value` what is said of one, `details` the arguments of a change, `count` how many things fit;
the rest says how it is to be said.
"""

from __future__ import annotations

from evalwright.text import resource_json

from ..phrases import ASSISTANT_STYLES, USER_STYLES, MoveSpec, Vocabulary
from .speech import forms_of

_ASKED = (("asks",), ("labels",), ("asks", "labels"))
_MOVES: dict[str, tuple[MoveSpec, ...]] = {
    "user/want": (
        MoveSpec(("wish", "begins"), ("given", "introduces", "question")),
        MoveSpec(("wish", "more"), ("given", "pleased")),
    ),
    "user/give": tuple(MoveSpec(("answers", number), ("mine", "kindly")) for number in ("single", "several")),
    "user/pick": (MoveSpec(("words",)),),
    "user/yes": (MoveSpec((), ("right", "detailed")),),
    "user/point": (MoveSpec(("values",)),),
    "user/correct": (MoveSpec(("value",)),),
    "user/change": (MoveSpec(("value",), ("long",)),),
    "assistant/ask": (
        *(MoveSpec(asked, ("again", "wanted")) for asked in _ASKED),
        *(MoveSpec((*asked, "back")) for asked in _ASKED),
    ),
    "assistant/which": (MoveSpec(("count",), ("things", "again")),),
    "assistant/offer": (MoveSpec(("words",), ("again",)),),
    "assistant/confirm": (MoveSpec(("words",), ("again", "changed")), MoveSpec(("words", "back"), ("changed",))),
    "assistant/confirm.details": (MoveSpec(("details",), ("again",)), MoveSpec(("details", "back"))),
    "assistant/not_found": (MoveSpec(("values",), ("refused", "words")),),
    "assistant/tell": (MoveSpec(("words",), ("waited",)),),
    "assistant/none": (MoveSpec(("words",)),),
    "assistant/fail": (MoveSpec(("words",)),),
    "assistant/unchanged": (MoveSpec((), ("partly",)),),
    "assistant/sentence": (MoveSpec(("value",)),),
    "assistant/refuse.unrelated": (MoveSpec((), ("waits",)),),
    "assistant/bye": (MoveSpec((), ("thanked", "sorry", "changed")),),
    "user/accept": (MoveSpec((), ("thanks",)),),
    "user/thanks": (MoveSpec((), ("pleased", "ending", "changed")),),
    "user/bye": (MoveSpec((), ("ending",)),),
    "user/ask.unrelated": (MoveSpec(("topic",)),),
}
_BARE = (
    *("user/no", "user/patience", "user/go_on", "user/nothing_else"),
    *("assistant/retry", "assistant/done", "assistant/anything_else"),
)
"""Moves that come with nothing."""
_BY_FORMS = {
    "fact.told": MoveSpec(("label", "value"), ("mine",)),
    "answer.one": MoveSpec(("value",)),
    "answer.more": MoveSpec(("values",)),
}


def unrelated_topics() -> dict[str, list[str]]:
    """What people ask that has nothing to do with the tools, with the words by which tools that do are known."""
    topics: dict[str, list[str]] = resource_json("evalwright.synth.generic", "words/topics.json")
    return topics


def vocabulary(lang: str) -> Vocabulary:
    """What the phrases of a language must be able to say."""
    return Vocabulary(
        {**_MOVES, **{name: (MoveSpec(()),) for name in _BARE}},
        forms_of(lang),
        {"user": USER_STYLES[lang], "assistant": ASSISTANT_STYLES},
        said_by_forms=_BY_FORMS,
        topics={"user/ask.unrelated": tuple(unrelated_topics())},
    )
