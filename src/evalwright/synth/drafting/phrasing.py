"""What stands after the verb of a purpose, with values in its places: "the schema information for the table members".

A thing is said by its name alone where it has one ("Ruth Keller", "todo.txt"), with what it is where the name is a
mere word ("the table members"), and by its number with what it is ("order 17"). Whoever asks is "I" and "my", and "you"
and "your" where the assistant speaks. What the user cannot know is left away, with the preposition before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evalwright.text import resource_json

from ..generic.names import singular, words_of
from ..generic.parameters import Param
from .nouns import Place, is_key, is_path, thing_of
from .purposes import Purpose

Style = Literal["name", "word", "number", "title", "me"]
_TABLES: dict[str, Any] = resource_json(__package__, "words/purposes.json")
_WORDS: dict[str, Any] = resource_json(__package__, "words/english.json")
_PLACES: dict[str, str] = _WORDS["place"]
_INLINE: dict[str, str] = _WORDS["inline"]
_SPANS: dict[str, str] = _WORDS["spans"]
_TO_THE_USER: dict[str, str] = _WORDS["to_the_user"]
_STOPS = frozenset(_TABLES["joints"]) | frozenset(_TABLES["determiners"])
_OWN_NAMES = frozenset((*_TABLES["own_names"], *_TABLES["persons"]))
"""Things whose names stand alone: nobody says `the city Lisbon`."""
_FILLED = re.compile(r"<(\w+)>")
_OF_ME = re.compile(r"\b(?:I am|I have|me|my|I)\b")
_CODE = re.compile(r"[A-Z]{2,4}")
"""`airport LHR`"""
_PAIRED = {"from": "to", "to": "from"}
_ANY_VALUE = re.compile(r"^an? (?:value|number|amount|quantity)\b.*$")
"""What nobody says who names from what to what."""
_MOST_ATTACHED = 2
_ME = "\0"
"""Stands for whoever asks until the whole phrase is there."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """How a value is said: its slot, and whether it is a name, a mere word, a number, or whoever asks."""

    slot: str
    style: Style = "name"
    by_name: bool = False
    """Whether it is the name of a thing whose id a call takes."""


IT_IS_ME = Spoken("", "me")


def style_of(values: Sequence[object]) -> Style:
    """How values of a sort are said, by some of them: what reads like a sentence is put in quotation marks."""
    texts = [str(value) for value in values]
    numbered = any(isinstance(value, int | float) for value in values) or (
        bool(texts) and all(map(_CODE.fullmatch, texts))
    )
    if numbered or all(re.fullmatch(r"[\W\d_]*\d[\w-]*|#?[A-Z]{1,4}-?\d+", each) for each in texts):
        return "number"
    plain = [each for each in texts if re.fullmatch(r"[a-z0-9_-]+", each)]
    if len(plain) * 2 > len(texts):
        return "word"
    titles = [each for each in texts if re.search(r" (?!(?:of|and|the|a|an|in|on|de|von|van) )[a-z]", each)]
    return "title" if titles else "name"


def phrase_of(purpose: Purpose, said: Mapping[str, Spoken]) -> str | None:
    """What stands after the verb, with what is said in its places; None where a place cannot be left open."""
    made: list[str] = []
    for at, part in enumerate(purpose.parts):
        if isinstance(part, str):
            made.append(_escaped(part))
        elif part.param in said:
            made = _without_any_of(made)
            made.append(said_place(part, said[part.param]))
        elif not _left_open(made, last=not any(map(_matters, purpose.parts[at + 1 :]))):
            return None
    told = [
        param for param in purpose.unsaid if param.name in said and _can_be_attached(param, said[param.name], purpose)
    ]
    if any(_is_of_pair(param, purpose) for param in told) and made:
        made[-1] = _ANY_VALUE.sub("", made[-1])
    made += [
        f"{words_of(param.name)[0]} {said[param.name].slot}"
        if _is_of_pair(param, purpose)
        else _attached(param, said[param.name])
        for param in told[:_MOST_ATTACHED]
    ]
    mine = any(
        spoken.style == "me" for name, spoken in said.items() if name not in {each.param for each in purpose.places}
    )
    text = _with_me(" ".join(each for each in made if each).replace(" ,", ","))
    return (re.sub(r"^(?:the |(?=[a-z]))", "my ", text, count=1) if mine and _is_thing(text) else text) or None


def to_the_user(text: str) -> str:
    """The same as the assistant says it: `my` is `your`."""
    return _OF_ME.sub(lambda found: _TO_THE_USER[found[0]], text)


def said_place(place: Place, spoken: Spoken) -> str:
    """One value in its place."""
    if spoken.style == "me":
        return _ME
    if place.counted:
        return filled(_PLACES["counted"], noun=place.noun, slot=spoken.slot)
    if place.new:
        name = _PLACES["quoted" if spoken.style == "title" else "name"]
        return filled(_PLACES["new"], noun=place.words, slot=filled(name, slot=spoken.slot))
    if place.alone:
        return filled(_PLACES["quoted" if spoken.style == "title" else "name"], slot=spoken.slot)
    noun = " ".join([*place.noun.split()[:-1], singular(place.noun.split()[-1])]) if place.noun else ""
    style = "word" if spoken.style == "name" and noun and noun.split()[-1].lower() not in _OWN_NAMES else spoken.style
    return filled(_PLACES["name" if not noun or noun == "path" else style], noun=noun, slot=spoken.slot)


def filled(frame: str, **slots: str) -> str:
    """A frame of the word file with its slots filled in."""
    return _FILLED.sub(lambda found: slots.get(found[1], found[0]), frame)


def _is_thing(text: str) -> bool:
    """Whether a phrase begins with a noun that can be somebody's."""
    return re.match(r"(?:the )?[a-z]", text) is not None and not re.match(r"(?:a|an|all|my|any|each|up) ", text)


