"""What the phrases for any tools are asked for: every move of the turns of a conversation, in every style.

Slots: `tool` a tool, `given` values with their parameters, `params` what is asked for, `fields` and `found` what a
result says, `quote` its own words (`cut`: only the first of them), `error` why a call failed, `many`, `single`,
`again`, `back`, `more`, `empty` and `offer` how it is to be said.
"""

from __future__ import annotations

from ..phrases import ASSISTANT_STYLES, USER_STYLES, MoveSpec, Vocabulary
from .dialogue import OFF_TOPICS
from .forms import EN, ZH

_TOLD = MoveSpec(("tool",), ("given", "fields", "found", "empty", "more", "quote", "cut", "offer"))
_MOVES: dict[str, tuple[MoveSpec, ...]] = {
    "user/want": (MoveSpec(("tool",), ("given", "first", "back", "many")),),
    "user/give": (MoveSpec(("given",), ("many", "single")),),
    "user/pick": (MoveSpec(("given", "param")),),
    "user/correct": (MoveSpec(("given",)),),
    "user/change": (MoveSpec(("given",)),),
    "user/yes": (MoveSpec(()),),
    "user/no": (MoveSpec(()),),
    "user/accept": (MoveSpec(()),),
    "user/thanks": (MoveSpec(()),),
    "user/bye": (MoveSpec(()),),
    "user/ask.help": (MoveSpec(()),),
    "user/ask.irrelevant": (MoveSpec(("topic",)),),
    "assistant/ask": (MoveSpec(("tool", "params"), ("again",)),),
    "assistant/ask.choice": (MoveSpec(("param", "options")),),
    "assistant/summarise": (MoveSpec(("tool",), ("given",)), MoveSpec(("tool", "given", "again"))),
    "assistant/done": (_TOLD,),
    "assistant/tell": (_TOLD,),
    "assistant/not_found": (MoveSpec(("param", "value")),),
    "assistant/failed": (MoveSpec(("tool",), ("error",)),),
    "assistant/unchanged": (MoveSpec(()),),
    "assistant/bye": (MoveSpec(()),),
    "assistant/bye.sorry": (MoveSpec(()),),
    "assistant/tell.help": (MoveSpec(("tools",)),),
    "assistant/refuse.irrelevant": (MoveSpec(()),),
}


def vocabulary(lang: str) -> Vocabulary:
    """What the phrases of a language must be able to say."""
    return Vocabulary(
        _MOVES,
        ZH if lang == "zh" else EN,
        {"user": USER_STYLES[lang], "assistant": ASSISTANT_STYLES},
        topics={"user/ask.irrelevant": tuple(OFF_TOPICS)},
    )
