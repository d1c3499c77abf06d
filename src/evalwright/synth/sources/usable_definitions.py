"""The tools of a source that conversations can be made with: rows that declare any other are refused everywhere."""

from __future__ import annotations

from evalwright.chat import toolbox
from evalwright.errors import UsageError
from evalwright.text import phrase

from .source import ToolSource

MAX_TOOLS = 128
"""Services take no more in one request."""


def keep_usable(source: ToolSource) -> None:
    """Leave out, with a note, what no call can be checked against and what is too many; UsageError if nothing stays."""
    checks = toolbox(source.tools)
    faults = {name: checks.schema_error(name) for name in source.names()}
    kept = [tool for tool in source.tools if faults[tool["function"]["name"]] is None]
    if not kept:
        name, fault = next(iter(faults.items()))
        raise UsageError.named("source.no_schema", text=source.text, name=name, fault=fault, cure=_CURE)
    if len(kept) < len(source.tools):
        left = ", ".join(name for name, fault in faults.items() if fault is not None)
        source.notes.append(phrase("synth.note.schemas_left_out", left=left[:300]))
    if len(kept) > MAX_TOOLS:
        source.notes.append(phrase("synth.note.first_tools", max_tools=MAX_TOOLS, num=len(kept)))
    source.tools[:] = kept[:MAX_TOOLS]
    names = set(source.names())
    for about in (source.effects, source.output_schemas, source.operations, source.remote_names):
        for name in [name for name in about if name not in names]:
            del about[name]
    source.guessed &= names


_CURE = phrase("cures.mend_schemas")
