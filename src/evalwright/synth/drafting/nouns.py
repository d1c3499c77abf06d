"""Which noun of a sentence is the thing that a parameter names: `a specific table` is what `table_name` says.

A noun is a place for a value where it points at one thing ("a", "the specified", "by ID") and a parameter is about
such things, by its name or by what its description says it is the name of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.text import resource_json

from ..generic.names import singular, words_of
from ..generic.parameters import Param
from ..generic.toolview import ToolView

_TABLES: dict[str, Any] = resource_json(__package__, "words/purposes.json")
_DETERMINERS, _POINTING, _JOINTS = (frozenset(_TABLES[name]) for name in ("determiners", "pointing", "joints"))
_ID_WORDS = frozenset(map(singular, _TABLES["id_words"]))
_PATH_NOUNS = frozenset(map(singular, _TABLES["path_nouns"]))
_NOT_PLURAL, _ALWAYS_PLURAL = frozenset(_TABLES["not_plural"]), frozenset({"details", "people", "contents"})
_ONE = frozenset({"a", "an", "one", "any", "this", "another"})
_ABOUT = frozenset({"detail", "info", "information", "profile", "record", "data", "status", "history"})
_OF_ITS_KIND = re.compile(
    r"\b(?:name|title|id|identifier|path|key|slug|number|code|symbol|handle)s? (?:of|for) (?:the |an? )?"
    r"(?:(?:single|specific|specified|given|particular|certain|existing|desired|requested) |"
    r"(?:source|target|parent) (?!of|for|to|from|in|is|that|which))?(\w+)",
    re.I,
)
_SHORT: dict[str, str] = _TABLES["short"]
PERSONS = frozenset(_TABLES["persons"])
_FOUND_BY: dict[str, str] = resource_json(__package__, "words/english.json")["found_by"]
"""How a value that things are found by is said behind them, where `with` and its name would not do."""
_CALLED = (("name",), ("title",), ("label",), ("subject",))
_LONGEST_NOUN = 4
_SOUGHT, _SEARCH_WORDS = (frozenset(map(singular, _TABLES[name])) for name in ("sought", "search_words"))
_INDEFINITE = re.compile(r"(?:^|(?<= ))an? (?P<noun>[a-z][\w-]*)$")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is said."""

    param: str
    noun: str
    """What sort of thing it is, in the words of the description."""
    words: str
    """What stood there."""
    new: bool = False
    """Whether it is what something to come shall be called."""
    counted: bool = False
    """Whether it says how many there are: `coins` of `deposit coins`."""
    alone: bool = False
    """Whether its noun stands before it already: `with specialty Neurology`."""


def thing_of(param: Param) -> str | None:
    """The thing that a parameter is about: `table` for `table_name`; None where its name says only `id` or `path`."""
    words = [word for word in words_of(param.name) if len(word) > 1 or not word.isascii()]
    for at, word in enumerate(words[1:], 1):
        if word in ("to", "of", "for", "from", "in"):
            words = words[:at]
            break
    if len(words) == 1 and words[0].endswith("name") and len(words[0]) > 6:  # `username`
        words = [words[0].removesuffix("name")]
    whole = words
    while len(words) > 0 and singular(words[-1]) in _ID_WORDS:
        words = words[:-1]
    if len(whole) - len(words) == 2 and whole[-2] in ("key", "code", "number"):  # an `ssh_key_id` is of a key
        words = whole[:-1]
    if words:
        return _SHORT.get(singular(words[-1]), singular(words[-1]))
    told = _OF_ITS_KIND.search(param.description[:200])
    return singular(told[1].lower()) if told else None


def is_key(param: Param) -> bool:
    """Whether a parameter says which thing is meant."""
    words = words_of(param.name)
    named = bool(words) and (singular(words[-1]) in _ID_WORDS or words[-1].endswith("name"))
    return not param.options and (named or thing_of(param) is None)


def is_path(param: Param) -> bool:
    """Whether a parameter is a place among files."""
    return singular(words_of(param.name)[-1:][0] if words_of(param.name) else "") == "path"


def is_looked_for(param: Param, view: ToolView) -> bool:
    """Whether a parameter of a tool that changes something says which thing is meant, not what one will be called."""
    called = thing_of(param) in (None, view.noun) and words_of(param.name)[-1:] in _CALLED
    if view.act == "create" and (called or words_of(param.name) in _CALLED):
        return False
    return is_key(param) or is_path(param) or param.kind is not None


def _means(param: Param, noun: Sequence[str]) -> bool:
    """Whether a noun is what a parameter is about."""
    head, thing = singular(noun[-1].lower()), thing_of(param)
    if thing is None:
        return is_path(param) and head in _PATH_NOUNS
    told = _OF_ITS_KIND.search(param.description[:200])
    also = singular(told[1].lower()) if told else thing
    return _same_noun(thing, head) or _same_noun(also, head)


