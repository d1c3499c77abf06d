"""Ways to write a call otherwise than the gold does, some of them harmless and some not, for grading by effect.

A gold call and the values that other calls have flow in, other arguments flow out, each with the name of its kind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Arguments = dict[str, Any]
Pool = Mapping[str, Sequence[str]]
"""By parameter, the texts that calls of the same world have for it."""

KINDS = ("other_id", "list_order", "wording", "expression", "missing", "extra", "twin_tool")
_PROSE = ("summary",)
_REWORDED = {"en": "In other words: the customer asks for a person.", "zh": "换句话说：顾客想找人工客服。"}


def pool_of(calls: Sequence[tuple[str, Arguments]]) -> dict[str, list[str]]:
    """The texts of each parameter, over all calls; ids of lists stand under the name of their parameter."""
    found: dict[str, dict[str, None]] = {}
    for _, arguments in calls:
        for name, value in arguments.items():
            for text in value if isinstance(value, list) else [value]:
                found.setdefault(name, {})[str(text)] = None
    return {name: list(texts) for name, texts in found.items()}


def mutations(
    name: str, arguments: Arguments, pool: Pool, lang: str, rng: random.Random
) -> Iterator[tuple[str, str, Arguments]]:
    """Kind, tool and arguments of calls that are not the gold one."""
    for kind, other in _changed(arguments, pool, lang, rng):
        if other != arguments:
            yield kind, name, other
    if name == "get_order_details":  # takes the same argument, and changes something
        yield "twin_tool", "cancel_pending_order", {**arguments, "reason": "no longer needed"}
    if name == "cancel_pending_order":
        yield "twin_tool", "get_order_details", {"order_id": arguments["order_id"]}


def _changed(arguments: Arguments, pool: Pool, lang: str, rng: random.Random) -> Iterator[tuple[str, Arguments]]:
    for name, value in arguments.items():
        yield "missing", {each: arguments[each] for each in arguments if each != name}
        if isinstance(value, list):
            yield "list_order", {**arguments, name: value[::-1]}
            yield "other_id", {**arguments, name: [*value[:-1], rng.choice(pool[name])]}
        elif name == "expression":
            yield from (("expression", {**arguments, name: other}) for other in _expressions(value))
        elif name in _PROSE:
            yield "wording", {**arguments, name: _REWORDED[lang]}
        else:
            yield "other_id", {**arguments, name: rng.choice(pool[name])}
            yield "wording", {**arguments, name: value.upper()}
    lists = [name for name, value in arguments.items() if isinstance(value, list)]
    yield "list_order", {name: value[::-1] if name in lists else value for name, value in arguments.items()}
    yield "extra", {**arguments, "note": "please"}


def _expressions(text: str) -> Iterator[str]:
    """Another spelling of the same calculation, another order of a sum, and another value."""
    yield f"({text})"
    if "-" not in text and "*" not in text and "/" not in text and "(" not in text:
        yield " + ".join(reversed(text.split(" + ")))
    yield f"{text} + 1"
