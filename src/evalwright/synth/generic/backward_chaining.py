"""Which tools lead to a goal, in order: a walk backwards along the value flow from what the user wants.

An id that a tool needs comes from the user or from a tool that returns such ids; which, is drawn. People know the
number of their order but not of their account, and nobody knows the number of an item by heart.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from .names import is_new, is_opaque
from .parameters import Param
from .toolview import ToolView
from .value_flow import Flow

MOST_CALLS = 6
_DEPTH = 3
_LOOK_FIRST = 0.4
"""How often a thing is looked up before it is changed."""


def chain_to(
    flow: Flow, goal: str, known: Collection[str], done: Collection[str], rng: random.Random, usable: Collection[str]
) -> list[str]:
    """The tools to call, the goal last. `known`: sorts of values that the user can say; `done`: tools called before."""
    chain: list[str] = []
    view = flow.views[goal]
    usable = [name for name in usable if name != goal]
    _prepare(flow, view, known, {*done}, chain, rng, usable, 0)
    look = _look_up(flow, view, usable) if view.effect == "write" and rng.random() < _LOOK_FIRST else None
    if look is not None and look not in chain and look not in done:
        chain.append(look)
    return [*chain, goal][-MOST_CALLS:]


def _prepare(
    flow: Flow,
    view: ToolView,
    known: Collection[str],
    done: set[str],
    chain: list[str],
    rng: random.Random,
    usable: Collection[str],
    depth: int,
) -> None:
    for param in view.required:
        if not is_internal(flow, param) or param.options:
            continue
        makers = flow.producers.get(param.key, {})
        if any(name in done or name in chain for name in makers) and not is_new(param.name):
            continue
        sayable = param.key in known and not is_opaque(param.name)
        fitting = [name for name in makers if name in usable and _helps(flow, name, param, view, chain)]
        if sayable:  # nothing is made only to know what the user knows
            fitting = [name for name in fitting if flow.views[name].effect != "write"]
        if not fitting or depth >= _DEPTH or (sayable and rng.random() >= _leaning(flow, param)):
            continue
        chosen = _drawn(flow, _nearest_producers(flow, fitting, param, view), rng)
        _prepare(flow, flow.views[chosen], known, done, chain, rng, usable, depth + 1)
        if chosen not in chain and len(chain) < MOST_CALLS - 1:
            chain.append(chosen)


def is_internal(flow: Flow, param: Param) -> bool:
    """Whether a value is an id or the like: looked up or copied, never thought up."""
    if is_opaque(param.name) or param.key in flow.listed:
        return True
    kind = flow.kinds.by_name.get(param.kind or "")
    return kind is not None and not kind.natural


def _helps(flow: Flow, name: str, param: Param, view: ToolView, chain: list[str]) -> bool:
    """A tool that needs the very value it returns is no help in finding it."""
    other = flow.views[name]
    if other is view or any(each.key == param.key for each in other.required):
        return False
    if is_new(param.name) and flow.kinds.target.get(name) == flow.kinds.target.get(view.name):
        return False
    return name not in chain and not (other.effect == "write" and param.required and len(chain) > 2)


def _nearest_producers(flow: Flow, names: list[str], param: Param, view: ToolView) -> list[str]:
    """Of several tools those that tell of the very thing that is dealt with, unless something new is wanted."""
    keys = {each.key for each in view.required}
    own = [name for name in names if flow.kinds.target.get(name) == param.kind and flow.views[name].effect != "write"]
    if own:
        return own
    near = [
        name for name in names if flow.views[name].required and all(p.key in keys for p in flow.views[name].required)
    ]
    return near if near and not is_new(param.name) else names


def _drawn(flow: Flow, names: list[str], rng: random.Random) -> str:
    """A tool that reads before one that writes."""
    reading = [name for name in names if flow.views[name].effect != "write"]
    return rng.choice(reading or names)


def _leaning(flow: Flow, param: Param) -> float:
    """How likely a value is looked up though the user could say it."""
    kind = flow.kinds.by_name.get(param.kind or "")
    if kind is None:
        return 0.3
    return 0.95 if kind.is_person or kind.parents else 0.45


def _look_up(flow: Flow, goal: ToolView, usable: Collection[str]) -> str | None:
    """The tool that shows what another one changes."""
    target = flow.kinds.target.get(goal.name)
    keys = {param.key for param in goal.required}
    for view in flow.views.values():
        same = target is not None and flow.kinds.target.get(view.name) == target
        shows = same and view.effect == "read" and view.act == "read" and view.name in usable
        if shows and view.required and all(param.key in keys for param in view.required):
            return view.name
    return None