def _same_noun(one: str, other: str) -> bool:
    """`repo` is a repository, and a user is a customer."""
    return _SHORT.get(one, one) == _SHORT.get(other, other) or {one, other} <= PERSONS


def key_at_the_end(words: list[str], params: Sequence[Param]) -> tuple[list[str], tuple[Param, str] | None]:
    """Without `by ID` or `based on a query` at the end, where that is a parameter; which, and what it was called."""
    lowered = [word.lower() for word in words]
    for joint in ("by", "on"):
        if joint not in lowered[1:]:
            continue
        at = len(lowered) - 1 - lowered[::-1].index(joint)
        if joint == "on" and lowered[at - 1] != "based":
            continue
        start = at - 1 if joint == "on" else at
        after = [
            each for word in words[at + 1 :] for each in (words_of(word) if word.isidentifier() else (word.lower(),))
        ]
        key = [word for word in after if word not in _DETERMINERS and word not in _POINTING]
        found = sorted((param for param in params if _is_called(param, key)), key=lambda each: _distance(each, key))
        if 0 < len(key) <= 3 and found and start > 0:
            return words[:start], (found[0], " ".join(key))
        if (
            start > 0
            and {"and", "or"} & set(key)
            and any(_is_called(param, [word]) for param in params for word in key)
        ):
            return words[:start], None  # `by name and postal code`: each is said by itself
    return words, None


def _is_called(param: Param, key: Sequence[str]) -> bool:
    """Whether these words are what a parameter is called: `ID`, `name`, `company name`."""
    own, told = {singular(word) for word in words_of(param.name)}, {singular(word) for word in key}
    if own & _SOUGHT and told and told <= _SEARCH_WORDS:
        return True
    return bool(told) and (told <= own or own <= told or (told <= _ID_WORDS and is_key(param)))


def _distance(param: Param, key: Sequence[str]) -> tuple[bool, bool]:
    """How far a parameter is from what it is called."""
    own = {singular(word) for word in words_of(param.name)}
    return not {singular(word) for word in key} <= own, not param.required


def with_places(
    words: list[str], params: Sequence[Param], key: tuple[Param, str] | None, *, finds: bool, creates: bool
) -> tuple[list[str | Place], list[Param]]:
    """The words, with a place for each noun that says which thing is meant; and the parameters that have none."""
    parts: list[str | Place] = []
    free = list(params)
    words = _with_owner_behind(words, params)
    at = 0
    while at < len(words):
        noun, length = _noun_at(words, at)
        placed = _placed(noun, words, at, length, free, key) if noun else []
        if not placed:
            parts = _append(parts, words[at])
            at += 1
            continue
        for number, param in enumerate(placed):
            free = [each for each in free if each is not param]
            parts = _append(parts, "and") if number else parts
            new = creates and at == 0 and words_of(param.name)[-1] in ("name", "title")
            counted = param.type in ("integer", "number") and is_plural(noun[-1]) and not is_key(param)
            parts.append(Place(param.name, " ".join(noun), " ".join(words[at : at + length]), new, counted))
        at += length
    parts, free = _with_last_one(*(_with_new_name(parts, free) if creates else (parts, free)))
    if key is not None and key[0] in free:
        free = [each for each in free if each is not key[0]]
        joint = _joint_before(key, finds)
        parts = [*_append(parts, joint), Place(key[0].name, key[1], key[1], alone=joint != "for")]
    return parts, free


def _with_new_name(parts: list[str | Place], free: list[Param]) -> tuple[list[str | Place], list[Param]]:
    """What is made is called by its name: `a task` and `title`."""
    names = [param for param in free if param.required and words_of(param.name)[-1:] in (("name",), ("title",))]
    words = parts[0].split() if parts and isinstance(parts[0], str) and names else []
    noun, length = _noun_at(words, 0) if words else ([], 0)
    if not noun or words[0].lower() not in ("a", "an"):
        return parts, free
    place = Place(names[0].name, " ".join(noun), " ".join(words[:length]), new=True)
    rest = " ".join(words[length:])
    return [place, *([rest] if rest else []), *parts[1:]], [param for param in free if param is not names[0]]


