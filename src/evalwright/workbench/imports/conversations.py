"""Rows that the one reader knows, of whatever dialect and shape: conversations in canonical form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from evalwright.chat import ChatError, JsonObject, read_conversation
from evalwright.data import BadRow, note_dialects

from .shape import ImportFile, ImportRun, Made, record_of_row


def is_conversation(value: Any) -> bool:
    """Whether a row is a conversation."""
    try:
        read_conversation(value)
    except (ChatError, RecursionError):
        return False
    return True


def read_conversations(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """The conversations of the files."""
    for file in files:
        read = partial(_record_of, label=file.label, lost=run.done.lost)
        for row in file.rows():
            yield row if isinstance(row, BadRow) else record_of_row(read, file, row)


def _record_of(value: Any, label: str, lost: Counter[str]) -> JsonObject:
    conversation = read_conversation(value)
    note_dialects(label, conversation.dialects)
    lost.update(conversation.lost)
    return conversation.to_dict()
