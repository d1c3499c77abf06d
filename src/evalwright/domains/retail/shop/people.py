"""The users of a world: who they are, where they live and how they pay. Their orders are drawn later."""

from __future__ import annotations

from random import Random

from .draw import below, between, digits, pick, stream, weighted
from .locale import Locale, Person, draw_address, draw_person
from .money import amount
from .records import Address, PaymentMethod, User

_WALLETS = (
    (("credit_card",), 14),
    (("paypal",), 10),
    (("gift_card",), 6),
    (("credit_card", "gift_card"), 18),
    (("credit_card", "paypal"), 14),
    (("gift_card", "paypal"), 14),
    (("credit_card", "gift_card", "paypal"), 16),
    (("credit_card", "credit_card", "gift_card"), 3),
    (("credit_card", "gift_card", "gift_card"), 2),
    (("credit_card", "credit_card", "gift_card", "paypal"), 3),
)
"""What people carry, and how common it is."""


def make_users(seed: int, locale: Locale, count: int) -> dict[str, User]:
    """So many users, by id, without orders. No two share an e-mail address, or a name and a zip code."""
    taken_methods: set[str] = set()
    taken_people: set[object] = set()
    made = (_user(seed, index, locale, taken_methods, taken_people) for index in range(count))
    return {user["user_id"]: user for user in made}


def _user(seed: int, index: int, locale: Locale, methods: set[str], people: set[object]) -> User:
    # Two streams: finding a free name may take more draws in one locale than in another, paying may not.
    wallet = _wallet(stream("shop", seed, "wallet", index), locale, methods)
    rng = stream("shop", seed, "person", index)
    person, address, number = _somebody_new(rng, locale, people)
    handle = f"{person.first.latin}_{person.last.latin}_{number}"
    domain = pick(rng, ("example.com", "example.org", "example.net"))
    return {
        "user_id": handle,
        "name": {"first_name": person.first.written, "last_name": person.last.written},
        "email": f"{person.first.latin}.{person.last.latin}{number}@{domain}",
        "address": address,
        "payment_methods": wallet,
        "orders": [],
    }


def _somebody_new(rng: Random, locale: Locale, taken: set[object]) -> tuple[Person, Address, int]:
    while True:
        person, address, number = draw_person(rng, locale), draw_address(rng, locale), between(rng, 1000, 9999)
        door = (person.first.written, person.last.written, address["zip"])
        handle = (person.first.latin, person.last.latin, number)
        if door not in taken and handle not in taken:
            taken.update((door, handle))
            return person, address, number


def _wallet(rng: Random, locale: Locale, taken: set[str]) -> dict[str, PaymentMethod]:
    made = (_method(rng, source, locale, taken) for source in weighted(rng, _WALLETS))
    return {method["id"]: method for method in made}


def _method(rng: Random, source: str, locale: Locale, taken: set[str]) -> PaymentMethod:
    method: PaymentMethod = {"id": digits(rng, 7, taken, f"{source}_"), "source": source}
    if source == "credit_card":
        return method | {"brand": pick(rng, locale.brands), "last_four": f"{below(rng, 10_000):04d}"}
    if source == "gift_card":
        return method | {"balance": amount(_balance(rng) * locale.money_factor)}
    return method


def _balance(rng: Random) -> int:
    """In cents; a third of the cards are nearly used up."""
    nearly_empty, whole = rng.random() < 0.35, rng.random()
    return int(50 + whole * 2_450) if nearly_empty else int(2_500 + whole * 37_500)
