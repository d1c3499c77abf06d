"""The reads by which a state is known from now on: at most ten, of tools that gave the same whenever they were asked.

One of each tool comes first, those that need nothing before all, since lists show most of what a change does; then
further calls, as long as there is room.
"""

from __future__ import annotations

from evalwright.data import dumps_canonical

from ..state import MOST_READS, Read
from .observing import Observer
from .world import World

_LARGEST = 100_000
_SLOWEST = 3.0
"""Bytes and seconds of a result: what is looked at after every change should be soon read."""


def steady_reads(observer: Observer, world: World) -> list[Read]:
    """The reads that show the state."""
    views = observer.flow.views
    steady = [name for name in observer.first if name not in world.changing and name not in world.set_aside]
    steady = [name for name in steady if views[name].effect == "read" and _is_soon_read(observer, name)]
    steady.sort(key=lambda name: bool(views[name].required))
    reads = [Read(name, observer.first[name].arguments) for name in steady]
    taken = {dumps_canonical([read.tool, read.arguments]) for read in reads}
    for seen in world.observed():
        key = dumps_canonical([seen.tool, seen.arguments])
        if seen.ok and seen.tool in steady and key not in taken and len(seen.content) <= _LARGEST:
            reads.append(Read(seen.tool, seen.arguments))
            taken.add(key)
    return reads[:MOST_READS]


def _is_soon_read(observer: Observer, name: str) -> bool:
    first = observer.first[name]
    return len(first.result.content) <= _LARGEST and first.took <= _SLOWEST
