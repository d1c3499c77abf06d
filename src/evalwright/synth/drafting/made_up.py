"""Which calls to a made-up backend make sense: what it makes up is what it is said to be, and nothing is worked out.

A backend that is made up from schemas can hold books with titles, people and orders; it cannot hold the symbols of
stocks, and it cannot convert a unit. What it gives for those would be false or silly, so such tools are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import resource_json

from ..generic.actions import agreeing_option, output_options
from ..generic.entity_types import PERSONS
from ..generic.names import is_opaque, singular, words_of
from ..generic.sample_values import stock
from ..generic.samples import NAMED_PEOPLE
from ..generic.toolview import ToolView
from ..scenarios.telling import name_key, told
from .feeds import Observed
from .nouns import is_key
from .sayable import is_placeholder
from .worlds import Explored

_TITLED = frozenset(resource_json(__package__, "words/purposes.json")["titled"])
"""Things that may be called anything: a book, a hotel, a project."""
_OF_PEOPLE = PERSONS | NAMED_PEOPLE
_NAMED = (("name",), ("title",), ("label",))
_SELECTING = frozenset(resource_json(__package__, "words/purposes.json")["selecting"])
"""Parameters that say which part or form of a result is wanted."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BEGINS = {"from": ("to",), "start": ("end", "stop"), "begin": ("end",), "min": ("max",)}
_WRITTEN = frozenset({"message", "note", "comment", "feedback", "review", "reminder", "memo"})
"""What people write, in any words."""
_SENTENCES = frozenset(sentence for lang in ("en", "zh") for sentence in stock(lang).notes)
_MOST_USERS = 200
_SEVERAL, _SENTENCE = 2, 5
_OF_ALL = re.compile(r"\w+ (?:all|every) |(?:find|list|search) (?!the |an? |my )(?:[\w-]+ ){0,2}?[\w-]+[^s\W]s\b")
_FACT = re.compile(r"\w+ (?:the |my )?(?:[\w-]+ ){0,2}?([\w-]+)$")
_FACTS = frozenset(resource_json(__package__, "words/purposes.json")["fact_nouns"])
_MOST_LINES, _MOST_OF_MACHINES = 16, 5
"""Lines of an answer, and of how many lines one may be nothing that a person reads."""
_OF_MACHINES = re.compile(r"\w://|: ?/\w|\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{12,}|[0-9a-f]{16,}|[\w+/]{12,}==|\{")
_DEEPEST = 6
_TEXTS = frozenset({"content", "text", "body", "caption", "lyrics", "transcript", "comment"})
"""Fields that hold what a thing is all about."""
_PERSON_ID = re.compile(r"[a-z]+_[a-z]+_\d{2,}")
_CALCULATED = frozenset({"expression", "formula"})


def is_sensible(call: Observed, view: ToolView) -> bool:
    """Whether nothing in a call to a made-up backend is a name or a sentence that such a thing would not have."""
    about = {singular(word) for word in (*view.nouns, *words_of(view.name))}
    if any(is_opaque(param.name) for param in view.required) or _is_named_otherwise(call, view):
        return False
    if _is_only_a_place(call) or _contradicts(call, view) or _ignores_what_was_chosen(call, view):
        return False
    if any(map(_runs_backwards, _records_within(call.value, 0))):
        return False
    if _is_reckoned(call, view) or _lacks_its_text(call, view) or _is_of_another(call, view):
        return False
    given = all(_may_stand(text, fields, about) for text, fields in _texts_within(call.arguments, ()))
    return given and all(_may_stand(text, fields, about) for text, fields in _texts_within(call.value, ()))


def _is_only_a_place(call: Observed) -> bool:
    """Whether a result says nothing but a place that nobody named: where the nearest airport is cannot be made up."""
    texts = [text for text, _ in _texts_within(call.value, ())]
    places = [text for text in texts if text in stock("en").cities or text in stock("zh").cities]
    alone = len(places) == len(texts) and not _has_numbers(call.value)
    return bool(places) and alone and not set(places) & set(map(str, call.arguments.values()))


def _runs_backwards(record: Mapping[str, Any]) -> bool:
    """Whether something ends before it begins: `year_from: 2019; year_to: 2012`."""
    held = {words_of(str(key)): value for key, value in record.items() if _is_plain_number(value) or _is_day(value)}
    for words, value in held.items():
        begins = [at for at, word in enumerate(words) if word in _BEGINS]
        others = [(*words[:at], ends, *words[at + 1 :]) for at in begins for ends in _BEGINS[words[at]]]
        for other in others:
            if other in held and type(held[other]) is type(value) and held[other] < value:
                return True
    return False


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and _DAY.match(value) is not None


def are_all_alike(calls: Sequence[Observed]) -> bool:
    """Whether several things that were looked up are all the same in words: an example that stands for each of them."""
    given = {repr(sorted(call.arguments.items(), key=str)) for call in calls if call.arguments}
    named = all(isinstance(call.value, Mapping) and name_key(call.value) is not None for call in calls)
    words = {frozenset(text for text, _ in _texts_within(call.value, ()) if _is_of_words(text)) for call in calls}
    return len(given) > 1 and named and len(words) == 1 and len(next(iter(words))) > 1


