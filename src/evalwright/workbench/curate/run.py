"""Curating a file: workers ask each conversation every rule; what depends on others is decided here, in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from evalwright.data import IdPlan, RowSource, SourcePieces, as_file, check_outputs, map_logged, paused_gc, write_atomic
from evalwright.errors import UsageError
from evalwright.executor import LocalExecutor, Workers, open_executor

from ..audit.finding import visible
from ..audit.registry import Place
from ..audit.survey import can_be_sent
from .checks import Checks, check_names
from .result import MAX_REJECTIONS, Curated, Reason, Rejection
from .rules import CurateRules
from .survey import LookedRow, Looks, PieceLooks, rejected_line


def carry_out(
    source: RowSource,
    out: str | Path | None,
    rules: CurateRules,
    rejected: str | Path | None,
    *,
    skip_bad_rows: bool,
    workers: Workers = 1,
) -> Curated:
    """Put the rules to all conversations of the source."""
    if out is not None and str(out) == str(rejected):
        raise UsageError.named("curate.same_place")
    given_files = [source] if isinstance(source, str | Path) else []
    check_outputs(given_files, [path for path in (out, rejected) if path is not None])
    run = _Run(rules)
    with _in_pieces(source) as pieces, ExitStack() as files, paused_gc():
        run.kept_file, run.rest_file = _open_output(files, out), _open_output(files, rejected)
        sent = can_be_sent(run.checks.audit_rules)
        executor = files.enter_context(open_executor(workers if sent else LocalExecutor()))
        for looks in map_logged(executor, Looks(pieces, rules, skip_bad_rows), pieces):
            run.done.bad_rows += looks.bad_rows
            run.plan.merge(looks.ids)
            run.tools |= looks.tools
            run.take_piece(looks, pieces.label)
        check_names(rules, run.tools)
    return run.finish()


class _Run:
    """One run over a file."""

    def __init__(self, rules: CurateRules) -> None:
        self.checks = Checks(rules)
        self.done = Curated(self.checks.names)
        self.plan = IdPlan()
        self.tools: set[str] = set()
        self.kept_file: BinaryIO | None = None
        self.rest_file: BinaryIO | None = None
        self._kept: list[tuple[int, str | None]] = []
        self._fallen: list[tuple[int, str | None, int, list[Reason]]] = []
        """The first ones, whose ids are known once all are."""

    def take_piece(self, looks: PieceLooks, file: str) -> None:
        """Decide over the conversations of a piece, and write their lines where they belong."""
        kept, rest, start = list[slice | bytes](), list[slice | bytes](), 0
        for row in looks.rows:
            end = start + row.length
            reasons = self._decide(row, file)
            if not reasons:
                _add_parts(kept, [slice(start, end)])
            elif self.rest_file is not None:
                _add_parts(rest, rejected_line(row, start, reasons))
            start = end
        if self.kept_file is not None and kept:
            looks.records.put(self.kept_file, kept)
        if self.rest_file is not None and rest:
            looks.records.put(self.rest_file, rest)

    def _decide(self, row: LookedRow, file: str) -> list[Reason]:
        """Why a conversation is not kept."""
        reasons = self.checks.decide(row.looked, Place(file, row.line, f"{file}:{row.line}"))
        self.done.conversations += 1
        if not reasons:
            self.done.kept += 1
            if len(self._kept) < MAX_REJECTIONS:
                self._kept.append((row.position, row.id))
            return reasons
        for rule in {reason.rule: None for reason in reasons}:
            self.done.fell[rule] += 1
        if len(self._fallen) < MAX_REJECTIONS:
            self._fallen.append((row.position, row.id, row.line, reasons))
        return reasons

    def finish(self) -> Curated:
        """Name those that were kept, and those that were not."""
        self.done.kept_ids = [visible(self.plan.of(position, own)) for position, own in self._kept]
        self.done.rejections = [
            Rejection(visible(self.plan.of(position, own)), line, tuple(reasons))
            for position, own, line, reasons in self._fallen
        ]
        self.done.full = sorted(self.checks.memory.full)
        return self.done


def _add_parts(parts: list[slice | bytes], more: list[slice | bytes]) -> None:
    """Add parts, the first one to the last before it where it goes on from there."""
    last, first = parts[-1] if parts else None, more[0]
    if isinstance(last, slice) and isinstance(first, slice) and last.stop == first.start:
        parts[-1] = slice(last.start, first.stop)
        parts += more[1:]
    else:
        parts += more


@contextmanager
def _in_pieces(source: RowSource) -> Iterator[SourcePieces]:
    if isinstance(source, str | Path):
        with as_file(source) as path:
            yield SourcePieces(path)
    else:
        yield SourcePieces(source)


def _open_output(files: ExitStack, path: str | Path | None) -> BinaryIO | None:
    return None if path is None else files.enter_context(write_atomic(path))
