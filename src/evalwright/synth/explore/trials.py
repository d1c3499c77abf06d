"""Which values are worth trying for a parameter: what results have shown of such things, what users know, the schema.

Observed calls flow in, arguments flow out, the likeliest first. A value fits by what it is (a `table_name` is the name
of something that a tool about tables listed), by its place (a name below the path that was listed), or because another
tool took it under the same name. Nothing is made up: where none fits, there are no arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from evalwright.chat import Arguments
from evalwright.text import resource_json

from ..drafting import (
    Purpose,
    ids_of_lines,
    is_free_text,
    is_key,
    is_path,
    purpose_of,
    result_view,
    select_queries,
    takes_sql,
    thing_of,
)
from ..generic.names import key_of, singular, words_of
from ..generic.parameters import Param, place
from ..generic.sample_numbers import numbers_between
from ..generic.toolview import ToolView
from ..generic.value_extraction import Bundle
from ..generic.value_flow import fits
from ..sources import ToolSource
from .world import ObservedCall

_MOST_FACTS, _MOST_PER_CALL, _MOST_TRIED = 400, 30, 60
_MOST_READ, _MOST_TEXTS = 20_000, 7
_LINE_ID = re.compile(r"[ \t\-*•]*\[?#?([A-Z]{1,5}-?\d{1,10})(?![\w-])")
_SURE, _LIKELY, _POSSIBLE = 3, 2, 1
_NAMES = frozenset({"name", "title", "label"})
_FILES = frozenset({"path", "file", "filename", "filepath", "note", "document"})
"""What a place among files is called, wherever that begins."""
_KEYS = frozenset({"id", "ids", "uuid", "key", "slug", "code", "number", "name", "names", "path", "login"})


class Value(NamedTuple):
    """A single value that was seen."""

    field: str
    value: Any
    about: frozenset[str]
    """What the thing is that it was seen of."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Values that belong together: of one thing, with what was asked when it was shown."""

    values: tuple[Value, ...]
    asked: tuple[Value, ...] = ()


