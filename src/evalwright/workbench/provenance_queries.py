"""What a query names: the tables, columns, quoted texts and numbers in it that are not words of its language.

A text flows in, its parts flow out, each of which must come from somewhere; key words, functions and short names that
the query itself gives to things need no source. SQL and the `key:value` words of search boxes are known (`words/
queries.json`); of running text only the ids are parts. Nothing is ever executed or understood further.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from evalwright.text import resource_json

from .result_lines import is_id

Kind = Literal["text", "pattern", "number", "name"]
"""A pattern is a text with `%` before or behind it: a part of what is looked for."""

_MAX_LENGTH, _MOST_PARTS = 4_000, 80
_TOKEN = re.compile(
    r"(?P<text>'(?:[^']|'')*')|(?P<quoted>\"[^\"]*\"|`[^`]*`|\[[^\]]*\])|(?P<comment>--[^\n]*|/\*.*?\*/)"
    r"|(?P<number>(?<![\w.])\d+(?:\.\d+)?(?!\w))|(?P<name>[^\W\d]\w*(?:\.(?:[^\W\d]\w*|\*))*)|(?P<sign>[^\s\w])",
    re.S,
)
_PAIR = re.compile(r"-?([A-Za-z_]+)[:=](\"[^\"]*\"|'[^']*'|\S+)|(\"[^\"]*\")|(\S+)")
_COMPARISON = re.compile(r"^[<>]=?|\.\.")
_LONE_ID = re.compile(r"(?<![\w@./#-])#?[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?(?![\w@/-])")
_SHORTEST_ID = 4
_FEWEST_DIGITS = 3
_LONG = 7
"""Digits of an id that has nothing else; shorter ones may be worked out."""


class QueryPart(NamedTuple):
    """One thing that a query names."""

    kind: Kind
    value: str


@lru_cache(maxsize=256)
def sql_parts(text: str) -> Sequence[QueryPart] | None:
    """What an SQL text names; None where it is none."""
    first = text[:40].split(None, 1)
    if len(text) > _MAX_LENGTH or len(first) < 2 or first[0].lower() not in _table("begins"):
        return None
    tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]
    words = {match[0].lower() for match in tokens if match.lastgroup == "name"}
    if words.isdisjoint(_table("needs")):
        return None
    parts = list(dict.fromkeys(_named_in(tokens)))
    return parts if len(parts) <= _MOST_PARTS else None


def _named_in(tokens: list[re.Match[str]]) -> Iterator[QueryPart]:
    own = _own_names(tokens)
    before = ""
    for match in tokens:
        kind, text = match.lastgroup, match[0]
        if kind == "text":
            inner = text[1:-1].replace("''", "'")
            if inner.strip("%"):
                yield QueryPart("text" if inner == inner.strip("%") else "pattern", inner.strip("%"))
        elif kind == "number" and before not in ("limit", "offset"):
            yield QueryPart("number", text)
        elif kind in ("name", "quoted"):
            for name in text.strip('"`[]').split("."):
                if name and name != "*" and name.lower() not in own and not (kind == "name" and _is_language(name)):
                    yield QueryPart("name", name)
        before = text.lower() if kind in ("name", "number") else before if text == "," else ""


def _own_names(tokens: list[re.Match[str]]) -> set[str]:
    """Names that a query gives to things itself: `AS total`, `FROM orders o`, `WITH recent AS (`."""
    found: set[str] = set()
    for before, here in pairwise(tokens):
        first, name = before[0].lower(), here[0].lower()
        if here.lastgroup not in ("name", "quoted") or _is_language(name):
            continue
        if first in ("as", "with", "recursive"):
            found.add(name.strip('"`[]'))
        elif before.lastgroup in ("name", "quoted") and not _is_language(first):
            found.add(name)
    return found


def _is_language(name: str) -> bool:
    return name.lower() in _sql_words()


def search_parts(text: str) -> list[QueryPart] | None:
    """What a text for a search box names (`is:open label:bug`); None where it is none."""
    if len(text) > _MAX_LENGTH:
        return None
    made, paired = [], False
    for key, value, quoted, word in _PAIR.findall(text):
        if key and key.lower() not in _table("search_keys"):
            return None
        paired = paired or bool(key)
        named = _COMPARISON.sub("", value or quoted or word).strip("\"'")
        if named and named.lower() not in _table("search_words"):
            made.append(QueryPart("number" if named.isdigit() else "text", named))
    return made if paired and 0 < len(made) <= _MOST_PARTS else None


def ids_in(text: str) -> list[QueryPart]:
    """The ids in running text."""
    found = (match[0] for match in _LONE_ID.finditer(text[:_MAX_LENGTH]))
    return [QueryPart("text", word) for word in dict.fromkeys(found) if _is_surely_id(word)]


def _is_surely_id(word: str) -> bool:
    """Whether a word is an id and neither a year, a size nor a sum."""
    digits = sum(map(str.isdigit, word))
    return len(word) >= _SHORTEST_ID and digits >= (_LONG if word.isdigit() else _FEWEST_DIGITS) and is_id(word)


@cache
def _table(name: str) -> frozenset[str]:
    words = resource_json(__package__, "words/queries.json")[name]
    return frozenset(word for line in words for word in line.split())


@cache
def _sql_words() -> frozenset[str]:
    return _table("words") | _table("functions") | _table("types")
