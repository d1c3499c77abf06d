"""Conversations with any tools: what executes them, which value fits where, plans, and words from descriptions."""

from .environments import environment_for, simulated_from
from .flow import Edge, Flow, discover
from .http_environment import OpenApiEnvironment
from .maker import GenericMaker
from .mcp_environment import McpEnvironment
from .simulated import SimulatedEnvironment

__all__ = [
    "Edge",
    "Flow",
    "GenericMaker",
    "McpEnvironment",
    "OpenApiEnvironment",
    "SimulatedEnvironment",
    "discover",
    "environment_for",
    "simulated_from",
]