class Trials:
    """What there is to try, and grows with every call."""

    def __init__(self, source: ToolSource, views: Mapping[str, ToolView], known: Iterable[Bundle]) -> None:
        self._views = views
        self._purposes: dict[str, Purpose | None] = {name: purpose_of(view) for name, view in views.items()}
        self._seen: list[Seen] = [Seen(tuple(_flat_values(record, frozenset()))) for record in known]
        self._paths = command_paths(source)
        self._tables: list[str] = []
        """The tables of a database, as a listing names them."""
        self._texts: dict[str, list[str]] = {}
        """The texts that each tool gave."""

    def learn(self, call: ObservedCall) -> None:
        """Take in what a call has shown."""
        if not call.ok or call.tool not in self._views or len(self._seen) >= _MOST_FACTS:
            return
        view = self._views[call.tool]
        asked = tuple(Value(name, each, frozenset()) for name, each in call.arguments.items() if _is_single(each))
        about = frozenset(filter(None, (view.noun, *map(singular, view.nouns))))
        shown = list(_shown_things(result_view(call.value), about))[:_MOST_PER_CALL]
        for values, depth in shown:
            self._seen.append(Seen((*values, *(_joined(values, call.arguments) if depth < 2 else ())), asked))
            if not call.arguments and "table" in about:
                self._tables += [str(each.value) for each in values if words_of(each.field)[-1:] == ("name",)]
        if asked and not shown:
            self._seen.append(Seen((), asked))
        if isinstance(call.value, str):
            texts = self._texts.setdefault(call.tool, [])
            texts[:] = [*texts[-_MOST_TEXTS:], call.value[:_MOST_READ]]
            self._seen += [Seen((each,)) for each in (*self._called_in(call.value), *_ids_of_lines(texts, about))]

    def _called_in(self, text: str) -> Iterator[Value]:
        """What a text calls by what it is and a number: `Plot C2`."""
        things = {thing_of(param) for view in self._views.values() for param in view.required if param.type == "string"}
        for thing in sorted(filter(None, things)):
            found = re.finditer(rf"\b{re.escape(thing)} (#?[A-Z]{{0,4}}-?\d[\w-]{{0,20}})\b", text[:_MOST_READ], re.I)
            for number in list(dict.fromkeys(each[1] for each in found))[:_MOST_PER_CALL]:
                yield Value(thing, number, frozenset({thing}))

    def arguments(self, view: ToolView) -> Iterator[Arguments]:
        """Arguments that may work, the likeliest first."""
        if any(isinstance(step, int) for param in view.required for step in param.path):
            return
        ranked = sorted(self._combined(view), key=lambda each: -each[0])
        for _, chosen in ranked[:_MOST_TRIED]:
            made: Arguments = {}
            for param, value in zip(view.required, chosen, strict=True):
                place(made, param.path, [value] if param.many else value)
            yield made

    def _combined(self, view: ToolView) -> Iterator[tuple[int, list[Any]]]:
        """Every value of one thing together, and what is missing from anywhere."""
        if not view.required:
            yield 0, []
            return
        anywhere = {param.path: self._anywhere(view, param) for param in view.required}
        for at, seen in enumerate(self._seen):
            made = [self._best(view, param, seen) for param in view.required]
            if not any(made):
                continue
            filled = self._with_rest(view, made, anywhere, at)
            if filled is not None:
                yield sum(score for score, _ in filled), [value for _, value in filled]
        most = max((len(values) for values in anywhere.values()), default=0)
        for at in range(min(most, _MOST_TRIED)):
            filled = self._with_rest(view, [None] * len(view.required), anywhere, at)
            if filled is not None:
                yield sum(score for score, _ in filled) - 1, [value for _, value in filled]

    def _with_rest(
        self, view: ToolView, made: Sequence[tuple[int, Any] | None], anywhere: Mapping[Any, list[Any]], at: int
    ) -> list[tuple[int, Any]] | None:
        filled = []
        for param, found in zip(view.required, made, strict=True):
            values = anywhere[param.path]
            if found is None and not values:
                return None
            filled.append(found if found is not None else (_POSSIBLE, values[at % len(values)]))
        return filled

    def _anywhere(self, view: ToolView, param: Param) -> list[Any]:
        """What may be given for a parameter, whatever the others are: the schema's own values first."""
        told = [*param.options, *(each for each in param.examples if fits(param, each))]
        if told:
            return told
        if is_path(param) and self._paths:
            told += self._paths
        if takes_sql(view, param):
            return select_queries(self._tables)
        scored = [found for seen in self._seen if (found := self._best(view, param, seen)) is not None]
        values = [*told, *(value for _, value in sorted(scored, key=lambda each: -each[0]))]
        return list(dict.fromkeys(values or numbers_between(param)))

    def _best(self, view: ToolView, param: Param, seen: Seen) -> tuple[int, Any] | None:
        """The value of a thing that fits a parameter best."""
        if param.options or takes_sql(view, param):
            return None
        things = self._things_meant(view, param)
        best: tuple[int, Any] | None = None
        for value in seen.asked:
            if value.field == param.name and fits(param, value.value):
                best = (_POSSIBLE if is_path(param) and thing_of(param) is None else _SURE, value.value)
        for value in seen.values:
            score = _score(param, things, value, view) if fits(param, value.value) else 0
            if score > (best[0] if best is not None else 0):
                best = (score, value.value)
        return best

    def _things_meant(self, view: ToolView, param: Param) -> frozenset[str]:
        """What a parameter is about: by its name, and by what the description says in its place."""
        purpose = self._purposes[view.name]
        meant = purpose.places if purpose is not None else []
        places = [each.noun.split()[-1] for each in meant if each.noun and each.param == param.name]
        own = [] if thing_of(param) or places or not is_key(param) else [view.noun]  # `number`, of a ticket
        return frozenset(singular(each.lower()) for each in (thing_of(param), *places, *own) if each)


def _score(param: Param, things: frozenset[str], value: Value, view: ToolView) -> int:
    """How well a value fits."""
    words, own = words_of(value.field), words_of(param.name)
    last = words[-1:] and singular(words[-1])
    path = isinstance(value.value, str) and value.value.startswith("/")
    if is_path(param):
        return _LIKELY if path or (last in _FILES and isinstance(value.value, str) and " / " not in value.value) else 0
    if path and own[-1:] != words[-1:]:
        return 0
    if _is_labelled(param, value):
        return _SURE
    about = next(iter(sorted(value.about)), None) if len(value.about) == 1 else None
    if key_of(param.name, view.noun) == key_of(value.field, about) and (len(own) > 1 or own == words):
        return _SURE
    if things & value.about and last in {singular(each) for each in _KEYS} and _same_sort(own, words):
        return _SURE
    if things & value.about and not value.field.isascii() and value.field.endswith(_IDS_ZH) and is_key(param):
        return _SURE
    if last in things or (words and singular(words[0]) in things and last in _KEYS):
        return _LIKELY
    if last in _NAMES and (is_free_text(param) or (own and singular(own[-1]) in _NAMES)):
        return _LIKELY if is_free_text(param) or not things else _POSSIBLE
    return 0


