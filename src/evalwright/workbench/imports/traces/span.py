"""What every reader of traces gives: one span, whoever wrote it, with its messages in OpenAI's shape.

A chat span holds what was sent to a model and, as its last `said` messages, what came back. A tool span holds one run
of a tool. An agent span holds a whole conversation, and is used where its trace has no chat span. A `message` is one
message of an inference whose span lies elsewhere (log records), `silent` one whose content was left out. What cannot
be understood is a `SpanError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from evalwright.chat import JsonObject
from evalwright.text import Sentence, phrase

Kind = Literal["chat", "agent", "tool", "message", "silent"]
UNSURE = "\0unsure"
"""The key of a message whose text beside its calls may have been left out; it goes before anything is written."""


class SpanError(ValueError):
    """A span that says something else than its shape promises; the message says what."""


@dataclass(slots=True)
class ToolRun:
    """One run of a tool."""

    name: str
    call_id: str | None
    arguments: str | None
    result: str | None
    failed: bool = False


@dataclass(slots=True)
class Span:
    """One span in which messages or a tool's run were recorded."""

    kind: Kind
    trace: str
    id: str
    start: int
    """In nanoseconds; 0 where it is not said."""
    source: str
    """Who wrote it: the instrumentor's own name where it gives one, else the shape."""
    conversation: str | None = None
    session: str | None = None
    service: str = ""
    model: str | None = None
    error: str | None = None
    messages: list[JsonObject] = field(default_factory=list)
    said: int = 0
    tools: list[JsonObject] = field(default_factory=list)
    tool_names: list[str] = field(default_factory=list)
    """Tools of which no more than the name was recorded."""
    run: ToolRun | None = None
    lost: list[str] = field(default_factory=list)
    """What the instrumentor recorded and a conversation cannot hold, or left out itself."""

    @property
    def has_content(self) -> bool:
        """Whether anything in it can become part of a conversation."""
        return bool(self.messages) or self.run is not None


def text_of(value: Any) -> str | None:
    """A value as a tool's result or arguments are written: text as it is, anything else as JSON."""
    from evalwright.data import dumps

    return value if isinstance(value, str | None) else dumps(value).decode()


def lost_phrase(name: str, **words: Any) -> Sentence:
    """The name of something that is lost, as `lost` counts it."""
    return phrase(f"import.traces.lost.{name}", **words)


def content_of(role: str, content: Any) -> Any:
    """Text, parts or nothing; what a tool gave may be any value, and is then its JSON text."""
    if role == "tool" and not isinstance(content, list):
        return text_of(content)
    if not isinstance(content, str | list | None):
        raise SpanError(phrase("import.traces.no_content", type=type(content).__name__))
    return content
