"""gpt-oss: a reply is a sequence of messages on channels, and a message to a function is a call.

`<|channel|>analysis` is thought, `final` is the answer, and `commentary to=functions.NAME` is a call whose body is
its arguments. The whole reply has this form, so it is read as a whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..spans import value_end
from .json_calls import WrittenCall, make_call

_SPEAKS = re.compile(r"<\|channel\|>\s*(?:analysis|commentary|final)\b|<\|start\|>assistant to=functions\.")
_MESSAGE = "<|message|>"
_EDGE = re.compile(r"<\|(?:end|call|return|start|channel)\|>")
_RECIPIENT = re.compile(r"\bto=(?:functions\.)?([^\s<>]{1,256})")
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)")
_SECOND_LOOKS = 16


@dataclass(slots=True)
class Harmony:
    """A reply taken apart."""

    texts: list[str] = field(default_factory=list)
    calls: list[WrittenCall] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    second_looks: int = _SECOND_LOOKS


def speaks_harmony(text: str) -> bool:
    """Whether the reply is a sequence of messages on channels."""
    return _SPEAKS.search(text) is not None


def read_harmony(text: str) -> Harmony:
    """The words, calls and thoughts of a reply."""
    found = Harmony()
    at = 0
    while (mark := text.find(_MESSAGE, at)) >= 0:
        start = mark + len(_MESSAGE)
        end = _body_end(text, start, found)
        _take_channel_message(text[at:mark], text[start:end].strip(), found)
        at = end
    rest = text[at:]
    if _RECIPIENT.search(rest) and _CHANNEL.search(rest):
        found.calls.append(make_call(None, rest.strip()))  # begun and cut off
    elif not _EDGE.match(rest.lstrip()):
        found.texts.append(rest.strip())
    return found


def _take_channel_message(head: str, body: str, found: Harmony) -> None:
    recipient, channel, opening = _RECIPIENT.search(head), _CHANNEL.search(head), _EDGE.search(head)
    before = head[: opening.start()].strip() if opening else ""
    if before and not _RECIPIENT.match(before):
        found.texts.append(before)
    if recipient:
        found.calls.append(make_call(recipient[1], body))
        return
    (found.thoughts if channel and channel[1] == "analysis" else found.texts).append(body)


def _body_end(text: str, start: int, found: Harmony) -> int:
    """Where a body ends: at the next token of the form, unless that stands inside a JSON string."""
    edge = _EDGE.search(text, start)
    if edge is None:
        return len(text)
    body = text[start : edge.start()]
    if found.second_looks and body.lstrip().startswith("{") and value_end(body, len(body) - len(body.lstrip())) is None:
        end = value_end(text, start + len(body) - len(body.lstrip()))
        if end is not None and (end == len(text) or _EDGE.match(text, end)):
            return end
        found.second_looks -= 1
    return edge.start()
