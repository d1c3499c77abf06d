"""The table of importers, in the order in which they are asked: who knows a row for sure comes before who may."""

from __future__ import annotations

from itertools import islice
from typing import Any

from evalwright.data import Row
from evalwright.errors import InputError
from evalwright.text import listed, phrase

from . import batches, bfcl, conversations, exports, traces
from .shape import ImportFile, Shape

_LOOKED_AT = 50
"""Rows of a file that are shown to the importers before it is called unknown."""
_KEYS_SHOWN = 8


SHAPES = (
    Shape("traces", traces.is_trace, traces.read_traces),
    Shape("bfcl", bfcl.is_bfcl, bfcl.read_bfcl),
    Shape("batch", batches.is_batch, batches.read_batch),
    Shape("export", exports.is_export, exports.read_exports),
    Shape("conversations", conversations.is_conversation, conversations.read_conversations),
)


def shape_of(file: ImportFile) -> Shape:
    """The importer of a file, by its first rows; InputError that says what was seen where there is none."""
    first = list(islice(file.rows(), _LOOKED_AT))
    for row in first:
        found = next((shape for shape in SHAPES if isinstance(row, Row) and shape.knows(row.value)), None)
        if found is not None:
            return found
    raise InputError.named("import.unknown", path=file.label, seen=_seen(first), shapes=listed(_shape_names()))


def _shape_names() -> list[str]:
    return [phrase(f"import.known.{shape.name}") for shape in SHAPES]


def _seen(rows: list[Any]) -> str:
    """The first row in a few words: its keys, or what else it is."""
    first = next((row for row in rows if isinstance(row, Row)), None)
    if first is None:
        return rows[0].words() if rows else phrase("import.seen.nothing")
    if not isinstance(first.value, dict):
        return phrase("import.seen.no_object")
    keys = [f"`{key[:40]}`" for key in islice(first.value, _KEYS_SHOWN)]
    return phrase("import.seen.keys", keys=listed(keys)) if keys else phrase("import.seen.no_key")