def _is_labelled(param: Param, value: Value) -> bool:
    """Whether a field is called what the Chinese description of a parameter says, such as the number of a book."""
    told = _CHINESE.match(param.description.strip())
    if told is None or not _CHINESE.fullmatch(value.field):
        return False
    label, own = told[0], value.field
    alike = {(one + end, other) for end in ("", *_NAMING) for one, other in ((label, own), (own, label))}
    same = any(longer == shorter for longer, shorter in alike)
    return same or (label.endswith(own) and label.removesuffix(own) in value.about)


def _same_sort(own: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether both are names, or both are not: the name of a thing is not its id."""
    named = [bool({singular(each) for each in side[-1:]} & _NAMES) for side in (own, words)]
    return named[0] == named[1] or not (set(own) & _KEYS)


def command_paths(source: ToolSource) -> list[str]:
    """The files and folders that the server was started on: whoever starts it knows them."""
    command = source.target.command if source.target is not None else ()
    found = [word.rpartition("=")[2] for word in command[1:]]
    return [word for word in dict.fromkeys(found) if word.startswith("/") and Path(word).exists()]


def _is_single(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool) and value != ""


def _ids_of_lines(texts: Sequence[str], about: frozenset[str]) -> Iterator[Value]:
    """The numbers by which the lines of the last text begin, such as `B001`, or that stand at one place of all."""
    found = [each[1] for each in map(_LINE_ID.match, texts[-1].splitlines()) if each is not None]
    numbers = list(dict.fromkeys([*found, *ids_of_lines(texts)]))
    if len(numbers) > 1:
        yield from (Value("id", number, about) for number in numbers[:_MOST_PER_CALL])
        # what a text has as digits may be a number where it is taken
        yield from (Value("id", int(number), about) for number in numbers[:_MOST_PER_CALL] if number.isdecimal())


def _shown_things(value: Any, about: frozenset[str], depth: int = 0) -> Iterator[tuple[tuple[Value, ...], int]]:
    """Each thing of a result by its single values, and how deep it lies."""
    if isinstance(value, list):
        for each in value:
            if isinstance(each, Mapping | list):
                yield from _shown_things(each, about, depth + 1)
            elif _is_single(each):
                yield (Value(_sort_of(each, about) if depth else "name", each, about),), depth
    elif isinstance(value, Mapping) and depth < 5:
        yield tuple(_flat_values(value, about)), depth
        for key, inner in value.items():
            if isinstance(inner, list) or (isinstance(inner, Mapping) and any(map(_is_several, inner.values()))):
                named = frozenset({singular(word) for word in words_of(str(key))[-1:]})
                foreign = about if not str(key).isascii() else frozenset()  # tools have English names, results may not
                yield from _shown_things(inner, (named - _GATHERING) | foreign or about, depth + 1)


def _is_several(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def _sort_of(value: Any, about: frozenset[str]) -> str:
    """What a bare value of a list inside a thing is called: each of `tags` is a tag."""
    return next(iter(sorted(about)), "name")


def _flat_values(record: Mapping[str, Any], about: frozenset[str]) -> Iterator[Value]:
    for key, inner in record.items():
        if isinstance(inner, Mapping):
            yield from (
                Value(str(name), each, frozenset({singular(str(key))}))
                for name, each in inner.items()
                if _is_single(each)
            )
        elif _is_single(inner):
            yield Value(str(key), inner, about)


_CHINESE = re.compile(r"[\u4e00-\u9fff]{1,12}")
_GATHERING = frozenset(resource_json(__package__, "words/parameters.json")["gathering"])
"""What a list is called by what it holds of anything: `available`, `results`."""
_IDS_ZH = tuple(resource_json(__package__, "words/parameters.json")["ids_zh"])
_NAMING = tuple(resource_json(__package__, "words/parameters.json")["naming"])
"""What a Chinese label may end with that the name of a field lacks."""
_PLAIN_NAME = re.compile(r"(?!.*  )[^/\n]{1,200}")


def _joined(values: tuple[Value, ...], arguments: Arguments) -> Iterator[Value]:
    """The path of what is named in the listing of a path."""
    for name, before in arguments.items():
        if (
            not isinstance(before, str)
            or not before.startswith("/")
            or words_of(name)[-1:] not in (("path",), ("directory",), ("folder",), ("dir",))
        ):
            continue
        for value in values:
            if singular(
                words_of(value.field)[-1:][0] if words_of(value.field) else ""
            ) in _NAMES and _PLAIN_NAME.fullmatch(str(value.value)):
                yield Value("path", f"{before.rstrip('/')}/{value.value}", value.about)
