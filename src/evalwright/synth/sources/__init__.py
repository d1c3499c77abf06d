"""Where tools come from: a file, an OpenAPI document, an MCP server, or an environment of ours."""

from __future__ import annotations

from .catalogue import catalogue_of, source_of
from .mcp_client import McpConnection
from .mcp_session import McpTarget
from .mcp_source import describe as describe_server
from .openapi_examples import SHOWN
from .operation import Operation, Parameter
from .process_environment import expect_no_secret, filled, filled_headers
from .read import read_source, target_of
from .several_sources import join_sources, read_sources
from .source import Evidence, ToolSource
from .tool_choice import choose_tools
from .usable_definitions import keep_usable

__all__ = [
    "SHOWN",
    "Evidence",
    "McpConnection",
    "McpTarget",
    "Operation",
    "Parameter",
    "ToolSource",
    "catalogue_of",
    "choose_tools",
    "describe_server",
    "expect_no_secret",
    "filled",
    "filled_headers",
    "join_sources",
    "keep_usable",
    "read_source",
    "read_sources",
    "source_of",
    "target_of",
]
