"""Ways to ask for what a tool is for, and to tell what it gave, in English: the frames of `words/english.json`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.text import resource_json

from ..generic.names import singular, words_of
from .nouns import PERSONS, Place, is_plural
from .phrasing import Spoken, filled, phrase_of, said_place, to_the_user
from .purposes import Purpose, purpose_of

__all__ = [
    "deed",
    "fact_words",
    "facts",
    "follow_ups",
    "frames",
    "is_about",
    "is_of_somebody",
    "label_in",
    "lang",
    "leads",
    "numbers",
    "purpose_of",
    "wishes",
    "words_for",
]

lang = "en"
_TABLES: dict[str, Any] = resource_json(__package__, "words/purposes.json")
_FRAMES: dict[str, Any] = resource_json(__package__, "words/english.json")
_DETERMINERS, _JOINTS = frozenset(_TABLES["determiners"]), frozenset(_TABLES["joints"])
_READ = frozenset({"file", "files", "document", "note", "page", "article", "message", "text", "email", "letter"})
_OWN_KIND = frozenset({"content", "contents", "text"})
_FACTS = frozenset(_TABLES["fact_nouns"])
_SINGULAR = frozenset({"the", "a", "an", "my", "every", "each", "one"})
_RESULTS = frozenset({"result", "value", "answer", "output", "message", "text"})
_OF_ONE = frozenset({"details", "contents", "info"})
"""What is said in the plural of one thing, and is no list."""
_MINE = re.compile(r"\b(?:me|my|I)\b")


def wishes(purpose: Purpose, said: Mapping[str, Spoken]) -> list[str]:
    """Ways to ask for it, with what is said of it; none where that makes no sentence."""
    text = phrase_of(purpose, said)
    if text is None:
        return []
    if purpose.manner in ("work", "do"):
        return frames(purpose.manner, deed=f"{_said_verb(purpose.verb)} {text}")
    if purpose.manner == "know":
        return frames("know", clause=f"{purpose.verb} {text}")
    if purpose.manner == "find" and not (_is_of_several(text) or _first_word(text) in _DETERMINERS or text[:1] == "{"):
        return []  # nobody says `find customer`
    if purpose.manner == "find":
        return [*frames("find", np=text), *(frames("found", np=text) if _is_of_several(text) else [])]
    return _seen(purpose, said, text)


def follow_ups(purpose: Purpose, said: Mapping[str, Spoken]) -> list[str]:
    """Ways to ask for it after it was mentioned."""
    place = thing_phrase(purpose, said)
    made = wishes(purpose, said)
    return [*made, *(frames("follow", place=place) if place is not None and purpose.manner == "see" else [])]


def is_of_somebody(purpose: Purpose) -> bool:
    """Whether it is about a person that nothing names: `a member by e-mail address`."""
    words = str(purpose.parts[0]).lower().split() if not purpose.places else []
    return words[:1] in (["a"], ["an"]) and bool(PERSONS.intersection(words[1:3]))


def deed(purpose: Purpose, said: Mapping[str, Spoken]) -> str | None:
    """What is done, as the assistant says it: a verb and what follows it."""
    text = phrase_of(purpose, said)
    return to_the_user(f"{_said_verb(purpose.verb)} {text}") if text is not None else None


def noun_phrase(purpose: Purpose, said: Mapping[str, Spoken]) -> tuple[str, str] | None:
    """What is seen, as the assistant calls it, and whether it is one or several; None where it is only a name."""
    text = phrase_of(purpose, said)
    if text is None or isinstance(purpose.parts[0], Place):
        return None
    one = _first_word(text) in _SINGULAR - {"the", "my"}
    text = re.sub(r"^(all|both) of ", r"\1 ", text)  # `all of the keys` are keys
    several = _is_of_several(text) or (not one and is_plural(_head(text)[0].split()[-1]))
    return to_the_user(_definite(text)), "are" if several else "is"


def thing_phrase(purpose: Purpose, said: Mapping[str, Spoken]) -> str | None:
    """What it is all about, where that is one thing that is said."""
    places = [place for place in purpose.places if place.param in said and said[place.param].style != "me"]
    return said_place(places[0], said[places[0].param]) if len(places) == 1 else None


def leads(purpose: Purpose, said: Mapping[str, Spoken], *, text: bool) -> list[str]:
    """What stands before what is told of a result: what it is where that is a noun, else that it came back."""
    made = (
        frames("told_found")
        if purpose.manner == "find"
        else frames("told_text" if text and _is_read(purpose) else "told")
    )
    phrase = noun_phrase(purpose, said) if purpose.manner == "see" else None
    place = thing_phrase(purpose, said) if phrase is None and purpose.manner == "see" else None
    if phrase is not None:
        return [*frames("told_of", np=phrase[0], be=phrase[1]), *made]
    return [*(frames("told_about", place=place) if place is not None else []), *made]


def facts(purpose: Purpose, said: Mapping[str, Spoken], slot: str) -> list[str]:
    """What is told where the result is one value: `Your balance is 12`."""
    named = noun_phrase(purpose, said) if purpose.manner == "see" else None
    made = frames("told_fact", np=f"{named[0][:1].upper()}{named[0][1:]}" if named else "", be="is", slot=slot)
    return made if named is not None and named[1] == "is" else made[1:]


def is_about(purpose: Purpose, field: str) -> bool:
    """Whether what is asked for is what a field says, by the words of both; what is worked out is the result."""
    words = {singular(word) for part in purpose.parts if isinstance(part, str) for word in words_of(part)}
    told = {singular(word) for word in words_of(field)}
    return purpose.manner in ("work", "know") or bool(words & told) or bool(told & _RESULTS)


def numbers(purpose: Purpose, said: Mapping[str, Spoken], slot: str) -> list[str]:
    """What is told where the result is a bare number: how many, or how much it is."""
    return frames("told_number", slot=slot) if purpose.verb == "count" else facts(purpose, said, slot)


def label_in(purpose: Purpose, param: str) -> str:
    """What a parameter is called in a sentence."""
    return " ".join(words_of(param)) or param


def fact_words(name: str, label: str, *, mine: bool, counts: bool) -> dict[str, Sequence[str]]:
    """How a fact is asked for and said: as its name says, which needs words of its own only where it is of several."""
    if mine or not is_plural(label.split()[-1]):
        return {}
    end = "_count" if counts else "_several"
    return {key: frames(f"{key}{end}", label=label, slot=f"{{{name}}}") for key in ("ask", "say")}


def frames(name: str, **slots: str) -> list[str]:
    """The ways to say something, with its slots filled in."""
    mine = any(_MINE.search(text) for text in slots.values())
    told = [frame for frame in _FRAMES[name] if not (mine and " for me" in frame)]
    if any(text.endswith(" for me") for text in slots.values()):  # nobody wants to do a thing for me
        told = [frame for frame in told if not frame.startswith("I (want")]
    return [filled(frame, **slots) for frame in told]


def words_for(name: str) -> Any:
    """What stands in the file of words under a name, as it is."""
    return _FRAMES[name]


def _said_verb(verb: str) -> str:
    return "look up" if verb == "lookup" else verb


def _definite(text: str) -> str:
    return text if _first_word(text) in _DETERMINERS or text.startswith("{") else f"the {text}"


def _seen(purpose: Purpose, said: Mapping[str, Spoken], text: str) -> list[str]:
    np = text if isinstance(purpose.parts[0], Place) else _definite(text)
    made = frames("see", np=np)
    head, tail = _head(text)
    if np.startswith(("the ", "my ")) and head.split()[-1:] and head.split()[-1] in _FACTS and " and " not in head:
        made += frames("definite", np=np, be="is")
    if _is_of_several(text) and head and head.split()[-1] not in _OF_ONE:
        mine = head.startswith("my ")
        if not (mine and tail):
            made += frames("several_mine" if mine else "several_there", things=head.removeprefix("my "), tail=tail)
        made += frames("several", np=np)
    place = thing_phrase(purpose, said)
    return [*made, *(frames("contents", place=place) if place is not None and _is_contents(purpose) else [])]


def _first_word(text: str) -> str:
    return text.split(" ", 1)[0].lower()


def _head(text: str) -> tuple[str, str]:
    """The noun that it is all about, and what follows it with a space before."""
    words = text.split()
    if words and words[0] in ("all", "my", "the"):
        del words[0]
    ends = (
        at for at, word in enumerate(words) if (at and _ends_noun(word, words[at + 1 : at + 2])) or word.startswith("{")
    )
    end = next(ends, len(words))
    while end > 1 and words[end - 1] in ("and", "or"):  # `entities and their relations`
        end -= 1
    head, tail = words[:end], words[end:]
    return " ".join(head), f" {' '.join(tail)}" if tail else ""


def _ends_noun(word: str, after: list[str]) -> bool:
    """Whether a noun ends before a word: a preposition, or `created by`."""
    return word in (_JOINTS - {"and", "or"}) | _DETERMINERS or (
        word.endswith("ed") and bool(after) and after[0] in _JOINTS
    )


def _is_of_several(text: str) -> bool:
    head, _ = _head(text)
    return bool(head) and is_plural(head.split()[-1]) and _first_word(text) not in _SINGULAR


def _is_read(purpose: Purpose) -> bool:
    """Whether it is about something that people read: a file `says` something, a list of products does not."""
    words = [word for part in purpose.parts for word in (part if isinstance(part, str) else part.noun).lower().split()]
    return bool((_READ | _OWN_KIND) & set(words))


def _is_contents(purpose: Purpose) -> bool:
    first = purpose.parts[0]
    read = any(_READ & set(place.noun.lower().split()[-1:]) for place in purpose.places[:1])
    return isinstance(first, str) and bool(_OWN_KIND & set(first.split())) and first.endswith(" of") and read
