"""An environment of ours, or of an installed package, as a source of tools."""

from __future__ import annotations

from contextlib import suppress

from evalwright.errors import EvalwrightError
from evalwright.plugins import DOMAINS

from ..domain import output_schemas
from ..environment import Environment, EnvironmentSpec, make_environment
from ..settings import LANGUAGES
from .source import ToolSource, is_definition


def read_environment(name: str) -> ToolSource:
    """The tools of the environment of this name."""
    environment = make_environment(name, EnvironmentSpec())
    try:
        return _told_by(environment, name)
    except EvalwrightError:
        raise
    except Exception as error:
        if name in DOMAINS.own_names():
            raise
        raise DOMAINS.failed(name, error) from error
    finally:
        environment.close()


def _told_by(environment: Environment, name: str) -> ToolSource:
    offered = environment.tools()
    effects = {tool["function"]["name"]: environment.effect(tool["function"]["name"]) for tool in offered}
    tools = [tool for tool in offered if is_definition(tool)]
    source = ToolSource(name, name, tools, _any_policy(environment), effects)
    source.output_schemas = output_schemas(environment)
    source.evidence = dict.fromkeys(effects, "domain")
    return source


def _any_policy(environment: Environment) -> str:
    """The policy in the first language that it is written in."""
    for lang in LANGUAGES[:-1]:
        with suppress(Exception):  # a domain of one language may refuse the others, each in its own way
            return environment.policy(lang)
    return environment.policy(LANGUAGES[-1])
