"""A stranger's domain: a hotel, with nested arguments and its policy as data."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from evalwright.synth import EnvironmentSpec, Result

from .todo import function

GUESTS = {
    f"G-{100 + number}": {"guest_id": f"G-{100 + number}", "email": f"{name.lower()}@example.com", "name": name}
    for number, name in enumerate(("Amara", "Bruno", "Chloe", "Dmitri", "Elena", "Farid", "Greta", "Hiro"))
}
ROOMS = {
    "R-11": ("single", 80),
    "R-12": ("single", 85),
    "R-21": ("double", 120),
    "R-22": ("double", 130),
    "R-31": ("suite", 240),
}
POLICY = "You are the desk of a small hotel. Find the guest by e-mail first; act only after a clear yes."
WRITES = ("book_room", "cancel_booking", "change_stay")
STAY = {
    "type": "object",
    "description": "The nights of the stay",
    "properties": {
        "check_in": {"type": "string", "format": "date", "description": "First night, YYYY-MM-DD"},
        "nights": {"type": "integer", "minimum": 1, "maximum": 14},
    },
    "required": ["check_in", "nights"],
}


class Hotel:
    """Rooms, guests and bookings."""

    simulated = False
    name = "hotel"

    def __init__(self, spec: EnvironmentSpec) -> None:
        self.bookings = {
            f"B-{500 + number}": {
                "booking_id": f"B-{500 + number}",
                "guest_id": guest,
                "room_id": list(ROOMS)[number % len(ROOMS)],
                "stay": {"check_in": f"2026-0{number % 8 + 1}-1{number % 9}", "nights": number % 5 + 1},
                "status": "confirmed",
            }
            for number, guest in enumerate([*GUESTS, *GUESTS])
        }

    def tools(self) -> list[dict[str, Any]]:
        stay = json.loads(json.dumps(STAY))
        text = {"type": "string"}
        return [
            function("find_guest_by_email", "Find a guest by e-mail address.", email=dict(text)),
            function("list_bookings", "The bookings of a guest.", guest_id=dict(text)),
            function(
                "search_rooms",
                "Search free rooms of a kind.",
                kind={"type": "string", "enum": ["single", "double", "suite"]},
                stay=stay | {"optional": True},
            ),
            function("book_room", "Book a room for a guest.", guest_id=dict(text), room_id=dict(text), stay=dict(stay)),
            function("change_stay", "Change the nights of a booking.", booking_id=dict(text), stay=dict(stay)),
            function("cancel_booking", "Cancel a booking.", booking_id=dict(text)),
        ]

    def effect(self, name: str) -> str:
        return "write" if name in WRITES else "read"

    def policy(self, lang: str) -> str:
        return POLICY

    def known(self) -> list[dict[str, Any]]:
        return [{"email": guest["email"]} for guest in GUESTS.values()]

    def rules(self) -> list[dict[str, Any]]:
        return [
            {"confirm": list(WRITES), "unnamed": "guest_id", "name": ["unconfirmed-write", "unnamed-argument"]},
            {"before": ["list_bookings", *WRITES], "call": "find_guest_by_email"},
            {"one": "guest_id", "found_by": "find_guest_by_email"},
        ]

    def fork(self) -> Hotel:
        made = copy.copy(self)
        made.bookings = copy.deepcopy(self.bookings)
        return made

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        try:
            value = getattr(self, f"_{name}")(**arguments)
        except (KeyError, ValueError) as error:
            return Result(False, f"Error: {error.args[0]}")
        except (TypeError, AttributeError):
            return Result(False, "Error: there is no such tool, or it takes other arguments.")
        return Result(True, json.dumps(value), value)

    def _find_guest_by_email(self, email: str) -> Any:
        for guest in GUESTS.values():
            if guest["email"] == email:
                return guest
        raise ValueError("no guest has this address.")

    def _list_bookings(self, guest_id: str) -> Any:
        return {"bookings": [each for each in self.bookings.values() if each["guest_id"] == guest_id]}

    def _search_rooms(self, kind: str, stay: Any = None) -> Any:
        return [{"room_id": room, "kind": of, "price": price} for room, (of, price) in ROOMS.items() if of == kind]

    def _book_room(self, guest_id: str, room_id: str, stay: dict[str, Any]) -> Any:
        if guest_id not in GUESTS or room_id not in ROOMS:
            raise ValueError("there is no such guest or room.")
        _expect(stay)
        number = f"B-{500 + len(self.bookings)}"
        self.bookings[number] = {
            "booking_id": number, "guest_id": guest_id, "room_id": room_id, "stay": stay, "status": "confirmed"
        }  # fmt: skip
        return self.bookings[number]

    def _change_stay(self, booking_id: str, stay: dict[str, Any]) -> Any:
        _expect(stay)
        self._booking(booking_id)["stay"] = stay
        return self.bookings[booking_id]

    def _cancel_booking(self, booking_id: str) -> Any:
        self._booking(booking_id)["status"] = "cancelled"
        return self.bookings[booking_id]

    def _booking(self, booking_id: str) -> dict[str, Any]:
        if booking_id not in self.bookings:
            raise ValueError("there is no such booking.")
        if self.bookings[booking_id]["status"] == "cancelled":
            raise ValueError("this booking is cancelled.")
        return self.bookings[booking_id]

    def hash(self) -> str:
        return hashlib.sha256(json.dumps(list(self.bookings.values())).encode()).hexdigest()[:16]

    def close(self) -> None:
        pass


def _expect(stay: dict[str, Any]) -> None:
    """The hotel takes days of the calendar and at most two weeks."""
    import datetime

    datetime.date.fromisoformat(stay["check_in"])
    if not 1 <= stay["nights"] <= 14:
        raise ValueError("a stay has 1 to 14 nights.")
