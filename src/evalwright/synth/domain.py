"""A domain: an environment, and what it can tell of itself beside executing calls.

Everything beyond `Environment` is optional and looked up on the object itself, so that an environment written without
any of it works as it is, and our own domains get nothing that a stranger's could not have: `known`, `rules`,
`scenarios`, and `generator` for one that plans its conversations itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from evalwright.chat import JsonObject, JsonSchema
from evalwright.errors import EvalwrightError, UsageError
from evalwright.text import phrase

from .environment import Environment, EnvironmentSpec, make_environment
from .rules import Rules, arguments_by_tool, rules_from, rules_of_policy

if TYPE_CHECKING:
    from .generator import Generator
    from .settings import Settings


_EXAMPLE = '[{"confirm": "book_*"}]'


class Domain(Environment, Protocol):
    """An environment that tells what its users know and want, and which rules hold in it; each may be missing."""

    def known(self) -> Sequence[Mapping[str, Any]]:
        """What users know of themselves and of their things: records as `synth --known` reads them."""
        ...

    def rules(self) -> Sequence[Mapping[str, Any]]:
        """The policy as data (`synth.rules`), which `synth`, `verify` and `audit --env` hold every conversation to."""
        ...

    def scenarios(self) -> Path | str:
        """What its users want and how they speak: the path of a scenario file, or its text."""
        ...

    def generator(self, settings: Settings) -> Generator:
        """Whoever plans and words its conversations, in place of scenarios that are played."""
        ...


def own_scenarios(environment: Environment) -> Path | str | None:
    """The scenarios of a domain's own: the path of a file, or what would stand in one; None where it has none."""
    told = _told(environment, "scenarios")
    if told is not None and not isinstance(told, Path | str):
        raise UsageError.named("domain.scenarios", domain=environment.name)
    return told


def known_records(environment: Environment) -> list[JsonObject]:
    """What the users of an environment know, where it tells."""
    told = _told(environment, "known")
    if told is None:
        return []
    records = list(told) if isinstance(told, Sequence) and not isinstance(told, str) else [told]
    if not all(isinstance(record, Mapping) for record in records):
        raise UsageError.named("domain.known", domain=environment.name, example='{"email": "..."}')
    return [dict(record) for record in records]


def policy_rules(environment: Environment) -> Rules | None:
    """The rules that hold in an environment, where it tells some."""
    told = _told(environment, "rules")
    if told is None:
        return None
    if isinstance(told, Mapping):  # as domains told them before rules had kinds
        written = rules_of_policy(told, arguments_by_tool(environment.tools()))
        if isinstance(written, str):
            raise UsageError.named(
                "domain.rule_value", domain=environment.name, key=repr(written[:80]), example=_EXAMPLE
            )
        told = written
    if isinstance(told, str) or not isinstance(told, Sequence):
        raise UsageError.named("domain.rules", domain=environment.name, example=_EXAMPLE)
    where = phrase("rules.of_domain", domain=environment.name)
    return rules_from(list(told), environment.tools()).expect_sense(where)


def rules_by_name(name: str) -> Rules | None:
    """The rules of the domain of this name."""
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
