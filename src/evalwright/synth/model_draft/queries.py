"""Queries that a draft may put to a database: one statement of the sort that its tool is for, about tables seen before.

A query that reads begins with SELECT; one that writes adds, changes or deletes rows, or makes a table, and only where
the state can be put back. Whatever reaches beyond the database, or takes it apart, is refused by its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from evalwright.text import resource_json

from ..drafting.sql import is_sql
from ..environment import Effect
from ..generic.toolview import ToolView

_WORDS = "|".join(resource_json(__package__, "words/arguments.json")["forbidden_sql"])
_FORBIDDEN = re.compile(rf"\b(?:{_WORDS})\b|--|/\*|;\s*\S", re.I)
_READS = re.compile(r"\s*(?:select|with)\b", re.I)
_WRITES = re.compile(r"\s*(?:insert\s+into|update|delete\s+from|create\s+table)\b", re.I)
_TEXT = re.compile(r"'(?:[^']|'')*'")
_TABLE = re.compile(r"\b(?:from|join|into|update)\s+[\"`\[]?(\w+)", re.I)
_OWN = re.compile(r"\b(?:with|,)\s*(\w+)\s+as\s*\(", re.I)
_LONGEST = 1_000


def is_query(view: ToolView, name: str) -> bool:
    """Whether a parameter takes SQL."""
    return any(each.name == name and is_sql(view, each) for each in view.params)


def problem_of_query(text: str, effect: Effect, tables: Collection[str]) -> str | None:
    """Why a query must not be sent: the name of a sentence; None where it may be."""
    bare = _TEXT.sub("''", text)
    begins = _WRITES if effect == "write" else _READS
    if len(text) > _LONGEST or begins.match(bare) is None or _FORBIDDEN.search(bare) is not None:
        return "query"
    own = {name.lower() for name in _OWN.findall(bare)}
    known = {name.lower() for name in tables} | own
    named = [name.lower() for name in _TABLE.findall(bare)]
    return None if all(name in known or name == "0" for name in named) else "table"
