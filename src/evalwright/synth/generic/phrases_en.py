"""English words for tools and their parameters: `cancel_pending_order` is to cancel a pending order.

A tool is said by its description where that begins with a verb, and by its name otherwise; both are kept, so that
not everybody says it the same way.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Literal

from .clean import clean, first_sentence
from .names import singular, words_of
from .reading import Param
from .toolview import ToolView

Whose = Literal["my", "your"]
_LONGEST = 70
_SAME: dict[str, tuple[str, ...]] = {
    "get": ("look up", "check", "find out", "see", "get"),
    "fetch": ("look up", "check", "get"),
    "retrieve": ("look up", "check", "pull up", "get"),
    "return": ("look up", "get", "check"),
    "read": ("look at", "check", "read"),
    "show": ("see", "look up", "check"),
    "view": ("see", "look at", "check"),
    "query": ("check", "look up", "see"),
    "check": ("check", "look up", "see"),
    "list": ("list", "see", "go through", "get a list of"),
    "search": ("search for", "look for", "find"),
    "find": ("find", "look up", "look for"),
    "lookup": ("look up", "find"),
    "modify": ("change", "modify", "update"),
    "update": ("update", "change"),
    "change": ("change",),
    "edit": ("edit", "change"),
    "delete": ("delete", "remove", "get rid of"),
    "remove": ("remove", "take out"),
    "create": ("create", "set up", "make"),
    "add": ("add",),
    "book": ("book", "reserve"),
    "reserve": ("reserve", "book"),
    "schedule": ("schedule", "arrange", "set up"),
    "calculate": ("work out", "calculate"),
    "compute": ("work out", "compute"),
    "convert": ("convert",),
    "cancel": ("cancel", "call off"),
    "purchase": ("buy", "purchase"),
    "send": ("send",),
    "transfer": ("transfer",),
}
_RETURN_GIVES = re.compile(r"^returns?\s+(?:the|a|an|all|current|list|information|details|weather)\b", re.I)
_OWN = frozenset(
    "order booking reservation subscription appointment account profile ticket payment cart loan password plan policy"
    " claim invoice delivery shipment membership itinerary".split()
)
_LABELS = {
    "address1": "street address", "address2": "apartment or unit", "zip": "zip code", "dob": "date of birth",
    "email": "email", "qty": "quantity", "num": "number", "lat": "latitude", "lon": "longitude", "lng": "longitude",
}  # fmt: skip
_MINE = frozenset({"email", "name", "phone", "address", "address1", "address2", "zip", "birthday", "password", "id"})
_OF_USER = re.compile(r"\b(?:an?|the) (?:users?|customers?|members?|clients?)(?:'s|s')\b|\busers?'s?\b", re.I)
_USER = re.compile(r"\b(?:an?|the) (?:user|customer|member|client)\b", re.I)
_OF_A = re.compile(r"\bof (?:an?|the) (?=[a-z])", re.I)


def label(param: Param, rng: random.Random | None = None) -> str:
    """What a parameter is called in a sentence."""
    made = _label(param.name, param.path[-1] if param.path else param.name)
    if made.endswith(" id") and rng is not None:
        return made[:-3] + rng.choice((" ID", " id", " number", " ID"))
    return made


@lru_cache(maxsize=4096)
def _label(name: str, _: object) -> str:
    words = words_of(name)
    joined = "".join(words)
    if joined in _LABELS:
        return _LABELS[joined]
    text = " ".join(_LABELS.get(word, word) if word in ("qty", "dob", "num", "lat", "lon", "lng") else word for word in words)
    return clean(text or name.replace("_", " "), 40) or "value"


def field_label(name: str) -> str:
    """What a field of a result is called."""
    return _label(name, name).removesuffix(" at")


def is_own(param: Param) -> bool:
    """Whether a person would say `my` of it."""
    words = set(words_of(param.name))
    return bool(words & _MINE) and not words & {"city", "title", "product", "item", "room", "device", "file"}


@lru_cache(maxsize=2048)
def _told(view: ToolView) -> tuple[str, str] | None:
    """The verb and the rest of the description's first sentence, where it is an instruction."""
    sentence = first_sentence(view.description, _LONGEST)
    if sentence is None or not sentence.isascii():
        return None
    first, _, rest = sentence.partition(" ")
    verb = first.lower()
    if verb not in _SAME and verb.endswith("s") and (verb[:-1] in _SAME or verb[:-1] == view.verb):
        verb = verb[:-1]
    if not rest or (verb not in _SAME and verb != view.verb):
        return None
    if verb == "return" and not (_RETURN_GIVES.match(sentence) and view.effect != "write"):
        return (verb, rest) if view.effect == "write" else None
    return verb, rest[0].lower() + rest[1:] if not rest[:2].isupper() else rest


def action(view: ToolView, rng: random.Random, whose: Whose) -> str:
    """What a tool does, as something that one can want or do."""
    told = _told(view)
    if told is not None and rng.random() < 0.6:
        verb, rest = told[0], _personal(told[1], whose)
        if verb == "search" and rest.startswith("for "):
            rest = rest[4:]
    else:
        verb, rest = view.verb, _named(view, whose)
    if verb == "return" and view.effect == "write":
        return f"return {rest}".strip()
    if not verb:
        return f"use {rest or 'this'}"
    return f"{rng.choice(_SAME.get(verb, (verb,)))} {rest}".strip()


def thing(view: ToolView, whose: Whose) -> str:
    """What a tool is about, as a noun."""
    return _named(view, whose) or "that"


def _personal(rest: str, whose: Whose) -> str:
    mine = _OF_USER.sub(whose, rest)
    mine = _USER.sub(f"{whose} account", mine)
    return _OF_A.sub(f"of {whose} ", mine) if any(word in _OWN for word in words_of(rest)) else mine


def _named(view: ToolView, whose: Whose) -> str:
    words = [word for word in words_of(view.name) if word != view.verb or view.verb in view.nouns]
    if words and words[0] in ("all", "up", "on", "off", "to"):
        lead = words[0]
        rest = _noun_phrase(view, [word for word in words[1:] if word not in ("the", "a")], whose)
        return f"{lead} {rest}".strip() if lead != "all" else f"all {' '.join(words[1:])}"
    return _noun_phrase(view, list(view.nouns), whose)


def _noun_phrase(view: ToolView, nouns: list[str], whose: Whose) -> str:
    if not nouns:
        return "something" if view.verb else clean(view.name.replace("_", " "), 40)
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
