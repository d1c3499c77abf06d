"""Tool calls that a model wrote as text, the Hermes and Qwen way: `<tool_call>{"name": ..., "arguments": {...}}`.

In goes a reply; out come the calls, the text around them and the leading `<think>` block. A call is taken as it is
written: what cannot be read stays a call, with its raw text, and is never repaired, because whoever wrote it is being
judged. A reply is hostile until proved otherwise, so the time is linear in its length.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from evalwright.chat.spans import members, value_end

_MARK = re.compile(r"<tool_call>|</?think>")
_EDGE = re.compile(r"</?tool_call>")
_SPACE = re.compile(r"\s*")
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_SECOND_LOOKS = 16
"""Failed readings past a tag that may stand inside a JSON string; each may cost the length of the reply."""


@dataclass(frozen=True, slots=True)
class TextCalls:
    """A reply taken apart."""

    text: str
    """What remains without the calls and the leading reasoning, trimmed."""
    calls: list[dict[str, Any]]
    """OpenAI-shaped, without ids; the name is None and the arguments are the raw text where a call is unreadable."""
    reasoning: str | None
    """What stood in a leading `<think>` block."""


def calls_in_text(text: str) -> TextCalls:
    """The calls in a reply. Nothing inside `<think>` counts; a last call that is not closed does."""
    scan = _Scan(text)
    while (mark := _MARK.search(text, scan.at)) is not None:
        if mark.group() == _OPEN:
            scan.take_call(mark)
        elif mark.group() == "<think>":
            scan.take_thought(mark)
        else:
            scan.end_thought(mark)
    scan.kept.append(text[scan.at :])
    return TextCalls("".join(scan.kept).strip(), scan.calls, scan.reasoning)


def call_from_text(body: str) -> dict[str, Any]:
    """The call that one JSON text stands for; kept raw and without a name where it cannot be read."""
    try:
        parts = members(body)
        name = json.loads(parts.get("name", "null"))
    except (ValueError, RecursionError):
        name, parts = None, {}
    if not isinstance(name, str) or not name:
        return {"type": "function", "function": {"name": None, "arguments": body}}
    return {"type": "function", "function": {"name": name, "arguments": parts.get("arguments", "")}}


class _Scan:
    """One walk over the text from left to right; `at` never goes back."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kept: list[str] = []
        self.calls: list[dict[str, Any]] = []
        self.reasoning: str | None = None
        self.second_looks = _SECOND_LOOKS

    def take_call(self, mark: re.Match[str]) -> None:
        self.kept.append(self.text[self.at : mark.start()])
        edge = _EDGE.search(self.text, mark.end())
        end = edge.start() if edge else len(self.text)
        call = call_from_text(self.text[mark.end() : end].strip())
        if call["function"]["name"] is None and edge is not None and self.second_looks:
            longer = self._past_strings(mark.end())
            if longer is not None:
                end = longer
                call = call_from_text(self.text[mark.end() : end].strip())
        self.calls.append(call)
        self.at = end + len(_CLOSE) if self.text.startswith(_CLOSE, end) else end

    def _past_strings(self, start: int) -> int | None:
        """The end of a call whose JSON strings hold a tag, or None."""
        end = value_end(self.text, self._after_space(start))
        if end is not None:
            end = self._after_space(end)
            if end == len(self.text) or _EDGE.match(self.text, end):
                return end
        self.second_looks -= 1
        return None

    def take_thought(self, mark: re.Match[str]) -> None:
        before = self.text[self.at : mark.start()]
        close = self.text.find("</think>", mark.end())
        inner_end, after = (len(self.text),) * 2 if close < 0 else (close, close + len("</think>"))
        if self.at == 0 and not before.strip():
            self.reasoning = self.text[mark.end() : inner_end].strip()
        else:
            self.kept.append(self.text[self.at : after])
        self.at = after

    def end_thought(self, mark: re.Match[str]) -> None:
        """A close without an open: the open stood in the prompt, so all before it was thought."""
        if self.reasoning is None:
            self.reasoning = self.text[: mark.start()].strip()
            self.kept, self.calls = [], []
        else:
            self.kept.append(self.text[self.at : mark.end()])
        self.at = mark.end()

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at
