"""Reading traces: two passes over the files, then conversations one by one. What an instrumentor did not write is
counted by name, and a span that cannot be read is a bad row."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from evalwright.data import BadRow

from ..shape import ImportFile, ImportRun, Made
from .assemble import Assembly
from .index import SpanIndex
from .inferred_tools import SeenTools, prompt_number
from .join import join_spans, silent_spans
from .span import Span, lost_phrase


def read_traces(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """The conversations of all files together."""
    with tempfile.TemporaryDirectory(prefix="evalwright-") as folder:
        index = SpanIndex(files, Path(folder))
        try:
            yield from _run_read(index, run)
        finally:
            index.close()


def _run_read(index: SpanIndex, run: ImportRun) -> Iterator[Made]:
    seen = SeenTools()
    for span in index.scan():
        if isinstance(span, BadRow):
            yield span
        else:
            _look_at(span, seen, run)
    run.done.merged += join_spans(index)
    run.done.spans += index.spans
    if silent := silent_spans(index):
        run.done.lost[str(lost_phrase("messages"))] += silent
    index.copy_needed()
    yield from Assembly(index, seen, run.done).conversations()


def _look_at(span: Span, seen: SeenTools, run: ImportRun) -> None:
    """What is only counted, or must be known before the first conversation is made."""
    if span.tool_names:
        seen.see_names(span.service, span.tool_names)
    if span.said and not span.tools:
        seen.see_calls(span.service, prompt_number(span.messages), span.messages[-span.said :])
    if span.kind == "chat" and not span.messages:
        run.done.lost.update(map(str, span.lost))
