"""Which things a set of tools is about, and what is known of each: guessed from names, parameters and descriptions.

`find_user_id_by_email`, `get_user_details` and `cancel_pending_order(order_id)` tell that there are users with
e-mail addresses, and orders that can be pending and cancelled and belong to users. The guess need not be right about
the world; it must be one world, the same for every tool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import resource_json

from .names import is_opaque, participle, plural, singular, words_of
from .parameters import Param, resolved
from .toolview import ToolView
from .word_tables import KindTables

_TABLES: KindTables = resource_json(__package__, "words/kinds.json")
PERSONS = frozenset(_TABLES["persons"])
_STATUSES = frozenset(_TABLES["statuses"])
_NO_FIELDS = frozenset(_TABLES["no_fields"])
_NO_KEYS = frozenset(_TABLES["no_keys"])
_MADE: Mapping[str, str] = _TABLES["made"]
"""What comes into being where the tool names only what it is made of: who borrows a book has a loan."""
_PERSON_SIZE, _OWNED_SIZE, _CATALOGUE_SIZE, _NATURAL_SIZE = 2000, 4000, 60, 8
FIELDS_OF: Mapping[str, Sequence[str]] = _TABLES["fields_of"]
"""What one would expect to be told about common things."""


@dataclass(slots=True)
class Kind:
    """One sort of thing."""

    name: str
    key: str | None
    """The field that tells one from another; None where there is only one."""
    natural: bool = False
    """Whether the key is a name that people use, such as a room, not an id."""
    fields: dict[str, Param | None] = field(default_factory=dict)
    """What is known of each, in order; with the parameter that speaks of it, where there is one."""
    outputs: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """What a tool declares to return of it, by field."""
    refs: dict[str, str] = field(default_factory=dict)
    """Fields that name another thing, and its kind."""
    statuses: list[str] = field(default_factory=list)
    created: bool = False
    """Whether there is a tool that makes one."""
    owner: str | None = None
    parents: list[str] = field(default_factory=list)
    """The things that hold some of these, where no tool looks one up by itself."""
    id_param: Param | None = None
    size: int = _CATALOGUE_SIZE

    @property
    def is_person(self) -> bool:
        """Whether each is a person."""
        return self.name in PERSONS

    @property
    def many(self) -> str:
        """The field under which another thing holds several of these."""
        words = self.name.split("_")
        return "_".join([*words[:-1], plural(words[-1])])


@dataclass(slots=True)
class Kinds:
    """All the things, and the one that each tool is about."""

    by_name: dict[str, Kind]
    target: dict[str, str | None]


def infer(views: Iterable[ToolView]) -> Kinds:
    """What these tools are about."""
    tools = list(views)
    kinds: dict[str, Kind] = {}
    for view in tools:
        for param in view.params:
            if param.kind is not None:
                kind = kinds.setdefault(param.kind, Kind(param.kind, f"{param.kind}_id"))
                kind.id_param = _better(kind.id_param, param)
    order = sorted(tools, key=lambda view: view.act != "create")  # what can be made is known before what is listed
    target = {view.name: _target_kind(view, kinds) for view in order}
    for view in tools:
        if target[view.name] is None:
            target[view.name] = _natural(view, kinds, tools)
    made = Kinds(kinds, target)
    for view in tools:
        _learn(view, made)
    _relate(tools, made)
    return made


def _better(known: Param | None, new: Param) -> Param:
    return new if known is None or (not known.examples and new.examples) else known


def _target_kind(view: ToolView, kinds: dict[str, Kind]) -> str | None:
    """The thing a tool is about, by an id it takes or by its name."""
    named = _kind_in_tool_name(view, kinds)
    ids = [param.kind for param in view.required if param.kind in kinds and not param.many]
    if view.act == "create":
        if named is not None and named not in ids:
            return named
        noun = view.noun if view.noun not in ids else _MADE.get(view.verb)
        return _added(noun, kinds) or (ids[0] if ids else None)
    if view.act in ("compute", "tell"):
        return None
    several = singular(view.nouns[-1]) if view.nouns and singular(view.nouns[-1]) != view.nouns[-1] else None
    if view.act in ("read", "list") and several in kinds and several not in ids:
        return several
    if named in ids:
        return named
    if view.act == "list" and (named or view.noun):
        return named or _added(view.noun, kinds)
    return ids[0] if ids else named


def _kind_in_tool_name(view: ToolView, kinds: dict[str, Kind]) -> str | None:
    words = {singular(word) for word in _nouns_after_verb(view)}
    fitting = [name for name in kinds if set(name.split("_")) <= words]
    return max(fitting, key=lambda name: (name in _ids_of(view), len(name)), default=None)


def _nouns_after_verb(view: ToolView) -> tuple[str, ...]:
    """What a tool is about: of `apps_list_regions` the regions, since `apps` is only where it belongs."""
    words = words_of(view.name)
    after = words[words.index(view.verb) + 1 :] if view.verb in words[1:] else ()
    kept = tuple(noun for noun in view.nouns if noun in after)
    return kept or view.nouns


def _ids_of(view: ToolView) -> set[str]:
    return {param.kind for param in view.params if param.kind and not param.many}


def _added(noun: str | None, kinds: dict[str, Kind]) -> str | None:
    if noun is not None:
        kinds.setdefault(noun, Kind(noun, f"{noun}_id"))
    return noun


def _natural(view: ToolView, kinds: dict[str, Kind], tools: Sequence[ToolView]) -> str | None:
    """A thing known by its name: whatever some tool changes under the same parameter."""
    for param in view.required:
        single = param.type == "string" and not param.many and len(param.path) == 1
        fit = single and not _NO_KEYS & set(words_of(param.name))
        if fit and any(_changed_under(other, param.name) for other in tools):
            kind = kinds.setdefault(param.key, Kind(param.key, param.name, natural=True, size=_NATURAL_SIZE))
            kind.id_param = _better(kind.id_param, param)
            return kind.name
    if view.act == "update" and view.noun:
        kinds.setdefault(view.noun, Kind(view.noun, None, natural=True, size=1))
        return view.noun
    same = next((each for each in tools if each.act == "update" and each.noun == view.noun and not each.required), None)
    return view.noun if view.act == "read" and view.noun in kinds and same is None and not view.required else None


def _changed_under(view: ToolView, name: str) -> bool:
    return view.act in ("update", "end") and any(param.name == name and param.required for param in view.params)


def _learn(view: ToolView, kinds: Kinds) -> None:
    """The fields of a thing that a tool speaks of, and the states it names."""
    name = kinds.target[view.name]
    kind = kinds.by_name.get(name) if name is not None else None
    if kind is None:
        return
    for param in view.params:
        unfit = view.act == "end" or param.name == kind.key or is_opaque(param.name)
        plainly = param.kind is None and not unfit and not _NO_FIELDS & {param.name, *words_of(param.name)[:1]}
        if plainly and len(param.path) == 1:
            kind.fields.setdefault(param.name, param)
        if param.kind not in (None, kind.name) and view.act == "create" and not param.many:
            kind.refs[param.name] = str(param.kind)
    kind.created = kind.created or view.act == "create"
    for word in view.nouns:
        if word in _STATUSES and word not in kind.statuses:
            kind.statuses.append(word)
    if view.act == "end" and not kind.natural:
        kind.statuses[:] = kind.statuses or ["active"]
    if view.output is not None and view.act in ("read", "list", "create", "update", "end"):
        for key, inner in _thing_fields(view.output, kind).items():
            kind.outputs.setdefault(key, inner)


def _thing_fields(schema: Mapping[str, Any], kind: Kind) -> dict[str, Mapping[str, Any]]:
    """The fields of the thing itself: of the list's items, or of what a result holds under its name."""
    fields = _properties(schema)
    listed = [schema, *fields.values()] if not fields else list(fields.values())
    for name, inner in fields.items():
        if singular(words_of(name)[-1] if words_of(name) else name) in kind.name.split("_") and "properties" in inner:
            return _properties(inner)
    for inner in listed:
        items = resolved(inner.get("items", {}), schema) if inner.get("type") == "array" else {}
        if isinstance(items.get("properties"), dict):
            return _properties({**items, **{key: schema[key] for key in ("$defs", "definitions") if key in schema}})
    objects = [inner for inner in fields.values() if isinstance(inner.get("properties"), dict)]
    return _properties(objects[0]) if len(objects) == len(fields) == 1 else fields


