"""Where the arguments of observed calls stood before: which list of which tool's result holds what another tool takes.

Calls that were made flow in, origins flow out: a field of the things in a list, a single field, or a name below the
path that was listed. What is found is what was seen to work, so a scenario that goes the same way works as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from evalwright.chat import Arguments
from evalwright.workbench import read_result_text

from ..generic.names import key_of, singular, words_of
from ..generic.parameters import Param
from ..generic.toolview import ToolView
from ..scenarios.telling import told
from .line_forms import ID, line_forms, lines_of_form

_DEEPEST, _MOST_THINGS = 4, 200
_FEWEST_CHARACTERS = 2
_SHORT_NUMBER = 2
"""Digits of a number that many things may have."""
_NAMED = (("name",), ("title",), ("id",))
_MERE_NAMES = (("name",), ("title",), ("label",), ("slug",))
_TYPES = ("type", "kind", "category")

Path = tuple[str, ...]


class Observed(Protocol):
    """A call that was made, and what it gave."""

    @property
    def tool(self) -> str: ...
    @property
    def arguments(self) -> Arguments: ...
    @property
    def ok(self) -> bool: ...
    @property
    def value(self) -> Any: ...
    @property
    def content(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value stands in the results of a tool."""

    tool: str
    things: Path | None
    """The list, by its path; None where the value is no part of a list."""
    field: Path
    """The field of a thing, or of the result; empty where the thing itself is the value."""
    below: str = ""
    """The parameter of that tool whose value and a slash stand before it."""
    form: str = ""
    """The pattern of lines that are the things, where the result is a text."""


@dataclass(slots=True)
class Feed:
    """How a parameter was fed."""

    origin: Origin
    values: list[Any] = field(default_factory=list)
    """What was taken from there and worked."""
    where: tuple[str, str] | None = None
    """The field and the only value of it that things had which worked, where others have another one."""
    labels: list[Any] = field(default_factory=list)


def result_view(value: Any) -> Any:
    """A result as scenarios refer to it: JSON as it is, a text as what it holds."""
    inner = value
    if isinstance(inner, Mapping) and len(inner) == 1:
        inner = next(iter(inner.values()))
    read = read_result_text(inner).value if isinstance(inner, str) else None
    return value if read is None or isinstance(read, str) else read


def sort_of(name: str, about: str | None) -> str:
    """What a value is, by its name; a mere name is one of its thing: what invoices have is no name for a database."""
    return f"{about}.{name.lower()}" if words_of(name) in _MERE_NAMES else key_of(name, about)


def feeds_of(calls: Sequence[Observed], views: Mapping[str, ToolView]) -> dict[tuple[str, str], list[Feed]]:
    """By tool and parameter, how it was fed, the surest way first."""
    worked = [call for call in calls if call.ok and call.tool in views]
    shown = [call for call in worked if views[call.tool].effect != "write"]
    forms = {name: line_forms(texts) for name, texts in _texts_of(shown).items()}
    places = [(call, [*_places(result_view(call.value)), *_named_lines(call, forms)]) for call in shown]
    found: dict[tuple[str, str], dict[Origin, Feed]] = {}
    for call in worked:
        if views[call.tool].effect != "write" and told(call.value) is None:
            continue  # it found nothing for what it was given
        for name, value in _single_arguments(call, views[call.tool]):
            for other, standing in places:
                if other is not call:
                    for origin in _origins_in(other, standing, value, views):
                        feed = found.setdefault((call.tool, name), {}).setdefault(origin, Feed(origin))
                        if value not in feed.values:
                            feed.values.append(value)
    made = {key: _best_of_each(list(feeds.values())) for key, feeds in found.items()}
    for feeds in made.values():
        for feed in feeds:
            feed.where = _condition(feed, places)
    return made


class NamedFeeds:
    """How parameters may be fed that were not tried: by things that have a field of the same sort.

    What results hold is gone through once, since there may be hundreds of tools.
    """

    def __init__(self, calls: Sequence[Observed], views: Mapping[str, ToolView]) -> None:
        self._views = views
        self._origins: dict[str, dict[Origin, list[Any]]] = {}
        """By the sort of a field, where values of it stand, and these."""
        for call in calls:
            if views[call.tool].effect != "write":
                self._take_in(call)

    def of(self, tool: str, param: Param) -> list[Feed]:
        """The feeds of one parameter."""
        found = self._origins.get(sort_of(param.name, self._views[tool].noun), {})
        return _best_of_each([Feed(origin, list(values)) for origin, values in found.items() if origin.tool != tool])

    def _take_in(self, call: Observed) -> None:
        view = self._views[call.tool]
        for each in _places(result_view(call.value)):
            if each.value in call.arguments.values():
                continue  # it says again what it was asked for
            listed = singular(each.things[-1]) if each.things else view.noun
            alone = each.things is None and len(each.field) == 1 and view.required
            if each.field and (each.things is not None or alone):
                origins = self._origins.setdefault(sort_of(each.field[-1], listed), {})
                origins.setdefault(Origin(call.tool, each.things, each.field), []).append(each.value)


def text_of(value: Any) -> str:
    """The text that a result is, or that is the only value of an object around it; nothing where it is none."""
    inner = next(iter(value.values())) if isinstance(value, Mapping) and len(value) == 1 else value
    return inner if isinstance(inner, str) else ""