def _with_me(text: str) -> str:
    """Whoever asks, as the words around it want: `the tasks of a person` are my tasks."""
    words = text.split(" ")
    while "of" in words and _ME in words and words.index(_ME) - words.index("of") >= 1:
        at = words.index(_ME)
        if words[at - 1] != "of":
            break
        begin = at - 1
        while begin and words[begin - 1] not in _STOPS and not words[begin - 1].startswith("{"):
            begin -= 1
        kept = words[: begin - 1] if begin and words[begin - 1] == "the" else words[:begin]
        words = [*kept, "my", *words[begin : at - 1], *words[at + 1 :]]
    made = " ".join(words).replace(f"{_ME} has", "I have").replace(f"{_ME} is", "I am").replace(f"{_ME}'s", "my")
    return made.replace(_ME, "me")


def _escaped(text: str) -> str:
    """Words of a description, none of which means anything in a template."""
    return re.sub(r"([(){}|\\])", r"\\\1", text)


def _without_any_of(made: list[str]) -> list[str]:
    """Of one thing nobody says `any of`."""
    return [*made[:-1], re.sub(r" ?\b(?:any|one|all|some) of$", "", made[-1])] if made else made


def _matters(part: str | Place) -> bool:
    return not (isinstance(part, str) and part.startswith((",", "including")))


def _left_open(made: list[str], *, last: bool) -> bool:
    """Take away the preposition before a place that stays empty; whether that can be done."""
    if not made or not last:
        return False
    before, _, joint = made[-1].rpartition(" ")
    if joint in ("in", "within", "from", "on", "at", "inside") and before:
        made[-1] = before
        return True
    return False


def _can_be_attached(param: Param, spoken: Spoken, purpose: Purpose) -> bool:
    thing = thing_of(param)
    inline = thing in _INLINE and purpose.manner != "do"
    named = is_path(param) or inline or (thing is not None and thing not in _INLINE and is_key(param))
    return (named or _is_of_pair(param, purpose)) and spoken.style != "me"


def _is_of_pair(param: Param, purpose: Purpose) -> bool:
    """Whether a value says from what or to what something is worked out: `from_unit` beside `to_unit`."""
    ends = [words_of(each.name) for each in purpose.unsaid]
    words = words_of(param.name)
    others = {(_PAIRED.get(words[0], ""), *words[1:])} if words else set()
    return purpose.manner == "work" and bool(others & set(ends))


def _attached(param: Param, spoken: Spoken) -> str:
    """A value that the purpose has no place for: `in the repository {path}`, `for gist {id}`."""
    noun = thing_of(param) or ""
    joint = _SPANS.get(words_of(param.name)[0]) if noun in _INLINE and len(words_of(param.name)) > 1 else None
    joint = joint or _INLINE.get(noun) or ("in" if is_path(param) else "for")
    return f"{joint} {said_place(Place(param.name, noun, noun), spoken) if noun not in _INLINE else spoken.slot}"
