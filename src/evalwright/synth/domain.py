"""A domain: an environment, and what it can tell of itself beside executing calls.

Everything beyond `Environment` is optional and looked up on the object itself, so that an environment written without
any of it works as it is, and our own domains get nothing that a stranger's could not have. `known` and `rules` are for
everybody. A planner of its own (`generator`) is a hook of the domains that come with the package until scenario files
give it a form for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from evalwright.chat import JsonObject, JsonSchema
from evalwright.errors import EvalwrightError, UsageError

from .environment import Environment, EnvironmentSpec, make_environment
from .policy_rules import Policy, policy_from

if TYPE_CHECKING:
    from .generator import Generator
    from .settings import Settings


class Domain(Environment, Protocol):
    """An environment that tells what its users know and which rules hold in it; each of the two may be missing."""

    def known(self) -> Sequence[Mapping[str, Any]]:
        """What users know of themselves and of their things: records as `synth --known` reads them."""
        ...

    def rules(self) -> Policy | Mapping[str, Any]:
        """The policy as data, which `synth`, `verify` and `audit --env` hold every conversation to."""
        ...


def known_records(environment: Environment) -> list[JsonObject]:
    """What the users of an environment know, where it tells."""
    told = _told(environment, "known")
    if told is None:
        return []
    records = list(told) if isinstance(told, Sequence) and not isinstance(told, str) else [told]
    if not all(isinstance(record, Mapping) for record in records):
        raise UsageError.named("domain.known", domain=environment.name, example='{"email": "..."}')
    return [dict(record) for record in records]


def policy_rules(environment: Environment) -> Policy | None:
    """The policy that holds in an environment, where it tells one."""
    told = _told(environment, "rules")
    if told is None or isinstance(told, Policy):
        return told
    if not isinstance(told, Mapping):
        raise UsageError.named("domain.rules", domain=environment.name, example='{"writes": ["..."]}')
    tools = {str(tool["function"]["name"]) for tool in environment.tools()}
    return policy_from(told, environment.name, tools)


def rules_by_name(name: str) -> Policy | None:
    """The policy of the domain of this name."""
    environment = make_environment(name, EnvironmentSpec())
    try:
        return policy_rules(environment)
    finally:
        environment.close()


def output_schemas(environment: Environment) -> dict[str, JsonSchema]:
    """The schemas of what its tools return, by name, where it has them."""
    told = getattr(environment, "output_schemas", None)
    schemas = told() if callable(told) else told
    return dict(schemas) if isinstance(schemas, dict) else {}


def own_generator(environment: Environment, settings: Settings) -> Generator | None:
    """A planner of the domain's own, where it has one."""
    offered = getattr(environment, "generator", None)
    made: Generator | None = offered(settings) if callable(offered) else None
    return made


def _told(environment: Environment, hook: str) -> Any:
    """What an optional part of a domain gives; None where it is missing. A fault in it is said in one line."""
    offered = getattr(environment, hook, None)
    if not callable(offered):
        return offered
    try:
        return offered()
    except EvalwrightError:
        raise
    except Exception as error:  # a stranger's code may raise anything
        what = f"{type(error).__name__}: {error}"
        raise UsageError.named("domain.failed", domain=environment.name, hook=hook, error=what[:200]) from error
