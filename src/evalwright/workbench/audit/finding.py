"""What an audit says: one finding per fault, with its place, in words that are safe to print."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypedDict

from evalwright.text import escaped, phrase

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class FindingDocument(TypedDict):
    """A finding as JSON data."""

    rule: str
    severity: Severity
    file: str
    line: int | None
    conversation: str | None
    message: int | None
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault and where it is."""

    rule: str
    severity: Severity
    file: str
    line: int | None
    """The line of the file, from 1; None where the finding is about a whole file."""
    conversation: str | None
    message: int | None
    """The index of the message, from 0."""
    path: str
    """The JSON path in the record, such as `messages[4].tool_calls[0].function.arguments.order_id`."""
    text: str
    """One sentence, without characters that a terminal would obey."""

    def to_dict(self) -> FindingDocument:
        """The finding as JSON data."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "file": self.file,
            "line": self.line,
            "conversation": self.conversation,
            "message": self.message,
            "path": self.path,
            "text": self.text,
        }


class Hit(NamedTuple):
    """What a rule yields: the place and the sentence; the rest of the finding is known already."""

    message: int | None
    path: str
    text: str


def visible(text: str, length: int = 400) -> str:
    """A text as it may be printed: characters that cannot be seen become escapes, the middle of a long one is cut."""
    half = length // 2
    if len(text) > length:
        text = f"{text[:half]}…{text[-half:]}"
    shown = escaped(text)
    return text if shown == text else shown  # a sentence stays one, so that it can be said in other languages


def quoted(value: object, length: int = 80) -> str:
    """A value from the data inside a sentence."""
    if isinstance(value, str):
        return '"' + visible(value, length) + '"'
    try:
        return visible(json.dumps(value, ensure_ascii=False, default=str), length)
    except (ValueError, RecursionError):
        return phrase("kinds.other", type=type(value).__name__)
