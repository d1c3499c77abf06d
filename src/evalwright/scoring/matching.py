"""Which call made stands for which call due: one to one, inside each tool name, so that the total is highest.

In flow calls that could be read; out come the pairs, what was left over on either side, and the total that
the score is made of. A right pair is worth 1, a pair of the right tool with other arguments 0.5. The best
total needs a true maximum matching: with defaults and nulls, "is the same as" does not carry over from pair
to pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evalwright.chat import Call

from .argument_equality import Difference, compare
from .argument_rules import NO_ARGUMENT_RULES, ArgumentRules
from .rules import MatchRules
from .schema import schema_of, tool_named


@dataclass(frozen=True, slots=True)
class Pair:
    """A call due and the call made that stands for it."""

    due: int
    made: int
    differences: list[Difference]


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


def pair_calls(
    due: Sequence[Call], made: Sequence[Call], tools: object, rules: MatchRules, own: Sequence[ArgumentRules] = ()
) -> Pairing:
    """Pair the calls so that the total is highest; among equals the earliest calls are paired first.

    `own`: for each call due the rules of its arguments, where it has any.
    """
    pairs: list[Pair] = []
    fired: set[str] = set()
    for one, other in _partners(due, made, tools, rules, own):
        schema = schema_of(tool_named(tools, due[one].name))
        of_call = own[one] if own else NO_ARGUMENT_RULES
        found = compare(due[one].arguments, made[other].arguments, schema, rules, due[one].name, own=of_call)
        pairs.append(Pair(one, other, found.differences))
        fired |= found.rules
    missing = _left_over(len(due), [pair.due for pair in pairs])
    return Pairing(pairs, missing, _left_over(len(made), [pair.made for pair in pairs]), fired)


def _left_over(count: int, paired: list[int]) -> list[int]:
    if len(paired) == count:
        return []
    taken = set(paired)
    return [index for index in range(count) if index not in taken]


def _partners(
    due: Sequence[Call], made: Sequence[Call], tools: object, rules: MatchRules, own: Sequence[ArgumentRules]
) -> list[tuple[int, int]]:
    """Who is paired with whom, in the order of the calls due."""
    if len(due) == 1 and len(made) == 1:  # nearly every item: nothing to choose
        return [(0, 0)] if due[0].name == made[0].name else []
    partners: dict[int, int] = {}
    for name in {call.name: None for call in due}:
        schema = schema_of(tool_named(tools, name))
        wanted = [index for index, call in enumerate(due) if call.name == name]
        offered = [index for index, call in enumerate(made) if call.name == name]

        def same(one: int, other: int, schema: object = schema, name: str = name) -> bool:
            of_call = own[one] if own else NO_ARGUMENT_RULES
            return not compare(due[one].arguments, made[other].arguments, schema, rules, name, 1, of_call).differences

        partners |= _of_one_name(wanted, offered, same)
    return sorted(partners.items())


def _of_one_name(wanted: list[int], offered: list[int], same: Callable[[int, int], bool]) -> dict[int, int]:
    """As many same pairs as can be, then the rest in order."""
    partners = maximum_matching({one: [other for other in offered if same(one, other)] for one in wanted})
    taken = set(partners.values())
    rest = (one for one in wanted if one not in partners)
    free = (other for other in offered if other not in taken)
    return partners | dict(zip(rest, free, strict=False))


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


def _reach_free(start: int, edges: dict[int, list[int]], owner: dict[int, int]) -> tuple[int, dict[int, int]] | None:
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
