"""What the shop sells: fifty kinds of product with their options, English and Chinese side by side.

`catalogue.json` has one entry a product: its two names, the range of its prices in dollars, and its options with their
values. An option that is `graded` costs more with each later value. Everything else about a product (which
combinations there are, their ids and prices, what is in stock) is drawn by `world`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, NotRequired, TypedDict

from .files import shop_json


class OptionEntry(TypedDict):
    """An option in `catalogue.json`."""

    en: str
    zh: str
    values: list[list[str]]
    """English and Chinese, a pair each."""
    graded: NotRequired[bool]


class ProductEntry(TypedDict):
    """A product in `catalogue.json`."""

    en: str
    zh: str
    dollars: list[int]
    """The least and the most it costs."""
    options: list[OptionEntry]


class Word(NamedTuple):
    """The same thing in both languages."""

    en: str
    zh: str


class Option(NamedTuple):
    """Something a customer chooses."""

    name: Word
    values: tuple[Word, ...]
    graded: bool
    """Whether later values cost more."""


class ProductType(NamedTuple):
    """One kind of product."""

    name: Word
    low: int
    high: int
    """The range of its prices, in cents of the English shop."""
    options: tuple[Option, ...]


def _option(told: OptionEntry) -> Option:
    values = tuple(Word(*value) for value in told["values"])
    return Option(Word(told["en"], told["zh"]), values, told.get("graded", False))


def _parse_product_type(told: ProductEntry) -> ProductType:
    low, high = told["dollars"]
    return ProductType(Word(told["en"], told["zh"]), low * 100, high * 100, tuple(map(_option, told["options"])))


@cache
def catalogue() -> tuple[ProductType, ...]:
    """All there is, in a fixed order."""
    return tuple(map(_parse_product_type, shop_json("catalogue.json")))