def _texts_of(calls: Sequence[Observed]) -> dict[str, list[str]]:
    """By tool all texts that it gave."""
    found: dict[str, list[str]] = {}
    for call in calls:
        if (text := text_of(call.value)) and text == call.content:  # as patterns are held against it
            found.setdefault(call.tool, []).append(text)
    return found


def _named_lines(call: Observed, forms: Mapping[str, list[str]]) -> Iterator[_Standing]:
    """The ids that stand in lines of a text, by the patterns of these lines."""
    for form in forms.get(call.tool, ()):
        for thing in lines_of_form(text_of(call.value), form)[:_MOST_THINGS]:
            yield _Standing(thing[ID], (), (ID,), thing, form)


def _best_of_each(feeds: list[Feed]) -> list[Feed]:
    """For each tool the place that fed most, names before other fields."""
    made: dict[str, Feed] = {}
    for feed in sorted(feeds, key=_unlikeness):
        made.setdefault(feed.origin.tool, feed)
    return list(made.values())


def _unlikeness(feed: Feed) -> tuple[int, str, bool]:
    return -len(feed.values), feed.origin.form, feed.origin.field[-1:] not in _NAMED


def _single_arguments(call: Observed, view: ToolView) -> Iterator[tuple[str, Any]]:
    """The required values of a call that are one text or number; of a list of one, that one."""
    for param in view.required:
        value = call.arguments.get(param.name) if len(param.path) == 1 else None
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, str | int) and not isinstance(value, bool) and len(str(value)) >= 1:
            yield param.name, value


class _Standing:
    """One value of a result, and where it stands."""

    __slots__ = ("field", "form", "thing", "things", "value")

    def __init__(self, value: Any, things: Path | None, field: Path, thing: Any, form: str = "") -> None:
        self.value, self.things, self.field, self.thing, self.form = value, things, field, thing, form


def _places(value: Any, path: Path = (), depth: int = 0) -> Iterator[_Standing]:
    """Every single value of a result, as part of a thing in a list where it is one."""
    if isinstance(value, list):
        for thing in value[:_MOST_THINGS]:
            for inner, field in _fields(thing, (), 0):
                yield _Standing(inner, path, field, thing)
        for at, thing in enumerate(value[:_MOST_THINGS]):
            if isinstance(thing, Mapping) and depth < _DEEPEST:
                for key, inner in thing.items():
                    if isinstance(inner, list):
                        yield from _places(inner, (*path, str(at), str(key)), depth + 2)
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, inner in value.items():
            if isinstance(inner, Mapping | list):
                yield from _places(inner, (*path, str(key)), depth + 1)
            else:
                yield _Standing(inner, None, (*path, str(key)), value)


def _fields(thing: Any, path: Path, depth: int) -> Iterator[tuple[Any, Path]]:
    """The single values of one thing, those of objects in it too."""
    if isinstance(thing, Mapping) and depth < 2:
        for key, inner in thing.items():
            yield from _fields(inner, (*path, str(key)), depth + 1)
    elif not isinstance(thing, Mapping | list):
        yield thing, path


def _origins_in(
    other: Observed, standing: list[_Standing], value: Any, views: Mapping[str, ToolView]
) -> Iterator[Origin]:
    """Where a value stands in the result of another call."""
    tail = str(value).rsplit("/", 1)
    for each in standing:
        number = each.form and not isinstance(value, str)  # digits of a text, taken as a number
        if (each.value == value and type(each.value) is type(value)) or (number and each.value == str(value)):
            if not _was_asked_for(other, each, value) and (
                each.things is None or not any(step.isdigit() for step in each.things)
            ):
                yield Origin(other.tool, each.things, each.field, form=each.form)
        elif len(tail) == 2 and each.value == tail[1] and each.things is not None:
            for name, before in other.arguments.items():
                if isinstance(before, str) and before.rstrip("/") == tail[0]:
                    yield Origin(other.tool, each.things, each.field, below=name)


def _was_asked_for(other: Observed, standing: _Standing, value: Any) -> bool:
    """Whether a result only says again what its call was given; short numbers may be the same by chance."""
    names = [name for name, given in other.arguments.items() if str(given) == str(value)]
    field = words_of(standing.field[-1]) if standing.field else ()
    telling = (
        isinstance(value, str) or len(str(value)) > _SHORT_NUMBER or any(words_of(each) == field for each in names)
    )
    return bool(names) and telling


def _condition(feed: Feed, places: Sequence[tuple[Observed, list[_Standing]]]) -> tuple[str, str] | None:
    """What the things that worked have in common and others of their lists have not: their type."""
    good, others = dict[str, set[str]](), dict[str, set[str]]()
    tails = {str(value).rsplit("/", 1)[-1] if feed.origin.below else value for value in feed.values}
    for call, standing in places:
        for each in standing if call.tool == feed.origin.tool else ():
            if (
                each.things != feed.origin.things
                or not isinstance(each.thing, Mapping)
                or each.field != feed.origin.field
                or each.form != feed.origin.form
            ):
                continue
            for key in _TYPES:
                if isinstance(each.thing.get(key), str):
                    kept = good if each.value in tails else others
                    kept.setdefault(key, set()).add(each.thing[key])
    for key, values in good.items():
        if len(values) == 1 and others.get(key, set()) - values:
            return key, next(iter(values))
    return None
