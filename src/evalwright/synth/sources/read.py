"""One door for every kind of source: what stands on the command line says by itself what it is."""

from __future__ import annotations

import shlex
from pathlib import Path

from evalwright.chat import schema_fault
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

from ..environment import environment_names
from ..source_access import SourceAccess
from .condensed_notes import condensed
from .documents import read_document
from .mcp_session import McpTarget
from .process_environment import expect_no_secret, split_environment
from .source import ToolSource
from .tool_choice import choose_tools

STDIO = "mcp+stdio:"
_KINDS = phrase("synth.source_kinds")


_ANYHOW = SourceAccess()


def read_source(text: str, access: SourceAccess = _ANYHOW, *, on: McpTarget | None = None) -> ToolSource:
    """The tools that a source offers; UsageError or InputError with the cure where there are none.

    `on`: the server to ask in place of the one that is named, such as the same one on a copy of its state.
    """
    source = _read_all(text, access, on)
    source.notes[:] = condensed(source.notes)
    return choose_tools(source, access)


def _read_all(text: str, access: SourceAccess, on: McpTarget | None = None) -> ToolSource:
    target = on or target_of(text, access)
    if target is not None:
        from .mcp_source import read_mcp

        return _noting_bad_schemas(read_mcp(text, target, seconds=access.start_timeout))
    if text in environment_names():
        from .environment_source import read_environment

        _expect_no_server(access, text)
        return read_environment(text)
    return _noting_bad_schemas(_of_file(text, access))


def target_of(text: str, access: SourceAccess = _ANYHOW) -> McpTarget | None:
    """The MCP server that a source names, or None."""
    if text.startswith(STDIO):
        _expect_unused("--header", access.header, text)
        variables, command = _command(text)
        return McpTarget(command=command, variables=(*variables, *access.variables))
    if text[:8].lower().startswith(("http://", "https://")):
        expect_no_secret(text)
        _expect_unused("--env", access.env, text)
        return McpTarget(url=text, headers=tuple((header.name, header.value) for header in access.headers_for(text)))
    return None


def _expect_no_server(access: SourceAccess, text: str) -> None:
    _expect_unused("--header", access.header, text)
    _expect_unused("--env", access.env, text)


def _expect_unused(flag: str, given: object, text: str) -> None:
    """UsageError for a setting that would be left unused, and the user would not know."""
    if given:
        raise UsageError.named("source.unused", flag=flag, text=text[:200], cure=phrase(f"cures.unused{flag}"))


def _noting_bad_schemas(source: ToolSource) -> ToolSource:
    """A schema that no arguments can be checked against is kept, since models may still read it, but said."""
    for tool in source.tools:
        fault = schema_fault(tool)
        if fault is not None:
            source.faults[tool["function"]["name"]] = fault
            source.notes.append(phrase("synth.note.schema_error", name=tool["function"]["name"], error=fault))
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


def _of_file(text: str, access: SourceAccess) -> ToolSource:
    path = Path(text)
    kind = _path_kind(path) if text else phrase("synth.path.nothing")
    if kind != "file":
        names = ", ".join(environment_names())
        raise UsageError.named("source.no_source", text=repr(text[:300]), kind=kind, kinds=_KINDS, names=names)
    document = read_document(path)
    if isinstance(document, dict) and "openapi" in document:
        from .openapi import read_openapi

        _expect_unused("--env", access.env, text)
        return read_openapi(document, path, text)
    if isinstance(document, dict) and "swagger" in document:
        cure = phrase("cures.openapi_3")
        raise InputError.named("source.swagger", path=path, cure=cure)
    from .tools_file import read_tools_file

    _expect_no_server(access, text)
    return read_tools_file(document, path, text)
