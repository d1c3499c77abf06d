"""Lists, a page at a time: the cursor is the id of the last object that a client has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeVar

from starlette.datastructures import QueryParams

from evalwright.chat import JsonObject

from .api_errors import refused

Order = Literal["asc", "desc"]


class Identified(Protocol):
    """What a page is made of."""

    @property
    def id(self) -> str: ...


_Listed = TypeVar("_Listed", bound=Identified)


def read_limit(query: QueryParams, default: int, most: int) -> int:
    """How many a client wants; at most so many are given, and what is no number is refused."""
    text = query.get("limit")
    if text is None or text == "":
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) < 1:
        raise refused("limit", param="limit", most=most)
    return min(int(text), most)


def read_order(query: QueryParams, default: Order) -> Order:
    """Which way."""
    text = query.get("order") or default
    if text not in ("asc", "desc"):
        raise refused("choice", param="order", name="order", choices="asc, desc")
    return "desc" if text == "desc" else "asc"


def read_choice(query: QueryParams, name: str, choices: Sequence[str]) -> str | None:
    """One of a few words, or None where none is given."""
    text = query.get(name)
    if not text:
        return None
    if text not in choices:
        raise refused("choice", param=name, name=name, choices=", ".join(choices))
    return text


def cut_page(listed: Sequence[_Listed], after: str | None, limit: int) -> tuple[list[_Listed], bool]:
    """The objects after a cursor, and whether there are more; an unknown cursor is refused."""
    start = 0
    if after:
        place = next((number for number, each in enumerate(listed) if each.id == after), None)
        if place is None:
            raise refused("after", param="after")
        start = place + 1
    return list(listed[start : start + limit]), len(listed) > start + limit


def page_document(data: list[JsonObject], has_more: bool) -> dict[str, Any]:
    """A page as clients read it."""
    first, last = (data[0]["id"], data[-1]["id"]) if data else (None, None)
    return {"object": "list", "data": data, "first_id": first, "last_id": last, "has_more": has_more}
