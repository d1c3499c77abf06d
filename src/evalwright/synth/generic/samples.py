"""Values that a person would say for a parameter of this name, type and format.

The name tells most: an `email` is an address, a `check_in_date` a day. What the schema says (enum, bounds, format,
pattern, examples) comes first and always holds; the word lists fill in the rest.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from evalwright.text import filled, resource_json

from .names import singular, words_of
from .parameters import Param
from .sample_numbers import number
from .sample_values import Stock, stock
from .shapes import fitting, like
from .word_tables import SampleTables

_DAY = date(2026, 3, 2)
_BORN = date(1962, 5, 9)
_Maker = Callable[[random.Random, Stock], Any]


def day(rng: random.Random, name: str = "") -> str:
    """A day for a field of this name, in the one format that everything reads.

    What begins lies before what ends, within four weeks, whichever of both are put together; people were born long ago.
    """
    words, drawn = set(words_of(name)), rng.randrange(240)
    if words & _BIRTHS:
        return (_BORN + timedelta(days=drawn * 61)).isoformat()
    if bool(words & _BEGINNINGS) != bool(words & _ENDINGS):
        return (_DAY + timedelta(days=drawn % 14 + (14 if words & _ENDINGS else 0))).isoformat()
    return (_DAY + timedelta(days=drawn)).isoformat()


def clock(rng: random.Random) -> str:
    """A time of day."""
    return f"{rng.randint(7, 21):02d}:{rng.choice(('00', '15', '30', '45'))}"


def person(rng: random.Random, words: Stock) -> tuple[str, str, str]:
    """First name, last name, and both in plain letters, for addresses and ids."""
    at, other = rng.randrange(len(words.first)), rng.randrange(len(words.last))
    plain = (words.first_ascii or words.first)[at], (words.last_ascii or words.last)[other]
    return words.first[at], words.last[other], ".".join(plain).lower()


def full_name(rng: random.Random, words: Stock) -> str:
    """A whole name, in the order of the language."""
    first, last, _ = person(rng, words)
    return last + first if words.first_ascii else f"{first} {last}"


def email(rng: random.Random, words: Stock, plain: str | None = None) -> str:
    """An address that belongs to nobody."""
    name = plain or person(rng, words)[2]
    return f"{name}{rng.randint(10, 9999)}@example.{rng.choice(('com', 'org', 'net'))}"


def title(rng: random.Random, words: Stock) -> str:
    """The name of a thing."""
    return f"{rng.choice(words.adjectives)}{words.joint}{rng.choice(words.nouns)}"


def street(rng: random.Random, words: Stock) -> str:
    """The first line of an address."""
    number = rng.randint(2, 980)
    return filled(words.street, {"number": number, "name": rng.choice(words.streets)})


def flat(rng: random.Random, words: Stock) -> str:
    """The second line of an address."""
    number = rng.randint(1, 60)
    way = rng.choice(words.flat) if len(words.flat) > 1 else words.flat[0]
    door = rng.randint(101, 2404) if "{door}" in way else None
    return filled(way, {"number": number, "door": door})


def _url(rng: random.Random, words: Stock) -> str:
    return f"https://www.example.com/{rng.choice(words.nouns if not words.first_ascii else ('a', 'b')).lower()}"


_MAKERS: dict[str, _Maker] = {
    "email": email,
    "street": street,
    "flat": flat,
    "url": _url,
    "phone": lambda rng, words: f"555-01{rng.randint(10, 99)}",
    "country": lambda rng, words: words.country,
    "zip": lambda rng, words: str(rng.randint(10000, 99899)),
    "postal": lambda rng, words: str(rng.randint(100000, 899999)),
    "seat": lambda rng, words: f"{rng.randint(1, 38)}{rng.choice('ABCDF')}",
    "sum": lambda rng, words: f"{rng.randint(12, 480)} + {rng.randint(12, 480)}",
    "product": lambda rng, words: f"{rng.randint(12, 480)} * {rng.randint(3, 48)}",
    "currencies": lambda rng, words: rng.choice(_TABLES["currencies"]),
    "languages": lambda rng, words: rng.choice(_TABLES["languages"]),
    "files": lambda rng, words: rng.choice(_TABLES["files"]),
    "folders": lambda rng, words: rng.choice(_TABLES["folders"]),
    "username": lambda rng, words: f"{person(rng, words)[2].replace('.', '_')}{rng.randint(1, 99)}",
}
"""How values are made that are not simply one of a word list."""
_TABLES: SampleTables = resource_json(__package__, "words/samples.json")
_BY_WORD: tuple[tuple[str, str], ...] = tuple((word, maker) for maker, *words in _TABLES["by_word"] for word in words)
NAMED_PEOPLE = frozenset(_TABLES["people"])
"""Fields that hold the name of somebody."""
_DAYS = frozenset(_TABLES["days"])
_BEGINNINGS, _ENDINGS, _BIRTHS = (frozenset(_TABLES[sort]) for sort in ("beginnings", "endings", "births"))
_TIMES = frozenset(_TABLES["times"])
_STAMP = re.compile(
    r"\d{4}-\d\d-\d\d(?P<time>(?P<between>[T ])\d\d:\d\d(?P<seconds>:\d\d(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:?\d\d)?)?"
)
_IDENTIFYING = frozenset(
    {"id", "ids", "uuid", "guid", "identifier", "number", "no", "code", "sha", "hash", "ref", "reference", "sku"}
)


_ANYWHERE = frozenset(_TABLES["anywhere"])
_EACH_OWN = frozenset(_TABLES["each_own"])
_CALLED = {thing: names for names, things in _TABLES["called"].items() for thing in things}
_SAID_ONLY = frozenset(_TABLES["said_only"])


def _made(maker: str, rng: random.Random, words: Stock) -> str:
    """A value from what makes it, or one word of the list that has this name."""
    return str(_MAKERS[maker](rng, words) if maker in _MAKERS else rng.choice(getattr(words, maker)))


def by_name(name: str, rng: random.Random, locale: str, about: str | None = None, *, said: bool = True) -> str | None:
    """A text for a field of this name; None where the name says nothing. `said`: by a person, not told by a system."""
    words, lists = words_of(name), stock(locale)
    whole = "".join(words)
    if words and (words[-1] in _DAYS or whole.endswith("日期") or (words[-1] == "at" and len(words) > 1)):
        return day(rng, name)
    if words and (words[-1] in _TIMES or whole.endswith("时间")):
        return clock(rng)
    maker = _maker_for(words, whole)
    if maker is not None:
        return None if maker in _SAID_ONLY and not said else _made(maker, rng, lists)
    if words[-1:] == ("name",) or whole.endswith(("姓名", "名字")):
        return _sample_name(words, rng, lists, about)
    if words and words[-1] in ("title", "label"):
        return _usual_name(rng, lists, "_".join(words[:-1]) or about) or title(rng, lists)
    if words and words[-1] in NAMED_PEOPLE:
        return full_name(rng, lists)
    return None


@lru_cache(maxsize=4096)
def _maker_for(words: tuple[str, ...], whole: str) -> str | None:
    """What makes a value of this name: decided by its last word, or by one that says it wherever it stands."""
    heads = words[-1:] if words[-1:] != ("name",) else words[-2:-1]
    for word, maker in _BY_WORD:
        if word in heads or word == whole or (word in _ANYWHERE and word in words):
            return maker
        if not word.isascii() and whole.endswith(word):
            return maker
    return None


def _sample_name(words: tuple[str, ...], rng: random.Random, lists: Stock, about: str | None) -> str:
    if words[0] in ("first", "given"):
        return person(rng, lists)[0]
    if words[0] in ("last", "family"):
        return person(rng, lists)[1]
    of = set(words[:-1]) or set((about or "").split("_"))
    if of & NAMED_PEOPLE or any("\u3400" <= char <= "\u9fff" for char in words[0]):
        return full_name(rng, lists)
    return _thing_name(rng, lists, "_".join(words[:-1]) or about)


def _thing_name(rng: random.Random, words: Stock, about: str | None) -> str:
    """What somebody calls a thing of a sort: a playlist is a Summer River Playlist."""
    usual = _usual_name(rng, words, about)
    sort = (about or "").replace("_", " ").strip()
    if usual is not None:
        return usual
    if not sort or not sort.isascii() or words.first_ascii or sort.split()[-1] in ("name", "title", "label", "id"):
        return title(rng, words)
    *before, last = sort.split()
    return f"{title(rng, words)} {' '.join((*before, singular(last))).title()}"


def _usual_name(rng: random.Random, words: Stock, about: str | None) -> str | None:
    """A name of those that things of this sort have, where there is a list of such; None where there is none."""
    names = _CALLED.get(words_of(about or "")[-1:][0] if words_of(about or "") else "")
    return str(rng.choice(getattr(words, names))) if names is not None else None


def is_sold(thing: str) -> bool:
    """Whether a thing is one that can be bought."""
    return _CALLED.get(words_of(thing)[-1:][0] if words_of(thing) else "") == "goods"


def is_own_to_each(name: str) -> bool:
    """Whether everybody has a value of their own under this name: an address, a telephone number."""
    return bool(_EACH_OWN & set(words_of(name)[-2:]))


def sample(param: Param, rng: random.Random, locale: str, about: str | None = None) -> Any:
    """One value for this parameter, as somebody might want it; None where nothing sensible is known."""
    return by_schema(param.name, param.schema, param.type, rng, locale, param.examples, param.options, about)


def by_schema(
    name: str, schema: Mapping[str, Any], kind: str, rng: random.Random, locale: str,
    examples: tuple[Any, ...] = (), options: tuple[Any, ...] = (), about: str | None = None, *, said: bool = True,
) -> Any:  # fmt: skip
    """One value for a field of this name and schema; None for a text of which nothing is known."""
    if options:
        return rng.choice(options)
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("integer", "number"):
        shown = [each for each in examples if isinstance(each, int | float) and not isinstance(each, bool)]
        return rng.choice(shown) if shown and (not said or _is_identifying(name)) else number(name, schema, kind, rng)
    return _sample_text(name, schema, rng, locale, examples, about, said=said)


def _sample_text(
    name: str,
    schema: Mapping[str, Any],
    rng: random.Random,
    locale: str,
    examples: tuple[Any, ...],
    about: str | None,
    *,
    said: bool,
) -> str | None:
    pattern, form = schema.get("pattern"), schema.get("format")
    made = fitting(pattern, rng) if isinstance(pattern, str) else None
    if made is None and isinstance(form, str):
        made = _formatted(name, form, rng, locale)
    if made is None and isinstance(schema.get("description"), str) and "YYYY-MM-DD" in schema["description"].upper():
        made = day(rng, name)
    told = tuple(str(each) for each in examples)
    foreign = locale == "zh" and bool(told) and told[0].isascii() and any(char.isalpha() for char in told[0])
    if made is None and (foreign or (told and is_own_to_each(name))):
        made = by_name(name, rng, locale, about, said=said)
    if made is None and told:
        made = like_example(name, rng.choice(told), rng)
    if made is None:
        made = by_name(name, rng, locale, about, said=said)
    return None if made is None else _of_length(made, schema, rng, locale)


def _of_length(made: str, schema: Mapping[str, Any], rng: random.Random, locale: str) -> str:
    longest, shortest = schema.get("maxLength"), schema.get("minLength")
    if isinstance(longest, int) and len(made) > longest > 0:
        made = made[:longest].strip() or made[:longest]
    while isinstance(shortest, int) and len(made) < min(shortest, 400):
        made += " " + title(rng, stock(locale))
    return made


def like_example(name: str, example: str, rng: random.Random) -> str:
    """A value as an example shows it: another day, another id; a word or an address stays what it is."""
    stamp = _STAMP.fullmatch(example)
    if stamp is not None:
        seconds = f":{rng.randint(0, 59):02d}" if stamp["seconds"] else ""
        return day(rng, name) + (
            f"{stamp['between']}{clock(rng)}{seconds}{stamp['zone'] or ''}" if stamp["time"] else ""
        )
    numbered = any(char.isdigit() for char in example) and "@" not in example and "://" not in example
    return like(example, rng) if numbered and _is_identifying(name) else example


def _is_identifying(name: str) -> bool:
    """Whether every thing has a value of its own under this name."""
    words = words_of(name)
    return bool(words) and words[-1] in _IDENTIFYING


def _formatted(name: str, form: str, rng: random.Random, locale: str) -> str | None:
    if form == "date":
        return day(rng, name)
    if form == "date-time":
        return f"{day(rng, name)}T{clock(rng)}:00Z"
    if form == "time":
        return f"{clock(rng)}:00Z"
    if form == "email":
        return email(rng, stock(locale))
    if form == "uuid":
        return like("3f2a9c1e-0b7d-4e8a-9f21-6c5d4b3a2e10", rng)
    if form in ("uri", "url"):
        return f"https://www.example.com/p/{rng.randint(100, 9999)}"
    if form == "ipv4":
        return f"192.0.2.{rng.randint(1, 254)}"
    return None


def state_of(city: Any, locale: str) -> str | None:
    """The state or province that a city lies in."""
    words = stock(locale)
    return words.states[words.cities.index(city)] if city in words.cities else None
