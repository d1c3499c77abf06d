"""Which call made stands for which call due: one to one, inside each tool name, so that the total is highest.

In flow calls that could be read; out come the pairs, what was left over on either side, and the total that
the score is made of. A right pair is worth 1, a pair of the right tool with other arguments 0.5. The best
total needs a true maximum matching: with defaults and nulls, "is the same as" does not carry over from pair
to pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import Call
from evalwright.scoring.compare import compare
from evalwright.scoring.rules import MatchRules
from evalwright.scoring.schema import schema_of, tool_named


@dataclass(frozen=True, slots=True)
class Pair:
    """A call due and the call made that stands for it."""

    due: int
    made: int
    differences: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """All pairs, in the order of the calls due, and the positions of the calls left alone."""

    pairs: list[Pair]
    missing: list[int]
    extra: list[int]
    rules: set[str]

    @property
    def total(self) -> float:
        return sum(0.5 if pair.differences else 1.0 for pair in self.pairs)


def pair_calls(due: Sequence[Call], made: Sequence[Call], tools: object, rules: MatchRules) -> Pairing:
    """Pair the calls so that the total is highest; among equals the earliest calls are paired first."""
    pairs: list[Pair] = []
    fired: set[str] = set()
    for name in dict.fromkeys(call.name for call in due):
        schema = schema_of(tool_named(tools, name))
        wanted = [index for index, call in enumerate(due) if call.name == name]
        offered = [index for index, call in enumerate(made) if call.name == name]

        def same(one: int, other: int, schema: object = schema, name: str = name) -> bool:
            return not compare(due[one].arguments, made[other].arguments, schema, rules, name, 1).differences

        for one, other in _partners(wanted, offered, same):
            found = compare(due[one].arguments, made[other].arguments, schema, rules, name)
            pairs.append(Pair(one, other, found.differences))
            fired |= found.rules
    pairs.sort(key=lambda pair: pair.due)
    missing = _left_over(len(due), [pair.due for pair in pairs])
    return Pairing(pairs, missing, _left_over(len(made), [pair.made for pair in pairs]), fired)


def _left_over(count: int, paired: list[int]) -> list[int]:
    if len(paired) == count:
        return []
    taken = set(paired)
    return [index for index in range(count) if index not in taken]


def _partners(
    wanted: list[int], offered: list[int], same: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """As many same pairs as can be, then the rest in order."""
    if len(wanted) == 1 and len(offered) == 1:
        return [(wanted[0], offered[0])]
    edges = {one: [other for other in offered if same(one, other)] for one in wanted} if offered else {}
    partners = maximum_matching(edges)
    taken = set(partners.values())
    free = (other for other in offered if other not in taken)
    for one in wanted:
        if one not in partners:
            other = next(free, None)
            if other is None:
                break
            partners[one] = other
    return list(partners.items())


def maximum_matching(edges: dict[int, list[int]]) -> dict[int, int]:
    """As many partners as possible, each used once. Breadth first: no number of calls exhausts the stack."""
    partner_of: dict[int, int] = {}
    owner: dict[int, int] = {}
    for start in edges:
        came_from = _reach_free(start, edges, owner)
        if came_from is None:
            continue
        here, steps = came_from
        while True:
            one = steps[here]
            before = partner_of.get(one)
            partner_of[one], owner[here] = here, one
            if before is None:
                break
            here = before
    return partner_of


def _reach_free(
    start: int, edges: dict[int, list[int]], owner: dict[int, int]
) -> tuple[int, dict[int, int]] | None:
    """A free partner to be reached by giving owners another one, and who reached each on the way."""
    steps: dict[int, int] = {}
    waiting = [start]
    for one in waiting:
        for other in edges[one]:
            if other in steps:
                continue
            steps[other] = one
            if other not in owner:
                return other, steps
            waiting.append(owner[other])
    return None
