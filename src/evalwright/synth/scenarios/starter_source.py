"""The starter for a source: it is explored as `synth` would explore it, and nothing in it is changed."""

from __future__ import annotations

from ..explore import World, explore_source
from ..settings import Settings
from ..source_environments import SourceEnvironments
from .starter import starter_text


def scenario_starter(settings: Settings) -> str:
    """The text of a scenario file to begin with."""
    opened = SourceEnvironments(settings)
    try:
        return starter_text(opened.world or world_of(opened, settings), settings.langs, samples=True)
    finally:
        opened.close()


def world_of(opened: SourceEnvironments, settings: Settings) -> World:
    """The world of a domain, or of a made-up backend, of which nobody keeps one."""
    lang = settings.langs[0]
    environment = opened.by_lang[lang].fork()
    known = opened.known(lang)
    return explore_source(environment, opened.source, known=known, limits=settings.limits, probe=False, locale=lang)
