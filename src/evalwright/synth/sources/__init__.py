"""Where tools come from: a file, an OpenAPI document, an MCP server, or an environment of ours."""

from __future__ import annotations

from .catalogue import catalogue_of, source_of
from .mcp_client import McpConnection
from .mcp_session import McpTarget
from .mcp_source import describe as describe_server
from .operation import Operation, Parameter
from .process_environment import expect_no_secret
from .read import read_source, target_of
from .source import ToolSource
from .usable_definitions import keep_usable

__all__ = [
    "McpConnection",
    "McpTarget",
    "Operation",
    "Parameter",
    "ToolSource",
    "catalogue_of",
    "describe_server",
    "expect_no_secret",
    "keep_usable",
    "read_source",
    "source_of",
    "target_of",
]
