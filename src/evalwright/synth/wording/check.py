"""Proof that a language can say everything: every move, with and without each optional slot, on every topic.

Rules flow in, a list of what is wrong flows out. A rule is walked as the engine would walk it, but along every way at
once; where a mark looks into a value that is not known here, every outcome is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, product

from ..moves import ASSISTANT_MOVES, TOPICS, USER_MOVES, MoveSpec
from ..phrases import Choice, Grammar, Node, Rule, Slot, Test
from .languages import language
from .voice import ASSISTANT_STYLES, USER_STYLES

_CLOSED = {
    "reason": ("no_longer_needed", "ordered_by_mistake"),
    "source": ("credit_card", "gift_card", "paypal"),
}
"""Slots, or last steps of paths, that can have no other values than these."""
_PLACES = ("start", "last", "fresh")
"""The slots that every move has, which may be either way."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is known when a rule is walked."""

    present: frozenset[str]
    topic: str
    style: str


@dataclass(slots=True)
class _Walk:
    """What was seen so far."""

    problems: list[str] = field(default_factory=list)
    seen: set[tuple[Rule, _Setting]] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)


def check(lang: str) -> list[str]:
    """What is wrong with the words of a language; nothing, if all is well."""
    grammar = language(lang).grammar
    problems = [*_strange_styles(grammar, {*USER_STYLES[lang], *ASSISTANT_STYLES})]
    for role, moves, styles in (
        ("user", USER_MOVES, USER_STYLES[lang]),
        ("assistant", ASSISTANT_MOVES, ASSISTANT_STYLES),
    ):
        for name, spec in moves.items():
            problems += _check_move(grammar, f"{role}/{name}", spec, TOPICS.get(name, ()), styles)
    known = {f"user/{name}" for name in USER_MOVES} | {f"assistant/{name}" for name in ASSISTANT_MOVES}
    problems += [f"{name}: no such move" for name in grammar.rules if "/" in name and name not in known]
    return list(dict.fromkeys(problems))


def _strange_styles(grammar: Grammar, known: set[str]) -> Iterator[str]:
    for rule in grammar.rules.values():
        for test in rule.tests:
            if test.kind == "@" and not test.wanted <= known:
                yield f"{rule.name}: no such style: {', '.join(sorted(test.wanted - known))}"


def _check_move(
    grammar: Grammar, name: str, spec: MoveSpec, topics: tuple[str, ...], styles: tuple[str, ...]
) -> list[str]:
    rule = grammar.rules.get(name)
    if rule is None:
        return [f"{name}: no rule"]
    walk = _Walk()
    optional = chain.from_iterable(combinations(spec.may, size) for size in range(len(spec.may) + 1))
    for extra, topic, style in product(optional, topics or ("",), styles):
        _walk_rule(rule, _Setting(frozenset(spec.needs + extra), topic, style), walk)
    walk.problems += [f"{name}: no words for the topic {topic}" for topic in topics if topic not in walk.topics]
    return walk.problems


def _walk_rule(rule: Rule, setting: _Setting, walk: _Walk) -> None:
    if (rule, setting) in walk.seen:
        return
    walk.seen.add((rule, setting))
    chosen: set[int] = set()
    for outcome in _outcomes(rule.tests, setting):
        fitting = rule.fitting(sum(1 << at for at, holds in enumerate(outcome) if holds))
        if not fitting:
            walk.problems.append(f"{rule.name}: nothing to say for {_words(setting)}")
        chosen.update(fitting)
    for number in sorted(chosen):
        production = rule.productions[number]
        walk.topics.update(*(rule.tests[at].wanted for at, wanted in production.demands if wanted))
        for node in production.nodes:
            _walk_node(node, rule, setting, walk)


def _walk_node(node: Node, rule: Rule, setting: _Setting, walk: _Walk) -> None:
    if isinstance(node, Rule):
        _walk_rule(node, setting, walk)
    elif isinstance(node, Choice):
        for inner in chain.from_iterable(node.branches):
            _walk_node(inner, rule, setting, walk)
    elif isinstance(node, Slot) and node.path[0] not in setting.present:
        walk.problems.append(f"{rule.name}: uses {{{node.path[0]}}}, which is not there for {_words(setting)}")


def _outcomes(tests: list[Test], setting: _Setting) -> Iterator[tuple[bool, ...]]:
    """Every way in which the tests of a rule can come out."""
    equal: dict[tuple[str, ...], list[str]] = {}
    for test in tests:
        if test.kind == "=" and test.path[0] in setting.present and test.path != ("topic",):
            equal.setdefault(test.path, []).extend(test.wanted)
    values = [_CLOSED.get(path[-1]) or (*dict.fromkeys(found), "") for path, found in equal.items()]
    numbers = list(dict.fromkeys(test.path for test in tests if test.kind in "<>" and test.path[0] in setting.present))
    unsure = [test for test in tests if test.kind == "?" and _may_be_either(test, setting)]
    for drawn in product(*values, *[("above", "below", "zero")] * len(numbers)):
        known = dict(zip((*equal, *numbers), drawn, strict=True))
        for truth in product((True, False), repeat=len(unsure)):
            yield tuple(_holds(test, setting, known, dict(zip(unsure, truth, strict=True))) for test in tests)


def _may_be_either(test: Test, setting: _Setting) -> bool:
    return test.path[0] in _PLACES or (len(test.path) > 1 and test.path[0] in setting.present)


def _holds(test: Test, setting: _Setting, known: dict[tuple[str, ...], str], unsure: dict[Test, bool]) -> bool:
    if test.kind == "@":
        return setting.style in test.wanted
    if test.kind in "<>":
        return known.get(test.path) == {">": "above", "<": "below"}[test.kind]
    if test.kind == "?" and known.get(test.path) == "zero":
        return False
    if test.kind == "?":
        return unsure[test] if test in unsure else len(test.path) == 1 and test.path[0] in setting.present
    if test.path == ("topic",):
        return setting.topic in test.wanted
    return known.get(test.path, "") in test.wanted


def _words(setting: _Setting) -> str:
    about = f" about {setting.topic}" if setting.topic else ""
    return f"({', '.join(sorted(setting.present)) or 'no slots'}){about}, {setting.style}"
