"""One line of a text answer: what sort of line it is, and the fields in it, each by where it begins and ends."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from evalwright.text import resource_json

LineKind = Literal["blank", "rule", "heading", "columns", "item", "tagged", "pair", "plain"]
_SAMPLE = 200
"""Lines by which it is told how the columns of a table are set apart."""
_MAX_LINE = 2_000
_RULE = re.compile(r"[\s|+:=\-\u2500-\u257f]{3,}")
_ITEM = re.compile(r"\s*(?:[-*•·]|\d{1,4}[.)、])\s+(?:\[[ xX✓]\]\s+)?(?=\S)")
_TAGGED = re.compile(r"\[(\w[\w ]{0,20})\]\s+(?=\S)")
_PAIR = re.compile(
    r"(?:\*\*)?(?P<key>[^\W\d][\w .#/()'-]{0,39}?)(?:\*\*)?\s*(?:[:：](?:\*\*)?(?!//)\s*|\s+=\s+|=(?=\S))(?=\S)"
)
_PAIR_WORDS = 4
_ID = re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[A-Za-z#_-])[A-Za-z]{0,12}[-_]?[\w-]*\d[\w-]*|#\d+|\d{4,}")
_DAY = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*")
_DATE = re.compile(rf"{_DAY.pattern}|\d+(?:st|nd|rd|th|[a-z]{{1,3}})", re.I)
_PATH = re.compile(r"(?:[A-Za-z]:\\|\.{0,2}/|~/)\S+|[\w.-]+(?:/[\w.-]+)+|[\w-]+\.[A-Za-z]\w{0,4}")
_LEADING_ID = re.compile(r"(?P<id>#?[\w-]+)(?:\s+[-–—:|]\s+|\s*[:：]\s+|\s+(?=\())(?=\S)")
_COLUMNS = {
    "|": re.compile(r"\s*\|\s*"),
    "\t": re.compile(r" *\t *"),
    ",": re.compile(","),
    "  ": re.compile(r"\s{2,}"),
}


class Span(NamedTuple):
    """Where a field stands in its line."""

    start: int
    end: int


class Line(NamedTuple):
    """One line."""

    kind: LineKind
    fields: tuple[Span, ...]


def separator_of(text: str) -> str | None:
    """What sets the columns of a table apart; None where a text is no table."""
    lines = [line for line in text[: _SAMPLE * _MAX_LINE].split("\n")[:_SAMPLE] if line.strip() and not _is_rule(line)]
    lines = [line for line in lines if not line.rstrip().endswith((":", "："))]
    if len(lines) < 2:
        return None
    for separator in _COLUMNS:
        if separator == "," and any(", " in line for line in lines):
            continue
        if separator == "  " and any(_ITEM.match(line) or line[:1].isspace() for line in lines):
            continue
        framed = [line for line in lines if line.strip().startswith("|") and line.rstrip().endswith("|")]
        told = framed if separator == "|" and len(framed) > 1 else lines
        counts = {len(_columns(line, separator)) for line in told}
        if len(counts) == 1 and counts.pop() > 1:
            return separator
    return None


def read_line(text: str, separator: str | None = None) -> Line:
    """What a line is."""
    line = text[:_MAX_LINE]
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    if start >= end:
        return Line("blank", ())
    if _is_rule(line):
        return Line("rule", (Span(start, end),))
    if separator is not None and len(columns := _columns(line, separator)) > 1:
        return Line("columns", columns)
    item = _ITEM.match(line)
    if item is not None:
        return Line("item", _parts(line, item.end(), end))
    tagged = _TAGGED.match(line, start)
    if tagged is not None:
        return Line("tagged", (Span(*tagged.span(1)), Span(tagged.end(), end)))
    if line[end - 1] in ":：" or (line[start] == "#" and line[start : start + 7].lstrip("#")[:1] == " "):
        return Line("heading", (Span(start, end),))
    pair = _pair_in(line, start, end)
    if pair:
        return Line("pair", pair)
    parts = _parts(line, start, end)
    return Line("item" if len(parts) > 1 else "plain", parts)


def is_id(text: str) -> bool:
    """Whether a text looks like an id: one word with digits in it that is no date and no amount."""
    return len(text) <= 64 and _ID.fullmatch(text) is not None and _DATE.fullmatch(text) is None


def is_day(text: str) -> bool:
    """Whether a text looks like a date, with a time or without."""
    return _DAY.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """Whether a text looks like the path or the name of a file."""
    return _PATH.fullmatch(text) is not None


def _is_rule(line: str) -> bool:
    return _RULE.fullmatch(line) is not None


def _pair_in(line: str, start: int, end: int) -> tuple[Span, ...]:
    pair = _PAIR.match(line, start)
    if pair is None or len(pair["key"].split()) > _PAIR_WORDS or pair.end() >= end:
        return ()
    return Span(*pair.span("key")), Span(pair.end(), end)


def _parts(line: str, start: int, end: int) -> tuple[Span, ...]:
    """The parts of an item: the id that it begins with or names aside, and the rest."""
    leading = _LEADING_ID.match(line, start)
    if leading is not None and is_id(leading["id"]):
        return Span(*leading.span("id")), Span(leading.end(), end)
    aside = _id_aside().search(line, start)
    if aside is not None and aside.start() > start:
        return Span(start, aside.start()), Span(*aside.span("id"))
    return (Span(start, end),)


@cache
def _id_aside() -> re.Pattern[str]:
    """An id that stands behind a name: `(id: 7)`."""
    labels = "|".join(map(re.escape, resource_json(__package__, "words/results.json")["id_labels"]))
    return re.compile(rf"\s*[(\[](?:{labels})\s*[:：=]?\s*(?P<id>[^)\]\s]+)[)\]]", re.I)


def _columns(line: str, separator: str) -> tuple[Span, ...]:
    start, end = len(line) - len(line.lstrip(" ")), len(line.rstrip())
    if separator == "|":
        start += line.startswith("|", start)
        end -= line.endswith("|", start, end)
    made, at = [], start
    for found in _COLUMNS[separator].finditer(line, start, end):
        made.append(Span(at, max(found.start(), at)))
        at = found.end()
    made.append(Span(at, max(end, at)))
    return tuple(_trimmed(line, span) for span in made)


def _trimmed(line: str, span: Span) -> Span:
    """A field without the spaces and quotes around it."""
    start, end = span
    while start < end and line[start] in ' "':
        start += 1
    while end > start and line[end - 1] in ' "':
        end -= 1
    return Span(start, end)
