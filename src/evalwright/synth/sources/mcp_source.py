"""Tools from an MCP server, started for the purpose or already running."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.chat import JsonSchema
from evalwright.data import dumps
from evalwright.errors import UsageError
from evalwright.text import phrase

from .mcp_client import McpConnection
from .mcp_session import McpTarget
from .source import NO_PARAMETERS, ToolSource, renamed
from .tools_file import stated_effect

if TYPE_CHECKING:
    from mcp_types import Tool

_MAX_SCHEMA = 256 * 1024
_MAX_DESCRIPTION = 20_000


def read_mcp(text: str, target: McpTarget, *, seconds: float) -> ToolSource:
    """Connect, hear what is offered, and leave."""
    with McpConnection(target, connect_timeout=seconds) as connection:
        return describe(text, connection)


def describe(text: str, connection: McpConnection) -> ToolSource:
    """The tools of an open connection."""
    target = connection.target
    source = ToolSource(text, "mcp-stdio" if target.command else "mcp-http", target=target)
    source.policy = connection.instructions.strip()
    for tool in connection.tools():
        _add_mcp_tool(source, tool)
    if not source.tools:
        raise UsageError.named("source.no_usable_tools", target=target, cure="; ".join(source.notes[:3]))
    return source


def _add_mcp_tool(source: ToolSource, tool: Tool) -> None:
    if not _fits(tool.input_schema):
        source.notes.append(phrase("synth.note.schema_large", tool=tool.name[:80]))
        return
    name = source.free_name(tool.name)
    if name != tool.name:
        source.notes.append(renamed(tool.name, name))
    description = (tool.description or tool.title or "").strip()
    if len(description) > _MAX_DESCRIPTION:
        source.notes.append(phrase("synth.note.description_cut", name=name, num=len(description)))
        description = description[:_MAX_DESCRIPTION]
    schema = {key: value for key, value in tool.input_schema.items() if key != "$schema"}
    source.add(name, description, schema or NO_PARAMETERS)
    source.remote_names[name] = tool.name
    hints = tool.annotations.model_dump() if tool.annotations is not None else {}
    source.set_effect(name, stated_effect(hints), tool.name)
    if tool.output_schema is not None and _fits(tool.output_schema):
        source.output_schemas[name] = _unwrap_output_schema(tool.output_schema, tool.name)


def _fits(schema: JsonSchema) -> bool:
    try:
        return len(dumps(schema)) <= _MAX_SCHEMA
    except (TypeError, ValueError, RecursionError):
        return False


def _unwrap_output_schema(schema: JsonSchema, name: str) -> JsonSchema:
    """The schema of the value that results stand for: what is no object is wrapped in `result` (see mcp_result).

    An object may have a field of that name for its own reasons, so the libraries' marks of wrapping decide.
    """
    properties = schema.get("properties")
    marked = schema.get("x-fastmcp-wrap-result") is True or schema.get("title") == f"{name}Output"
    if not marked or not isinstance(properties, dict) or list(properties) != ["result"]:
        return schema
    inner = properties["result"] if isinstance(properties["result"], dict) else {}
    return {"$defs": schema["$defs"], **inner} if "$defs" in schema else inner
