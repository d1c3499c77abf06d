"""What the shop's phrases are asked for: every move of its planner, in every style."""

from __future__ import annotations

from evalwright.synth.phrases import ASSISTANT_STYLES, USER_STYLES, MoveSpec, Vocabulary

from ..dialogue_acts import ASSISTANT_MOVES, TOPICS, USER_MOVES
from .languages import forms_of

_CLOSED = {
    "reason": ("no_longer_needed", "ordered_by_mistake"),
    "source": ("credit_card", "gift_card", "paypal"),
}
_METHOD, _ORDER = MoveSpec(("method",)), MoveSpec(("order",))
_SAID_BY_FORMS = {
    "en": {
        "method.mine": _METHOD,
        "method.yours": _METHOD,
        "method.short": _METHOD,
        "method.choice": _METHOD,
        "order.line": _ORDER,
    },
    "zh": {"order_line": _ORDER},
}


def vocabulary(lang: str) -> Vocabulary:
    """What the phrases of a language must be able to say."""
    moves = {f"user/{name}": (spec,) for name, spec in USER_MOVES.items()}
    moves |= {f"assistant/{name}": (spec,) for name, spec in ASSISTANT_MOVES.items()}
    return Vocabulary(
        moves,
        forms_of(lang),
        {"user": USER_STYLES[lang], "assistant": ASSISTANT_STYLES},
        _SAID_BY_FORMS[lang],
        {f"user/{name}": topics for name, topics in TOPICS.items()},
        _CLOSED,
    )
