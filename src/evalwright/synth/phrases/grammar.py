"""The notation of phrases: rules are compiled once and expanded many times.

Text and forms flow in, a `Grammar` flows out. A rule is text with one production per line (`docs/phrases.md` explains
it to translators):

- `[name]` refers to another rule; `(a|b|)` chooses inline; `{slot}` or `{slot:form}` writes a value through a form;
  `\\` escapes a character, `\\n` is a line break, and a line that ends in `\\` goes on in the next.
- Marks at the beginning of a line, each followed by a space, say when the production may be chosen: `?slot` (there
  and truthy), `!slot` (not so), `=slot:value` (equal; a space in the value is written `_`), `@style,style` (one of
  these), `@-style` (none of these), `>slot` and `<slot` (a number above or below zero) and `*3` (its weight). A slot in
  a mark or in braces may be a path, such as `method.source` or `items.1` (the second item).

What cannot be read is told by rule and production, in the words of whoever runs the command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from evalwright.errors import UsageError
from evalwright.text import Sentence, phrase

from .nodes import Choice, Form, Node, Out, Production, Rule, SilentRuleError, Slot, Slots, Test

_DEEPEST = 12
"""So many brackets may stand inside one another."""
_HEAVIEST = 1e6


class RuleError(ValueError):
    """A production that cannot be read."""

    def __init__(self, rule: str, number: int, problem: Sentence) -> None:
        super().__init__(f"{rule}: {problem}")
        self.rule = rule
        self.number = number
        """Which of the rule's productions it is, from 0."""
        self.problem = problem


class _NotationError(Exception):
    """What is wrong in a production, before it is known which one it is."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.problem = phrase(f"phrases.faults.{key}", **values)


class _Rules(dict[str, Rule]):
    """Rules by name; one that is asked for and not there has no words."""

    def __missing__(self, name: str) -> Rule:
        raise SilentRuleError(name)


class Grammar:
    """The compiled rules of one language."""

    def __init__(
        self, rules: Mapping[str, str], forms: Mapping[str, Form], failed: Callable[[RuleError], None] | None = None
    ) -> None:
        """`failed`: is told of every production that cannot be read, which is left out; else the first is raised."""
        self.forms = forms
        self.rules = _Rules((name, Rule(name)) for name in rules)
        for name, text in rules.items():
            _compile(self, self.rules[name], text, failed)

    def expand(self, rule: str, slots: Slots, out: Out) -> str:
        """The words of one rule, with `MARK` for each value; the values are added to those of `out`."""
        try:
            self.rules[rule].emit(out, slots)
        except SilentRuleError as error:
            raise UsageError.named("phrases.silent", rule=error.rule) from None
        except RecursionError:
            raise UsageError.named("phrases.endless", rule=rule) from None
        return out.take()


_MARKS = re.compile(r"([?!=@*<>])(\S+)\s+")
_TOKEN = re.compile(r"\\(.)|\[([^\[\]]*)\]|\{([^{}]*)\}|([()|])|([^\\\[\]{}()|]+)|(.)")


def _compile(grammar: Grammar, rule: Rule, text: str, failed: Callable[[RuleError], None] | None) -> None:
    lines = [line for line in re.sub(r"\\\n\s*", "", text).split("\n") if line.strip()]
    for number, line in enumerate(lines):
        try:
            rule.productions.append(_production(grammar, rule, line.strip()))
        except _NotationError as error:
            found = RuleError(rule.name, number, error.problem)
            if failed is None:
                raise found from None
            failed(found)
    if not lines and failed is None:
        raise RuleError(rule.name, 0, phrase("phrases.faults.empty"))


def _production(grammar: Grammar, rule: Rule, line: str) -> Production:
    weight, demands = 1.0, []
    while mark := _MARKS.match(line):
        line = line[mark.end() :]
        if mark[1] == "*":
            weight = _weight(mark[2])
        else:
            denies = mark[1] == "!" or mark[0].startswith("@-")
            demands.append((_test_number(rule, mark[1], mark[2].removeprefix("-")), not denies))
    reader = _Reader(grammar, list(_TOKEN.finditer(line)))
    branches, rest = reader.branches(0)
    if rest is not None:
        raise _NotationError("bracket_too_many")
    if len(branches) != 1:
        raise _NotationError("bar_outside")
    return Production(branches[0], tuple(demands), weight)


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0 < weight <= _HEAVIEST:
        raise _NotationError("weight", weight=f"*{text}")
    return weight


def _test_number(rule: Rule, kind: str, text: str) -> int:
    """The place of a test among those of the rule."""
    path, wanted = text, ""
    if kind == "=":
        path, _, wanted = text.partition(":")
        if not wanted:
            raise _NotationError("no_value", mark=f"={text}")
    elif kind == "@":
        path, wanted = "", text
    test = Test("?" if kind == "!" else kind, tuple(path.split(".")), frozenset(wanted.split(",")))
    if test not in rule.tests:
        rule.tests.append(test)
    return rule.tests.index(test)


class _Reader(NamedTuple):
    """Reads the tokens of one production."""

    grammar: Grammar
    tokens: list[re.Match[str]]

    def branches(self, at: int, depth: int = 0) -> tuple[tuple[tuple[Node, ...], ...], int | None]:
        """The branches from a token on, up to the closing bracket, and where to go on; None at the end of the line."""
        branches: list[list[Node]] = [[]]
        while at < len(self.tokens):
            token = self.tokens[at]
            at += 1
            if token[4] == ")":
                return tuple(map(_merged, branches)), at
            if token[4] == "|":
                branches.append([])
            elif token[4] == "(":
                choice, at = self._choice(at, depth + 1)
                branches[-1].append(choice)
            else:
                branches[-1].append(self._leaf(token))
        return tuple(map(_merged, branches)), None

    def _choice(self, at: int, depth: int) -> tuple[Choice, int]:
        if depth > _DEEPEST:
            raise _NotationError("brackets_deep", most=str(_DEEPEST))
        inner, after = self.branches(at, depth)
        if after is None:
            raise _NotationError("bracket_open")
        return Choice(inner), after

    def _leaf(self, token: re.Match[str]) -> Node:
        escaped, name, slot, _, words, stray = token.groups()
        if escaped is not None:
            return "\n" if escaped == "n" else escaped
        if name is not None:
            if name not in self.grammar.rules:
                raise _NotationError("no_rule", name=f"[{name}]")
            return self.grammar.rules[name]
        if slot is not None:
            return self._slot(slot)
        if stray is not None:
            raise _NotationError("stray", sign=stray)
        return words

    def _slot(self, text: str) -> Slot:
        path, _, form = text.partition(":")
        form = form or path.rpartition(".")[2]
        if form not in self.grammar.forms:
            raise _NotationError("no_form", slot=f"{{{text}}}")
        return Slot(tuple(path.split(".")), form, self.grammar.forms[form])


def _merged(nodes: list[Node]) -> tuple[Node, ...]:
    """Neighbouring words as one."""
    made: list[Node] = []
    for node in nodes:
        if made and isinstance(node, str) and isinstance(made[-1], str):
            made[-1] += node
        else:
            made.append(node)
    return tuple(made)
