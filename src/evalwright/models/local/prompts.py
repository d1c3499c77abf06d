"""How one model takes conversations: the one function that renders them, for inference and for training alike.

A chat template is asked, by rendering a small conversation, what it can show: tools, calls, results, a system message,
and whether arguments are wanted as an object or as text. What it leaves out is written into the messages in our own
words (`own_format`). `render_prompt` gives the tokens up to where the model speaks; `render_training` gives those of a
whole conversation, with a mask of what the assistant said, its end-of-turn tokens included.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonError, family_of_template, loads
from evalwright.text import phrase

from .fallback_prompt import Raw, with_tools, without_calls, without_system
from .template import ChatTemplate, PromptError

Offsets = list[tuple[int, int]]
_TOOL = {
    "type": "function",
    "function": {
        "name": "probe_tool",
        "description": "Probes.",
        "parameters": {"type": "object", "properties": {"probe_key": {"type": "string"}}, "required": ["probe_key"]},
    },
}
_USER = {"role": "user", "content": "probe_question"}
_RESULT = {"role": "tool", "tool_call_id": "probe0001", "name": "probe_tool", "content": "probe_result"}


@dataclass(frozen=True, slots=True)
class Training:
    """A conversation as tokens."""

    ids: list[int]
    mask: list[bool]
    """By token: whether the assistant said it, so that the loss counts it."""
    text: str


@dataclass(frozen=True, slots=True)
class PromptFormat:
    """How one model takes conversations."""

    template: ChatTemplate
    encode: Callable[[str], list[int]]
    """Text to tokens, special ones read as such and none added."""
    ends: tuple[str, ...] = ()
    """The tokens that end the assistant's turn, as text."""
    family: str | None = "hermes"
    """How the model writes calls, as far as the template tells."""
    shows_system: bool = True
    shows_tools: bool = False
    shows_calls: bool = False
    arguments_as_text: bool = False


def prompt_format(template: ChatTemplate, encode: Callable[[str], list[int]], ends: Sequence[str] = ()) -> PromptFormat:
    """The format of a model with this chat template."""
    shows_tools = "probe_tool" in _probe(template, [_USER], [_TOOL])
    as_object, as_text = (_probe(template, _calling(arguments), [_TOOL]) for arguments in _ARGUMENTS)
    shows = ["probe_result" in text and "probe_value" in text for text in (as_object, as_text)]
    own = not (shows_tools and any(shows))
    return PromptFormat(
        template,
        encode,
        tuple(ends),
        "hermes" if own else family_of_template(template.source),
        "probe_system" in _probe(template, [{"role": "system", "content": "probe_system"}, _USER], None),
        shows_tools,
        any(shows),
        not shows[0] or "'probe_key': 'probe_value'" in as_object,
    )


def render_text(
    form: PromptFormat,
    messages: Sequence[Mapping[str, Any]],
    tools: Sequence[Raw] = (),
    *,
    reply: bool = True,
    told: Mapping[str, Any] | None = None,
) -> str:
    """The text of a conversation as the model takes it; PromptError where its template refuses it."""
    plain = [_template_message(message, form) for message in messages]
    if not form.shows_tools:
        plain = with_tools(plain, tools)
    if not form.shows_calls:
        plain = without_calls(plain)
    if not form.shows_system:
        plain = without_system(plain)
    return form.template.render(plain, tools if form.shows_tools else None, reply=reply, told=told)


def render_prompt(
    form: PromptFormat,
    messages: Sequence[Mapping[str, Any]],
    tools: Sequence[Raw] = (),
    told: Mapping[str, Any] | None = None,
) -> list[int]:
    """The tokens of a conversation up to where the assistant is about to speak."""
    return form.encode(render_text(form, messages, tools, told=told))


def render_training(
    form: PromptFormat,
    encode_with_offsets: Callable[[str], tuple[list[int], Offsets]],
    messages: Sequence[Mapping[str, Any]],
    tools: Sequence[Raw] = (),
    *,
    last_only: bool = False,
) -> Training:
    """The tokens of a whole conversation and which of them the assistant said; `last_only`: in its last turn.

    PromptError where the template shows earlier turns otherwise than it asked for them, so that what would be learnt
    is not what is met at inference (then render each turn by itself, with `last_only`).
    """
    text = render_text(form, messages, tools, reply=False)
    turns = [index for index, message in enumerate(messages) if message["role"] == "assistant"]
    spans = [_span(form, messages, tools, index, text) for index in (turns[-1:] if last_only else turns)]
    ids, offsets = encode_with_offsets(text)
    mask = [any(start <= first and last <= end and first < last for start, end in spans) for first, last in offsets]
    return Training(ids, mask, text)


def _span(
    form: PromptFormat, messages: Sequence[Mapping[str, Any]], tools: Sequence[Raw], index: int, text: str
) -> tuple[int, int]:
    """Where in the text the assistant's turn stands: from the end of its prompt to the end of its last token."""
    prompt = render_text(form, messages[:index], tools)
    turn = render_text(form, messages[: index + 1], tools, reply=False)
    if not turn.startswith(prompt) or not text.startswith(turn):
        raise PromptError(phrase("model.otherwise", index=index))
    ends = [turn.find(end, len(prompt)) + len(end) for end in form.ends if turn.find(end, len(prompt)) >= 0]
    return len(prompt), min(ends, default=len(turn))


_ARGUMENTS: tuple[Any, Any] = ({"probe_key": "probe_value"}, json.dumps({"probe_key": "probe_value"}))


def _calling(arguments: Any) -> list[Raw]:
    call = {"id": "probe0001", "type": "function", "function": {"name": "probe_tool", "arguments": arguments}}
    return [_USER, {"role": "assistant", "content": "", "tool_calls": [call]}, _RESULT]


def _probe(template: ChatTemplate, messages: list[Raw], tools: list[Raw] | None) -> str:
    try:
        return template.render(messages, tools, reply=True)
    except PromptError:
        return ""


def _template_message(message: Mapping[str, Any], form: PromptFormat) -> Raw:
    """A message as templates know them: text as content, arguments in the form that this one wants."""
    made = {**message, "content": _template_content(message.get("content"))}
    calls = message.get("tool_calls")
    if calls and message.get("role") == "assistant":
        as_text = form.arguments_as_text or not form.shows_calls
        made["tool_calls"] = [_template_call(call, as_text=as_text) for call in calls]
    return made


def _template_call(call: Raw, *, as_text: bool) -> Raw:
    """A call with its arguments as an object where that is wanted and they can be read; else as they are written."""
    function = dict(call["function"])
    if not as_text:
        try:
            arguments = loads(function["arguments"] or "{}")
            function["arguments"] = arguments if isinstance(arguments, dict) else function["arguments"]
        except JsonError:
            pass
    return {**call, "function": function}


def _template_content(content: Any) -> str:
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
