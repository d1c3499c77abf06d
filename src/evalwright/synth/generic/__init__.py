"""Conversations with any tools: what executes them, which value fits where, plans, and words from descriptions."""

from .environment_choice import environment_for, simulated_from
from .http_environment import OpenApiEnvironment
from .http_service import wait_for_service
from .joined_environment import JoinedEnvironment
from .mcp_environment import McpEnvironment
from .remote import ServedEnvironment
from .simulated import SimulatedEnvironment
from .value_flow import Edge, Flow

__all__ = [
    "Edge",
    "Flow",
    "JoinedEnvironment",
    "McpEnvironment",
    "OpenApiEnvironment",
    "ServedEnvironment",
    "SimulatedEnvironment",
    "environment_for",
    "simulated_from",
    "wait_for_service",
]
