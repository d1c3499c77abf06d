"""Conversations with any tools: what executes them, which value fits where, plans, and words from descriptions."""

from .environment_choice import environment_for, simulated_from
from .http_environment import OpenApiEnvironment
from .mcp_environment import McpEnvironment
from .simulated import SimulatedEnvironment
from .tools_generator import ToolsGenerator
from .value_flow import Edge, Flow, discover

__all__ = [
    "Edge",
    "Flow",
    "McpEnvironment",
    "OpenApiEnvironment",
    "SimulatedEnvironment",
    "ToolsGenerator",
    "discover",
    "environment_for",
    "simulated_from",
]
