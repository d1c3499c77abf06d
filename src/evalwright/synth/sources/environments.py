"""An environment of ours, or of an installed package, as a source of tools."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..environment import Environment, EnvironmentSpec, environment_names, make_environment
from .source import ToolSource


def environments() -> list[str]:
    """The names of all environments; ours are known once their room is loaded."""
    import_module("evalwright.synth.shop")
    return environment_names()


def output_schemas(environment: Environment) -> dict[str, dict[str, Any]]:
    """The schemas of what its tools return, by name, where it has them: they are no part of the protocol."""
    told = getattr(environment, "output_schemas", None)
    schemas = told() if callable(told) else told
    return dict(schemas) if isinstance(schemas, dict) else {}


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
