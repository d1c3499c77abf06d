"""Reading a world from a file that anybody may have edited: what is not as it should be is named by its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, cast, get_args

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.errors import InputError

from ..environment import Effect
from ..explore_limits import Limits
from ..sources import Evidence, source_of
from ..state import Read
from .world import Changing, ObservedCall, ResetFacts, ResourceText, SetAside, World, value_of_content
from .world_file import FORMAT

_MAX_BYTES = 100_000_000


def read_world(path: Path) -> World:
    """The world of a file, which may have been edited; InputError where it is none."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise InputError.named("world.too_large", path=path)
        told = loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError.named("world.unreadable", path=path, strerror=error.strerror) from None
    except (UnicodeDecodeError, JsonError) as error:
        raise InputError.named("world.not_json", path=path, error=error) from None
    if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(told.get("tools"), dict):
        raise InputError.named("world.format", path=path, format=FORMAT)
    return _Reader(path, told).world()


class _Reader:
    """Reads a document that anybody may have edited: what is not as it should be is named."""

    def __init__(self, path: Path, told: JsonObject) -> None:
        self._path, self._told = path, told

    def world(self) -> World:
        """All of it."""
        told = self._told
        named = self._object("source")
        text, kind = str(named.get("text", "")), str(named.get("kind", ""))
        source = source_of(told.get("catalogue"), text=text, kind=kind)
        world = World(source, told.get("simulated") is True, incomplete=str(told.get("incomplete") or ""))
        for name, facts in self._object("tools").items():
            self._take_tool(world, name, facts)
        state = self._object("state")
        world.state = str(state.get("digest") or "")
        world.reads = [self._read(each) for each in self._objects(state.get("reads"), "state.reads")]
        world.reset = self._reset(state)
        world.known = [dict(each) for each in self._objects(told.get("known"), "known")]
        world.resources = [
            ResourceText(str(each.get("uri")), str(each.get("text")))
            for each in self._objects(told.get("resources"), "resources")
        ]
        world.calls = [self._call(each, at) for at, each in enumerate(self._objects(told.get("calls"), "calls"))]
        self._take_limits(world)
        return world

    def _reset(self, state: JsonObject) -> ResetFacts:
        """How the state is put back; edited facts of another type are none."""
        default = ResetFacts()
        told = {field.name: state.get(field.name, getattr(default, field.name)) for field in fields(ResetFacts)}
        texts = (told["way"], told["tool"], told["why"], told["undone_by"])
        if not all(isinstance(each, str) for each in texts) or not isinstance(told["left"], list):
            raise self._wrong("state")
        if told["proved"] not in (True, False, None) or type(told["restarts"]) is not bool:
            raise self._wrong("state")
        return ResetFacts(**told)

    def _take_limits(self, world: World) -> None:
        world.spent = {key: value for key, value in self._object("spent").items() if type(value) is int}
        known = {field.name for field in fields(Limits)}
        world.limits = Limits(**{key: value for key, value in self._object("limits").items() if key in known})

    def _take_tool(self, world: World, name: str, facts: Any) -> None:
        place = f"tools.{name}"
        if not isinstance(facts, dict) or name not in world.source.names():
            raise self._wrong(place)
        effect = cast(Effect, self._one_of(facts.get("effect"), ("read", "write", "none"), f"{place}.effect"))
        by = cast(Evidence, self._one_of(facts.get("by"), get_args(Evidence), f"{place}.by"))
        edited = effect != world.source.effects.get(name)
        world.source.effects[name] = effect
        world.evidence[name] = world.source.evidence[name] = "user" if edited else by
        if "changing" in facts:
            why = self._one_of(facts["changing"], get_args(Changing), f"{place}.changing")
            world.changing[name] = cast(Changing, why)
        if "set_aside" in facts:
            why = self._one_of(facts["set_aside"], get_args(SetAside), f"{place}.set_aside")
            world.set_aside[name] = cast(SetAside, why)
        forms = facts.get("says_no", [])
        if not isinstance(forms, list) or not all(isinstance(form, str) for form in forms):
            raise self._wrong(f"{place}.says_no")
        if forms:
            world.failures[name] = forms
        world.forbidden += [name] if facts.get("forbidden") is True else []
        world.untried += [name] if facts.get("untried") is True else []

    def _call(self, told: Mapping[str, Any], at: int) -> ObservedCall:
        name, arguments, content = told.get("tool"), told.get("arguments"), told.get("content")
        if not isinstance(name, str) or not isinstance(arguments, dict) or not isinstance(content, str):
            raise self._wrong(f"calls[{at}]")
        ok = told.get("ok") is True
        value = told["value"] if "value" in told else value_of_content(content) if ok else None
        made_up = tuple(str(each) for each in told.get("made_up", ()))
        return ObservedCall(name, arguments, ok, content, value, made_up, told.get("steady"))

    def _read(self, told: Mapping[str, Any]) -> Read:
        name, arguments = told.get("tool"), told.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise self._wrong("state.reads")
        return Read(name, arguments)

    def _object(self, key: str) -> JsonObject:
        value = self._told.get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key)
        return value

    def _objects(self, value: Any, place: str) -> Sequence[Mapping[str, Any]]:
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self._wrong(place)
        return value

    def _one_of(self, value: Any, known: Sequence[str], place: str) -> str:
        if value not in known:
            raise InputError.named("world.choice", path=self._path, place=place, known=", ".join(known))
        return str(value)

    def _wrong(self, place: str) -> InputError:
        return InputError.named("world.part", path=self._path, place=place)
