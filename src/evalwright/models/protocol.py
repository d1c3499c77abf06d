"""What a model is here: something that turns one request into one sample, or says why it could not.

A model does one attempt and nothing else. Limits, retries, deadlines and the journal belong to `engine`; so a new
kind of model is one small class. A failed attempt is an `AnswerError`; its `kind` is what the user reads in the
report, its flags tell the engine what to do with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from evalwright.chat import JsonObject, Message, Sample
from evalwright.secrecy import redacted

__all__ = ["SECRET_REMOVED", "AnswerError", "Model", "Request", "Sample"]

SECRET_REMOVED = "secret_removed"
"""The note in a sample that held one of our secrets, which was taken out."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model."""

    id: str
    messages: list[Message]
    tools: list[JsonObject] = field(default_factory=list)
    """OpenAI tool definitions, sent as they are."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Generation settings that go into the request body (temperature, max_tokens, tool_choice, ...)."""
    tag: str = ""
    """What the asker wants to find again when the answer comes; not sent."""
    known: Any = None
    """The answer that stands beside the question, where it does; not sent."""


class AnswerError(Exception):
    """One attempt that gave no sample."""

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        retry: bool = False,
        retry_after: float | None = None,
        slow_down: bool = False,
        stop: str | None = None,
    ) -> None:
        shown = redacted(message)
        message = message if shown == message else shown  # a sentence that holds no secret can be said again
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        """A short stable name: `http_500`, `timeout`, `connection`, `invalid_response`, ..."""
        self.message = message
        self.retry = retry
        """Whether another attempt may succeed."""
        self.retry_after = retry_after
        """Seconds the server asked to wait before that attempt."""
        self.slow_down = slow_down
        """Whether the server is being asked too much (429, time-outs)."""
        self.stop = stop
        """The cure, where going on with other items is pointless: the run stops at once."""


@runtime_checkable
class Model(Protocol):
    """One who answers."""

    name: str
    """As shown in tables and used, made safe, in file names."""

    def identity(self) -> Mapping[str, Any]:
        """All that decides an answer apart from the request: written to config.json, part of every digest."""
        ...

    def prepare(self, request: Request) -> bytes:
        """The request as this model takes it; the same bytes are digested and sent."""
        ...

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """One attempt. Raises AnswerError."""
        ...

    async def open(self) -> None:
        """Get ready to answer; called once before the first request. May raise EvalwrightError."""
        ...

    async def close(self) -> None:
        """Let go of connections and files."""
        ...
