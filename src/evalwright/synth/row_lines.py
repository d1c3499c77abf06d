"""Rows as lines of a file and as fingerprints, with the tools that many rows share written once for all of them.

The tools are half of a row, and the same list in every row of a language. Whoever writes rows leaves that list alone
meanwhile; it is known by its identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from evalwright.data import dumps

from .checks import row_digest, tools_digest

_MOST_KEPT = 4


class _Tools(NamedTuple):
    """A list of tools, how it is written in a line, and its fingerprint."""

    value: list[Any]
    plain: orjson.Fragment
    digest: str


class RowLines:
    """Writes rows."""

    def __init__(self) -> None:
        self._met: list[_Tools] = []

    def written(self, record: Mapping[str, Any]) -> tuple[bytes, str]:
        """The line of a row without its end, and the row's fingerprint."""
        tools = record.get("tools")
        if not isinstance(tools, list):
            return dumps(record), row_digest(record)
        known = self._of(tools)
        try:
            return orjson.dumps({**record, "tools": known.plain}), row_digest(record, known.digest)
        except TypeError:  # elsewhere in the row stands what orjson does not write
            return dumps(record), row_digest(record)

    def _of(self, tools: list[Any]) -> _Tools:
        for known in self._met:
            if known.value is tools:
                return known
        made = _Tools(tools, orjson.Fragment(dumps(tools)), tools_digest(tools))
        self._met = [made, *self._met][:_MOST_KEPT]
        return made
