"""`$name.field` and `{name.field}`: values by where they come from, alone, in words and in arguments.

Text as it stands in a file flows in, `Reference` and `Template` flow out. In words `(a|b)` is one of several ways to
say a part; in arguments brackets are themselves, since a query is full of them. A slot is looked up by its name and
nothing else: no text of a file or of a result is ever a format of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .model import Alternatives, Argument, Reference, Template
from .yaml_nodes import Node

_DEEPEST = 8
"""So many brackets may stand inside one another."""
LONGEST = 4_000
"""Characters of one text."""
_FIELD = r'(?:[\w-]+|"[^"\n]*")'
_NAME = r"[^\W\d][\w-]*"
_REFERENCE = re.compile(rf"({_NAME})((?:\.{_FIELD})*)")
_FIELDS = re.compile(rf"\.({_FIELD})")
_SLOT = re.compile(rf"\{{(?P<slot>{_NAME}(?:\.{_FIELD})*)\}}")
_SIGNS = r"(){}|\\"
_TOKEN = re.compile(rf"\\(?P<escaped>.)|{_SLOT.pattern}|(?P<sign>[{_SIGNS}])|[^{_SIGNS}]+", re.S)

_Part = str | Reference | Alternatives


class NotationError(Exception):
    """What is wrong with a text of a file: the name of a sentence, and its values."""

    def __init__(self, kind: str, **values: Any) -> None:
        super().__init__(kind)
        self.kind, self.values = kind, values


def parse_reference(text: str, line: int = 0) -> Reference | None:
    """The reference that a text is, without its `$`; None where it is none."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    return Reference(found[1], parse_path(found[2]), line)


def parse_path(text: str) -> tuple[str, ...]:
    """The fields of `.field.field`."""
    return tuple(field.strip('"') for field in _FIELDS.findall(text))


def parse_argument(node: Node) -> Argument:
    """What a step passes on: references and templates inside lists and mappings, constants as they are."""
    if node.kind == "list":
        return [parse_argument(item) for item in node.items]
    if node.kind == "mapping":
        return {key.text: parse_argument(value) for key, value in node.entries}
    value = node.scalar()
    return parse_argument_text(value, node.line) if isinstance(value, str) else value


def parse_argument_text(text: str, line: int) -> Argument:
    """A reference, a template or a constant; `\\$` and `\\{` are the characters themselves."""
    if text.startswith("$"):
        reference = parse_reference(text[1:], line)
        if reference is None:
            raise NotationError("no_reference", text=text[:100])
        return reference
    if text.startswith("\\$"):
        text = text[1:]
    if "{" not in text:
        return text
    parts: list[_Part] = []
    at = 0
    for found in re.finditer(rf"\\(?P<brace>[{{}}])|{_SLOT.pattern}", text):
        parts.append(text[at : found.start()])
        parts.append(found["brace"] or _known_reference(found["slot"], line))
        at = found.end()
    merged = _merged([*parts, text[at:]])
    if all(isinstance(part, str) for part in merged):
        return "".join(map(str, merged))
    return Template(merged, text, line)


def parse_words(text: str, line: int = 0) -> Template:
    """Words with slots and alternatives; `NotationError` where brackets or braces do not match."""
    if len(text) > LONGEST:
        raise NotationError("long_text", most=LONGEST)
    reader = _WordsReader(list(_TOKEN.finditer(text)), line)
    (parts,), _ = reader.branches(0)
    return Template(_merged(parts), text, line)


class _WordsReader(NamedTuple):
    """Reads the tokens of one text."""

    tokens: list[re.Match[str]]
    line: int

    def branches(self, at: int, depth: int = 0) -> tuple[list[list[_Part]], int | None]:
        """The branches from a token on, up to the closing bracket, and where to go on; None at the end of the text."""
        branches: list[list[_Part]] = [[]]
        while at < len(self.tokens):
            token = self.tokens[at]
            at += 1
            if token["sign"] == ")" and depth:
                return branches, at
            if token["sign"] == "|":
                if not depth:
                    raise NotationError("bar_outside")
                branches.append([])
            elif token["sign"] == "(":
                parts, after = self._bracket(at, depth + 1)
                branches[-1] += parts
                if after is None:
                    break
                at = after
            else:
                branches[-1].append(self._leaf(token))
        return branches, None

    def _bracket(self, at: int, depth: int) -> tuple[list[_Part], int | None]:
        """What a bracket opens: alternatives where it holds a `|`, else itself."""
        if depth > _DEEPEST:
            raise NotationError("brackets_deep", most=_DEEPEST)
        inner, after = self.branches(at, depth)
        if len(inner) == 1:
            return ["(", *inner[0], *([")"] if after is not None else [])], after
        if after is None:
            raise NotationError("bracket_open")
        return [Alternatives(tuple(Template(_merged(way), line=self.line) for way in inner))], after

    def _leaf(self, token: re.Match[str]) -> _Part:
        if token["slot"] is not None:
            return _known_reference(token["slot"], self.line)
        if token["escaped"] is not None:
            return "\n" if token["escaped"] == "n" else token["escaped"]
        if token["sign"] in ("{", "}"):
            raise NotationError("brace", sign=token["sign"])
        return token[0]


def references_in(argument: Argument) -> Iterator[Reference]:
    """Every reference in an argument, template or part of one, in the order in which they stand."""
    if isinstance(argument, Template):
        yield from argument.references
    elif isinstance(argument, Reference):
        yield argument
    elif isinstance(argument, Alternatives):
        for way in argument.ways:
            yield from way.references
    elif isinstance(argument, Mapping):
        for value in argument.values():
            yield from references_in(value)
    elif isinstance(argument, list | tuple):
        for value in argument:
            yield from references_in(value)


def constants_in(argument: Argument) -> Iterator[str | int | float]:
    """Every constant in an argument, and every text with slots as it is written."""
    if isinstance(argument, Template):
        yield argument.text
    elif isinstance(argument, str | int | float) and not isinstance(argument, bool):
        yield argument
    elif isinstance(argument, Mapping):
        for value in argument.values():
            yield from constants_in(value)
    elif isinstance(argument, list | tuple):
        for value in argument:
            yield from constants_in(value)


def _known_reference(text: str, line: int) -> Reference:
    reference = parse_reference(text, line)
    assert reference is not None  # the pattern of slots is that of references
    return reference


def _merged(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """Neighbouring texts as one, empty ones left out."""
    made: list[_Part] = []
    for part in parts:
        if made and isinstance(part, str) and isinstance(made[-1], str):
            made[-1] += part
        elif part != "":
            made.append(part)
    return tuple(made)
