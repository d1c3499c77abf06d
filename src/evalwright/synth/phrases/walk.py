"""Proof that a language can say everything: every move, with and without each optional slot, on every topic.

Compiled rules and a vocabulary flow in, holes flow out. A rule is walked as the engine would walk it, but along every
way at once; where a mark looks into a value that is not known here, every outcome is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from evalwright.text import Sentence, listed, phrase

from .grammar import Grammar
from .nodes import Choice, Node, Rule, Slot, Test
from .vocabulary import PLACES, MoveSpec, Vocabulary

_MOST_OUTCOMES = 256
"""Of the conditions of one rule; nobody could say for sure that a rule with more always has something to say."""


class Hole(NamedTuple):
    """Something that cannot be said, and the production that tries to; None where the whole rule is meant."""

    rule: str
    number: int | None
    problem: Sentence


class Setting(NamedTuple):
    """What is known when a rule is walked."""

    present: frozenset[str]
    topic: str
    style: str


@dataclass(slots=True)
class _Walk:
    """What was seen so far."""

    closed: dict[str, tuple[str, ...]]
    holes: dict[tuple[str, int | None, str], Hole] = field(default_factory=dict)
    """The first of its sort for each production; the settings that have the same one are many."""
    seen: set[tuple[Rule, Setting]] = field(default_factory=set)
    left: list[tuple[Rule, Setting]] = field(default_factory=list)
    topics: set[str] = field(default_factory=set)

    def add(self, rule: Rule, number: int | None, key: str, setting: Setting, **values: str) -> None:
        sort = (rule.name, number, key + values.get("slot", ""))
        if sort not in self.holes:
            problem = phrase(f"phrases.faults.{key}", setting=_about(setting), **values)
            self.holes[sort] = Hole(rule.name, number, problem)


def walk_move(grammar: Grammar, name: str, spec: MoveSpec, vocabulary: Vocabulary) -> list[Hole]:
    """What cannot be said where this move is asked for."""
    rule, topics = grammar.rules[name], vocabulary.topics.get(name, ())
    walk = _Walk(dict(vocabulary.closed))
    optional = chain.from_iterable(combinations(spec.may, size) for size in range(len(spec.may) + 1))
    for extra, topic, style in product(optional, topics or ("",), vocabulary.styles_of(name)):
        walk.left.append((rule, Setting(frozenset(spec.needs + extra), topic, style)))
    while walk.left:
        _walk_rule(*walk.left.pop(), walk)
    missing = [topic for topic in topics if topic not in walk.topics]
    return [*walk.holes.values(), *(Hole(name, None, phrase("phrases.faults.topic", topic=topic)) for topic in missing)]


def _walk_rule(rule: Rule, setting: Setting, walk: _Walk) -> None:
    if (rule, setting) in walk.seen:
        return
    walk.seen.add((rule, setting))
    chosen: set[int] = set()
    outcomes = list(islice(_outcomes(rule.tests, setting, walk), _MOST_OUTCOMES + 1))
    if len(outcomes) > _MOST_OUTCOMES:
        walk.add(rule, None, "conditions", setting, most=str(_MOST_OUTCOMES))
        return
    for outcome in outcomes:
        fitting = rule.fitting(sum(1 << at for at, holds in enumerate(outcome) if holds))
        if not fitting:
            walk.add(rule, None, "silent", setting)
        chosen.update(fitting)
    for number in sorted(chosen):
        production = rule.productions[number]
        walk.topics.update(*(rule.tests[at].wanted for at, wanted in production.demands if wanted))
        for node in flat_nodes(production.nodes):
            if isinstance(node, Rule):
                walk.left.append((node, setting))
            elif isinstance(node, Slot) and node.path[0] not in setting.present:
                walk.add(rule, number, "no_slot", setting, slot=f"{{{node.path[0]}}}")


def flat_nodes(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """The nodes of a production, those in brackets too."""
    for node in nodes:
        if isinstance(node, Choice):
            yield from chain.from_iterable(map(flat_nodes, node.branches))
        else:
            yield node


def _outcomes(tests: list[Test], setting: Setting, walk: _Walk) -> Iterator[tuple[bool, ...]]:
    """Every way in which the tests of a rule can come out."""
    equal: dict[tuple[str, ...], list[str]] = {}
    for test in tests:
        if test.kind == "=" and test.path[0] in setting.present and test.path != ("topic",):
            equal.setdefault(test.path, []).extend(test.wanted)
    values = [walk.closed.get(path[-1]) or (*dict.fromkeys(found), "") for path, found in equal.items()]
    numbers = list(dict.fromkeys(test.path for test in tests if test.kind in "<>" and test.path[0] in setting.present))
    unsure = [test for test in tests if test.kind == "?" and _may_be_either(test, setting)]
    for drawn in product(*values, *[("above", "below", "zero")] * len(numbers)):
        known = dict(zip((*equal, *numbers), drawn, strict=True))
        for truth in product((True, False), repeat=len(unsure)):
            settled = dict(zip(unsure, truth, strict=True))
            yield tuple(_holds(test, setting, known, settled) for test in tests)


def _may_be_either(test: Test, setting: Setting) -> bool:
    return test.path[0] in PLACES or (len(test.path) > 1 and test.path[0] in setting.present)


def _holds(test: Test, setting: Setting, known: dict[tuple[str, ...], str], unsure: dict[Test, bool]) -> bool:
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


def _about(setting: Setting) -> Sentence:
    """When it is asked for, in words."""
    slots = listed(sorted(setting.present)) if setting.present else phrase("phrases.no_slots")
    key = "phrases.setting_topic" if setting.topic else "phrases.setting"
    return phrase(key, slots=slots, style=setting.style, topic=setting.topic)
