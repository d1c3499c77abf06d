"""A tool's answer in plain text, read for what it holds: records, tables, lists, lines, paths; else prose.

Every value has an address: `L3` is the third line, `L3.F2` its second field. It follows from the offset at which the
value stands, so whoever finds a value in a text, by exploring a tool or by asking where an argument came from, gives
it the same address. Texts are untrusted and may be long: what is read of one is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from .result_lines import Line, Span, is_day, is_id, is_path, read_line, separator_of
from .result_literals import Literal as ReadLiteral
from .result_literals import read_literal

MAX_LINES = 2_000
"""Lines that are read; an address is given to any line."""
_KEPT_LENGTH = 20_000
_LONGEST_NAME, _MOST_WORDS = 120, 8
_HEADS = ((" — ", ""), (" – ", ""), (" - ", ""), (": ", ""), (" (", ")"))
"""What sets the name of an item apart from what is said of it, and what that ends with."""
_BOLD = re.compile(r"\*\*(?P<name>[^*\n]{1,60}?):?\*\*\s*[:–—-]?\s*")
_LONGEST_HEAD, _MOST_HEAD_WORDS = 60, 6
_ONE_NAME = re.compile(r"(?=[\w./-]*[^\W\d])\w[\w./-]{0,60}")
_SENTENCE_ENDS = (".", "!", "?", ";", ",", "。", "！", "？", "；", "，")

Shape = Literal["record", "records", "list", "lines", "prose"]


class Cell(NamedTuple):
    """One value of a text."""

    name: str
    """What the text calls it, else `id`, `date`, `path` or `name` by how it looks."""
    value: str
    start: int
    """Where it stands in the text."""
    address: str
    guessed: bool = False
    """Whether the text gives it no name."""


Row = list[Cell]


class ResultText:
    """One text, with what it holds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._separator = separator_of(text)
        self.shape: Shape
        self.rows: list[Row]
        self._literal = read_literal(text)
        self.shape, self.rows = self._literal_rows(self._literal) if self._literal is not None else self._read_rows()

    def address_at(self, offset: int) -> str | None:
        """The line and field at an offset; None where the text is one line that has no parts."""
        begin = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        fields = read_line(self.text[begin : end if end >= 0 else len(self.text)], self._separator).fields
        number = self.text.count("\n", 0, begin) + 1
        if len(fields) > 1:
            before = sum(field.start <= offset - begin for field in fields)
            return f"L{number}.F{max(before, 1)}"
        return f"L{number}" if "\n" in self.text.strip() else None

    def cells(self) -> Iterator[Cell]:
        """Every value, in order."""
        for row in self.rows:
            yield from row

    @property
    def value(self) -> Any:
        """The same as JSON would say it: an object, a list of objects or of texts; prose as it is."""
        if self._literal is not None:
            return self._literal.value
        if self.shape == "prose":
            return self.text
        if self.shape == "record":
            return _named(self.rows[0])
        return [_named(row) if len(row) > 1 or self.shape == "records" else row[0].value for row in self.rows]

    def _literal_rows(self, literal: ReadLiteral) -> tuple[Shape, list[Row]]:
        """The records of a list or object that a program printed."""
        rows = [
            [
                Cell(name or _kind_of_value(text), text, start, self.address_at(start) or "", not name)
                for name, text, start in row
            ]
            for row in literal.rows
            if row
        ]
        if isinstance(literal.value, dict):
            return "record", rows or [[]]
        return ("records" if any(isinstance(each, dict) for each in literal.value) else "list"), rows

    def _read_rows(self) -> tuple[Shape, list[Row]]:
        lines = [line for line in self._lines() if line[1].kind != "rule"]
        headed = False
        while lines and lines[0][1].kind in ("heading", "blank"):
            headed = lines.pop(0)[1].kind == "heading" or headed
        told = [line for line in lines if line[1].kind not in ("blank", "heading")]
        if len(told) == 1 and headed and self._is_listed_alone(told[0]):
            return "lines", [[self._cell("", told[0][0], told[0][1].fields[0])]]
        if len(told) == 1 and told[0][1].kind == "plain" and (row := self._names_in_a_row(*told[0][:2])):
            return "list", row
        if not told or (len(told) == 1 and told[0][1].kind not in ("item", "tagged")):
            return "prose", []
        if self._separator is not None:
            return "records", self._table([line for line in told if line[1].kind == "columns"])
        kinds = {line.kind for _, line, _ in told}
        if kinds <= {"item", "tagged"} or (
            told[0][1].kind in ("item", "tagged") and kinds <= {"item", "tagged", "pair"}
        ):
            return "list", self._with_heads(self._items(told))
        if kinds == {"pair"} and all(is_id(_cut(self.text, at, line.fields[0])) for at, line, _ in told):
            return "list", self._items(told)
        if kinds == {"pair"} or (kinds == {"pair", "plain"} and _is_titled(told)):
            return self._records(lines)
        if kinds == {"plain"} and all(_is_name(_cut(self.text, at, line.fields[0])) for at, line, _ in told):
            return "lines", self._with_heads([[self._cell("", at, line.fields[0])] for at, line, _ in told])
        return "prose", []

    def _names_in_a_row(self, at: int, line: Line) -> list[Row]:
        """The names of a line that holds nothing else: `alpha,beta`; `Lisbon, Portugal` may be one place."""
        text = _cut(self.text, at, line.fields[0])
        apart = ", " if ", " in text else ","
        names = text.split(apart)
        if len(names) < (3 if apart == ", " else 2) or not all(_ONE_NAME.fullmatch(name) for name in names):
            return []
        begins = accumulate((len(name) + len(apart) for name in names[:-1]), initial=line.fields[0].start)
        return [[self._cell("", at, Span(begin, begin + len(name)))] for begin, name in zip(begins, names, strict=True)]

    def _with_heads(self, rows: list[Row]) -> list[Row]:
        """Items that all say what they are called and then something of it: `Yoga: Tuesday`, `home (3 items)`."""
        if len(rows) < 2 or any(len(row) != 1 or not row[0].guessed for row in rows):
            return rows
        if all(bold := [_BOLD.match(row[0].value) for row in rows]):
            return [self._bold(row[0], found) for row, found in zip(rows, bold, strict=True) if found is not None]
        for joint, end in _HEADS:
            parts = [row[0].value.partition(joint) for row in rows]
            heads = {head.strip() for head, _, _ in parts}
            if len(heads) == len(rows) and all(_is_head(head) and rest.strip() for head, _, rest in parts):
                return [self._headed(row[0], joint, end) for row in rows]
        return rows

    def _bold(self, cell: Cell, found: re.Match[str]) -> Row:
        """The name that stands in bold letters at the beginning of an item, and what follows it."""
        start = cell.start + found.start("name")
        name = Cell("name", found["name"], start, self.address_at(start) or "", guessed=True)
        after = cell.start + found.end()
        rest = cell.value[found.end() :]
        return [name, Cell("description", rest, after, self.address_at(after) or "", guessed=True)] if rest else [name]

    def _headed(self, cell: Cell, joint: str, end: str) -> Row:
        head, _, rest = cell.value.partition(joint)
        start = cell.start + len(head) + len(joint)
        about = Cell("description", rest.removesuffix(end), start, self.address_at(start) or "", guessed=True)
        return [Cell("name", head.strip(), cell.start, cell.address, guessed=True), about]

    def _is_listed_alone(self, line: tuple[int, Line, int]) -> bool:
        """Whether the only line below a heading is the one thing of a list: a path or an id."""
        value = _cut(self.text, line[0], line[1].fields[0]) if line[1].kind == "plain" else ""
        return is_path(value) or is_id(value)

    def _lines(self) -> list[tuple[int, Line, int]]:
        """The first lines: where each begins, what it is, and its number."""
        made, at = [], 0
        for number, text in enumerate(self.text.split("\n")[:MAX_LINES], 1):
            made.append((at, read_line(text, self._separator), number))
            at += len(text) + 1
        return made

    def _cell(self, name: str, at: int, field: Span) -> Cell:
        value = _cut(self.text, at, field)
        start = at + field.start
        return Cell(name or _kind_of_value(value), value, start, self.address_at(start) or "", not name)

    def _table(self, told: list[tuple[int, Line, int]]) -> list[Row]:
        first, *rest = told
        header = [_cut(self.text, first[0], field) for field in first[1].fields]
        if any(char.isdigit() for name in header for char in name) or len(set(header)) < len(header):
            header, rest = [""] * len(header), told
        made = []
        for at, line, _ in rest:
            cells = [self._cell(name, at, field) for name, field in zip(header, line.fields, strict=False)]
            made.append([cell for cell in cells if cell.value])
        return [row for row in made if row]

    def _items(self, told: list[tuple[int, Line, int]]) -> list[Row]:
        """One row for each item; `key: value` lines behind an item belong to it."""
        rows: list[Row] = []
        for at, line, _ in told:
            names = ("type", "name") if line.kind == "tagged" else self._item_names(at, line)
            if line.kind == "pair" and rows and told[0][1].kind != "pair":
                rows[-1].append(self._cell(_cut(self.text, at, line.fields[0]), at, line.fields[1]))
            else:
                rows.append([self._cell(name, at, field) for name, field in zip(names, line.fields, strict=False)])
        return rows

    def _item_names(self, at: int, line: Line) -> tuple[str, ...]:
        """Of an item with an id the id is named so, wherever it stands."""
        if len(line.fields) == 1:
            return ("",)
        return ("id", "description") if is_id(_cut(self.text, at, line.fields[0])) else ("name", "id")

    def _records(self, lines: list[tuple[int, Line, int]]) -> tuple[Shape, list[Row]]:
        """Records of `key: value` lines: a new one after an empty line, and where a key comes again."""
        rows: list[Row] = [[]]
        for at, line, _ in lines:
            if line.kind in ("blank", "heading"):
                rows.append([])
            elif line.kind == "plain":
                rows.append([self._cell("title", at, line.fields[0])])
            else:
                name = _cut(self.text, at, line.fields[0])
                if any(cell.name == name for cell in rows[-1]):
                    rows.append([])
                rows[-1].append(self._cell(name, at, line.fields[1]))
        kept = [row for row in rows if row]
        alike = len({row[0].name for row in kept}) == 1
        return ("records", kept) if len(kept) > 1 and alike else ("record", [[cell for row in kept for cell in row]])


