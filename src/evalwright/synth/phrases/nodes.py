"""The parts of a compiled rule, and how each is written: words, values, choices, conditions and weights.

Slots flow in, text flows out, with every value kept apart from the free words until the end, so that nothing that is
done to the words can touch a value. A production that was used in a conversation is left alone while others are left.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .grammar import Grammar

MARK = "\0"
"""Where a value goes in a text whose values are not yet in it."""

_TWICE = (1, 2)
Slots = Mapping[str, Any]
Form = Callable[[Any, "Out"], None]


class SilentRuleError(Exception):
    """A rule that has no words for what is asked."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Out:
    """What is being written: free words and values, apart."""

    __slots__ = ("add", "grammar", "parts", "random", "rng", "role", "style", "used", "values")

    def __init__(self, grammar: Grammar, rng: random.Random, role: str, style: str, used: dict[Rule, set[int]]) -> None:
        self.grammar = grammar
        self.role = role
        self.rng = rng
        self.style = style
        self.used = used
        self.parts: list[str] = []
        self.values: list[str] = []
        self.add, self.random = self.parts.append, rng.random

    def text(self, words: str) -> None:
        """Write free words."""
        self.add(words)

    def value(self, value: str) -> None:
        """Write a value: its place becomes a span, and nothing alters it."""
        self.add(MARK)
        self.values.append(value)

    def say(self, rule: str, slots: Slots) -> None:
        """Write another rule with these slots."""
        self.grammar.rules[rule].emit(self, slots)

    def take(self) -> str:
        """The text so far, with `MARK` for each value, and begin a new one; the values stay."""
        made = "".join(self.parts)
        self.parts.clear()
        return made


def look(slots: Any, path: Sequence[str]) -> Any:
    """The value at a path into slots; None where there is none."""
    for step in path:
        if isinstance(slots, dict):
            slots = slots.get(step)
        elif isinstance(slots, list | tuple) and step.isdigit() and int(step) < len(slots):
            slots = slots[int(step)]
        else:
            return None
    return slots


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of a production."""

    kind: str
    """One of `?`, `=`, `>`, `<` and `@`; `!` is a `?` that must not hold."""
    path: tuple[str, ...]
    wanted: frozenset[str] = frozenset()

    def slot(self) -> str:
        """The slot that must be there and truthy, where that is all; else nothing."""
        return self.path[0] if self.kind == "?" and len(self.path) == 1 else ""

    def holds(self, slots: Slots) -> bool:
        """Whether it holds for these slots, whatever the style."""
        found: Any = slots.get(self.path[0]) if len(self.path) == 1 else look(slots, self.path)
        if self.kind == "?":
            return bool(found)
        if self.kind == "=":
            return str(found).replace(" ", "_") in self.wanted
        return bool(found > 0 if self.kind == ">" else found < 0)


@dataclass(frozen=True, slots=True)
class Slot:
    """A value, written through a form."""

    path: tuple[str, ...]
    form: str
    write: Form
    key: str = field(init=False, compare=False)
    """The slot, where the path goes no further."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.path[0] if len(self.path) == 1 else "")

    def emit(self, out: Out, slots: Slots) -> None:
        """Write it."""
        self.write(slots.get(self.key) if self.key else look(slots, self.path), out)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several branches, each as likely."""

    branches: tuple[tuple[Node, ...], ...]
    steps: tuple[Steps, ...] = field(init=False, compare=False)
    words: tuple[str, ...] = field(init=False, compare=False)
    """The branches where all are words alone, as most are; else nothing."""

    def __post_init__(self) -> None:
        steps = tuple(map(_steps, self.branches))
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "words", () if any(step for step, _ in steps) else tuple(end for _, end in steps))

    def emit(self, out: Out, slots: Slots) -> None:
        """Write one of them."""
        _emit(self.steps[int(out.random() * len(self.steps))], out, slots)


def _steps(nodes: tuple[Node, ...]) -> Steps:
    """Nodes as they are written fastest: words always come before another node, and at the end."""
    made, words = [], ""
    for node in nodes:
        if isinstance(node, str):
            words += node
        else:
            made.append((words, node.words if isinstance(node, Choice) else (), node))
            words = ""
    return tuple(made), words


def _emit(steps: Steps, out: Out, slots: Slots) -> None:
    inner, end = steps
    add = out.add
    for before, choices, node in inner:
        if before:
            add(before)
        if choices:
            add(choices[int(out.random() * len(choices))])
        else:
            node.emit(out, slots)
    if end:
        add(end)


@dataclass(frozen=True, slots=True)
class Production:
    """One line of a rule."""

    nodes: tuple[Node, ...]
    demands: tuple[tuple[int, bool], ...]
    """Which of the rule's tests must hold, and which must not."""
    weight: float
    steps: Steps = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", _steps(self.nodes))


