"""The products of a world: which combinations of options there are, at which price, and whether one is in stock."""

from __future__ import annotations

from itertools import product as combinations
from random import Random

from .catalogue import Option, ProductType, Word, catalogue
from .draw import below, between, digits, sample, stream
from .locale import Locale
from .money import amount
from .records import Product, Variant

IN_STOCK = 0.65
Choice = tuple[Word, ...]


def make_products(seed: int, locale: Locale, count: int) -> dict[str, Product]:
    """So many products, by id."""
    rng = stream("shop", seed, "products")
    taken: set[str] = set()
    kept = sorted(sample(rng, range(len(catalogue())), count))
    made = (_make_product(rng, catalogue()[index], locale, taken) for index in kept)
    return {product["product_id"]: product for product in made}


def _make_product(rng: Random, kind: ProductType, locale: Locale, taken: set[str]) -> Product:
    product_id = digits(rng, 10, taken)
    choices = list(combinations(*(option.values for option in kind.options)))
    wanted = sorted(sample(rng, range(len(choices)), between(rng, 6, min(16, len(choices)))))
    variants = [_variant(rng, kind, choices[index], locale, taken) for index in wanted]
    if not any(variant["available"] for variant in variants):
        variants[0]["available"] = True
    return {
        "product_id": product_id,
        "name": getattr(kind.name, locale.code),
        "variants": {variant["item_id"]: variant for variant in variants},
    }


def _variant(rng: Random, kind: ProductType, choice: Choice, locale: Locale, taken: set[str]) -> Variant:
    options = {
        getattr(option.name, locale.code): getattr(value, locale.code)
        for option, value in zip(kind.options, choice, strict=True)
    }
    return {
        "item_id": digits(rng, 10, taken),
        "options": options,
        "available": rng.random() < IN_STOCK,
        "price": amount(_price(rng, kind, choice) * locale.money_factor),
    }


def _price(rng: Random, kind: ProductType, choice: Choice) -> int:
    """In cents: mostly by grade where the product has grades, the rest by chance."""
    grades = [_grade(option, value) for option, value in zip(kind.options, choice, strict=True) if option.graded]
    room = kind.high - kind.low
    if not grades:
        return kind.low + below(rng, room)
    return kind.low + int(room * 0.7 * sum(grades) / len(grades)) + below(rng, int(room * 0.3))


def _grade(option: Option, value: Word) -> float:
    return option.values.index(value) / (len(option.values) - 1)
