"""The calls that lead to a goal, in order, as they were seen to work: each argument said, chosen, or carried on.

Observed calls flow in, chains flow out. Nothing is made up: a value was seen in a result, stands in the schema, or is
known to the user. A tool that changes something, and was not tried, is fed like others that take the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalwright.chat import Arguments, JsonObject

from ..generic.entity_types import PERSONS
from ..generic.names import singular, words_of
from ..generic.parameters import Param, place
from ..generic.toolview import ToolView
from ..scenarios.telling import name_key, told
from .chains import ME, Call, Chain, Chosen, quoted_field
from .feeds import Feed, NamedFeeds, Observed, Origin, feeds_of, result_view, sort_of, text_of
from .line_forms import lines_of_form
from .nouns import is_key, is_looked_for, is_plural, thing_of
from .sayable import Sayable, is_free_text, is_of_a_machine, is_unsayable, named_values
from .sql import takes_sql

_DEEPEST, _MOST_STEPS, _MOST_WAYS = 3, 5, 3
_MOST_LABELS, _MOST_FEEDS = 40, 3
_IDS = ("id", "number", "key", "code", "uuid")
_OF_PERSONS = ("username", "login")
_FOLDERS = {"dir": "folder", "directory": "folder"}
_PLAIN = re.compile(r"[^\W\d][\w-]*")


@dataclass(frozen=True, slots=True)
class _Way:
    """A chain, and the call that is being put together at its end."""

    chain: Chain
    arguments: tuple[tuple[Param, Any], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()


class Chains:
    """Finds chains in what was observed."""

    def __init__(
        self,
        calls: Sequence[Observed],
        views: Mapping[str, ToolView],
        known: Sequence[JsonObject] = (),
        *,
        simulated: bool = False,
    ) -> None:
        """`simulated`: results are made up from one world, so what has the same name is the same."""
        self.views, self.simulated = views, simulated
        queries = {name for name, view in views.items() if any(takes_sql(view, param) for param in view.required)}
        self.worked = [call for call in calls if call.ok and call.tool in views and call.tool not in queries]
        self._feeds = feeds_of(self.worked, views)
        self._by_name = NamedFeeds(self.worked, views)
        self._sayable = Sayable(self.worked, views, known)
        self.said = named_values(self._sayable, views)
        named = [(name, values) for name, values in self.said.names.values() if not all(map(is_of_a_machine, values))]
        said = [name.partition(".")[0] for name, _ in named]
        self._value_names = {*said, *views}
        """Names that no thing may have: what is said, and steps by their tools."""

    def to(self, tool: str) -> list[Chain]:
        """The best ways to a goal."""
        found = sorted(self._extended(Chain(), tool, 0), key=lambda chain: (len(chain.calls), len(chain.values)))
        made: dict[str, Chain] = {}
        for chain in map(_with_late_questions, found):
            made.setdefault(repr([(call.tool, call.arguments) for call in chain.calls]), chain)
        return list(made.values())[:_MOST_WAYS]

    def results(self, tool: str) -> list[Any]:
        """What a tool gave, as far as it says something."""
        found = [call for call in self.worked if call.tool == tool and told(call.value) is not None]
        return [call.value for call in found if not (self.simulated and _only_repeats(call))]

    def is_all(self, origin: Origin) -> bool:
        """Whether a list is all that the results of its tool hold: nothing is withheld by naming its things."""
        if origin.form:
            texts = [text_of(value) for value in self.results(origin.tool)]
            return all(len(lines_of_form(text, origin.form)) == len(text.split("\n")) for text in texts)
        values = [result_view(value) for value in self.results(origin.tool)]
        return all(isinstance(value, list) or _holds_only(value, origin.things or ()) for value in values)

    def lists(self, origin: Origin) -> list[list[Any]]:
        """The lists that things were chosen from."""
        given = [call.value for call in self.worked if call.tool == origin.tool]
        return [things for value in given if (things := _things_at(value, origin))]

    def feeds_others(self, tool: str) -> bool:
        """Whether the one thing that a tool gives is what others take: who somebody is."""
        others = [feed.origin for (taker, _), feeds in self._feeds.items() if taker != tool for feed in feeds]
        return any(origin.tool == tool and (origin.things is None or self._is_one_thing(origin)) for origin in others)

    def missing(self, tool: str) -> Param | None:
        """The first value that nothing gives a tool: one that the schema does not show either, if there is such."""
        needed = self.views[tool].required if tool in self.views else []
        lacking = [each for each in needed if not any(True for _ in self._sources(Chain(), tool, each, 0))]
        return next((each for each in lacking if not (each.options or each.examples)), next(iter(lacking), None))

    def _extended(self, chain: Chain, tool: str, depth: int) -> Iterator[Chain]:
        """The chain with a call of this tool at its end, in every way in which it can be made."""
        names = [param.name for param in self.views[tool].required]
        if len(chain.calls) >= _MOST_STEPS or len(set(names)) < len(names):
            return  # of a name and the name of a part nobody could tell which is said
        ways = [_Way(chain)]
        for param in sorted(self.views[tool].required, key=lambda each: not self._feeds_for(tool, each)):
            ways = [way for before in ways for way in self._filled_ways(before, tool, param, depth)][: _MOST_WAYS * 3]
        for way in ways:
            again = [at for at, call in enumerate(way.chain.calls) if call.tool == tool]
            if len(again) > 1 or (again and again[-1] < len(way.chain.calls) - 1):
                continue
            arguments: Arguments = {}
            order = list(self.views[tool].required)
            for param, text in sorted(way.arguments, key=lambda each: order.index(each[0])):
                place(arguments, param.path, [text] if param.many else text)
            call = Call(tool, _step_name(way.chain, tool), arguments, dict(way.sources))
            yield replace(way.chain, calls=(*way.chain.calls, call))

    def _filled_ways(self, way: _Way, tool: str, param: Param, depth: int) -> Iterator[_Way]:
        taken = {source for _, source in way.sources}
        for before, text, source in self._sources(way.chain, tool, param, depth):
            if source not in taken or source.startswith(f"{ME}.") or source in way.chain.names:
                yield _Way(before, (*way.arguments, (param, text)), (*way.sources, (param.name, source)))

    def _sources(self, chain: Chain, tool: str, param: Param, depth: int) -> Iterator[tuple[Chain, Any, str]]:
        """Where a value can come from: the chain with what that takes, how it is written, and what it is from."""
        mine = self._sayable.mine(self.views[tool], param)
        if mine is not None:
            yield chain, f"${ME}.{quoted_field(mine)}", f"{ME}.{mine}"
            return
        carried = self._carried(chain, tool, param)
        if carried is not None:
            yield chain, *carried
            return
        feeds = self._feeds_for(tool, param)
        makes = self.views[tool].act == "create"
        for feed in feeds:
            call = next((call for call in chain.calls if _is_of(call, feed)), None)
            if call is not None and makes:
                feeds = [each for each in feeds if each.origin.tool != call.tool]  # what is made is not like another
            elif call is not None and call.chosen is not None:
                field = ".".join(map(quoted_field, feed.origin.field))
                yield chain, _reference(call, feed.origin), f"{call.chosen.name}.{field}"
                return
        for feed in feeds[:_MOST_FEEDS] if depth < _DEEPEST else ():
            yield from self._fed(chain, tool, param, feed, depth)
        name, values = self.said.names.get((tool, param.path), ("", ()))
        if values and name not in chain.names - set(chain.values) and not self._is_looked_up(param, feeds, values):
            yield replace(chain, values={**chain.values, name: values}), f"${name}", name

    def _feeds_for(self, tool: str, param: Param) -> list[Feed]:
        """How a parameter is fed: as was seen, else as others are that take the same; what asks for less first."""
        view = self.views[tool]
        if param.options or is_free_text(param) or (view.effect == "write" and not is_looked_for(param, view)):
            return []
        found = list(self._feeds.get((tool, param.name), []))
        if self.simulated or not (found or any(call.tool == tool for call in self.worked)):
            found += self._by_name.of(tool, param)
            found += [
                feed
                for (taker, name), feeds in self._feeds.items()
                if sort_of(name, self.views[taker].noun) == sort_of(param.name, self.views[tool].noun)
                for feed in feeds
            ]
        meant = list({feed.origin: feed for feed in reversed(found) if _is_meant(feed, param)}.values())
        meant = [feed for feed in meant if self._is_own(feed)] or meant
        return sorted(meant, key=self._effort)

    def _effort(self, feed: Feed) -> tuple[bool, int, int]:
        """How much it takes to be fed so: what users know of themselves first, then what asks for less."""
        view = self.views[feed.origin.tool]
        mine = bool(view.required) and all(self._sayable.mine(view, param) is not None for param in view.required)
        return not mine, len(view.required), -len(feed.values)

    def _is_own(self, feed: Feed) -> bool:
        """Whether a value is that of the thing that is listed, and not of another one that it belongs to."""
        words = words_of(feed.origin.field[-1]) if feed.origin.field else ()
        if len(words) < 2 or words[-1] not in _IDS or feed.origin.things is None:
            return True
        records = [thing for things in self.lists(feed.origin) for thing in things if isinstance(thing, Mapping)]
        firsts = (
            next((key for key in record if words_of(str(key))[-1:] and words_of(str(key))[-1] in _IDS), None)
            for record in records
        )
        return all(first == feed.origin.field[-1] for first in firsts)

    def _is_looked_up(self, param: Param, feeds: list[Feed], values: Sequence[Any]) -> bool:
        """Whether nobody says such a value, since it is found by a name that people know."""
        if any(self._has_other_name(param, feed) for feed in feeds):
            return True
        return bool(feeds) and all(map(is_of_a_machine, values))

    def _has_other_name(self, param: Param, feed: Feed) -> bool:
        chosen = self._chosen_thing(Chain(), param, feed) if feed.origin.things is not None else None
        return chosen is not None and chosen.label != feed.origin.field

    def _carried(self, chain: Chain, tool: str, param: Param) -> tuple[Any, str] | None:
        """The same value as in an earlier call, where both tools were seen to take the same one."""
        if any(feed.origin.below == param.name for feed in self._feeds.get((tool, param.name), [])) or param.many:
            return None
        own = {str(call.arguments.get(param.name)) for call in self.worked if call.tool == tool}
        for call in reversed(chain.calls):
            seen = {str(each.arguments.get(param.name)) for each in self.worked if each.tool == call.tool}
            if param.name in call.arguments and (own & seen or not own or self.simulated):
                return call.arguments[param.name], call.sources[param.name]
        return None

    def _fed(self, chain: Chain, tool: str, param: Param, feed: Feed, depth: int) -> Iterator[tuple[Chain, Any, str]]:
        """From a result: with the calls that lead to it, where they are not made yet."""
        origin = feed.origin
        made = next((call for call in chain.calls if call.tool == origin.tool and origin.things is None), None)
        if made is not None:
            yield chain, f"${'.'.join((made.name, *map(quoted_field, origin.field)))}", made.name
            return
        for before in self._extended(chain, origin.tool, depth + 1):
            last = before.goal
            if origin.things is None:
                yield before, f"${'.'.join((last.name, *map(quoted_field, origin.field)))}", last.name
                continue
            chosen = self._chosen_thing(before, param, feed)
            if chosen is not None:
                asked = any(source in before.values or source.startswith(f"{ME}.") for source in last.sources.values())
                asked = asked and not self._is_one_thing(origin)
                call = replace(last, chosen=replace(chosen, single=chosen.single and not asked))
                yield replace(before, calls=(*before.calls[:-1], call)), _reference(call, origin), chosen.name

    def _is_one_thing(self, origin: Origin) -> bool:
        """Whether a tool speaks of one thing each time: of one person, or in a text with one such line."""
        nouns, lists = self.views[origin.tool].nouns, self.lists(origin)
        alone = all(len(things) == 1 for things in lists) and not any(map(is_plural, nouns[-1:]))
        is_person = not origin.things and len(lists) > 1 and self.views[origin.tool].noun in PERSONS
        return alone and (bool(origin.form) or is_person)

    def _chosen_thing(self, chain: Chain, param: Param, feed: Feed) -> Chosen | None:
        lists = self.lists(feed.origin)
        things = [thing for each in lists for thing in each if _has_type(thing, feed.where)]
        if not things:
            return None
        own = self._is_own(feed) and _is_key_field(lists, feed)
        about = thing_of(param) or self.views[feed.origin.tool].noun
        label = _label_field(lists, feed, person=about in PERSONS) if own else feed.origin.field
        labels = dict.fromkeys(each for thing in things if (each := _field_of(thing, label)) is not None)
        single = all(len(each) == 1 for each in lists)
        if labels and not single and (any(map(is_unsayable, labels)) or len(labels) == 1):
            return None  # nobody tells things apart by what only programs read, or by what is all the same
        if self.simulated and not all(
            map(_are_told_apart, ([_field_of(thing, label) for thing in each] for each in lists))
        ):
            return None
        name = _thing_name(param, feed, chain.names | self._value_names)
        return Chosen(name, feed.origin, single, label, tuple(labels)[:_MOST_LABELS], feed.where, own)


def _with_late_questions(chain: Chain) -> Chain:
    """The chain with whoever asks looked up where that is needed first: nobody has to be known to see a list."""
    *before, goal = chain.calls
    late = [call for call in before if call.is_about_me and not any(_takes_from(each, call) for each in before)]
    early = [call for call in before if call not in late]
    return replace(chain, calls=(*early, *late, goal)) if any(call.chosen for call in early) else chain


def _takes_from(call: Call, other: Call) -> bool:
    """Whether a call takes something that another one gives."""
    given = {other.name, other.chosen.name if other.chosen is not None else other.name}
    return any(source.partition(".")[0] in given for source in call.sources.values())


def _only_repeats(call: Observed) -> bool:
    """Whether a result says nothing but what was asked for."""
    asked = set(map(str, call.arguments.values()))
    return isinstance(call.value, Mapping) and bool(asked) and set(map(str, call.value.values())) <= asked


def _are_told_apart(names: Sequence[Any]) -> bool:
    return len(set(names)) == len(names)


def _step_name(chain: Chain, tool: str) -> str:
    base = tool if _PLAIN.fullmatch(tool) else "_".join(words_of(tool)) or "step"
    name, number = base, 2
    while any(call.name == name for call in chain.calls):
        name, number = f"{base}_{number}", number + 1
    return name


def _is_key_field(lists: Sequence[Sequence[Any]], feed: Feed) -> bool:
    """Whether a field says which thing it is: an id, a name below a path, or what stands first."""
    field = feed.origin.field
    if (
        not field
        or feed.origin.below
        or words_of(field[-1])[-1:] in tuple((each,) for each in (*_IDS, "name", "title"))
    ):
        return True
    records = [thing for things in lists for thing in things if isinstance(thing, Mapping)]
    return bool(records) and all(next(iter(record), None) == field[0] for record in records)


def _holds_only(value: Any, path: tuple[str, ...]) -> bool:
    """Whether an object is a list with at most a number or two beside it, such as how many there are."""
    if not isinstance(value, Mapping) or len(path) != 1:
        return False
    others = [inner for key, inner in value.items() if key != path[0] and inner not in (None, "", [], {})]
    return all(isinstance(inner, bool | int | float) for inner in others)


def _is_of(call: Call, feed: Feed) -> bool:
    """Whether what a feed takes is a field of the thing that a call has chosen."""
    return (
        call.chosen is not None
        and call.tool == feed.origin.tool
        and call.chosen.origin.things == feed.origin.things
        and not feed.origin.below
        and call.chosen.origin != feed.origin
    )


def _is_meant(feed: Feed, param: Param) -> bool:
    """Whether a value is what a parameter asks for, and not a number that happens to be the same."""
    if all(isinstance(value, str) and len(value) > 1 and not value.isdigit() for value in feed.values):
        return True
    last = words_of(feed.origin.field[-1])[-1:] if feed.origin.field else ()
    return is_key(param) and (last in (("id",), ("number",), ("key",)) or last == words_of(param.name)[-1:])


def _reference(call: Call, origin: Origin) -> str:
    """How an argument is written that is taken from a result."""
    chosen = call.chosen
    assert chosen is not None
    path = ".".join((chosen.name, *map(quoted_field, origin.field)))
    if not origin.below:
        return f"${path}"
    before = str(call.arguments[origin.below])
    lead = f"{{{before[1:]}}}" if before.startswith("$") else before
    return f"{lead}/{{{path}}}"


def _thing_name(param: Param, feed: Feed, taken: set[str]) -> str:
    things = feed.origin.things
    listed = singular(words_of(things[-1])[-1]) if things and words_of(things[-1]) else ""
    kind = feed.where[1].lower() if feed.where else ""
    base = _FOLDERS.get(kind, kind) or thing_of(param) or listed or "_".join(words_of(param.name)) or "thing"
    name = base if _PLAIN.fullmatch(base) and base != "me" else f"a_{base}"
    number, made = 2, name
    while made in taken:
        made, number = f"{name}_{number}", number + 1
    return made


def _label_field(lists: Sequence[Sequence[Any]], feed: Feed, *, person: bool) -> tuple[str, ...]:
    """The field by which things are called: a name that each has, and that tells those of one list apart."""
    shown = [[each for each in things if isinstance(each, Mapping) and _has_type(each, feed.where)] for things in lists]
    records = [record for things in shown for record in things]
    if not records:
        return () if not feed.origin.field else feed.origin.field
    for key in dict.fromkeys(key for key in map(name_key, records) if key is not None):
        if not person and words_of(key)[-1] in _OF_PERSONS:
            continue  # who wrote a message is not what it is called
        names = [[record.get(key) for record in things] for things in shown]
        plain = all(isinstance(name, str | int) for each in names for name in each)
        if plain and all(len(set(map(str, each))) == len(each) for each in names):
            return (key,)
    return _label_inside(shown, feed.origin.field[:-1]) or feed.origin.field


def _label_inside(shown: Sequence[Sequence[Mapping[str, Any]]], path: tuple[str, ...]) -> tuple[str, ...]:
    """The name of things that stand in an object of their own: `{"project": {"key": ..., "title": ...}}`."""
    inner = [[record.get(path[0]) for record in things] for things in shown] if len(path) == 1 else []
    held = [each for things in inner for each in things if isinstance(each, Mapping)]
    whole = bool(held) and len(held) == sum(map(len, inner))
    key = name_key(held[0]) if whole else None
    names = [[str(each.get(key)) for each in things if isinstance(each, Mapping)] for things in inner]
    apart = key is not None and all(len(set(each)) == len(each) for each in names)
    return (*path, key) if key is not None and apart else ()


def _field_of(thing: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        thing = thing.get(name) if isinstance(thing, Mapping) else None
    return thing if isinstance(thing, str | int | float) else None


def _things_at(value: Any, origin: Origin) -> list[Any]:
    if origin.form:
        return lines_of_form(text_of(value), origin.form)
    value = result_view(value)
    for name in origin.things or ():
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, list) else []


def _has_type(thing: Any, where: tuple[str, str] | None) -> bool:
    return where is None or (isinstance(thing, Mapping) and thing.get(where[0]) == where[1])
