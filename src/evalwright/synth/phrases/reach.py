"""Which rules lead to which: what is never reached, what leads back to itself, and what is too deep to be said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .nodes import Rule
from .walk import flat_nodes

DEEPEST = 100
"""So many rules may stand inside one another."""
Step = tuple[Rule, int]
"""A rule and one of its productions."""


def references(rule: Rule) -> Iterator[tuple[int, Rule]]:
    """The rules that a rule refers to, each with the production that does."""
    for number, production in enumerate(rule.productions):
        for node in flat_nodes(production.nodes):
            if isinstance(node, Rule):
                yield number, node


def reached(roots: Iterable[Rule]) -> set[Rule]:
    """Every rule that one of these leads to, and they themselves."""
    found: set[Rule] = set()
    left = list(roots)
    while left:
        rule = left.pop()
        if rule not in found:
            found.add(rule)
            left += [inner for _, inner in references(rule)]
    return found


def endless(rules: Iterable[Rule]) -> list[list[Step]]:
    """The ways in which a rule leads back to itself, each found once: the steps from the rule to itself."""
    circles: dict[tuple[Rule, Rule], list[Step]] = {}
    done: set[Rule] = set()
    for start in rules:
        path: list[Step] = []
        inside = {start: 0}
        left = [(start, references(start))] if start not in done else []
        while left:
            rule, further = left[-1]
            number, inner = next(further, (0, None))
            if inner is None:
                left.pop()
                done.add(rule)
                del inside[rule], path[-1:]
            elif inner in inside:
                way = path[inside[inner] : inside[inner] + DEEPEST]
                circles.setdefault((rule, inner), [*way, (rule, number)])
            elif inner not in done:
                path.append((rule, number))
                inside[inner] = len(left)
                left.append((inner, references(inner)))
    return list(circles.values())


def too_deep(rules: Iterable[Rule]) -> list[Rule]:
    """The rules, among those that end, below which more rules stand inside one another than can be said."""
    depth: dict[Rule, int] = {}
    left = [(rule, False) for rule in rules]
    while left:
        rule, counted = left.pop()
        if counted:
            depth[rule] = 1 + max((depth.get(inner, 0) for _, inner in references(rule)), default=0)
        elif rule not in depth:
            depth[rule] = 0
            left.append((rule, True))
            left += [(inner, False) for _, inner in references(rule) if inner not in depth]
    return [rule for rule, below in depth.items() if below == DEEPEST + 1]
