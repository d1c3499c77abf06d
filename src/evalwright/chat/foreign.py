"""Formats of others: a record that no dialect of ours knows is shown to what packages offer as `evalwright.formats`.

A format reads (a record becomes one with `messages` of any dialect that is known here), or writes (a conversation
becomes a record), or both. A function alone writes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from evalwright.errors import EvalwrightError
from evalwright.plugins import FORMATS

from .types import Conversation, JsonObject

_Made = TypeVar("_Made", bound=Callable[..., Any])


class ChatFormat(Protocol):
    """A way of writing conversations; each of the two may be missing."""

    def read(self, record: Any) -> JsonObject | None:
        """The same conversation with its `messages` in a dialect that is known here; None for any other record."""
        ...

    def write(self, conversation: Conversation) -> JsonObject:
        """A conversation as a record of this format. ValueError: it cannot hold this one."""
        ...


def register_format(name: str) -> Callable[[_Made], _Made]:
    """Offer a format under this name: a class, an object or, for writing alone, a function."""
    return FORMATS.register(name)


def foreign_record(record: Any) -> JsonObject | None:
    """What a format of others makes of a record, the first that knows it."""
    for name in FORMATS.names():
        with suppress(Exception):  # it looked for something in a record that is not its own, or cannot be loaded
            read = getattr(_format(name), "read", None)
            made = read(record) if read is not None else None
            if isinstance(made, dict):
                return made
    return None


def foreign_writer(name: str) -> Callable[[Conversation], JsonObject] | None:
    """What writes the format of this name; None where nobody offers it, or it is only read."""
    if name not in FORMATS:
        return None
    made = _format(name)
    found: Callable[[Conversation], JsonObject] | None = getattr(made, "write", made if callable(made) else None)
    return found


def foreign_names() -> list[str]:
    """The formats of others that can be written."""
    names = []
    for name in FORMATS.names():
        with suppress(EvalwrightError):
            names += [name] if foreign_writer(name) is not None else []
    return names


def is_read_back(name: str) -> bool:
    """Whether what a format of others wrote can be read again."""
    return name not in FORMATS or hasattr(_format(name), "read")


def _format(name: str) -> Any:
    made = FORMATS.get(name)
    return FORMATS.call(name) if isinstance(made, type) else made
