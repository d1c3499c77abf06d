"""How an environment of ours says no: a kind that code can tell apart, and one sentence that names what was wrong.

The sentences are data: those of any environment in `synth/words/refusals.json`, those of the shop in its pack.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from evalwright.chat import JsonObject
from evalwright.text import filled, resource_json

_FILES = (("evalwright.synth", "words/refusals.json"), ("evalwright.domains.retail", "refusals.json"))


@cache
def _sentences() -> JsonObject:
    """Every sentence, by kind and case."""
    return {kind: told for package, name in _FILES for kind, told in resource_json(package, name).items()}


TRANSIENT_ERROR: str = _sentences()["transient"]
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
        return cls(kind, filled(_sentences()[kind][case], values))

    @property
    def answer(self) -> str:
        """What the call answers."""
        return filled(_sentences()["refused"], {"sentence": self.sentence})


def shown(value: object) -> str:
    """A value from a call, fit to stand in a sentence: one line, not long, and always encodable."""
    text = value if isinstance(value, str) else type(value).__name__
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "..."
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return f'"{printable}"'