@lru_cache(maxsize=256)
def _kept_text(text: str) -> ResultText:
    return ResultText(text)


def read_result_text(text: str) -> ResultText:
    """What a text holds; short ones are kept for a while, since several ask."""
    return _kept_text(text) if len(text) <= _KEPT_LENGTH else ResultText(text)


def _cut(text: str, at: int, field: Span) -> str:
    return text[at + field.start : at + field.end]


def _named(row: Row) -> dict[str, str]:
    made: dict[str, str] = {}
    for cell in row:
        made.setdefault(cell.name, cell.value)
    return made


def _kind_of_value(value: str) -> str:
    return "id" if is_id(value) else "date" if is_day(value) else "path" if is_path(value) else "name"


def _is_titled(told: list[tuple[int, Line, int]]) -> bool:
    """Whether plain lines are only titles: each stands before a `key: value` line."""
    kinds = [line.kind for _, line, _ in told]
    return all(kinds[at + 1 : at + 2] == ["pair"] for at, kind in enumerate(kinds) if kind == "plain")


def _is_head(text: str) -> bool:
    return 0 < len(text.strip()) <= _LONGEST_HEAD and len(text.split()) <= _MOST_HEAD_WORDS and "**" not in text


def _is_name(text: str) -> bool:
    """Whether a line names something rather than saying it."""
    short = len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_WORDS
    return short and (is_path(text) or not text.endswith(_SENTENCE_ENDS))
