"""Tool calls that a model wrote as text, in the way of any family: one reader for all of them.

In goes a reply, with the tools that were offered and, where the chat template told it, the family; out come the
calls, the text around them and the leading `<think>` block. A call is taken as it is written: what cannot be read
stays a call, with its raw text, and is never repaired, because whoever wrote it is being judged. A reply is hostile
until proved otherwise, so the time is linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .call_marks import MARK
from .families.harmony import read_harmony, speaks_harmony
from .families.json_calls import WrittenCall, bare_calls, call_from_text, calls_in_list, calls_in_sequence, make_call
from .families.tagged import FUNCTION, FUNCTION_EDGE, Schemas, function_call, function_in_call, glm_call
from .families.typed import parameters_by_name
from .spans import value_end

__all__ = ["TextCalls", "call_from_text", "calls_in_text"]

_CALL_EDGE = re.compile(r"</?tool_call>")
_LLAMA_EDGE = re.compile(r"<\|(?:python_tag|eom_id|eot_id)\|>")
_MISTRAL_EDGE = re.compile(r"\[TOOL_CALLS\]|</s>")
_MISTRAL_NAME = re.compile(r"\s*([^\s\[\]{}<>\"']{1,256})(?:\[CALL_ID\][^\s\[\]{}]{1,64})?(?:\[ARGS\]\s*|(?=\{))")
_KIMI_EDGE = re.compile(r"<\|tool_call(?:_end|_begin|s_section_end)\|>")
_KIMI_HEAD = re.compile(r"\s*(?:functions\.)?([^\s<>]{1,256}?)(?::\d{1,9})?\s*<\|tool_call_argument_begin\|>")
_KIMI_SECTION = re.compile(r"<\|tool_calls_section_(?:begin|end)\|>")
_SPACE = re.compile(r"\s*")
_SECOND_LOOKS = 16
"""Failed readings past a tag that may stand inside a JSON string; each may cost the length of the reply."""


@dataclass(frozen=True, slots=True)
class TextCalls:
    """A reply taken apart."""

    text: str
    """What remains without the calls and the leading reasoning, trimmed."""
    calls: list[WrittenCall]
    """OpenAI-shaped, without ids; an unreadable one has no name or arguments that are no JSON, raw as written."""
    reasoning: str | None
    """What stood in a leading `<think>` block or on the analysis channel."""


def calls_in_text(text: str, tools: Iterable[Any] = (), family: str | None = None) -> TextCalls:
    """The calls in a reply. Nothing inside `<think>` counts; a last call that is not closed does.

    `tools` (OpenAI definitions) give untyped values their types, and bare JSON the right to be a call. With the
    `family`, everything that begins like its calls is an attempt; without, only what has their form.
    """
    if speaks_harmony(text):
        found = read_harmony(text)
        thoughts = "\n".join(found.thoughts)
        return TextCalls("\n".join(part for part in found.texts if part), found.calls, thoughts or None)
    scan = _Scan(text, parameters_by_name(tools), family)
    scan.run()
    rest = "".join(scan.kept).strip()
    if scan.calls:
        return TextCalls(_KIMI_SECTION.sub("", rest).strip(), scan.calls, scan.reasoning)
    bare = bare_calls(rest, scan.schemas.keys(), expected=family == "llama")
    return TextCalls("" if bare else rest, bare, scan.reasoning)


class _Scan:
    """One walk over the text from left to right; `at` never goes back."""

    def __init__(self, text: str, schemas: Schemas, family: str | None) -> None:
        self.text = text
        self.schemas = schemas
        self.family = family
        self.at = 0
        self.kept: list[str] = []
        self.calls: list[WrittenCall] = []
        self.reasoning: str | None = None
        self.second_looks = _SECOND_LOOKS

    def run(self) -> None:
        takers: dict[str, Callable[[re.Match[str]], None]] = {
            "<tool_call>": self.take_call,
            "<think>": self.take_thought,
            "</think>": self.end_thought,
            "<function=": self.take_function,
            "<|python_tag|>": self.take_python_tag,
            "[TOOL_CALLS]": self.take_mistral,
            "<|tool_call_begin|>": self.take_kimi,
        }
        while (mark := MARK.search(self.text, self.at)) is not None:
            takers.get(mark.group(), self.keep)(mark)
        self.kept.append(self.text[self.at :])

    def keep(self, mark: re.Match[str]) -> None:
        """A mark that is only mentioned."""
        self.kept.append(self.text[self.at : mark.end()])
        self.at = mark.end()

    def take_call(self, mark: re.Match[str]) -> None:
        """`<tool_call>`: JSON as Hermes and Qwen write it, or the tags of Qwen3-Coder and GLM."""
        start = self._after_space(mark.end())
        if self.text.startswith("{", start):
            end = self._json_end(start, _CALL_EDGE)
            call = call_from_text(self.text[start:end].strip())
        else:
            edge = _CALL_EDGE.search(self.text, mark.end())
            end = edge.start() if edge else len(self.text)
            call = self._tagged(self.text[mark.end() : end].strip(), closed=edge is not None)
        self._take_calls(mark, [call], self._past("</tool_call>", end))

    def _tagged(self, body: str, *, closed: bool) -> WrittenCall:
        if body.startswith("<function="):
            return function_in_call(body, self.schemas)
        found = glm_call(body, self.schemas, closed=closed, expected=self.family == "glm")
        return make_call(None, body) if found is None else found

    def take_function(self, mark: re.Match[str]) -> None:
        """`<function=NAME>` without `<tool_call>` around it, as Qwen3-Coder forgets it and Llama 3.1 writes it."""
        opened = FUNCTION.match(self.text, mark.start())
        if opened is None or not (self.family in ("qwen_xml", "llama") or opened[1] in self.schemas):
            return self.keep(mark)
        end = self._json_end(opened.end(), FUNCTION_EDGE)
        closed = self.text.startswith("</function>", end)
        body = self.text[opened.end() : end]
        raw = self.text[mark.start() : end]
        call = function_call(opened[1], body, self.schemas) if closed else make_call(opened[1], raw)
        return self._take_calls(mark, [call], self._past("</tool_call>", self._past("</function>", end)))

    def take_python_tag(self, mark: re.Match[str]) -> None:
        """Llama 3: all that follows the tag is calls."""
        start = self._after_space(mark.end())
        if self.family != "llama" and not self.text.startswith("{", start):
            return self.keep(mark)
        end = self._json_end(start, _LLAMA_EDGE)
        return self._take_calls(mark, calls_in_sequence(self.text[start:end]), end)

    def take_mistral(self, mark: re.Match[str]) -> None:
        """Mistral: a list of objects after the mark, or one mark before every name and its arguments."""
        start = self._after_space(mark.end())
        named = _MISTRAL_NAME.match(self.text, start)
        if named is not None:
            end = self._json_end(named.end(), _MISTRAL_EDGE)
            stop = self._value_end(named.end(), end)
            return self._take_calls(
                mark, [make_call(named[1], self.text[named.end() : stop].strip() or "[ARGS]")], self._past("</s>", stop)
            )
        if self.family != "mistral" and not self.text.startswith("[{", start):
            return self.keep(mark)
        end = self._json_end(start, _MISTRAL_EDGE)
        stop = self._value_end(start, end)
        return self._take_calls(mark, calls_in_list(self.text[start:stop].strip()), self._past("</s>", stop))

    def take_kimi(self, mark: re.Match[str]) -> None:
        """Kimi K2: `functions.NAME:INDEX`, then the arguments."""
        head = _KIMI_HEAD.match(self.text, mark.end())
        if head is None and self.family != "kimi":
            return self.keep(mark)
        start = head.end() if head else mark.end()
        end = self._json_end(start, _KIMI_EDGE)
        body = self.text[start:end].strip()
        call = make_call(head[1], body or "{") if head else make_call(None, body)
        return self._take_calls(mark, [call], self._past("<|tool_call_end|>", end))

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

    def _take_calls(self, mark: re.Match[str], calls: list[WrittenCall], end: int) -> None:
        self.kept.append(self.text[self.at : mark.start()])
        self.calls += calls
        self.at = max(end, mark.end())

    def _json_end(self, start: int, edges: re.Pattern[str]) -> int:
        """Where what begins at `start` ends: at the next edge, unless that stands inside a JSON string."""
        edge = edges.search(self.text, start)
        if edge is None:
            return len(self.text)
        if self.second_looks and self.text[start : start + 1] in ("{", "["):
            segment = self.text[start : edge.start()]
            if value_end(segment, 0) is None:
                end = value_end(self.text, start)
                if end is not None:
                    end = self._after_space(end)
                    if end == len(self.text) or edges.match(self.text, end):
                        return end
                self.second_looks -= 1
        return edge.start()

    def _value_end(self, start: int, end: int) -> int:
        """The end of the JSON value inside a segment that may go on with words; the segment's where there is none."""
        found = value_end(self.text[start:end], 0)
        return end if found is None else start + found

    def _past(self, closing: str, at: int) -> int:
        return at + len(closing) if self.text.startswith(closing, at) else at

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at
