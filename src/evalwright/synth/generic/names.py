"""What the name of a tool or a parameter tells: its words, what it does, and which thing it is about.

Identifiers flow in, plain words flow out. Everything that is inferred about tools nobody here has seen begins with
these words, so the tables (`words/names.json`) are about common verbs and about the few endings that make a name an id.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from evalwright.text import resource_json

from .word_tables import NameTables

Act = Literal["read", "list", "compute", "create", "update", "end", "tell"]
"""What a tool does: looks one thing up, looks for several, works something out, makes a thing, changes one, ends one
(cancels, returns, pays), or passes something on to somebody."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set: how the tables here are written down."""
    return frozenset(text.split())


_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[㐀-鿿]+")
_TABLES: NameTables = resource_json(__package__, "words/names.json")
_ACTS: dict[str, Act] = {}
for _act, _verbs in _TABLES["acts"].items():
    for _verb in _verbs:
        _ACTS.setdefault(_verb, _act)
_ACTS_ZH = _TABLES["acts_zh"]
_ID_ENDS = frozenset(_TABLES["id_ends"])
_NOT_IDS = frozenset(_TABLES["not_ids"])
_QUALIFIERS = frozenset(_TABLES["qualifiers"])
_SAME_PLURAL = frozenset(_TABLES["same_plural"])
_VES: dict[str, str] = _TABLES["ves"]
_PARTICIPLES = _TABLES["participles"]
AFTER_THE_THING = frozenset(_TABLES["after_thing"])
"""Words of a tool's name that stand after the thing it is about."""
_OPAQUE = re.compile(
    r"(?:^|_)(?:token|api_?key|secret|signature|cursor|session|password|credential|jwt|csrf|nonce|checksum|base64"
    r"|binary|blob|callback|webhook|hmac|cookie|otp)(?:_|$)"
)


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """The words of an identifier in lower case, whatever way they are joined."""
    return tuple(word.lower() for word in _WORDS.findall(name[:200]))


def singular(word: str) -> str:
    """The word for one of them."""
    if word in _SAME_PLURAL or len(word) < 3 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word in _VES:
        return _VES[word]
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def plural(word: str) -> str:
    """The word for several of them."""
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


def act_of(name: str, description: str = "") -> tuple[Act | None, str]:
    """What a tool does, and the verb that says so; None where nothing does."""
    for word in words_of(name)[:6]:
        if word in _ACTS:
            return _ACTS[word], word
    first = words_of(description[:60])[:1]
    for word in (*first, *map(singular, first)):
        if word in _ACTS:
            return _ACTS[word], word
    for act, signs in _ACTS_ZH.items():
        if any(sign in description[:40] for sign in signs):
            return act, ""
    return None, ""


def changes(act: Act | None) -> bool:
    """Whether what a tool does changes something."""
    return act in ("create", "update", "end", "tell")


def participle(verb: str) -> str:
    """The state of a thing to which this was done."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou") else verb + "ed"


def kind_in(name: str) -> str | None:
    """The thing whose id a parameter of this name is: `order` for `order_id` and `new_order_ids`."""
    words = words_of(name)
    if name.endswith(("编号", "号码", "单号", "ID", "Id")) and len(words) == 1 and not name.isascii():
        return name.removesuffix("编号").removesuffix("号码").removesuffix("单号") or None
    if len(words) < 2 or words[-1] not in _ID_ENDS:
        return None
    if words[-2] in _NOT_IDS and words[-1] not in ("id", "ids", "uuid"):  # a room number is a number, a room id is none
        return None
    kept = [word for word in words[:-1] if word not in _QUALIFIERS] or list(words[:-1])
    if len(kept) > 1 and kept[0] in ("from", "to"):
        del kept[0]
    return "_".join([*kept[:-1], singular(kept[-1])])


@lru_cache(maxsize=4096)
def key_of(name: str, about: str | None = None) -> str:
    """What a value under this name is, so that the same thing under two names is known as the same.

    `about` is the thing that the name stands in: an `id` in an order is an `order_id`.
    """
    kind = kind_in(name)
    if kind is not None:
        return f"{kind}_id"
    words = words_of(name)
    if words in (("id",), ("uuid",), ("ids",)) and about:
        return f"{about}_id"
    kept = [word for word in words if word not in _QUALIFIERS] or list(words)
    return "_".join([*kept[:-1], singular(kept[-1])]) if kept else name[:80]


def is_new(name: str) -> bool:
    """Whether a name asks for what shall be instead of what is."""
    return any(word in ("new", "desired", "updated", "target") for word in words_of(name))


def is_opaque(name: str) -> bool:
    """Whether a value under this name is nothing that a person would know or say."""
    return _OPAQUE.search("_".join(words_of(name))) is not None
