"""Values that a person would say for a parameter of this name, type and format.

The name tells most: an `email` is an address, a `check_in_date` a day. What the schema says (enum, bounds, format,
pattern, examples) comes first and always holds; the word lists fill in the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from evalwright.text import filled, resource_json

from .names import words_of
from .parameters import Param
from .sample_values import Stock, stock
from .shapes import fitting, like
from .word_tables import SampleTables

_DAY = date(2026, 3, 2)
_Maker = Callable[[random.Random, Stock], Any]


def day(rng: random.Random) -> str:
    """A day, in the one format that everything reads."""
    return (_DAY + timedelta(days=rng.randrange(240))).isoformat()


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
}
"""How values are made that are not simply one of a word list."""
_TABLES: SampleTables = resource_json(__package__, "words/samples.json")
_BY_WORD: tuple[tuple[str, str], ...] = tuple((word, maker) for maker, *words in _TABLES["by_word"] for word in words)
_PEOPLE = frozenset(_TABLES["people"])
_DAYS = frozenset(_TABLES["days"])
_TIMES = frozenset(_TABLES["times"])
_MONEY = frozenset(_TABLES["money"])
_RANGES = _TABLES["ranges"]


def _made(maker: str, rng: random.Random, words: Stock) -> str:
    """A value from what makes it, or one word of the list that has this name."""
    return str(_MAKERS[maker](rng, words) if maker in _MAKERS else rng.choice(getattr(words, maker)))


def by_name(name: str, rng: random.Random, locale: str, about: str | None = None) -> str | None:
    """A text for a field of this name; None where the name says nothing."""
    words, lists = words_of(name), stock(locale)
    whole = "".join(words)
    if words and (words[-1] in _DAYS or whole.endswith("日期") or words[-2:] == ("created", "at")):
        return day(rng)
    if words and (words[-1] in _TIMES or whole.endswith("时间")):
        return clock(rng)
    for word, maker in _BY_WORD:
        if word in words or word == whole:
            return _made(maker, rng, lists)
    if "name" in words or whole.endswith(("姓名", "名字")):
        return _sample_name(words, rng, lists, about)
    if words and words[-1] in ("title", "label"):
        return title(rng, lists)
    if words and words[-1] in _PEOPLE:
        return full_name(rng, lists)
    return None


def _sample_name(words: tuple[str, ...], rng: random.Random, lists: Stock, about: str | None) -> str:
    if words[0] in ("first", "given"):
        return person(rng, lists)[0]
    if words[0] in ("last", "family"):
        return person(rng, lists)[1]
    of = set(words[:-1]) or set((about or "").split("_"))
    if of & _PEOPLE or any("\u3400" <= char <= "\u9fff" for char in words[0]):
        return full_name(rng, lists)
    return title(rng, lists)


def sample(param: Param, rng: random.Random, locale: str, about: str | None = None) -> Any:
    """One value for this parameter, as somebody might want it."""
    return by_schema(param.name, param.schema, param.type, rng, locale, param.examples, param.options, about)


def by_schema(
    name: str, schema: Mapping[str, Any], kind: str, rng: random.Random, locale: str,
    examples: tuple[Any, ...] = (), options: tuple[Any, ...] = (), about: str | None = None,
) -> Any:  # fmt: skip
    """One value for a field of this name and schema."""
    if options:
        return rng.choice(options)
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("integer", "number"):
        return number(name, schema, kind, rng)
    return _sample_text(name, schema, rng, locale, examples, about)


def _sample_text(
    name: str, schema: Mapping[str, Any], rng: random.Random, locale: str, examples: tuple[Any, ...], about: str | None
) -> str:
    pattern, form = schema.get("pattern"), schema.get("format")
    made = fitting(pattern, rng) if isinstance(pattern, str) else None
    if made is None and isinstance(form, str):
        made = _formatted(form, rng, locale)
    if made is None and isinstance(schema.get("description"), str) and "YYYY-MM-DD" in schema["description"].upper():
        made = day(rng)
    told = tuple(str(each) for each in examples)
    if made is None and told and any(any(char.isdigit() for char in each) for each in told) and "@" not in told[0]:
        foreign = locale == "zh" and any(char.isalpha() for char in told[0]) and by_name(name, rng, locale) is not None
        made = like(rng.choice(told), rng) if not _speaks(name) and not foreign else None
    if made is None:
        made = by_name(name, rng, locale, about)
    if made is None:
        made = rng.choice(told) if told else title(rng, stock(locale))
    longest, shortest = schema.get("maxLength"), schema.get("minLength")
    if isinstance(longest, int) and len(made) > longest > 0:
        made = made[:longest].strip() or made[:longest]
    while isinstance(shortest, int) and len(made) < min(shortest, 400):
        made += " " + title(rng, stock(locale))
    return made


def _speaks(name: str) -> bool:
    words = words_of(name)
    return any(word in words for word in ("name", "expression", "formula", "query")) or "".join(words) == "address1"


def _formatted(form: str, rng: random.Random, locale: str) -> str | None:
    if form == "date":
        return day(rng)
    if form == "date-time":
        return f"{day(rng)}T{clock(rng)}:00Z"
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


def number(name: str, schema: Mapping[str, Any], kind: str, rng: random.Random) -> int | float:
    """A number within the bounds, of a size that suits the name."""
    words = words_of(name)
    low, high = next((_RANGES[word] for word in words if word in _RANGES), (1, 50))
    money = bool(_MONEY & set(words))
    if money:
        low, high = 8, 400
    narrow = _narrow(schema) if kind == "number" else None
    if narrow is not None:
        return round(narrow[0] + (narrow[1] - narrow[0]) * rng.choice((0.25, 0.5, 0.75)), 4)
    low, high = _bounded(schema, low, high)
    step = schema.get("multipleOf")
    if isinstance(step, int) and step > 1:
        first = -(-low // step)
        return step * rng.randint(first, max(first, high // step))
    if kind == "number" and (money or {"lat", "latitude", "lon", "longitude"} & set(words)):
        cents = rng.randint(low * 100, max(low, high) * 100)
        return cents / 100 if cents % 100 else cents // 100
    return rng.randint(low, max(low, high))


def _narrow(schema: Mapping[str, Any]) -> tuple[float, float] | None:
    """Bounds with hardly a whole number between them."""
    low, high = (
        schema.get("minimum", schema.get("exclusiveMinimum")),
        schema.get("maximum", schema.get("exclusiveMaximum")),
    )
    if isinstance(low, int | float) and isinstance(high, int | float) and 0 < high - low <= 2:
        return float(low), float(high)
    return None


def _bounded(schema: Mapping[str, Any], low: int, high: int) -> tuple[int, int]:
    least, most = _bound(schema, "inimum", 1), _bound(schema, "aximum", -1)
    if least is not None and not (most is not None and low >= least and high <= most):
        span = high - low
        low = max(low, least) if high > least else least
        high = max(high, low + span) if high <= low else high
    if most is not None:
        high = min(high, most)
        low = min(low, high) if least is None else max(least, min(low, high))
    return low, high


def _bound(schema: Mapping[str, Any], tail: str, inward: int) -> int | None:
    plain, strict = schema.get("m" + tail), schema.get("exclusiveM" + tail)
    for value, shift in ((strict, inward), (plain, inward if strict is True else 0)):
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
            whole = int(value)
            if inward > 0 and whole < value:
                whole += 1
            return whole + (shift if whole == value else 0)
    return None


def numeric(name: str) -> bool:
    """Whether a field of this name holds a number, by its name alone."""
    words = set(words_of(name))
    return bool(words & _MONEY or words & set(_RANGES) or words & {"rate", "delay", "available"})


def state_of(city: Any, locale: str) -> str | None:
    """The state or province that a city lies in."""
    words = stock(locale)
    return words.states[words.cities.index(city)] if city in words.cities else None
