"""The tools of a source that conversations can be made with: rows that declare any other are refused everywhere."""

from __future__ import annotations

from evalwright.errors import UsageError
from evalwright.text import phrase

from .source import ToolSource

MAX_TOOLS = 128
"""Services take no more in one request."""


def keep_usable(source: ToolSource) -> None:
    """Leave out, with a note, what no call can be checked against and what is too many; UsageError if nothing stays."""
    kept = [tool for tool in source.tools if tool["function"]["name"] not in source.faults]
    if not kept:
        name, fault = next(iter(source.faults.items()))
        raise UsageError.named("source.no_schema", text=source.text, name=name, fault=fault, cure=_CURE)
    if len(kept) < len(source.tools):
        left = ", ".join(source.faults)
        source.notes.append(phrase("synth.note.schemas_left_out", left=left[:300]))
    if len(kept) > MAX_TOOLS:
        source.notes.append(phrase("synth.note.first_tools", max_tools=MAX_TOOLS, num=len(kept)))
    source.keep({tool["function"]["name"] for tool in kept[:MAX_TOOLS]})


_CURE = phrase("cures.mend_schemas")