def ignore_what_was_asked(calls: Sequence[Observed], view: ToolView) -> bool:
    """Whether a result is the same whatever is asked for, and says nothing of that: what lies nearest to any place.

    A sentence that is an example, and does not name what was asked for, is about something else.
    """
    shown = [call for call in calls if told(call.value) is not None]
    given = {repr(sorted(call.arguments.items(), key=str)) for call in shown}
    values = {repr(call.value): call for call in shown}
    if not view.required or len(values) != 1:
        return False
    (call,) = values.values()
    texts = {text for text, _ in _texts_within(call.value, ())}
    held = {*texts, *(str(number) for record in _records_within(call.value, 0) for number in record.values())}
    if held & set(map(str, call.arguments.values())):
        return False
    sentence = len(texts) == 1 and len(next(iter(texts)).split()) >= _SENTENCE
    return (sentence and not _names_any(texts, call.arguments)) or (len(given) >= _SEVERAL and len(texts) > 1)


def _names_any(texts: set[str], arguments: Mapping[str, Any]) -> bool:
    said = [str(value).casefold() for value in arguments.values()]
    return any(value in text.casefold() for text in texts for value in said)


def lacks_all_that_is_listed(calls: Sequence[Observed], purpose: str) -> bool:
    """Whether `all shows` is answered with one thing, as a document says that does not know of the list."""
    values = [call.value for call in calls if isinstance(call.value, Mapping)]
    single = [value for value in values if len(value) > 1 and ("id" in value or not _lists_in(value))]
    return _OF_ALL.match(purpose) is not None and bool(values) and len(single) == len(values)


def _lists_in(value: Mapping[str, Any]) -> list[Any]:
    return [inner for inner in value.values() if isinstance(inner, list)]


def withholds_its_fact(calls: Sequence[Observed], purpose: str) -> bool:
    """Whether what is asked for is one fact, such as a balance, and no field of what is made up says it."""
    asked = _FACT.match(purpose)
    fields = {
        word for call in calls for record in _records_within(call.value, 0) for key in record for word in words_of(key)
    }
    return asked is not None and asked[1] in _FACTS and bool(fields) and asked[1] not in fields


def _is_of_words(text: str) -> bool:
    """Whether a text is no number, day or address, which are drawn for each thing anew."""
    return "@" not in text and not any(map(str.isdigit, text))


def _has_numbers(value: Any) -> bool:
    return any(_is_plain_number(each) for record in _records_within(value, 0) for each in record.values())


def _contradicts(call: Observed, view: ToolView) -> bool:
    """Whether a field that may be one of several says what was not done: `on` after lights were switched off."""
    if view.effect != "write" or not isinstance(call.value, Mapping):
        return False
    return any(
        name in call.value and agreeing_option(view, call.arguments, options) != call.value[name]
        for name, options in output_options(view).items()
    )


def _ignores_what_was_chosen(call: Observed, view: ToolView) -> bool:
    """Whether a result is the same whatever part of it was asked for: no made-up backend knows what `detail` leaves."""
    if view.effect == "write":
        return False
    chosen = [param.name for param in view.required if param.options and _SELECTING & set(words_of(param.name))]
    told = {text.lower() for text, _ in _texts_within(call.value, ())}
    return any(str(call.arguments.get(name)).lower() not in told for name in chosen)


def _is_reckoned(call: Observed, view: ToolView) -> bool:
    """Whether a result holds numbers that follow from others: a balance after a payment, the numbers of what exists."""
    plain = {param.name for param in view.required if not is_key(param)}
    given = [value for name, value in call.arguments.items() if name in plain and _is_plain_number(value)]
    changed = view.effect == "write" and bool(given)
    for record in _records_within(call.value, 0):
        for key, value in record.items():
            if isinstance(value, list) and value and all(map(_is_plain_number, value)):
                return True
            if (
                changed
                and _is_plain_number(value)
                and value not in call.arguments.values()
                and words_of(key)[-1:] != ("id",)
            ):
                return True
    return False


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _lacks_its_text(call: Observed, view: ToolView) -> bool:
    """Whether a thing lacks its text or most of its fields, which nobody could make up: a post without its words."""
    fields = _declared_fields(view.output, 0)
    made = {str(key) for record in _records_within(call.value, 0) for key in record}
    return bool(fields & _TEXTS and not fields & _TEXTS & made) or len(fields & made) * 2 < len(fields)


