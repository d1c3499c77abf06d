"""Cutting the conversations of a file into items, by one worker or several.

Two passes: how the whole file uses its tools and which ids stand there twice, then the items. Where no alternatives
are to be inferred, items are cut at once, and again with planned ids if two conversations turn out to have the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from evalwright.chat import ChatError, Conversation, Tool
from evalwright.data import (
    BadRow,
    ConversationReader,
    IdFacts,
    IdPlan,
    Row,
    SharedTools,
    SplitFile,
    as_file,
    check_outputs,
    map_logged,
    note_dialects,
    own_id,
    paused_gc,
    split_file,
    unwrap,
    write_atomic,
)
from evalwright.errors import InputError
from evalwright.executor import Executor, Held, Split, Workers, open_executor, stable_hash
from evalwright.spill import SpilledTable
from evalwright.text import said_by

from .acceptable import Inference, ToolUsage
from .expand import Expanded, ExpandOptions, item_lines, tools_json


def expand_file(
    path: str | Path,
    out: str | Path,
    options: ExpandOptions | None = None,
    *,
    skip_bad_rows: bool = False,
    workers: Workers = 1,
) -> Expanded:
    """Cut every conversation of a file into items, written to `out` as a whole or not at all.

    `workers`: processes, or `all`; the items are the same.
    """
    options = options or ExpandOptions()
    check_outputs([path], [out])
    with as_file(path) as source, write_atomic(out) as stream, open_executor(workers) as executor, paused_gc():
        file = split_file(source)
        usage, plan = (None, IdPlan()) if options.acceptable == "off" else _surveyed(file, executor, usage=True)
        try:
            return _write_items(_Cutting(file, options, plan, usage, skip_bad_rows), stream, executor)
        except _RepeatedId:
            stream.seek(0)
            stream.truncate()
            _, plan = _surveyed(file, executor, usage=False)
            return _write_items(_Cutting(file, options, plan, usage, skip_bad_rows), stream, executor)


class _RepeatedId(Exception):  # noqa: N818 - not an error: the sign that ids must be planned first
    """Two conversations would get the same id."""


def _surveyed(file: SplitFile, executor: Executor, *, usage: bool) -> tuple[ToolUsage, IdPlan]:
    """How the whole file uses its tools, and which ids it has."""
    whole, plan = ToolUsage(), IdPlan()
    for part, ids in executor.map_in_order(_Survey(file, usage), file.splits):
        whole.merge(part)
        plan.merge(ids)
    return whole, plan.for_workers()


class _Survey:
    """Looks at a split; rows that are no conversations are told of later."""

    def __init__(self, file: SplitFile, usage: bool) -> None:
        self._file, self._usage, self._reader = file, usage, ConversationReader()

    def __call__(self, split: Split) -> tuple[ToolUsage, IdFacts]:
        made, ids = ToolUsage(), IdFacts()
        for row in self._file.scan(split, SharedTools().loads):
            if isinstance(row, Row):
                ids.note(own_id(unwrap(row.value)))
                with suppress(ChatError):
                    if self._usage:
                        made.add(self._reader.read(row.value))
        return made, ids


@dataclass(slots=True)
class _Cut:
    """What came of a split."""

    done: Expanded = field(default_factory=Expanded)
    lines: Held = field(default_factory=lambda: Held(b""))
    """As they are written."""
    names: list[int] = field(default_factory=list)
    """A hash of the id of every conversation."""


def _write_items(cutting: _Cutting, stream: BinaryIO, executor: Executor) -> Expanded:
    done, seen = Expanded(), SpilledTable(0)
    for cut in map_logged(executor, cutting, cutting.file.splits):
        for name in cut.names:
            if seen.put_new(name) is not None:
                raise _RepeatedId
        cut.lines.put(stream)
        done.merge(cut.done)
    return done


class _Cutting:
    """Cuts the conversations of a split."""

    def __init__(
        self, file: SplitFile, options: ExpandOptions, plan: IdPlan, usage: ToolUsage | None, skip_bad_rows: bool
    ) -> None:
        self.file = file
        self._options, self._plan, self._usage, self._skip = options, plan, usage, skip_bad_rows
        self._reader = ConversationReader()
        self._tools: list[Tool] = []
        self._encoded_tools = b"[]"

    def __call__(self, split: Split) -> _Cut:
        made, lines = _Cut(), list[bytes]()
        inference = None if self._usage is None else Inference(self._usage)
        for position, row in enumerate(self.file.scan(split, SharedTools().loads), split.first_row):
            conversation = self._conversation(row)
            if isinstance(conversation, BadRow):
                if not self._skip:
                    raise conversation.as_error()
                made.done.bad_rows.append(conversation)
                continue
            identifier = self._plan.of(position, conversation.id)
            made.names.append(stable_hash(identifier))
            before = len(lines)
            lines += self._cut_items(conversation, identifier, inference)
            made.done.count(identifier, len(lines) - before)
        made.done.acceptable = Counter() if inference is None else inference.counts
        made.lines = Held(b"\n".join([*lines, b""]))
        return made

    def _cut_items(self, conversation: Conversation, identifier: str, inference: Inference | None) -> Iterator[bytes]:
        if conversation.tools is not self._tools:
            self._tools, self._encoded_tools = conversation.tools, tools_json(conversation.tools)
        return item_lines(conversation, identifier, self._options, inference, self._encoded_tools)

    def _conversation(self, row: Row | BadRow) -> Conversation | BadRow:
        label = self.file.label
        if isinstance(row, BadRow):
            return row.at(label)
        if isinstance(inner := unwrap(row.value), dict) and "expected_output" in inner:
            raise InputError.named("readers.already_items", path=row.at(label), line=row.line)
        try:
            conversation = self._reader.read(row.value)
        except ChatError as error:
            return BadRow(row.at(label), row.line, said_by(error), row.part)
        note_dialects(label, conversation.dialects)
        return conversation
