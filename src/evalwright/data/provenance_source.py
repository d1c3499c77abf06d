"""What is said about where a value came from: a kind of place, the message, the path in it, and how it was changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["result", "user", "system", "assistant", "schema", "free-form", "nowhere"]

_SPEAKERS = {"user": "user message", "assistant": "assistant message"}


@dataclass(frozen=True, slots=True)
class Source:
    """Where one value came from."""

    kind: Kind
    message: int | None = None
    """The index of the message, where the place is a message."""
    path: str | None = None
    """The JSON path in a tool's result, or the keyword of the schema (`enum`, `const`, `default`, `type`)."""
    transform: str | None = None
    """How the value differs from what stands there, such as `case` or `sum`; None where it stands there as it is."""
    tool: str | None = None
    """The tool whose result it is."""

    @property
    def known(self) -> bool:
        """Whether there is a place at all."""
        return self.kind != "nowhere"

    def words(self) -> str:
        """The place as a phrase for people."""
        return self._place() + (f", by {self.transform}" if self.transform else "")

    def _place(self) -> str:
        if self.kind == "result":
            where = f"message {self.message}, {self.path}" if self.path else f"message {self.message}"
            return f"the result of {self.tool or 'a tool'} ({where})"
        if self.kind == "system":
            return "the system prompt"
        if self.kind == "schema":
            return f"the schema ({self.path})"
        if self.kind == "free-form":
            return "free text"
        if self.kind == "nowhere":
            return "nowhere"
        return f"{_SPEAKERS[self.kind]} {self.message}"


NOWHERE = Source("nowhere")
