"""The state of the pet shop and what every request does to it; it knows nothing of HTTP but methods and statuses."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Answer = tuple[int, Any]
_STATUSES = ("available", "reserved", "sold")
_SPECIES = ("dog", "cat", "rabbit", "parrot", "tortoise")

_PETS = [
    ("Pepper", "dog", "available", 320, "2025-03-11", ["gentle", "house-trained"]),
    ("Miso", "cat", "available", 140, "2025-06-02", ["gentle"]),
    ("Clover", "rabbit", "sold", 45, "2025-08-19", ["young"]),
    ("Captain", "parrot", "available", 510, "2019-01-30", ["talks"]),
    ("Olive", "cat", "reserved", 160, "2024-12-24", ["house-trained"]),
    ("Tank", "tortoise", "available", 230, "2011-05-05", ["calm", "gentle"]),
    ("Juno", "dog", "sold", 450, "2023-10-14", ["house-trained", "calm"]),
    ("Biscuit", "rabbit", "available", 40, "2025-09-01", ["young", "gentle"]),
    ("Echo", "parrot", "reserved", 480, "2021-07-21", ["talks", "calm"]),
    ("Waffle", "dog", "available", 390, "2025-01-17", ["young"]),
]
_CUSTOMERS = [
    ("anna.berg", "Anna Berg", "anna.berg@example.com", "555-0101"),
    ("li.wei", "Li Wei", "li.wei@example.com", "555-0102"),
    ("tom.okafor", "Tom Okafor", "tom.okafor@example.com", "555-0103"),
    ("maria.lopez", "Maria Lopez", "maria.lopez@example.com", "555-0104"),
    ("sam.hughes", "Sam Hughes", "sam.hughes@example.com", "555-0105"),
]
_ORDERS = [
    (103, "anna.berg", "delivered", "2026-01-08"),
    (105, "li.wei", "placed", "2026-02-20"),
    (107, "tom.okafor", "delivered", "2025-11-28"),
    (109, "maria.lopez", "ready", "2026-02-14"),
]


class RefusedRequestError(Exception):
    """A request that is not carried out."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class PetShop:
    """Pets, orders and customers."""

    def __init__(self) -> None:
        fields = ("name", "species", "status", "price", "born", "tags")
        self.pets = {101 + at: dict(zip(fields, row, strict=True)) for at, row in enumerate(copy.deepcopy(_PETS))}
        self.customers = {row[0]: dict(zip(("name", "email", "phone"), row[1:], strict=True)) for row in _CUSTOMERS}
        self.orders = {
            7001 + at: {"petId": row[0], "customer": row[1], "status": row[2], "pickupDay": row[3]}
            for at, row in enumerate(_ORDERS)
        }

    def answer(
        self, method: str, steps: Sequence[str], query: Mapping[str, list[str]], body: Mapping[str, Any]
    ) -> Answer:
        """The status and the value of a request's answer."""
        match method, *steps:
            case "GET", "pets":
                return 200, [self._pet(at) for at in self.pets if _asked_for(self.pets[at], query)]
            case "POST", "pets":
                return 201, self._add_pet(body)
            case "GET", "pets", "findByTag":
                tags = set(query["tags"])
                return 200, [self._pet(at) for at, pet in self.pets.items() if tags & set(pet["tags"])]
            case _, "pets", number:
                return self._one_pet(method, _number(number), body)
            case "GET", "inventory":
                counts = Counter(pet["status"] for pet in self.pets.values())
                return 200, {status: counts[status] for status in _STATUSES}
            case _, "orders", *rest:
                return self._orders(method, rest, query, body)
            case _, "customers", *rest:
                return self._customers(method, rest, query, body)
        raise RefusedRequestError(404, "There is no such address.")

    def _pet(self, number: int) -> dict[str, Any]:
        return {"id": number, **self.pets[number]}

    def _add_pet(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if body["species"] not in _SPECIES or not isinstance(body["price"], int | float) or not body["name"]:
            raise RefusedRequestError(422, "A pet has a name, one of our species, and a price.")
        number = max(self.pets) + 1
        new = {"name": body["name"], "species": body["species"], "status": "available", "price": body["price"]}
        self.pets[number] = new | {"born": body.get("born"), "tags": list(body.get("tags") or [])}
        return self._pet(number)

    def _one_pet(self, method: str, number: int, body: Mapping[str, Any]) -> Answer:
        if number not in self.pets:
            raise RefusedRequestError(404, f"There is no pet with the number {number}.")
        if method == "PUT":
            if body.get("status", "sold") not in _STATUSES:
                raise RefusedRequestError(422, "A pet is available, reserved or sold.")
            self.pets[number] |= {key: value for key, value in body.items() if key in ("name", "status", "price")}
        elif method == "DELETE":
            if self.pets[number]["status"] == "reserved":
                raise RefusedRequestError(409, f"Pet {number} is reserved and stays on the list.")
            del self.pets[number]
            return 204, None
        return 200, self._pet(number)

    def _orders(
        self, method: str, rest: Sequence[str], query: Mapping[str, list[str]], body: Mapping[str, Any]
    ) -> Answer:
        if not rest and method == "GET":
            customer = self._known_customer(query["customer"][0])
            return 200, [{"id": at, **each} for at, each in self.orders.items() if each["customer"] == customer]
        if not rest and method == "POST":
            return 201, self._place_order(body)
        number = _number(rest[0])
        if number not in self.orders:
            raise RefusedRequestError(404, f"There is no order with the number {number}.")
        if method == "DELETE":
            if self.orders[number]["status"] in ("delivered", "cancelled"):
                status = self.orders[number]["status"]
                raise RefusedRequestError(409, f"Order {number} is {status} and cannot be cancelled.")
            self.orders[number]["status"] = "cancelled"
            self.pets[self.orders[number]["petId"]]["status"] = "available"
        return 200, {"id": number, **self.orders[number]}

    def _place_order(self, body: Mapping[str, Any]) -> dict[str, Any]:
        customer, pet = self._known_customer(body["customer"]), body["petId"]
        if pet not in self.pets:
            raise RefusedRequestError(404, f"There is no pet with the number {pet}.")
        if self.pets[pet]["status"] != "available":
            raise RefusedRequestError(409, f"Pet {pet} is {self.pets[pet]['status']}.")
        number = max(self.orders) + 1
        self.pets[pet]["status"] = "reserved"
        self.orders[number] = {
            "petId": pet,
            "customer": customer,
            "status": "placed",
            "pickupDay": body.get("pickupDay"),
        }
        return {"id": number, **self.orders[number]}

    def _customers(
        self, method: str, rest: Sequence[str], query: Mapping[str, list[str]], body: Mapping[str, Any]
    ) -> Answer:
        match method, *rest:
            case ("GET",):
                part = query["q"][0].lower()
                found = [
                    name for name, each in self.customers.items() if part in f"{each['name']} {each['email']}".lower()
                ]
                return 200, [self._customer(name) for name in found]
            case ("POST",):
                return 201, self._register(body)
            case "GET", "login":
                raise RefusedRequestError(401, "The user name and the password do not belong together.")
            case "GET", "logout":
                return 200, "Nobody is logged in."
            case "GET", name:
                return 200, self._customer(self._known_customer(name))
            case "PATCH", name:
                changes = {key: value for key, value in body.items() if key in ("email", "phone")}
                self.customers[self._known_customer(name)] |= changes
                return 200, self._customer(name)
        raise RefusedRequestError(405, "That cannot be done with customers.")

    def _register(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if body["username"] in self.customers:
            raise RefusedRequestError(409, f"There is already a customer {body['username']}.")
        self.customers[body["username"]] = {"name": body["name"], "email": body["email"], "phone": body.get("phone")}
        return self._customer(body["username"])

    def _known_customer(self, name: str) -> str:
        if name not in self.customers:
            raise RefusedRequestError(404, f"There is no customer {name}.")
        return name

    def _customer(self, name: str) -> dict[str, Any]:
        return {"username": name, **self.customers[name]}


def _asked_for(pet: Mapping[str, Any], query: Mapping[str, list[str]]) -> bool:
    return all(pet[key] in query[key] for key in ("status", "species") if key in query)


def _number(text: str) -> int:
    if not text.isdigit():
        raise RefusedRequestError(400, f"{text} is no number.")
    return int(text)
