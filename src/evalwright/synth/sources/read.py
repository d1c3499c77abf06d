"""One door for every kind of source: what stands on the command line says by itself what it is."""

from __future__ import annotations

import shlex
from pathlib import Path

from evalwright.chat import toolbox
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

from ..environment import environment_names
from .documents import read_document
from .mcp_client import CONNECT_SECONDS
from .mcp_session import McpTarget
from .process_environment import expect_no_secret, split_environment
from .source import ToolSource

STDIO = "mcp+stdio:"
_KINDS = phrase("synth.source_kinds")


def read_source(text: str, *, connect_timeout: float = CONNECT_SECONDS) -> ToolSource:
    """The tools that a source offers; UsageError or InputError with the cure where there are none."""
    target = target_of(text)
    if target is not None:
        from .mcp_source import read_mcp

        return _noting_bad_schemas(read_mcp(text, target, seconds=connect_timeout))
    if text in environment_names():
        from .environment_source import read_environment

        return read_environment(text)
    return _noting_bad_schemas(_of_file(text))


def target_of(text: str) -> McpTarget | None:
    """The MCP server that a source names, or None."""
    if text.startswith(STDIO):
        variables, command = _command(text)
        return McpTarget(command=command, variables=variables)
    if text[:8].lower().startswith(("http://", "https://")):
        expect_no_secret(text)
        return McpTarget(url=text)
    return None


def _noting_bad_schemas(source: ToolSource) -> ToolSource:
    """A schema that no arguments can be checked against is kept, since models may still read it, but said."""
    checks = toolbox(source.tools)
    for name in source.names():
        error = checks.schema_error(name)
        if error is not None:
            source.notes.append(phrase("synth.note.schema_error", name=name, error=error))
    return source


def _command(text: str) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The variables that are named for a server, and the command that starts it."""
    try:
        variables, command = split_environment(tuple(shlex.split(text[len(STDIO) :])))
    except ValueError as error:
        raise UsageError.named("source.quote", text=text, error=error) from None
    if not command or not command[0]:
        raise UsageError.named("source.command", stdio=STDIO)
    return variables, command


def _path_kind(path: Path) -> str:
    """What there is at a path: `file`, or in words why it cannot be read."""
    try:
        if path.is_dir():
            return phrase("synth.path.folder")
        return (
            "file"
            if path.is_file()
            else phrase("synth.path.not_plain")
            if path.exists()
            else phrase("synth.path.missing")
        )
    except (OSError, ValueError):
        return phrase("synth.path.missing")


def _of_file(text: str) -> ToolSource:
    path = Path(text)
    kind = _path_kind(path) if text else phrase("synth.path.nothing")
    if kind != "file":
        names = ", ".join(environment_names())
        raise UsageError.named("source.no_source", text=repr(text[:300]), kind=kind, kinds=_KINDS, names=names)
    document = read_document(path)
    if isinstance(document, dict) and "openapi" in document:
        from .openapi import read_openapi

        return read_openapi(document, path, text)
    if isinstance(document, dict) and "swagger" in document:
        cure = phrase("cures.openapi_3")
        raise InputError.named("source.swagger", path=path, cure=cure)
    from .tools_file import read_tools_file

    return read_tools_file(document, path, text)