def _with_last_one(parts: list[str | Place], free: list[Param]) -> tuple[list[str | Place], list[Param]]:
    """Where one value has no place and one noun is left open, they belong together: `a commit` and `revision`."""
    left = [
        param
        for param in free
        if param.required and not param.options and not (is_path(param) and thing_of(param)) and param.type != "boolean"
    ]
    found = [
        (at, each) for at, part in enumerate(parts) if isinstance(part, str) for each in _INDEFINITE.finditer(part)
    ]
    if len(left) != 1 or len(found) != 1 or found[0][1]["noun"].split()[0] in ("new", "list", "single"):
        return parts, free
    if is_key(left[0]) and thing_of(left[0]) is not None:
        return parts, free  # it is about a thing of its own, and the noun is another one
    at, match = found[0]
    text = str(parts[at])
    place = Place(left[0].name, match["noun"], match[0].strip())
    split: list[str | Place] = [text[: match.start()].strip(), place, text[match.end() :].strip()]
    made = [*parts[:at], *(each for each in split if each != ""), *parts[at + 1 :]]
    return made, [param for param in free if param is not left[0]]


def _with_owner_behind(words: list[str], params: Sequence[Param]) -> list[str]:
    """`a customer's profile` is the profile of a customer, where a parameter says of which."""
    for at, word in enumerate(words[1:-1], 1):
        owner = word.removesuffix("'s").removesuffix("\u2019s")
        if (
            owner != word
            and words[at - 1].lower() in ("a", "an", "the")
            and any(_means(param, [owner]) for param in params)
        ):
            end = next((each for each in range(at + 1, len(words)) if words[each].lower() in _JOINTS), len(words))
            return [*words[: at - 1], "the", *words[at + 1 : end], "of", "a", owner, *words[end:]]
    return words


def _joint_before(key: tuple[Param, str], finds: bool) -> str:
    """How a value that things are found by is said behind them: `with status`, `for`."""
    if key[1] in ("query", "keyword", "topic"):
        return "about"
    if set(map(singular, key[1].split())) <= _SEARCH_WORDS and set(map(singular, words_of(key[0].name))) & _SOUGHT:
        return "matching"
    if finds and key[1] in _FOUND_BY and not key[0].options:
        return _FOUND_BY[key[1]]
    return f"with {key[1]}" if finds or key[0].options else "for"


def _append(parts: list[str | Place], word: str) -> list[str | Place]:
    if parts and isinstance(parts[-1], str):
        return [*parts[:-1], f"{parts[-1]} {word}"]
    return [*parts, word]


def _noun_at(words: list[str], at: int) -> tuple[list[str], int]:
    """The noun that begins here, without article and pointing words, and how many words it takes."""
    if at and words[at - 1].lower() not in _JOINTS:
        return [], 0
    end = at
    while end < len(words) and words[end].lower() in _DETERMINERS | _POINTING and end - at < 3:
        end += 1
    begin = end
    while end < len(words) and end - begin < _LONGEST_NOUN and words[end].lower() not in _JOINTS | _DETERMINERS:
        end += 1
    noun, either = words[begin:end], words[end : end + 2]
    if (
        len(either) == 2
        and either[0] == "or"
        and {singular(noun[-1]) if noun else "", singular(either[1])} <= _PATH_NOUNS
    ):
        return noun, end + 2 - at
    return noun, end - at


def _placed(
    noun: list[str], words: list[str], at: int, length: int, free: list[Param], key: tuple[Param, str] | None
) -> list[Param]:
    """The parameters that say which one is meant: one, or two where something lies between them."""
    lead = [word.lower() for word in words[at : at + length - len(noun)]]
    many = "multiple" in lead or "several" in lead
    pointed = bool(set(lead) & (_POINTING | _ONE)) or (many and any(param.many for param in free))
    found = [param for param in free if _means(param, noun)]
    some_of = [word.lower() for word in words[max(at - 2, 0) : at]] in (["any", "of"], ["one", "of"], ["all", "of"])
    pointed = pointed or (some_of and any(param.many for param in found))
    if at and words[at - 1] == "between" and is_plural(noun[-1]) and len(found) == 2:
        return found
    if "all" in lead or {"new", "current"} & set(noun):
        return []
    later = [word.lower() for word in words[at + length :]] if key is not None else []
    elsewhere = key is not None and not _means(key[0], noun) and any(_means(key[0], [word]) for word in later)
    if at == 0 and key is not None and set(key[1].split()) <= _ID_WORDS and is_key(key[0]) and not elsewhere:
        one = pointed or not is_plural(noun[-1])
        return [key[0]] if one and singular(noun[-1].lower()) not in _ABOUT else []
    if found and (pointed or ("the" in lead and (is_key(found[0]) or is_path(found[0])))):
        return found[:1]
    if not lead and len(noun) == 1 and any(words_of(param.name) == (noun[0].lower(),) for param in found):
        return found[:1]
    keys = [param for param in free if is_key(param) and thing_of(param) is None and not is_path(param)]
    return keys[:1] if at == 0 and pointed and len(keys) == 1 else []


def is_plural(word: str) -> bool:
    """Whether a noun is of several."""
    low = word.lower()
    return low in _ALWAYS_PLURAL or (low not in _NOT_PLURAL and singular(low) != low)
