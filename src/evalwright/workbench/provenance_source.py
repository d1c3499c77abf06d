"""What is said about where a value came from: a kind of place, the message, the path in it, and how it was changed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from evalwright.text import Sentence, listed, phrase

GUESSED_CODES = frozenset({"airport code", "ticker code"})
"""Transforms that may be, and need not: a city has several airports, a company several papers."""

Kind = Literal["result", "user", "system", "assistant", "schema", "free-form", "given", "nowhere"]

_NO_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Source:
    """Where one value came from."""

    kind: Kind
    message: int | None = None
    """The index of the message, where the place is a message."""
    path: str | None = None
    """The JSON path in a tool's result, its line and field (`L3.F2`) where that is text, or the keyword of the schema
    (`enum`, `const`, `default`, `type`, `description`)."""
    transform: str | None = None
    """How the value differs from what stands there, such as `case` or `sum`; None where it stands there as it is."""
    tool: str | None = None
    """The tool whose result it is."""
    parts: tuple[Source, ...] = ()
    """Where a value was put together: the places of its parts, this one among them."""
    unknown: tuple[str, ...] = ()
    """Of a text that was composed: what it names that stands nowhere."""

    @property
    def known(self) -> bool:
        """Whether there is a place at all."""
        return self.kind != "nowhere"

    @property
    def guessed(self) -> bool:
        """Whether the value may follow from the place, and need not: a code for a name that has several."""
        return self.transform in GUESSED_CODES

    def words(self) -> Sentence:
        """The place as a phrase for people."""
        place = self._place_phrase()
        if len(self.parts) > 1:
            place = listed(list(dict.fromkeys(part.words() for part in self.parts)), "and")
        return phrase("source.by", place=place, transform=transform_named(self.transform)) if self.transform else place

    def _place_phrase(self) -> Sentence:
        if self.kind == "result":
            tool = self.tool or phrase("source.a_tool")
            return phrase("source.result", tool=tool, place=self._message_phrase())
        if self.kind == "schema":
            return phrase("source.schema", path=self.path)
        if self.kind in ("user", "assistant"):
            return phrase(f"source.{self.kind}", message=self.message)
        return phrase(f"source.{self.kind.replace('-', '_')}")

    def _message_phrase(self) -> Sentence:
        if self.path:
            return phrase("source.message_path", message=self.message, path=self.path)
        return phrase("source.message", message=self.message)


def transform_named(name: str) -> Sentence:
    """What was done to a value, by the name that is stored."""
    return phrase(f"source.transforms.{_NO_WORD.sub('_', name).strip('_')}")


NOWHERE = Source("nowhere")
