"""English words for tools and their parameters: `cancel_pending_order` is to cancel a pending order.

A tool is said by its description where that begins with a verb, and by its name otherwise; both are kept, so that
not everybody says it the same way.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ..phrases import WordLists
from .clean import clean, first_sentence
from .names import is_other, participle, singular, words_of
from .parameters import Param
from .toolview import ToolView

Whose = Literal["my", "your"]
_LONGEST = 70
WORDS = WordLists(Path(__file__).parents[1] / "phrases" / "en" / "tools.words")
_SAME = WORDS.choices("verbs")
_RETURN_GIVES = re.compile(r"^returns?\s+(?:the|a|an|all|current|list|information|details|weather)\b", re.I)
_LABELS = WORDS.table("labels")
_MOMENTS = WORDS.table("moments")
_OWN = WORDS.words("own")
_MINE = WORDS.words("mine")
_AFTER_VERB = WORDS.words("after_verb")
_UNITS = WORDS.words("units")
_TO_PEOPLE = WORDS.words("to_people")
_PERSON = WORDS.words("person")
_LOOKING = WORDS.words("looking")
_TAIL = re.compile(r" (?:in|for|at|on) (?:an?|the|any|some)(?: [a-z]+){0,2}? ([A-Za-z]+)$")
_OF_USER = re.compile(r"\b(?:an?|the) (?:users?|customers?|members?|clients?)(?:'s|s')\b|\busers?'s?\b", re.I)
_USER = re.compile(r"\b(?:an?|the) (?:user|customer|member|client)\b", re.I)
_OF_A = re.compile(r"\bof (?:an?|the) (?=[a-z])", re.I)


def label(param: Param, rng: random.Random, value: object = None) -> str:
    """What a parameter is called in a sentence; an id that is mostly digits is also a number."""
    made = _label(param.name)
    if made.endswith((" id", " ids")):
        text = str(value)
        number = value is not None and 2 * sum(char.isdigit() for char in text) > len(text)
        ending = rng.choice((" number", " ID", " id") if number else (" ID", " id"))
        return made.rpartition(" ")[0] + ending + ("s" if made.endswith("s") else "")
    return made


@lru_cache(maxsize=4096)
def _label(name: str) -> str:
    words = words_of(name)
    joined = "".join(words)
    if joined in _LABELS:
        return _LABELS[joined]
    if len(words) > 1 and words[-1] in _UNITS:
        return clean(f"{' '.join(words[:-1])} in {words[-1]}", 40)
    if len(words) > 1 and words[0] in ("from", "to"):
        words = ("starting" if words[0] == "from" else "destination", *words[1:])
    text = " ".join(
        _LABELS.get(word, word) if word in ("qty", "dob", "num", "lat", "lon", "lng") else word for word in words
    )
    return clean(text or name.replace("_", " "), 40) or "value"


def field_label(name: str) -> str:
    """What a field of a result is called before its value: "created 2026-03-01"."""
    return _label(name).removesuffix(" at")


def field_noun(name: str) -> str:
    """The same as a noun: "the creation date is 2026-03-01"."""
    told = _label(name)
    if not told.endswith(" at"):
        return told
    return _MOMENTS.get(told.removesuffix(" at"), f"time {told.removesuffix(' at')}")


def is_own(param: Param) -> bool:
    """Whether a person would say `my` of it."""
    words = set(words_of(param.name))
    if is_other(param.name):
        return False
    return bool(words & _MINE) and not words & {"city", "title", "product", "item", "room", "device", "file"}


@lru_cache(maxsize=2048)
def _description_verb_phrase(view: ToolView) -> tuple[str, str] | None:
    """The verb and the rest of the description's first sentence, where it is an instruction."""
    sentence = first_sentence(view.description, _LONGEST)
    if sentence is None or not sentence.isascii():
        return None
    sentence = _without_tail(sentence, view)
    first, _, rest = sentence.partition(" ")
    verb = first.lower()
    if verb not in _SAME and verb.endswith("s") and (verb[:-1] in _SAME or verb[:-1] == view.verb):
        verb = verb[:-1]
    plainly = view.verb == "" and first[:1].isupper() and rest.split(" ")[0] in _AFTER_VERB and not first.endswith("s")
    plainly = plainly or (view.verb == "" and words_of(view.name)[:1] == (verb,))  # `deposit_coins`: Deposit coins ...
    if not rest or (verb not in _SAME and verb != view.verb and not plainly):
        return None
    if verb == "return" and not (_RETURN_GIVES.match(sentence) and view.effect != "write"):
        return (verb, rest) if view.effect == "write" else None
    return verb, rest[0].lower() + rest[1:] if not rest[:2].isupper() else rest


