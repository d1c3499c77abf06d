"""Whether a question names every detail of the call that it asks for.

A value is named where the text says it, as it stands or as people write it: dates, times, numbers, words of an
identifier, a path by its file and as much of its folders as tells it from others, a long text by its beginning, SQL by
its table and its values. An id may be named by the thing it stands for, in words that mean no other of its list. What
else a value may be called is said by the rule (`said_as`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from typing import Any

from evalwright.text import phrase
from evalwright.workbench import is_said, quoted

from .model import Confirm
from .said_as import Way
from .things import Seen, Thing, at_path, is_id_name, is_title, sayable_fields, thing_of, things_of

_SQL = re.compile(r"\s*(?:select|insert|update|delete|create|drop|alter|replace|with)\s", re.I)
_TABLE = re.compile(r"\b(?:from|into|update|table|join)\s+(?:if\s+(?:not\s+)?exists\s+)?[\"`\[]?(\w+)", re.I)
_LITERAL = re.compile(r"'((?:[^']|'')*)'|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
_SLASH = re.compile(r"[/\\]")
_LINE_BREAK = re.compile(r"[\n\"'`\u201c\u300a]")
_APART = re.compile(r"[_\-\s]+")
_LONG_TEXT = 200
_BEGINNING = 40
_SHORTEST_NAME = 3
_MAX_DEPTH = 6
_MAX_THINGS = 20
_MAX_MENTIONS = 200
_LONGEST_STATEMENT = 10_000


class Question:
    """What the assistant asked before a call, and what was known then."""

    def __init__(
        self, text: str, lang: str | None, seen: Callable[[], Sequence[Seen]], heard: Callable[[], str]
    ) -> None:
        self.text = text
        self.folded = text.casefold()
        self.lang = lang
        self._seen, self._heard = seen, heard

    @cached_property
    def seen(self) -> Sequence[Seen]:
        """The results before the call, the latest first."""
        return self._seen()

    @cached_property
    def heard(self) -> str:
        """All that users and tools said before it."""
        return self._heard()

    @cached_property
    def words(self) -> str:
        """The text in small letters with one space between words, whatever stood there."""
        return _APART.sub(" ", self.folded)

    def holds(self, value: str | int | float) -> bool:
        """Whether the text holds a value as it stands."""
        return isinstance(value, str) and is_said(value.casefold(), self.folded, plainly=True)

    def says(self, value: str | int | float) -> bool:
        """Whether the text says a value, in whatever form people write it."""
        if self.holds(value):
            return True
        if isinstance(value, str):
            words = _APART.sub(" ", value.casefold()).strip()
            if words and len(words) <= len(self.words) and is_said(words, self.words, plainly=True):
                return True
        return is_said(value, self.text)


def unnamed_details(rule: Confirm, arguments: Mapping[str, Any], question: Question) -> Iterator[tuple[str, str]]:
    """The details of a call that the question before it does not name: where they stand, and what is missing."""
    details = _Details(rule, arguments, question)
    for name, value in arguments.items():
        if name not in rule.unnamed:
            yield from details.missing(name, name, value, 0)


class _Details:
    """The arguments of one call beside its question."""

    def __init__(self, rule: Confirm, arguments: Mapping[str, Any], question: Question) -> None:
        self._rule = rule
        self._arguments = arguments
        self._question = question
        self._things: dict[tuple[str | int, tuple[str, ...]], Thing | None] = {}

    def missing(self, name: str, path: str, value: Any, place: int, depth: int = 0) -> Iterator[tuple[str, str]]:
        """What the question lacks of a value; `place`: where it stands in its list."""
        if value is None or value == "" or depth > _MAX_DEPTH:
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                if key not in self._rule.unnamed:
                    yield from self.missing(str(key), f"{path}.{key}", inner, place, depth + 1)
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                yield from self.missing(name, f"{path}[{number}]", inner, number, depth + 1)
        elif isinstance(value, bool):
            if value and not self._names_switch(name):
                yield path, phrase("audit.detail.switch", name=quoted(name))
        elif not self._question.holds(value):
            yield from ((path, what) for what in self._otherwise(name, value, place))

    def _says(self, value: str | int | float) -> bool:
        """Whether the question says a value, or what else it is called."""
        return self._question.says(value) or self._calls(value)

    def _calls(self, value: Any) -> bool:
        return any(words in self._question.folded for words in self._rule.called.get(str(value), ()))

    def _names_switch(self, name: str) -> bool:
        """Whether something that is switched on is spoken of; what it is called in Chinese nobody can tell."""
        if self._question.lang == "zh" or name in self._rule.said_as:
            return self._question.lang == "zh" or bool(self._named_in_some_way(name, True, 0)[0])
        stems = [word[:5].casefold() for word in re.findall("[A-Z]?[a-z]+", name)]
        return any(stem in self._question.folded for stem in stems)

    def _otherwise(self, name: str, value: str | int | float, place: int) -> list[str]:
        """What is missing of a value that is not named as it stands; nothing where it is named in another way."""
        if name in self._rule.said_as:
            named, missing = self._named_in_some_way(name, value, place)
            return [] if named or self._says(value) else missing or [quoted(str(value))]
        if self._says(value):
            return []
        if isinstance(value, str) and self._names_text(name, value):
            return []
        if not isinstance(value, str | int) or not is_id_name(name):
            return [quoted(str(value))]
        things = list(islice(things_of(value, name, self._question.seen), _MAX_THINGS))
        if any(_singled_out(thing, self._says) for thing in things):
            return []
        titles = (field for thing in things for _, field in sayable_fields(thing.fields))
        title = next(titles, None)
        return [quoted(str(value)) if title is None else _called(title, value)]

    def _named_in_some_way(self, name: str, value: Any, place: int) -> tuple[bool, list[str]]:
        """Whether one of the rule's own ways names a value; else what the first of them that fits lacks."""
        missing: list[str] = []
        for way in self._rule.said_as[name]:
            if way.value != "*" and not fnmatchcase(str(value), way.value):
                continue
            thing = self._thing(name, value, (*way.fields, way.having, way.lacking, *(key for key, _ in way.changed)))
            if self._fits_way(way, thing, value):
                lacks = self._lacks(way, value, thing, place)
                if not lacks:
                    return True, []
                missing = missing or (lacks if way.fields or way.changed else [])
        return False, missing

    def _thing(self, name: str, value: Any, having: Sequence[str]) -> Thing | None:
        wanted = tuple([field for field in having if field])
        if not wanted or not isinstance(value, str | int):
            return None
        if (value, wanted) not in self._things:
            self._things[value, wanted] = thing_of(value, name, self._question.seen, having=wanted)
        return self._things[value, wanted]

    def _fits_way(self, way: Way, thing: Thing | None, value: Any) -> bool:
        if way.having and (thing is None or not thing.get(way.having)):
            return False
        if way.lacking and thing is not None and thing.get(way.lacking):
            return False
        return not way.same_as or self._value_at(way.same_as) == value

    def _value_at(self, path: Sequence[str]) -> Any:
        """What stands at a path of the latest result about the same things as the call."""
        for seen in self._question.seen:
            told = seen.value if isinstance(seen.value, dict) else {}
            about = any(told.get(name) == value for name, value in self._arguments.items() if isinstance(value, str))
            found = at_path(told, path) if about else None
            if found is not None:
                return found
        return None

    def _lacks(self, way: Way, value: Any, thing: Thing | None, place: int) -> list[str]:
        folded = self._question.folded
        if way.words and not any(map(folded.__contains__, way.words)):
            return [quoted(str(value))]
        for field in way.fields:
            known = thing.get(field) if thing is not None else None
            plain = known is not None and not isinstance(known, dict | list)
            if plain and str(known).casefold() not in folded and not self._calls(known):
                return [_called(known, value)]
        missing: list[str] = []
        for field, argument in way.changed:
            before = self._options(argument, field, place)
            for key, option in (_mapping(thing.get(field)) if thing is not None and before is not None else {}).items():
                said = str(option).casefold() in folded or self._calls(option)
                if (before or {}).get(key) != option and not said:
                    missing.append(phrase("audit.detail.option", key=quoted(key), value=quoted(option)))
        return missing

    def _options(self, argument: str, field: str, place: int) -> Mapping[str, Any] | None:
        """The same field of the thing that another argument names at the same place; None where it names none."""
        given = self._arguments.get(argument)
        old = given[place] if isinstance(given, list) and place < len(given) else given
        if not isinstance(old, str | int):
            return None
        thing = self._thing(argument, old, [field])
        return _mapping(thing.get(field)) if thing is not None else {}

    def _names_text(self, name: str, value: str) -> bool:
        """Whether a text that is no plain value is named as such texts are."""
        if len(value) <= _LONGEST_STATEMENT and _SQL.match(value):
            return self._names_statement(value)
        if "\n" in value.strip() or len(value) > _LONG_TEXT:
            return self._names_long_text(value)
        return _is_path(value) and self._names_path(name, value)

    def _names_long_text(self, value: str) -> bool:
        """A text of several lines by each of them, a long one by its beginning."""
        asked = " ".join(self._question.folded.split())
        lines = [" ".join(line.split()) for line in value.casefold().splitlines() if line.strip()]
        if len(value) > _LONG_TEXT:
            return " ".join(lines)[:_BEGINNING] in asked
        return all(line in asked for line in lines)

    def _names_statement(self, value: str) -> bool:
        """SQL by the values in it, and by its tables: in Chinese, where tables are called otherwise, if it has none."""
        literals = [text.replace("''", "'") or number for text, number in _LITERAL.findall(value)]
        tables = dict.fromkeys(_TABLE.findall(value))
        if not all(self._says(literal) for literal in literals if literal):
            return False
        if self._question.lang == "zh" and literals:
            return True
        return bool(literals or tables) and all(self._names_table(table) for table in tables)

    def _names_table(self, table: str) -> bool:
        words = _APART.sub(" ", table.casefold()).strip()
        return any(form in self._question.words for form in (words, words.removesuffix("s"), words.removesuffix("es")))

    def _names_path(self, name: str, value: str) -> bool:
        """A path by its last part, and by a folder where another path that was spoken of ends alike."""
        *folders, last = [part for part in _SLASH.split(value) if part] or [""]
        if not last or not self._question.says(last):
            return False
        for other in self._folders_of_others(name, folders, last):
            apart = [folder for folder in folders if folder not in other]
            if not any(self._question.says(folder) for folder in apart or [value]):
                return False
        return True

    def _folders_of_others(self, name: str, folders: list[str], last: str) -> Iterator[list[str]]:
        """Those of other paths with this last part; what the call itself makes of it later is none."""
        names = list(self._arguments)
        later = [str(self._arguments[each]) for each in (names[names.index(name) + 1 :] if name in names else ())]
        known = ["/".join(folders), *("/".join(part for part in _SLASH.split(path) if part) for path in later)]
        for before in _before_name(self._question.heard, last):
            *_, word = ["", *before.split()]
            own = any(before.endswith(path.removesuffix(f"/{last}")) for path in known) or known[0].endswith(word)
            if not own:
                yield before.split("/")


