"""An environment of ours, or of an installed package, as a source of tools."""

from __future__ import annotations

from ..domain import output_schemas
from ..environment import EnvironmentSpec, make_environment
from .source import ToolSource


def read_environment(name: str) -> ToolSource:
    """The tools of the environment of this name."""
    environment = make_environment(name, EnvironmentSpec())
    try:
        source = ToolSource(name, name, tools=environment.tools(), policy=environment.policy("en"))
        source.effects = {tool: environment.effect(tool) for tool in source.names()}
        source.output_schemas = output_schemas(environment)
    finally:
        environment.close()
    return source
