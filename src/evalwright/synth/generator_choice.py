"""Which generator a source needs: a domain may bring its own, else a scenario file is played, given or drafted."""

from __future__ import annotations

from evalwright.errors import UsageError

from .domain import own_generator, own_scenarios, policy_rules
from .environment import Environment, EnvironmentSpec, environment_names, make_environment
from .generator import Generator
from .rules import Rules, rules_from
from .settings import Settings


def open_generator(settings: Settings) -> Generator:
    """Who makes the conversations of this source."""
    if settings.source in environment_names() and not settings.beside:
        _expect_no_server(settings)
    if settings.scenarios is not None:
        from .scenarios.generator import open_scenarios

        return open_scenarios(settings, settings.scenarios)
    if settings.source in environment_names() and not settings.beside:
        made = _own(settings)
        if made is not None:
            return made
    from .drafting.generator import DraftedGenerator

    return DraftedGenerator(settings)


def held_rules(maker: Generator, lang: str) -> Rules | None:
    """What the conversations have to keep to: rules that a generator brings along, else those of the environment.

    Where nobody tells any, whatever changes something needs a summary and a yes; a scenario file may do without.
    """
    own = getattr(maker, "rules", None)
    brought = isinstance(own, Rules)
    rules = own if isinstance(own, Rules) and own else policy_rules(maker.environment(lang))
    return _yes_before_changes(maker.environment(lang)) if rules is None and not brought else rules


def _yes_before_changes(environment: Environment) -> Rules | None:
    names = [str(tool["function"]["name"]) for tool in environment.tools()]
    changing = [name for name in names if environment.effect(name) == "write"]
    rule = {"confirm": changing, "name": ["unconfirmed-write", "unnamed-argument"]}
    return rules_from([rule]) if changing else None


def _own(settings: Settings) -> Generator | None:
    """The generator that the domain brings along, if it does."""
    asked = make_environment(settings.source, EnvironmentSpec(settings.seed, settings.langs[0], settings.options))
    try:
        made, scenarios = own_generator(asked, settings), own_scenarios(asked)
    finally:
        asked.close()
    if made is None and scenarios is not None:
        from .scenarios.generator import open_own_scenarios

        return open_own_scenarios(settings, scenarios)
    if made is not None and settings.known is not None:
        raise UsageError.named("domain.knows", name=settings.source)
    return made


def _expect_no_server(settings: Settings) -> None:
    """Settings about a server would be left unused, and the user would not know."""
    given = {
        "--base-url": settings.base_url,
        "--reset-path": settings.reset_path,
        "--allow-writes": settings.allow_writes,
        "--reset": settings.reset != "auto",
        **{f"--{name.replace('_', '-')}": value for name, value in settings.access.given().items()},
    }
    for flag, value in given.items():
        if value:
            raise UsageError.named("domain.unused", unused=flag, name=settings.source)
