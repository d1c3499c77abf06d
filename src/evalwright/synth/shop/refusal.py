"""How the shop says no: a kind that code can tell apart, and one sentence, from `refusals.json`, that names what was
wrong."""

from __future__ import annotations

from typing import Any, Self

from evalwright.text import filled

from .files import shop_json

TRANSIENT_ERROR: str = shop_json("refusals.json")["transient"]
"""What a call answers that fails by chance: nothing was done, and the same call may succeed next time."""

_LONGEST = 60


class Refusal(Exception):  # noqa: N818 - not a fault: it is the answer to the call
    """A call that is not carried out; nothing was changed."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence

    @classmethod
    def because(cls, name: str, /, **values: Any) -> Self:
        """The refusal of a name such as `unknown_user.email`, which is its kind and one of the sentences it has."""
        kind, _, case = name.partition(".")
        return cls(kind, filled(shop_json("refusals.json")[kind][case], values))

    @property
    def answer(self) -> str:
        """What the call answers."""
        return filled(shop_json("refusals.json")["refused"], {"sentence": self.sentence})


def shown(value: object) -> str:
    """A value from a call, fit to stand in a sentence: one line, not long, and always encodable."""
    text = value if isinstance(value, str) else type(value).__name__
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "..."
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return f'"{printable}"'