def _declared_fields(schema: Any, depth: int) -> set[str]:
    """The names of all fields that a schema declares for a result."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return set()
    inside = schema.get("properties")
    own = inside if isinstance(inside, Mapping) else {}
    below = [*own.values(), schema.get("items")]
    return {str(key) for key in own}.union(*(_declared_fields(each, depth + 1) for each in below))


def _is_of_another(call: Observed, view: ToolView) -> bool:
    """Whether what was made for one person has the id of another; a thing that was there belongs to whom it belongs."""
    given = [*call.arguments.values()]
    ids = [text for text in given if isinstance(text, str) and _PERSON_ID.fullmatch(text)]
    if ids and any(
        text not in given and fields and _is_id_of_person(fields[-1]) and _PERSON_ID.fullmatch(text)
        for text, fields in _texts_within(call.value, ())
    ):
        return True
    if view.effect != "write" or any(words_of(name)[-1:] == ("id",) for name in call.arguments):
        return False
    said = {str(value).split("_")[0] for value in given}
    return any(
        text not in given and text.split("_")[0] not in said
        for text, fields in _texts_within(call.value, ())
        if fields and _is_id_of_person(fields[-1]) and _PERSON_ID.fullmatch(text)
    )


def _is_named_otherwise(call: Observed, view: ToolView) -> bool:
    """Whether a thing has two made-up names, or one that is not its own: a list of ids is of things that are known."""
    fixed = any(param.options and param.kind is not None for param in view.required)
    for record in _records_within(call.value, 0):
        names = {key: value for key, value in record.items() if "name" in words_of(key) or words_of(key) in _NAMED}
        if fixed and names:
            return True
        if len({value for value in names.values() if isinstance(value, str) and is_any_name(value)}) > 1:
            return True
    return False


def _records_within(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    inner: list[Any] = []
    if isinstance(value, Mapping):
        yield value
        inner = list(value.values())
    for each in inner or (value if isinstance(value, list) else []):
        if depth < _DEEPEST:
            yield from _records_within(each, depth + 1)


def is_readable(call: Observed) -> bool:
    """Whether a made-up result can be told to a person: short, and not mostly addresses and ids of machines."""
    telling = told(call.value)
    lines = telling.text.split("\n") if telling is not None else []
    of_machines = sum(_OF_MACHINES.search(line) is not None for line in lines)
    return len(lines) <= _MOST_LINES and of_machines * _MOST_OF_MACHINES <= len(lines)


def _may_stand(text: str, fields: tuple[str, ...], about: set[str]) -> bool:
    """Whether a text may stand under these fields of a thing."""
    words = {singular(word) for field in fields for word in words_of(field)} | about
    around = {singular(word) for word in words_of(fields[-2])} if len(fields) > 1 else words
    if is_placeholder(text) or (fields and words_of(text) == words_of(fields[-1])):  # `name: name`
        return False
    if is_name_of_person(text):
        return bool(words & _OF_PEOPLE)
    if is_any_name(text):
        if "-" in text or "_" in text:  # called by the name of a tool
            return False
        return words_of(fields[-1] if fields else "")[-1:] in _NAMED and bool(around & _TITLED)
    return text not in _SENTENCES or bool(about & _WRITTEN)


def is_worked_out(view: ToolView, manner: str) -> bool:
    """Whether a tool's result would have to be worked out, which a made-up backend cannot do but for sums."""
    return manner == "work" and not any(_CALCULATED & set(words_of(param.name)) for param in view.params)


def backend_users(world: Explored, views: Mapping[str, ToolView]) -> list[JsonObject]:
    """Who the users of a made-up backend are: people whom a tool finds by what they know of themselves."""
    for view in views.values():
        found = [call for call in world.observed() if call.tool == view.name and call.ok]
        if not found or not view.required or not all(map(_finds_a_person, found)):
            continue
        names = [param.name for param in view.required]
        told = [dict(call.arguments) for call in found]
        told += [record for record in world.drawn() if all(isinstance(record.get(name), str) for name in names)]
        records = {repr(each): each for each in ({name: record[name] for name in names} for record in told)}
        return list(records.values())[:_MOST_USERS]
    return []


def _finds_a_person(call: Observed) -> bool:
    """Whether a call gives the id of a person, and was not given it."""
    value = call.value
    named = isinstance(value, Mapping) and len(value) == 1 and _is_id_of_person(str(next(iter(value))))
    return named and next(iter(value.values())) not in call.arguments.values()


def _is_id_of_person(field: str) -> bool:
    words = words_of(field)
    return len(words) == 2 and words[1] == "id" and words[0] in PERSONS


def is_name_of_person(text: str) -> bool:
    """Whether a text is a first and a last name of those that people are given here."""
    first, _, last = text.partition(" ")
    return first in stock("en").first and last in stock("en").last


def is_any_name(text: str) -> bool:
    """Whether a text is a name put together from words that mean nothing."""
    for lang in ("en", "zh"):
        words = stock(lang)
        first, joint, rest = text.partition(words.joint) if words.joint else _split(text, words.adjectives)
        last = rest.partition(words.joint)[0] if words.joint else rest  # `Amber Harbour Genre` says what it is as well
        if first in words.adjectives and last in words.nouns and (joint or not words.joint):
            return True
    return False


def _split(text: str, firsts: tuple[str, ...]) -> tuple[str, str, str]:
    first = next((each for each in firsts if text.startswith(each)), "")
    return first, "", text[len(first) :]


def _texts_within(value: Any, fields: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every text inside a value, with the fields around it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts_within(inner, (*fields, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_within(inner, fields)
    elif isinstance(value, str):
        yield value, fields
