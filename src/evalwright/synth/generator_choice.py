"""Which generator a source needs: a domain may bring its own, everything else is planned from its value flow."""

from __future__ import annotations

from evalwright.errors import UsageError

from .domain import own_generator
from .environment import EnvironmentSpec, environment_names, make_environment
from .generator import Generator
from .settings import Settings


def open_generator(settings: Settings) -> Generator:
    """Who makes the conversations of this source."""
    if settings.source in environment_names():
        _expect_no_server(settings)
        made = _own(settings)
        if made is not None:
            return made
    from .general_generator import GeneralGenerator

    return GeneralGenerator(settings)


def _own(settings: Settings) -> Generator | None:
    """The generator that the domain brings along, if it does."""
    asked = make_environment(settings.source, EnvironmentSpec(settings.seed, settings.langs[0], settings.options))
    try:
        made = own_generator(asked, settings)
    finally:
        asked.close()
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
    }
    for flag, value in given.items():
        if value:
            raise UsageError.named("domain.unused", unused=flag, name=settings.source)
