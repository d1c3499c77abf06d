"""Questions to a database that anyone may ask: how many there are, and what is there, of tables that were seen.

A parameter takes SQL where the schema or the description says so. A query is put together from names that a result has
shown; names that are no plain identifiers are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from evalwright.text import resource_json

from ..generic.names import words_of
from ..generic.parameters import Param
from ..generic.toolview import ToolView

_QUERIES: dict[str, str] = resource_json(__package__, "words/english.json")["sql"]
COUNT, ROWS, COLUMN = _QUERIES["count"], _QUERIES["rows"], _QUERIES["column"]
"""What is asked of a table, with places for its name and that of a column."""
_SQL = re.compile(r"\bSQL\b|\bSELECT\b")
_CHANGES = re.compile(r"\bSQL|\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE TABLE)\b")
_PLAIN = re.compile(r"[A-Za-z_]\w{0,60}")
_MOST_TABLES = 4


def takes_sql(view: ToolView, param: Param) -> bool:
    """Whether a parameter of a reading tool is a query in SQL."""
    return view.effect != "write" and is_sql(view, param)


def is_sql(view: ToolView, param: Param) -> bool:
    """Whether a parameter is a statement in SQL, whatever it does."""
    named = words_of(param.name)[-1:] in (("query",), ("sql",), ("statement",))
    told = f"{param.description} {view.description}"[:600]
    sort = _CHANGES if view.effect == "write" else _SQL
    return named and param.type == "string" and sort.search(told) is not None


def is_identifier(name: object) -> bool:
    """Whether a name can stand in a query as it is."""
    return isinstance(name, str) and _PLAIN.fullmatch(name) is not None


def select_queries(tables: Iterable[str]) -> list[str]:
    """Queries that show what there is in some tables."""
    plain = list(filter(is_identifier, dict.fromkeys(tables)))[:_MOST_TABLES]
    return [query.replace("{table}", name) for name in plain for query in (COUNT, ROWS)]
