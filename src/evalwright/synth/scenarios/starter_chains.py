"""The calls that lead to a tool, as they were seen to work: which result holds what the next call takes.

A world flows in, steps flow out as plain data in the notation of scenario files. A value that stood in an earlier
result is taken from there, from the list that it was in or from its field; what stood in none is what people say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import JsonObject
from evalwright.workbench import read_result_text

from ..explore import ObservedCall, World
from ..generic.names import singular, words_of
from ..generic.parameters import Param, place
from ..generic.toolview import ToolView, views_of

_MOST_STEPS = 5
_MOST_SAMPLES = 6
_MOST_THINGS = 200
_DEEPEST = 5
_FIELD = re.compile(r"[^\W\d][\w-]*")


class Origin(NamedTuple):
    """Where in a result a value stands."""

    things: tuple[str, ...] | None
    """The list that it is in; None where it is in none."""
    field: tuple[str, ...]


@dataclass(slots=True)
class Chain:
    """The steps that end with a call of one tool."""

    tool: str
    steps: list[JsonObject] = field(default_factory=list)
    """As a scenario file has them."""
    taken: dict[str, str] = field(default_factory=dict)
    """By tool, the name under which its result is known."""
    chosen: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    """By tool and list, what is chosen from it."""
    values: dict[str, Param] = field(default_factory=dict)
    """What people have to say, and which parameter it is for."""


class StarterChains:
    """Makes chains from what was observed."""

    def __init__(self, world: World, taken: Collection[str] = ()) -> None:
        """`taken`: names that values may not have."""
        self._taken = taken
        self.views: dict[str, ToolView] = views_of(world.source.tools, world.source.effects)
        self._calls: dict[str, list[ObservedCall]] = {}
        for call in world.observed():
            if call.ok:
                self._calls.setdefault(call.tool, []).append(call)
        self._known = world.known
        self._read = {id(call): _readable(call) for calls in self._calls.values() for call in calls}
        self._held = {key: frozenset(_single_values(value)) for key, value in self._read.items()}
        """What stands anywhere in a result: most results need not be searched, and there may be hundreds of tools."""

    def results(self, tool: str) -> list[Any]:
        """What a tool gave, as JSON would say it."""
        return [self._read[id(call)] for call in self._calls.get(tool, ())]

    def chain(self, tool: str) -> Chain:
        """The calls that lead to a tool."""
        made = Chain(tool)
        self._add(made, tool, ())
        return made

    def samples(self, param: Param) -> list[Any]:
        """Values that a parameter may have: those of its schema, those that users know, those that worked."""
        found: list[Any] = [*param.options, *param.examples]
        found += [record[param.key] for record in self._known if param.key in record]
        for tool, calls in self._calls.items():
            if tool not in self.views or self.views[tool].effect == "write":
                continue  # what was tried there was made up to see whether it is put back
            for other in self.views[tool].params:
                if other.key == param.key:
                    found += [_at(call.arguments, other) for call in calls]
        plain = [value for value in found if isinstance(value, str | int | float) and value != ""]
        return list(dict.fromkeys(plain))[:_MOST_SAMPLES]

    def _add(self, chain: Chain, tool: str, above: tuple[str, ...]) -> None:
        arguments: JsonObject = {}
        for param in self.views[tool].required:
            fed = self._fed(chain, tool, param, (*above, tool))
            if fed is None:
                name = f"some_{param.key}" if param.key in self._taken else param.key
                chain.values.setdefault(name, param)
                fed = f"${name}"
            place(arguments, param.path, [fed] if param.many else fed)
        step: JsonObject = {tool: arguments}
        chain.taken[tool] = tool
        chain.steps.append(step)

    def _fed(self, chain: Chain, tool: str, param: Param, above: tuple[str, ...]) -> str | None:
        """The reference to an earlier result that holds such a value; adds the calls that lead to it."""
        for producer, origin in self._origins(tool, param):
            if producer in above or (producer not in chain.taken and len(chain.steps) + len(above) >= _MOST_STEPS):
                continue
            if producer not in chain.taken:
                self._add(chain, producer, above)
            return _reference(chain, producer, origin, param)
        return None

    def _origins(self, tool: str, param: Param) -> Iterator[tuple[str, Origin]]:
        """Tools whose results held what this parameter was seen to take; those that need least come first."""
        given = [value for call in self._calls.get(tool, ()) if (value := _at(call.arguments, param)) is not None]
        producers = sorted(
            (name for name in self._calls if name != tool and name in self.views),
            key=lambda name: len(self.views[name].required),
        )
        for producer in producers:
            for call in self._calls[producer]:
                there = [value for value in given if value in self._held[id(call)]]
                origin = next((found for value in there if (found := _origin(self._read[id(call)], value))), None)
                if origin is not None:
                    yield producer, origin
                    break


def _reference(chain: Chain, producer: str, origin: Origin, param: Param) -> str:
    if origin.things is None:
        return "$" + ".".join((producer, *origin.field))
    key = (producer, origin.things)
    if key not in chain.chosen:
        name = _thing_name(chain, producer, origin, param)
        chain.chosen[key] = name
        step = next(each for each in chain.steps if producer in each)
        things = ".".join(origin.things)
        step.setdefault("choose", {})[name] = " ".join(("any", "of", things)) if things else "any"
    return "$" + ".".join((chain.chosen[key], *origin.field))


def _thing_name(chain: Chain, producer: str, origin: Origin, param: Param) -> str:
    """What one of the things in a list is called: by the list, else by the parameter that takes it."""
    words = words_of(origin.things[-1]) if origin.things else words_of(param.kind or param.name)
    name = base = singular(words[-1]) if words else "thing"
    number = 2
    while name in (*chain.chosen.values(), *chain.values, producer, "me"):
        name, number = f"{base}_{number}", number + 1
    return name


def _readable(call: ObservedCall) -> Any:
    """What a call gave, a text as the lists and records that it holds."""
    value = call.value
    if isinstance(value, Mapping) and len(value) == 1 and isinstance(inner := next(iter(value.values())), str):
        value = inner
    return read_result_text(value).value if isinstance(value, str) else value


def _single_values(value: Any) -> Iterator[str | int]:
    if isinstance(value, str | int):
        yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _single_values(each)


def _origin(value: Any, wanted: Any, path: tuple[str, ...] = ()) -> Origin | None:
    """Where a value stands: in a field, or in the things of a list."""
    if len(path) > _DEEPEST:
        return None
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if not is_field(name):
                continue
            if _is_same(inner, wanted):
                return Origin(None, (*path, str(name)))
            found = _origin(inner, wanted, (*path, str(name)))
            if found is not None:
                return found
    if isinstance(value, list):
        for thing in value[:_MOST_THINGS]:
            inside = Origin(None, ()) if _is_same(thing, wanted) else _origin(thing, wanted)
            if inside is not None and inside.things is None:
                return Origin(path, inside.field)
    return None


def is_field(name: object) -> bool:
    """Whether a key is the name of a field; others are data, such as the id of each thing."""
    return isinstance(name, str) and _FIELD.fullmatch(name) is not None


def _is_same(value: Any, wanted: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value == wanted


def _at(arguments: Mapping[str, Any], param: Param) -> Any:
    """The value of a parameter in the arguments of a call; of a list the first."""
    here: Any = arguments
    for step in param.path:
        if not isinstance(here, Mapping) or step not in here:
            return None
        here = here[step]
    return here[0] if isinstance(here, list) and here else None if isinstance(here, list | Mapping) else here
