"""How fast conversations are made from a scenario file, on one core: all included, the calls executed in process.

The scenario file is the library's of `examples/scenarios`; its database is in memory here, behind the tools that the
real server has, so that what is measured is the engine, the checks and the writing, and not a pipe to another process.
"""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.measure import table
from evalwright import Result, register_domain, synthesise
from evalwright.plugins import DOMAINS

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NAME = "library-in-memory"
SEED = 7
_TOOLS = {
    **{"read_query": "query", "write_query": "query", "create_table": "query"},
    **{"list_tables": "", "describe_table": "table_name"},
}
_QUERIES = {
    "list_tables": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "describe_table": "SELECT * FROM pragma_table_info(?)",
}


def measure(folder: Path, kinds: object = (), *, quick: bool) -> None:
    """Print conversations a CPU second in each language."""
    place = folder / "library"
    subprocess.run([sys.executable, str(EXAMPLES / "servers" / "worlds.py"), "library", str(place)], check=True)
    with sqlite3.connect(place) as connection:
        stored = connection.serialize()
    connection.close()
    register_domain(NAME)(lambda spec: Library(stored))
    try:
        rows = [_made(folder, lang, 200 if quick else 1_000) for lang in ("en", "zh", "en,zh")]
    finally:
        DOMAINS.forget(NAME)
    table("synth --scenarios, in process, one core", ("", "conversations", "per CPU second", "calls a row"), rows)


def _made(folder: Path, lang: str, number: int) -> tuple[str, str, str, str]:
    given = {"seed": SEED, "lang": lang, "scenarios": EXAMPLES / "scenarios" / "sqlite.yaml"}
    synthesise(NAME, out=folder / "first", n=5, **given)  # words and checks are loaded once
    begun = time.process_time()
    done = synthesise(NAME, out=folder / lang, n=number, **given)
    spent = time.process_time() - begun
    return lang, f"{done.made:,}", f"{done.made / spent:,.0f}", f"{done.manifest['coverage']['calls_mean']:.2f}"


class Library:
    """A lending library in memory, with the tools of mcp-server-sqlite that its scenarios need."""

    name, simulated = NAME, False

    def __init__(self, stored: bytes) -> None:
        self._stored, self._changes = stored, list[str]()
        self._connection: sqlite3.Connection | None = None

    def tools(self) -> list[dict[str, Any]]:
        """Reading and writing, and what tables there are."""
        return [_tool(name, argument) for name, argument in _TOOLS.items()]

    def effect(self, name: str) -> str:
        """Queries and looks at tables read."""
        return "write" if name in ("write_query", "create_table") else "read"

    def policy(self, lang: str) -> str:
        """As the scenario file says."""
        return "You are the desk of a lending library."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Execute a query on a copy of the database that is opened when the first one comes."""
        query = arguments.get("query") or _QUERIES[name]
        try:
            cursor = self._opened().execute(query, [arguments["table_name"]] if name == "describe_table" else [])
        except sqlite3.Error as error:
            return Result(False, f"Error: {error}")
        if self.effect(name) == "read":
            return Result(True, str([dict(row) for row in cursor.fetchall()]))
        self._changes.append(str(query))
        done = "Table created successfully" if name == "create_table" else str([{"affected_rows": cursor.rowcount}])
        return Result(True, done)

    def fork(self) -> Library:
        """The library at the beginning."""
        return Library(self._stored)

    def hash(self) -> str:
        """The database, and what was done to it."""
        return hashlib.sha256(repr(self._changes).encode()).hexdigest()

    def close(self) -> None:
        """Let go of the copy."""
        if self._connection is not None:
            self._connection.close()

    __del__ = close

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(":memory:")
            self._connection.row_factory = sqlite3.Row
            self._connection.deserialize(self._stored)
        return self._connection


def _tool(name: str, argument: str) -> dict[str, Any]:
    needed = [argument] if argument else []
    parameters = {"type": "object", "properties": {each: {"type": "string"} for each in needed}, "required": needed}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": parameters}}
