"""`first of slots where day = $new_day`: one thing of a list, chosen by a condition that is data.

A text of a scenario file flows in, a `Choice` flows out, or a `NotationError` that says what is missing. Words are
split at spaces, quotes hold a text together; nothing is evaluated.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import get_args

from .model import Alternatives, Argument, Choice, Comparison, Condition, Reference, Selection, Template
from .references import NotationError, parse_argument_text, parse_reference, parse_words
from .yaml_nodes import Node

_TOKEN = re.compile(r'"(?P<double>[^"]*)"|(?P<operator><=|>=|!=|==?|<|>)|(?P<word>[^\s"<>=!]+)|\s+|(?P<stray>.)')
_COMPARISONS = get_args(Comparison)
_SELECTIONS = get_args(Selection)
ITSELF = "it"
"""In a condition: the thing itself, where things are texts or numbers."""


class _Words:
    """The words of one choice, read from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens = [found for found in _TOKEN.finditer(text) if not found[0].isspace()]
        for found in self.tokens:
            if found["stray"]:
                raise NotationError("choice_stray", sign=found["stray"])

    def next_is(self, *words: str) -> bool:
        """Whether the next word is one of these, unquoted."""
        return bool(self.tokens) and self.tokens[0][0] in words

    def take(self) -> re.Match[str] | None:
        """The next word, which is then gone."""
        return self.tokens.pop(0) if self.tokens else None


def parse_choice(name: str, node: Node) -> Choice:
    """The choice that a text describes."""
    words = _Words(node.text if node.kind == "scalar" else "")
    selection: Selection = "any"
    if words.next_is(*_SELECTIONS):
        selection = _SELECTIONS[_SELECTIONS.index(words.tokens.pop(0)[0])]
    elif len(words.tokens) > 1 and words.tokens[1][0] == "of":
        raise NotationError("selection", text=words.tokens[0][0][:100], known=", ".join(_SELECTIONS))
    if words.next_is("of"):
        words.take()
        if not words.tokens or words.next_is("where"):
            raise NotationError("choice_of")
    source = None if words.next_is("where") else words.take()
    path, inside, pattern = _source(source, node.line)
    where = _conditions(words, node.line) if words.next_is("where") else ()
    if words.tokens:
        raise NotationError("choice_rest", text=words.tokens[0][0][:100])
    return Choice(name, selection, path, inside, pattern, where, node.line)


def _source(found: re.Match[str] | None, line: int) -> tuple[tuple[str, ...], Reference | None, Template | None]:
    """What is chosen from: a list in the result, one in what is already known, or the lines that fit a pattern."""
    if found is None:
        return (), None, None
    if found["double"] is not None:
        return (), None, _pattern(found["double"], line)
    text = found[0]
    reference = parse_reference(text.removeprefix("$"), line)
    if reference is None:
        raise NotationError("no_path", text=text[:100])
    if text.startswith("$"):
        return (), reference, None
    return (reference.name, *reference.path), None, None


def _pattern(text: str, line: int) -> Template:
    """Words with slots that lines are held against: one form, in which it is clear where each slot ends.

    Spaces around it do not count, since those of a line do not either.
    """
    pattern = parse_words(text.strip(), line)
    if any(isinstance(part, Alternatives) for part in pattern.parts):
        raise NotationError("pattern_ways", text=text[:100])
    if not any(isinstance(part, Reference) for part in pattern.parts):
        raise NotationError("pattern_slot", text=text[:100])
    for one, other in pairwise(pattern.parts):
        if isinstance(one, Reference) and isinstance(other, Reference):
            raise NotationError("pattern_next", one=str(one), other=str(other))
    return pattern


def _conditions(words: _Words, line: int) -> tuple[Condition, ...]:
    made: list[Condition] = []
    while words.next_is("where" if not made else "and"):
        words.take()
        made.append(_condition(words, line))
    return tuple(made)


def _condition(words: _Words, line: int) -> Condition:
    field, comparison = words.take(), words.take()
    reference = parse_reference(field[0], line) if field is not None else None
    sign = comparison[0].replace("==", "=") if comparison is not None else ""
    if reference is None or sign not in _COMPARISONS:
        raise NotationError("condition", comparisons=", ".join(_COMPARISONS))
    path = () if reference.name == ITSELF and not reference.path else (reference.name, *reference.path)
    return Condition(path, _COMPARISONS[_COMPARISONS.index(sign)], _compared(words, line))


def _compared(words: _Words, line: int) -> Argument:
    """What a field is compared with: one quoted text, or all words up to the next `and`."""
    taken: list[re.Match[str]] = []
    while words.tokens and not words.next_is("and"):
        taken.append(words.tokens.pop(0))
    if not taken:
        raise NotationError("condition", comparisons=", ".join(_COMPARISONS))
    if len(taken) == 1 and taken[0]["double"] is not None:
        return parse_argument_text(taken[0]["double"], line)
    text = " ".join(each[0] for each in taken)
    return parse_argument_text(text, line) if text.startswith(("$", "\\")) else Node("scalar", line, text).scalar()
