"""Curating a file: each conversation is asked every rule, and written to one file or the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from evalwright.chat import JsonObject, toolbox
from evalwright.data import (
    ConversationRow,
    RowSource,
    as_file,
    check_outputs,
    dumps,
    label_of_source,
    plan_source,
    scan_conversations,
    write_atomic,
)
from evalwright.errors import UsageError

from ..audit.finding import visible
from ..audit.row_context import Case
from .checks import Checks, check_names
from .result import Curated, Reason, Rejection
from .rules import CurateRules

REJECTED_BY = "rejected_by"
"""The key of a rejected conversation's metadata that holds the reasons."""


def carry_out(
    source: RowSource, out: str | Path | None, rules: CurateRules, rejected: str | Path | None, *, skip_bad_rows: bool
) -> Curated:
    """Put the rules to all conversations of the source."""
    if out is not None and str(out) == str(rejected):
        raise UsageError.named("curate.same_place")
    given_files = [source] if isinstance(source, str | Path) else []
    check_outputs(given_files, [path for path in (out, rejected) if path is not None])
    checks = Checks(rules)
    label = label_of_source(source)
    done = Curated(checks.names)
    with _open_source(source) as given, ExitStack() as files:
        kept_file, rest_file = _open_output(files, out), _open_output(files, rejected)
        plan, tools = plan_source(given), set[str]()
        for row in scan_conversations(given, label, done.bad_rows, skip_bad_rows=skip_bad_rows):
            name = plan.of(row.position, row.conversation.id)
            case = _case(row, label, rules)
            tools |= {*case.tools.names, *(call.name for call in case.calls)}
            reasons = checks.reasons(case)
            done.conversations += 1
            if not reasons:
                done.keep(visible(name))
                _write_record(kept_file, row.conversation.to_dict())
                continue
            done.reject(Rejection(visible(name), row.line, tuple(reasons)))
            _write_record(rest_file, _with_reasons(row, reasons))
        check_names(rules, tools)
    done.full = sorted(checks.memory.full)
    return done


@contextmanager
def _open_source(source: RowSource) -> Iterator[RowSource]:
    if isinstance(source, str | Path):
        with as_file(source) as path:
            yield path
    else:
        yield source


def _open_output(files: ExitStack, path: str | Path | None) -> BinaryIO | None:
    return None if path is None else files.enter_context(write_atomic(path))


def _case(row: ConversationRow, label: str, rules: CurateRules) -> Case:
    box = toolbox(row.conversation.tools)
    return Case(row.conversation, box, row.record, label, row.line, row.position, rules.free_form)


def _with_reasons(row: ConversationRow, reasons: list[Reason]) -> JsonObject:
    record = row.conversation.to_dict()
    metadata = {**row.conversation.metadata, REJECTED_BY: [reason.to_dict() for reason in reasons]}
    return {**record, "metadata": metadata}


def _write_record(stream: BinaryIO | None, record: JsonObject) -> None:
    if stream is not None:
        stream.write(dumps(record) + b"\n")