def _without_tail(sentence: str, view: ToolView) -> str:
    """Without `in a room` at its end, where the room is a parameter and said by itself."""
    tail = _TAIL.search(sentence)
    said = {word for param in view.params for word in words_of(param.name)}
    return sentence[: tail.start()] if tail and singular(tail[1].lower()) in said else sentence


def wanted(view: ToolView, rng: random.Random) -> str:
    """What a tool does, as something that a user wants to do or to have done."""
    if view.effect != "write" and view.verb in _LOOKING and rng.random() < 0.4:
        return f"{rng.choice(('see', 'check', 'have a look at'))} {thing(view, 'my')}"
    made = action(view, rng, "my")
    verb, _, rest = made.partition(" ")
    if verb in _TO_PEOPLE and rest.startswith("me "):
        return f"be {participle(verb)} {rest[3:]}"
    return made


def action(view: ToolView, rng: random.Random, whose: Whose) -> str:
    """What a tool does, as something that one can do for another."""
    told = _description_verb_phrase(view)
    if told is not None and (rng.random() < 0.6 or not view.verb):
        verb, rest = told
        rest = _personal(verb, rest, whose)
        if verb == "search" and rest.startswith("for "):
            rest = rest[4:]
        elif verb == "search" and " for " in rest:
            return f"{rng.choice(('search', 'look through'))} {rest}"
    else:
        verb, rest = view.verb, _tool_name_phrase(view, whose)
    if verb == "return" and view.effect == "write":
        return f"return {rest}".strip()
    if not verb and view.effect == "read":
        return f"{rng.choice(('check', 'look up'))} {rest or 'that'}"
    if not verb:
        return f"use {rest or 'this'} function".replace("function function", "function")
    return f"{rng.choice(_SAME.get(verb, (verb,)))} {rest}".strip()


def thing(view: ToolView, whose: Whose) -> str:
    """What a tool is about, as a noun."""
    return _tool_name_phrase(view, whose) or "that"


def _personal(verb: str, rest: str, whose: Whose) -> str:
    mine = re.sub(
        _USER.pattern + " has", f"{'I' if whose == 'my' else 'you'} have", _OF_USER.sub(whose, rest), flags=re.I
    )
    if verb in _TO_PEOPLE:
        mine = _USER.sub("me" if whose == "my" else "you", mine)
    mine = _USER.sub(f"{whose} account", re.sub(r"^(?=(?:user|customer|member|client) )", f"{whose} ", mine))
    return _OF_A.sub(f"of {whose} ", mine) if any(word in _OWN for word in words_of(rest)) else mine


def _tool_name_phrase(view: ToolView, whose: Whose) -> str:
    words = [word for word in words_of(view.name) if word != view.verb or view.verb in view.nouns]
    if words and words[0] in ("all", "up", "on", "off", "to"):
        lead = words[0]
        rest = _noun_phrase(view, [word for word in words[1:] if word not in ("the", "a")], whose)
        if lead == "to":
            me = f"{'me' if whose == 'my' else 'you'} " if view.verb in _TO_PEOPLE else ""
            return f"{me}to {clean(' '.join(words[1:]), 60)}"
        return f"{lead} {rest}".strip() if lead != "all" else f"all {clean(' '.join(words[1:]), 60)}"
    return _noun_phrase(view, list(view.nouns), whose)


def _noun_phrase(view: ToolView, nouns: list[str], whose: Whose) -> str:
    if not nouns:
        return "something" if view.verb else clean(view.name.replace("_", " "), 40)
    if nouns[0] in _PERSON and view.act != "create":
        rest = nouns[1:] if nouns[1:] not in ([], ["details"], ["info"], ["information"]) else ["account", *nouns[1:]]
        return f"{whose} {clean(' '.join(rest if rest != ['id'] else nouns), 60)}"
    text = clean(" ".join(nouns), 60)
    several = singular(nouns[-1]) != nouns[-1] or nouns[-1] in ("weather", "traffic", "news", "info", "information")
    own = bool(_OWN & set(map(singular, nouns)))
    if view.act == "create" and not several:
        return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
    if own and view.act != "list":
        return f"{whose} {text}"
    if several and view.act in ("list", "create"):
        return text
    return f"the {text}"
