"""A world as a file: JSON that people can read and edit, for its owner's eyes alone.

It may hold people's data, so it is written with mode 0600 and is no part of what is handed on. What follows from the
calls (which result feeds which parameter, where each value stood) is written too, for whoever reads it, and is not read
back: it follows again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from evalwright._version import __version__
from evalwright.chat import JsonObject
from evalwright.data import dumps_pretty, write_atomic
from evalwright.workbench import read_result_text

from ..generic.names import key_of
from ..sources import catalogue_of
from .learning import flow_of
from .world import ObservedCall, World, value_of_content

WORLD = "world.json"
FORMAT = 1
_MOST_VALUES = 2_000


def write_world(path: str | Path, world: World) -> None:
    """Write a world for its owner alone."""
    with write_atomic(path) as stream:
        os.fchmod(stream.fileno(), 0o600)
        stream.write(dumps_pretty(world_document(world)))


def world_document(world: World) -> JsonObject:
    """The world as JSON data."""
    source = world.source
    return {
        "format": FORMAT,
        "evalwright": __version__,
        "source": {"kind": source.kind, "text": source.text},
        "simulated": world.simulated,
        "incomplete": world.incomplete,
        "limits": asdict(world.limits),
        "spent": dict(world.spent),
        "tools": {name: _tool_facts(world, name) for name in source.names()},
        "state": {"digest": world.state, "reads": [asdict(read) for read in world.reads], **asdict(world.reset)},
        "flow": _flow_facts(world),
        "values": list(_values(world)),
        "known": world.known,
        "resources": [asdict(each) for each in world.resources],
        "calls": [_call_facts(each) for each in world.observed()],
        "catalogue": catalogue_of(source),
    }


def _tool_facts(world: World, name: str) -> JsonObject:
    facts: JsonObject = {"effect": world.source.effects.get(name, "write"), "by": world.evidence.get(name, "words")}
    for key, told in (("changing", world.changing), ("set_aside", world.set_aside), ("says_no", world.failures)):
        if name in told:
            facts[key] = told[name]
    for key, names in (("forbidden", world.forbidden), ("untried", world.untried)):
        if name in names:
            facts[key] = True
    return facts


def _flow_facts(world: World) -> JsonObject:
    """What follows from the calls, for whoever reads the file."""
    flow = flow_of(world)
    feeds = [
        {"from": each.producer, "at": each.path, "to": each.consumer, "as": each.param}
        for each in flow.edges
        if each.seen
    ]
    return {"usable": flow.usable, "feeds": feeds, "notes": list(flow.notes)}


def _values(world: World) -> Iterator[JsonObject]:
    """The values of all results, each with its address."""
    count = 0
    for each in world.observed():
        for name, value, address in _addressed(each) if each.ok else ():
            yield {"name": name, "value": value, "tool": each.tool, "at": address}
            count += 1
            if count >= _MOST_VALUES:
                return


def _addressed(call: ObservedCall) -> Iterator[tuple[str, Any, str]]:
    if isinstance(call.value, str):
        for cell in read_result_text(call.value).cells():
            yield key_of(cell.name), cell.value, cell.address
    else:
        yield from _addressed_leaves(call.value, "", "$")


def _addressed_leaves(value: Any, name: str, path: str) -> Iterator[tuple[str, Any, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _addressed_leaves(inner, str(key), f"{path}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _addressed_leaves(inner, name, f"{path}[{at}]")
    elif value is not None and value != "" and len(str(value)) <= 200:
        yield key_of(name) if name else "", value, path


def _call_facts(call: ObservedCall) -> JsonObject:
    facts: JsonObject = {"tool": call.tool, "arguments": call.arguments, "ok": call.ok, "content": call.content}
    if call.ok and call.value != value_of_content(call.content):
        facts["value"] = call.value
    if call.made_up:
        facts["made_up"] = list(call.made_up)
    if call.steady is not None:
        facts["steady"] = call.steady
    return facts
