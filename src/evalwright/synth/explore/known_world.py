"""Using a world that was explored before: the server must be the one, in the state, that it was explored in."""

from __future__ import annotations

from pathlib import Path

from evalwright.errors import UsageError
from evalwright.text import listed, phrase

from ..generic.remote import ServedEnvironment
from ..sources import ToolSource
from .world import World
from .world_file import WORLD


def take_world(world: World, source: ToolSource, environment: ServedEnvironment, path: Path = Path(WORLD)) -> World:
    """The world, with the environment told what it says; UsageError where it is of another server or state."""
    if world.source.text != source.text:
        raise UsageError.named("world.other_source", path=path, source=world.source.text[:200])
    now = {tool["function"]["name"]: tool["function"] for tool in source.tools}
    then = {tool["function"]["name"]: tool["function"] for tool in world.source.tools}
    other = [name for name in {**then, **now} if now.get(name) != then.get(name)]
    if other:
        raise UsageError.named("world.other_tools", path=path, names=listed(other[:8]))
    if environment.way_back != world.reset.way:
        ways = {"then": phrase(f"synth.way.{world.reset.way}"), "now": phrase(f"synth.way.{environment.way_back}")}
        raise UsageError.named("world.other_way", path=path, **ways)
    source.effects |= world.source.effects
    source.evidence |= world.evidence
    environment.shared.proved, environment.shared.restarts = world.reset.proved, world.reset.restarts
    world.source = source
    world.forbidden = [name for name in source.names() if not environment.may_call(name)]
    seen = environment.watch(world.reads)
    if world.state and seen != world.state:
        raise UsageError.named("world.other_state", path=path)
    world.state = seen
    return world
