"""What differs between the languages of the shop: people, places, cards, and what a price is multiplied by.

A locale is lists of words, in `people.en.json` and `people.zh.json`, and one function that writes the lines of an
address. `draw_person` and `draw_address` take
the same number of draws in every locale, so that the same chance makes the same story in each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeVar

from evalwright.errors import UsageError

from .files import shop_json
from .records import Address

ADDRESS_FIELDS = ("address1", "address2", "city", "state", "country", "zip")
T = TypeVar("T")


class Name(NamedTuple):
    """A name as it is written, and in the letters that ids and e-mail addresses are made of."""

    written: str
    latin: str


class City(NamedTuple):
    """A city, the state it lies in, how its zip codes begin, and its districts where addresses name them."""

    name: str
    state: str
    zip_prefix: str
    districts: tuple[str, ...] = ()


class Person(NamedTuple):
    """A first and a last name."""

    first: Name
    last: Name


@dataclass(frozen=True, slots=True)
class Locale:
    """The words of one language."""

    code: str
    country: str
    zip_length: int
    money_factor: int
    """What the cents of the English shop are multiplied by."""
    brands: tuple[str, ...]
    first_names: Sequence[Name]
    last_names: Sequence[Name]
    cities: Sequence[City]
    lines: Callable[[City, Sequence[float]], tuple[str, str]]
    """The two lines of an address, from a city and five numbers of chance."""


def locale_of(code: str) -> Locale:
    """The locale of this name; UsageError where there is none."""
    if code == "en":
        from .locale_en import ENGLISH

        return ENGLISH
    if code == "zh":
        from .locale_zh import CHINESE

        return CHINESE
    raise UsageError.named("synth.shop_locale", code=repr(code))


def read_locale(code: str, lines: Callable[[City, Sequence[float]], tuple[str, str]]) -> Locale:
    """The locale whose words stand in `people.CODE.json`, with the function that writes its addresses."""
    told = shop_json(f"people.{code}.json")
    return Locale(
        code=code,
        country=told["country"],
        zip_length=told["zip_length"],
        money_factor=told["money_factor"],
        brands=tuple(told["brands"]),
        first_names=tuple(map(_name, told["first_names"])),
        last_names=tuple(map(_name, told["last_names"])),
        cities=tuple(City(name, state, prefix, tuple(districts)) for name, state, prefix, *districts in told["cities"]),
        lines=lines,
    )


def _name(told: str) -> Name:
    """A name, and after it how it is written in ids where that is not the name in small letters."""
    written, _, latin = told.partition(" ")
    return Name(written, latin or written.lower())


def choose(choices: Sequence[T], chance: float) -> T:
    """The choice that a number of chance points at."""
    return choices[int(chance * len(choices))]


def draw_person(rng: Random, locale: Locale) -> Person:
    """Somebody; two draws."""
    first, last = rng.random(), rng.random()
    return Person(choose(locale.first_names, first), choose(locale.last_names, last))


def draw_address(rng: Random, locale: Locale) -> Address:
    """A place to live whose city, state and zip code fit together; seven draws."""
    chances = [rng.random() for _ in range(7)]
    city = choose(locale.cities, chances[0])
    address1, address2 = locale.lines(city, chances[2:])
    tail = locale.zip_length - len(city.zip_prefix)
    return {
        "address1": address1,
        "address2": address2,
        "city": city.name,
        "state": city.state,
        "country": locale.country,
        "zip": f"{city.zip_prefix}{int(chances[1] * 10**tail):0{tail}d}",
    }