def _before_name(text: str, last: str) -> Iterator[str]:
    """What stands in the line before each mention of a file in a folder, with slashes as they are on most machines."""
    at, found = text.find(last), 0
    while at >= 0 and found < _MAX_MENTIONS:
        after = text[at + len(last) : at + len(last) + 1]
        if at and text[at - 1] in "/\\" and not (after.isalnum() or after in ("_", "-")):
            found += 1
            yield _LINE_BREAK.split(text[max(at - _LONG_TEXT, 0) : at - 1])[-1].replace("\\", "/").strip("/")
        at = text.find(last, at + 1)


def _is_path(value: str) -> bool:
    return ("/" in value or "\\" in value) and "://" not in value and len(value) <= _LONG_TEXT


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _called(title: object, value: object) -> str:
    """A thing by what it is called and by its id."""
    return phrase("audit.detail.thing", title=quoted(str(title)), value=quoted(str(value)))


def _is_telling(value: object) -> bool:
    """Whether a value is long enough not to stand in a text by chance."""
    return not isinstance(value, str) or len(value) >= (_SHORTEST_NAME if value.isascii() else _SHORTEST_NAME - 1)


def _singled_out(thing: Thing, says: Callable[[str | int | float], bool]) -> bool:
    """Whether words of the question mean this thing and no other of its list."""
    said = {name: value for name, value in sayable_fields(thing.fields) if _is_telling(value) and says(value)}
    words = [name for name, value in said.items() if isinstance(value, str)]
    if not words or (not thing.mates and len(words) == 1 and not is_title(words[0].rpartition(".")[2])):
        return False
    mates = (mate for mate in thing.mates if isinstance(mate, dict))
    return not any(all(at_path(mate, name.split(".")) == value for name, value in said.items()) for mate in mates)