def _properties(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    inside = resolved(schema, schema).get("properties")
    shared = {key: schema[key] for key in ("$defs", "definitions") if key in schema}
    found = inside.items() if isinstance(inside, dict) else ()
    return {str(key): {**resolved(value, schema), **shared} for key, value in found}


def _relate(tools: Sequence[ToolView], kinds: Kinds) -> None:
    """Who owns what, and what is a part of what."""
    person = next((kind for kind in kinds.by_name.values() if kind.is_person), None)
    looked_up = {target for target in kinds.target.values() if target is not None}
    for kind in kinds.by_name.values():
        users = [view for view in tools if any(param.kind == kind.name for param in view.params)]
        if kind.name not in looked_up and not kind.is_person:
            kind.parents = _parents(kind, users, tools, kinds, person)
        _expected(kind)
    for kind in kinds.by_name.values():
        changed = any(
            kinds.target[view.name] == kind.name and view.act in ("update", "end", "create") for view in tools
        )
        if person is not None and kind is not person and changed and not kind.parents and not kind.natural:
            kind.owner = person.name
    for kind in kinds.by_name.values():
        kind.size = _size(kind)


def _size(kind: Kind) -> int:
    if kind.natural:
        return len(kind.id_param.options) if kind.id_param and kind.id_param.options else kind.size
    if kind.is_person or kind.parents:
        return _PERSON_SIZE
    return _OWNED_SIZE if kind.owner or kind.statuses else _CATALOGUE_SIZE


def _parents(
    kind: Kind, users: Sequence[ToolView], tools: Sequence[ToolView], kinds: Kinds, person: Kind | None
) -> list[str]:
    found: list[str] = []
    for view in users:
        target = kinds.target[view.name]
        if target is not None and target != kind.name and target not in found:
            found.append(target)
    told = " ".join(param.description for view in users for param in view.params if param.kind == kind.name).lower()
    if person is not None and person.name not in found and person.name in words_of(told):
        found.append(person.name)
    phrase = f"{kind.name.replace('_', ' ')} id"
    for view in tools:
        target = kinds.target[view.name]
        if target is not None and target not in found and view.effect == "read" and phrase in view.description.lower():
            found.append(target)
    return found


def _expected(kind: Kind) -> None:
    """What one would expect to be told, where the tools say little."""
    if kind.outputs or kind.natural:
        return
    wanted = FIELDS_OF.get(kind.name) or FIELDS_OF.get(kind.name.rpartition("_")[2], ())
    for name in wanted:
        kind.fields.setdefault(name, None)


def done(view: ToolView) -> str:
    """The state of a thing after this tool."""
    return participle(view.verb or "update")
