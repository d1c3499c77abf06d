"""Converting a file: read, written, read back, compared; one conversation at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, foreign_writer, is_read_back, read_conversation
from evalwright.data import (
    BadRow,
    ConversationRow,
    RowSource,
    SourcePiece,
    SourcePieces,
    as_file,
    check_outputs,
    dumps,
    map_logged,
    parquet_record,
    write_atomic,
)
from evalwright.errors import InputError
from evalwright.executor import Held, Workers, open_executor
from evalwright.plugins import FORMATS
from evalwright.text import phrase, said_by

from ..audit.finding import visible
from . import parquet
from .alpaca import write_alpaca
from .anthropic import write_anthropic
from .dpo import write_dpo, write_openai_dpo
from .gemini import write_gemini
from .hermes import IN_SYSTEM, without_tools, write_hermes
from .limits import Limits
from .losses import losses
from .openai import write_finetune, write_openai
from .parts import Record, Unfit
from .responses import write_responses
from .result import Converted
from .sharegpt import NOT_ALTERNATING, turns_alternate, write_sharegpt
from .swift import write_swift

WRITERS: dict[str, Callable[[Conversation], Record]] = {
    "openai": write_openai,
    "openai-finetune": write_finetune,
    "azure-finetune": write_finetune,
    "sharegpt": write_sharegpt,
    "hermes": write_hermes,
    "anthropic": write_anthropic,
    "responses": write_responses,
    "gemini": write_gemini,
    "dpo": write_dpo,
    "openai-dpo": write_openai_dpo,
    "swift": write_swift,
    "alpaca": write_alpaca,
    "parquet": parquet.row_of,
}
_BOM = b"\xef\xbb\xbf"


def carry_out(source: RowSource, out: str | Path, to: str, *, skip_bad_rows: bool, workers: Workers) -> Converted:
    """Convert all conversations of a source."""
    check_outputs([source] if isinstance(source, str | Path) else [], [out])
    done = Converted(to)
    with _in_pieces(source) as pieces, open_executor(1 if FORMATS.is_of_this_process(to) else workers) as executor:
        parts = map_logged(executor, _Conversion(to, pieces, skip_bad_rows), pieces)
        with write_atomic(out) as stream:
            if to == "parquet":
                parquet.write_rows(stream, _counted_records(parts, done))
            else:
                stream.write(_BOM if to == "azure-finetune" else b"")
                for lines in _counted_records(parts, done):
                    lines.put(stream)
            _finish(done, pieces.label, stream.tell())
    return done


def _counted_records(parts: Iterable[tuple[Converted, list[Any]]], done: Converted) -> Iterator[Any]:
    for part, records in parts:
        done.merge(part)
        yield from records


def _finish(done: Converted, label: str, size: int) -> None:
    """Say what is only known at the end."""
    if not done.conversations:
        first = [row.words() for row in done.bad_rows[:1]]
        name = "convert.nothing_first" if first else "convert.nothing"
        raise InputError.named(name, path=label, format=done.to, row=first[0] if first else "")
    if done.to.endswith("-finetune"):
        done.warnings.update(Limits.of_file(done.conversations, size))


@contextmanager
def _in_pieces(source: RowSource) -> Iterator[SourcePieces]:
    """The source; standard input as a file that can be read more than once."""
    if not isinstance(source, str | Path):
        yield SourcePieces(source)
        return
    with as_file(source) as path:
        yield SourcePieces(path)


class _Conversion:
    """Converts a piece: what came of it, and its records, of Parquet as rows and else as lines."""

    def __init__(self, to: str, source: SourcePieces, skip_bad_rows: bool) -> None:
        self._to, self._source, self._skip = to, source, skip_bad_rows
        self._label = source.label
        self.done = Converted(to)

    @cached_property
    def _write(self) -> Callable[[Conversation], Record]:
        return WRITERS.get(self._to) or _foreign_writer(self._to)

    @cached_property
    def _limits(self) -> Limits | None:
        return Limits() if self._to.endswith("-finetune") else None

    def __call__(self, piece: SourcePiece) -> tuple[Converted, list[Any]]:
        self.done = Converted(self._to)
        records = self._converted_records(piece)
        if self._to == "parquet":
            return self.done, list(records)
        return self.done, [Held(b"\n".join([*map(dumps, records), b""]))]

    def _converted_records(self, piece: SourcePiece) -> Iterator[Record]:
        """Every conversation in the target's shape."""
        for row in self._source.conversations(piece, self.done.bad_rows, skip_bad_rows=self._skip):
            try:
                record = self._record(row)
            except Unfit as error:
                self._unfit(row, said_by(error))
                continue
            self.done.conversations += 1
            yield record

    def _record(self, row: ConversationRow) -> Record:
        conversation = row.conversation
        try:
            record = self._write(conversation)
        except (ValueError, RecursionError) as error:
            ours = self._to in WRITERS
            said = type(error).__name__ if ours or not str(error) else visible(str(error), 200)
            raise Unfit(phrase("convert.unfit.error", to=self._to, error=said)) from None
        if self._limits is not None:
            self.done.warnings.update(self._limits.of_record(record, self._label, row))
        if self._to == "sharegpt" and not turns_alternate(record):
            self.done.warnings[NOT_ALTERNATING] += 1
        self.done.lost.update(visible(name, 120) for name in self._losses(conversation, record))
        return record

    def _losses(self, conversation: Conversation, record: Record) -> list[str]:
        if self._to in ("dpo", "openai-dpo"):
            return _not_in_pairs(conversation)
        if self._to not in WRITERS and not is_read_back(self._to):
            return []  # nobody can tell
        given: Any = parquet_record(record) if self._to == "parquet" else record
        try:
            after = read_conversation(given).to_dict()
        except ChatError as error:
            raise Unfit(phrase("convert.unfit.error", to=self._to, error=said_by(error))) from None
        if self._to != "hermes":
            return losses(conversation.to_dict(), after)
        found = losses(conversation.to_dict(), without_tools(after, conversation))
        return [*found, IN_SYSTEM] if conversation.tools else found

    def _unfit(self, row: ConversationRow, reason: str) -> None:
        bad = BadRow(self._label, row.line, visible(reason))
        if not self._skip:
            raise InputError.named("convert.unfit", path=bad.path, line=bad.line, problem=bad.text)
        self.done.bad_rows.append(bad)


def _foreign_writer(to: str) -> Callable[[Conversation], Record]:
    """A writer of somebody else's; what goes wrong in it is said of the conversation."""
    write = foreign_writer(to)
    assert write is not None, to

    def carefully(conversation: Conversation) -> Record:
        try:
            record = write(conversation)
        except (ValueError, RecursionError):
            raise
        except Exception as error:
            raise FORMATS.failed(to, error) from error
        return record

    return carefully


def _not_in_pairs(conversation: Conversation) -> list[str]:
    """What a pair has no place for; it cannot be read back as one conversation."""
    record = conversation.to_dict()
    rest = [key for key in record if key not in ("id", "messages", "tools", "metadata")]
    return [*rest, *(f"metadata.{key}" for key in conversation.metadata if key not in ("rejected", "chosen_from"))]
