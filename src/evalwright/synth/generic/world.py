"""The things of a simulated backend: made from a seed when first looked at, and always the same.

A thing is known by its kind and its number; its fields follow from those alone, so nothing is stored that could be
made again, and what one tool tells of it is what every other tool tells. Lists of ids are made once per kind, because
an id must be found by its text.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.secrecy import has_password_in_address

from ..seeds import random_for
from ..sources import SHOWN
from .entity_types import FIELDS_OF, Kind, Kinds
from .names import is_opaque, key_of, words_of
from .parameters import Param, examples_of, listed_values, resolved
from .sample_numbers import has_scale, number, numeric
from .sample_values import stock
from .samples import by_name, by_schema, day, email, is_sold, like_example, person, sample, state_of, title
from .shapes import fitting, like, of_person

Record = JsonObject
"""An entity of a made-up world: its fields are whatever the schemas of its tools name."""
_OWN_ID = ("id", "uuid")
_MOST_TRIES = 50
_PER_PARENT = 3
_KEPT = 20_000
_MAX_DEPTH = 4
_MAX_VALUES = 80
"""Single values in one declared field: a result is an example, and not a data base."""


def _numbered(value: Any, number: int | None) -> Any:
    """Another id beside one: the next number, or the same text with a number behind it."""
    if number is None:
        return value
    return f"{value}-{number + 2}" if isinstance(value, str) else value + number + 1


class World:
    """Every thing there is, by kind and number."""

    def __init__(self, seed: int, locale: str, kinds: Kinds) -> None:
        self.seed, self.locale, self.kinds = seed, locale, kinds
        self._ids: dict[str, list[Any]] = {}
        self._index: dict[str, dict[Any, int]] = {}
        self._owners: dict[str, tuple[list[int], list[list[int]]]] = {}
        self._made: dict[tuple[str, int], Record] = {}
        self._values: dict[tuple[str, str], dict[str, list[int]]] = {}
        self._words = stock(locale)
        self._left = _MAX_VALUES
        self._turn = 0
        """Which of a document's examples the fields of what is being made are taken from."""

    def ids(self, kind: Kind) -> list[Any]:
        """The id of every thing of this kind, by number."""
        if kind.name not in self._ids:
            made = self._new_ids(kind)
            self._ids[kind.name] = made
            self._index[kind.name] = {value: at for at, value in enumerate(made)}
        return self._ids[kind.name]

    def number_of(self, kind: Kind, value: Any) -> int | None:
        """The number of the thing with this id."""
        self.ids(kind)
        index = self._index[kind.name]
        return index.get(value) if isinstance(value, str | int | float) else None

    def size(self, kind: Kind) -> int:
        """How many there are."""
        parent = self.main_parent(kind)
        if parent is not None:
            return self.size(parent) * _PER_PARENT
        if kind.owner is not None:
            return len(self.owners(kind)[0])
        return kind.size

    def record(self, kind: Kind, at: int) -> Record:
        """One thing, as it is before anything was changed. Not to be altered."""
        found = self._made.get((kind.name, at))
        if found is None:
            if len(self._made) >= _KEPT:
                self._made.clear()
            found = self._made[kind.name, at] = self._new(kind, at, self.ids(kind)[at])
        return found

    def fresh(self, kind: Kind, number: int, salt: str) -> Record:
        """A thing that comes into being: the same fields, under an id that was not there."""
        rng = random_for(self.seed, kind.name, "new", number, salt)
        value, tries = self._id(kind, rng, number), 0
        while self.number_of(kind, value) is not None:
            tries += 1
            value = _numbered(self._id(kind, rng, number), len(self.ids(kind)) + tries if tries > _MOST_TRIES else None)
        return self._new(kind, len(self.ids(kind)) + number, value, related=False, salt=salt)

    def owners(self, kind: Kind) -> tuple[list[int], list[list[int]]]:
        """For each thing the number of its owner, and for each owner the numbers of its things."""
        if kind.name not in self._owners:
            rng = random_for(self.seed, kind.name, "owners")
            owner_of: list[int] = []
            owned: list[list[int]] = []
            for number in range(self.kinds.by_name[kind.owner or ""].size):
                count = rng.choice((1, 1, 2, 2, 3))
                owned.append(list(range(len(owner_of), len(owner_of) + count)))
                owner_of += [number] * count
            self._owners[kind.name] = owner_of, owned
        return self._owners[kind.name]

    def drawn(self, kind: Kind, rng: random.Random, share: tuple[float, float]) -> int:
        """The number of one of these, of a person from this part of all people."""
        if kind.owner is not None:
            owner = self.kinds.by_name[kind.owner]
            return rng.choice(self.owners(kind)[1][self.drawn(owner, rng, share)])
        count = len(self.ids(kind))
        low, high = share if kind.is_person or kind.statuses else (0.0, 1.0)
        first = min(int(low * count), count - 1)
        return rng.randrange(first, max(int(high * count), first + 1))

    def main_parent(self, kind: Kind) -> Kind | None:
        """The thing that these are shared out among: a person, else something that nobody owns."""
        parents = [self.kinds.by_name[name] for name in kind.parents if self.kinds.by_name[name] is not kind]
        parents.sort(key=lambda each: (not each.is_person, each.owner is not None, bool(each.statuses)))
        return next((each for each in parents if not each.parents and not each.natural), None)

    def _new_ids(self, kind: Kind) -> list[Any]:
        if kind.key is None:
            return ["main"]
        if kind.id_param is not None and kind.id_param.options:
            return list(kind.id_param.options)
        rng = random_for(self.seed, kind.name, "ids")
        made: dict[Any, None] = {}
        wanted, tries = self.size(kind), 0
        while len(made) < wanted and tries < wanted * 4:
            made[self._id(kind, rng, tries)] = None
            tries += 1
        first = list(made) or ["1"]
        for at in range(0 if kind.natural else wanted - len(made)):  # of a form that allows few, the rest are numbered
            made[_numbered(first[at % len(first)], at)] = None
        return list(made)

    def _id(self, kind: Kind, rng: random.Random, at: int) -> Any:
        param = kind.id_param
        if param is not None and param.type in ("integer", "number"):
            return (
                rng.randint(1000, 999_999)
                if not param.schema.get("maximum")
                else number(param.name, param.schema, "integer", rng)
            )
        if kind.natural and param is not None:
            return sample(param, rng, self.locale, kind.name)
        pattern = param.schema.get("pattern") if param is not None else None
        made = fitting(pattern, rng) if isinstance(pattern, str) else None
        if made is None and param is not None and param.schema.get("format") == "uuid":
            made = like("3f2a9c1e-0b7d-4e8a-9f21-6c5d4b3a2e10", rng)
        return made or self._id_like(kind, [str(each) for each in param.examples] if param is not None else [], rng)

    def _id_like(self, kind: Kind, examples: list[str], rng: random.Random) -> str:
        if kind.is_person:
            name = person(rng, self._words)[2].split(".")
            made = of_person(examples[0] if examples else "a_b_1234", name[0], name[1], rng)
            if made is not None:
                return made
        if examples:
            return like(rng.choice(examples), rng)
        letters = [char for char in kind.name.upper() if char.isascii() and char.isalpha()]
        return f"{''.join(letters[:3]) or 'ID'}-{rng.randint(100_000, 999_999)}"

    def _new(self, kind: Kind, at: int, value: Any, *, related: bool = True, salt: str = "") -> Record:
        rng = random_for(self.seed, kind.name, at, salt)
        made = self._core(kind, at, value, rng, related=related)
        for name in kind.outputs:
            if name not in made:
                self._put(made, name, value if name in _OWN_ID else self._output_field(kind, at, name, salt))
        if not kind.outputs:
            self._usual(kind, made, rng)
            self._name_as_parent(kind, at, made)
        if kind.statuses and (not kind.outputs or "status" in kind.outputs):
            made["status"] = rng.choice(kind.statuses)
        return {**made, **self._related_records(kind, at, rng)} if related else made

    def _core(self, kind: Kind, at: int, value: Any, rng: random.Random, *, related: bool) -> Record:
        """What a thing is known by: its id, whose it is, what it names, and what tools take of it."""
        made: Record = {} if kind.key is None else {kind.key: value}
        if kind.owner is not None and related:
            owner = self.kinds.by_name[kind.owner]
            made[f"{owner.name}_id"] = self.ids(owner)[self.owners(kind)[0][at]]
        if kind.is_person:
            made.update(self._person(kind, value, rng))
        for name, other in kind.refs.items():
            if name not in made and related and not self.kinds.by_name[other].parents:
                made[name] = rng.choice(self.ids(self.kinds.by_name[other]))
        for name, param in kind.fields.items():
            if name not in made and not kind.outputs:
                self._put(made, name, self._field(kind, name, param, rng))
        if "state" in kind.fields and (state := state_of(made.get("city"), self.locale)) is not None:
            made["state"] = state
        return made

    def _output_field(self, kind: Kind, at: int, name: str, salt: str = "") -> Any:
        """One field that a tool declares, made by itself, so that a search need not make all others of all things."""
        rng = random_for(self.seed, kind.name, at, salt, name)
        self._left, self._turn = _MAX_VALUES, at
        return self._value_from_schema(kind, name, kind.outputs[name], rng, 0)

    @staticmethod
    def _put(made: Record, name: str, value: Any) -> None:
        """A field, where anything sensible is known of it."""
        if value is not None:
            made[name] = value

    def _person(self, kind: Kind, value: Any, rng: random.Random) -> Record:
        """Name and address of one person, who is the same in both."""
        first, last, plain = self._name_from_id(value) or person(rng, self._words)
        made: Record = {"first_name": first, "last_name": last} if "first_name" in kind.fields else {}
        if not made:
            made["name"] = last + first if self._words.first_ascii else f"{first} {last}"
        made["email"] = email(rng, self._words, plain)
        return made

    def _name_from_id(self, value: Any) -> tuple[str, str, str] | None:
        """The name that an id was made from."""
        parts = str(value).replace(".", "_").split("_")
        first, last = self._words.first_ascii or self._words.first, self._words.last_ascii or self._words.last
        lower = [each.lower() for each in first], [each.lower() for each in last]
        if len(parts) < 3 or parts[0] not in lower[0] or parts[1] not in lower[1]:
            return None
        at, other = lower[0].index(parts[0]), lower[1].index(parts[1])
        return self._words.first[at], self._words.last[other], f"{parts[0]}.{parts[1]}"

    def _field(self, kind: Kind, name: str, param: Param | None, rng: random.Random) -> Any:
        if param is None:
            return self.guessed(name, rng, kind.name)
        if param.many:
            several = [sample(param, rng, self.locale, kind.name) for _ in range(max(param.least, 1))]
            return [each for each in several if each is not None] or None
        return sample(param, rng, self.locale, kind.name)

    def guessed(self, name: str, rng: random.Random, about: str | None = None) -> Any:
        """A value for a field of which only the name is known; None where that says nothing."""
        if numeric(name):
            return number(name, {}, "number", rng)
        return by_name(name, rng, self.locale, about, said=False)

    def _usual(self, kind: Kind, made: Record, rng: random.Random) -> None:
        """What everything of its sort has."""
        named = any("name" in words_of(each) or "title" in words_of(each) for each in made)
        if kind.owner is not None or kind.statuses:
            made["created_at"] = day(rng, "created_at")
        elif not named and not (
            kind.natural or kind.is_person or kind.parents or kind.created or kind.name in FIELDS_OF
        ):
            made["name"] = title(rng, self._words)
        if kind.natural and len(made) < 2:
            made["state"] = rng.choice(("on", "off"))

    def _name_as_parent(self, kind: Kind, at: int, made: Record) -> None:
        """An item of a product is called what the product is."""
        parent = self.main_parent(kind)
        if parent is None or "name" not in made or not (is_sold(kind.name) and is_sold(parent.name)):
            return
        number = at // _PER_PARENT
        if number < len(self.ids(parent)):
            made["name"] = self._new(parent, number, self.ids(parent)[number], related=False).get("name", made["name"])

    def _related_records(self, kind: Kind, at: int, rng: random.Random) -> Record:
        """The things that belong to this one, and those that are parts of it."""
        made: Record = {}
        for other in self.kinds.by_name.values():
            if other.owner == kind.name:
                made[other.many] = [self.ids(other)[number] for number in self.owners(other)[1][at]]
            elif kind.name in other.parents:
                numbers = self._part_numbers(kind, other, at, rng)
                if other.owner is None and self._single(kind, other):
                    made[f"{other.name}_id"] = self.ids(other)[numbers[0]]
                elif numbers:
                    made[other.many] = [self.record(other, number) for number in numbers]
        return made

    def _single(self, kind: Kind, part: Kind) -> bool:
        """Whether a thing names one such part instead of holding several."""
        return self.main_parent(part) is not kind and part.id_param is not None and not part.id_param.many

    def _part_numbers(self, kind: Kind, part: Kind, at: int, rng: random.Random) -> list[int]:
        main = self.main_parent(part)
        count = rng.choice((1, 2, 2, 3))
        if main is kind:
            return [at * _PER_PARENT + each for each in range(count)]
        if main is not None and kind.owner == main.name:
            return [self.owners(kind)[0][at] * _PER_PARENT]
        return sorted(rng.sample(range(len(self.ids(part))), min(count, len(self.ids(part)))))

    def _value_from_schema(
        self, kind: Kind, name: str, schema: Mapping[str, Any], rng: random.Random, depth: int
    ) -> Any:
        """A value that fits what a tool says it returns, with ids of things that exist; None where none is known.

        A system tells nobody's passwords, and a text of which nothing is known is left out, not made up.
        """
        here = resolved(schema, schema)
        given = here.get("type")
        sort = next((each for each in given if each != "null"), "string") if isinstance(given, list) else given
        if sort == "object" or "properties" in here:
            return self._object_from_schema(kind, here, rng, depth)
        if sort == "array":
            return self._list_from_schema(kind, name, here, rng, depth)
        key = key_of(name)
        other = self.kinds.by_name.get(key.removesuffix("_id")) if key.endswith("_id") else None
        if other is not None and not other.natural:
            return rng.choice(self.ids(other)[:50])
        self._left -= 1
        if is_opaque(name) or self._left < 0:
            return None
        listed = listed_values(here)
        shown = here.get(SHOWN)
        if isinstance(shown, list):  # what an example has not is left out
            example = shown[self._turn % len(shown)]
            if has_password_in_address(str(example)):
                return None
            return like_example(name, example, rng) if isinstance(example, str) else example
        if sort is None and not listed and numeric(name):
            return number(name, {}, "number", rng)
        known = tuple(examples_of(here))
        listed = tuple(each for each in known if each in listed) or listed
        if sort in ("integer", "number") and not (known or listed or has_scale(name, here)):
            return None  # nobody could tell a pressure or a number of a card from any other number
        return by_schema(name, here, sort or "string", rng, self.locale, known, listed, kind.name, said=False)

    def _list_from_schema(
        self, kind: Kind, name: str, schema: Mapping[str, Any], rng: random.Random, depth: int
    ) -> list[Any]:
        """Some values, of as many examples as a document shows: one after the other, not one many times."""
        count = rng.randint(1, 3) if depth < _MAX_DEPTH else 0
        shown, turn = schema.get(SHOWN), self._turn
        items = _with_definitions(schema.get("items", {}), schema)
        made = []
        for at in range(min(count, shown) if isinstance(shown, int) else count):
            self._turn = turn + at
            made.append(self._value_from_schema(kind, name, items, rng, depth + 1))
        self._turn = turn
        return [each for each in made if each not in (None, {})]

    def _object_from_schema(self, kind: Kind, schema: Mapping[str, Any], rng: random.Random, depth: int) -> Record:
        inner = schema.get("properties")
        inside = inner if isinstance(inner, dict) and depth < _MAX_DEPTH else {}
        made: Record = {}
        for key, each in inside.items():
            value = self._value_from_schema(kind, str(key), _with_definitions(each, schema), rng, depth + 1)
            if value is not None and value != {}:
                made[str(key)] = value
        return made

    def where(self, kind: Kind, name: str, value: str) -> list[int]:
        """The numbers of the things whose field is this text, whatever its letter case."""
        index = self._values.get((kind.name, name))
        if index is None:
            index = self._values[kind.name, name] = {}
            for at in range(len(self.ids(kind))):
                held = self._searched_field(kind, at, name)
                if isinstance(held, str):
                    index.setdefault(held.casefold(), []).append(at)
        return index.get(value.casefold(), [])

    def _searched_field(self, kind: Kind, at: int, name: str) -> Any:
        """One field of a thing, without all others: a search looks at thousands."""
        if name == "status" and kind.statuses:
            return self.record(kind, at).get(name)
        value = self.ids(kind)[at]
        core = self._core(kind, at, value, random_for(self.seed, kind.name, at, ""), related=True)
        if name in core or name not in kind.outputs:
            return core.get(name) if kind.outputs or name in core else self.record(kind, at).get(name)
        return value if name in _OWN_ID else self._output_field(kind, at, name)

    def declared(self, name: str, schema: Mapping[str, Any], rng: random.Random) -> Any:
        """A value that fits a declared result of no particular thing."""
        self._left, self._turn = _MAX_VALUES, 0
        return self._value_from_schema(Kind(name, None), name, schema, rng, 0)


def _with_definitions(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema with the definitions that it may refer to."""
    part = schema if isinstance(schema, Mapping) else {}
    shared = {key: root[key] for key in ("$defs", "definitions") if key in root and key not in part}
    return {**part, **shared} if shared else part
