"""Tools that give something else when they are asked the same again: clocks, counters, the weather.

Every tool that gave something is asked the same again a while later, and once more at the end, after the state was put
back where that is possible. Which of its values were there each time is kept, since those may still be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..environment import Result
from .budget import Budget
from .observing import Answered, Observer
from .world import ObservedCall, World

A_WHILE = 1.1
"""Seconds between two calls that are compared: the clocks of most results count whole ones."""


def ask_again(observer: Observer, world: World, budget: Budget) -> None:
    """Ask every tool the same once more; what gives something else, or cannot be asked, counts as changing."""
    begun = max((first.moment for first in observer.first.values()), default=0.0)
    budget.wait_until(begun + A_WHILE)
    for name, first in observer.first.items():
        if name in world.set_aside:
            continue
        if not budget.has_call(last=True):
            world.changing.setdefault(name, "not-asked-twice")
            continue
        again = observer.call(name, first.arguments)
        if name in world.set_aside:
            world.changing.pop(name, None)
        elif not is_same(first.result, again):
            _note_difference(world, name, first, again)


def is_same(one: Result, other: Result) -> bool:
    """Whether two results are the same, up to the spelling of JSON."""
    if one.content == other.content:
        return one.ok == other.ok
    return one.ok and other.ok and one.value == other.value and not isinstance(one.value, str)


def _note_difference(world: World, name: str, first: Answered, again: Result) -> None:
    world.changing[name] = "differs"
    for at, seen in enumerate(world.calls):
        if isinstance(seen, ObservedCall) and (seen.tool, seen.arguments) == (name, first.arguments):
            before = seen.value if seen.steady is None else seen.steady
            world.calls[at] = replace(seen, steady=common_part(before, again.value if again.ok else None))


def common_part(one: Any, other: Any) -> Any:
    """What two values have in common: equal fields, elements and lines; an empty text where that is nothing."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        kept = {key: common_part(inner, other[key]) for key, inner in one.items() if key in other}
        return {key: inner for key, inner in kept.items() if inner != ""}
    if isinstance(one, list) and isinstance(other, list):
        return [each for each in one if each in other]
    if isinstance(one, str) and isinstance(other, str):
        there = set(other.split("\n"))
        return "\n".join(line for line in one.split("\n") if line in there)
    return one if one == other else ""