@dataclass(frozen=True, slots=True)
class _Options:
    """The productions that may be chosen where a rule's tests came out in one way."""

    numbers: tuple[int, ...]
    until: tuple[float, ...]
    """Running sums of the weights."""
    only: Steps | None
    """What is said where nothing else may be."""

    def draw(self, random: Callable[[], float], used: set[int]) -> int:
        """A production by weight, not one of those used while others are left."""
        numbers, until = self.numbers, self.until
        number = numbers[bisect(until, random() * until[-1])]
        if number not in used:
            return number
        for _ in _TWICE:
            number = numbers[bisect(until, random() * until[-1])]
            if number not in used:
                return number
        left = [number for number in numbers if number not in used]
        if not left:
            used.difference_update(numbers)
            return numbers[bisect(until, random() * until[-1])]
        return left[int(random() * len(left))]


@dataclass(eq=False, slots=True)
class Rule:
    """A name and the ways to say it."""

    name: str
    productions: list[Production] = field(default_factory=list)
    tests: list[Test] = field(default_factory=list)
    _options: dict[int, _Options] = field(default_factory=dict)
    _of_style: dict[str, tuple[int, list[tuple[int, str, Test]]]] = field(default_factory=dict)
    """For a style, which tests hold because of it alone, and those for which the slots must be asked; with the slot
    where it must only be there."""

    def emit(self, out: Out, slots: Slots) -> None:
        """Write one production of those whose marks hold."""
        outcome, open_tests = self._of_style.get(out.style) or self._settle(out.style)
        for bit, slot, test in open_tests:
            if slots.get(slot) if slot else test.holds(slots):
                outcome |= bit
        options = self._options.get(outcome) or self._narrow(outcome)
        steps = options.only
        if steps is None:
            used = out.used.get(self)
            if used is None:
                used = out.used[self] = set()
            number = options.draw(out.random, used)
            used.add(number)
            steps = self.productions[number].steps
        _emit(steps, out, slots)

    def fitting(self, outcome: int) -> list[int]:
        """The productions that may be chosen where the tests came out like this, a bit for each test."""
        return [
            number
            for number, production in enumerate(self.productions)
            if all(bool(outcome >> at & 1) is wanted for at, wanted in production.demands)
        ]

    def _settle(self, style: str) -> tuple[int, list[tuple[int, str, Test]]]:
        bits = [(1 << at, test) for at, test in enumerate(self.tests)]
        sure = sum(bit for bit, test in bits if test.kind == "@" and style in test.wanted)
        asked = [(bit, test.slot(), test) for bit, test in bits if test.kind != "@"]
        self._of_style[style] = found = (sure, asked)
        return found

    def _narrow(self, outcome: int) -> _Options:
        numbers = self.fitting(outcome)
        if not numbers:
            raise SilentRuleError(self.name)
        until = tuple(accumulate(self.productions[number].weight for number in numbers))
        options = _Options(tuple(numbers), until, self.productions[numbers[0]].steps if len(numbers) == 1 else None)
        self._options[outcome] = options
        return options


Node = str | Slot | Choice | Rule
"""Free words, a value, a choice, or another rule."""
Steps = tuple[tuple[tuple[str, tuple[str, ...], Slot | Choice | Rule], ...], str]
"""Words and what comes after them, where that is a choice of words alone with these, and the words at the end."""
