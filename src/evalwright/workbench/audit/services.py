"""Rules about what fine-tuning services (OpenAI, Azure) refuse: hard refusals are errors, the rest warnings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from evalwright.text import phrase

from .finding import Hit, quoted
from .places import RowPlaces
from .registry import DecideAll, Memory, Place, end_rule, register_rule
from .row_context import Case

MAX_TOOLS = 128
MAX_DESCRIPTION = 1024
MAX_TOKENS = 65_536
MIN_EXAMPLES = 10
_BYTES_PER_TOKEN = 4
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_KEYS = frozenset(
    {"role", "content", "name", "tool_calls", "tool_call_id", "function_call", "weight", "refusal", "audio"}
)


@register_rule("ends-without-assistant", "error", "services", only_if="unusual order")
def ends_without_assistant(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.roles[-1] not in "ac":
        last = len(case.roles) - 1
        yield Hit(last, f"messages[{last}]", phrase("audit.found.last_role", messages=case.messages[last]["role"]))


@register_rule("too-many-tools", "error", "services", only_if="new tools")
def too_many_tools(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.new_tools and len(case.conversation.tools) > MAX_TOOLS:
        yield Hit(None, "tools", phrase("audit.found.tools", num=len(case.conversation.tools), max_tools=MAX_TOOLS))


@register_rule("bad-tool-name", "error", "services", only_if="new tools")
def bad_tool_name(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        if not _NAME.fullmatch(tool.name):
            said = phrase("audit.found.tool_name", tool=quoted(tool.name))
            yield Hit(None, f"tools[{index}].function.name", said)


@register_rule("long-description", "info", "services", only_if="new tools")
def long_description(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        if tool.description is not None and len(tool.description) > MAX_DESCRIPTION:
            said = phrase("audit.found.description", num=len(tool.description), max_description=MAX_DESCRIPTION)
            yield Hit(None, f"tools[{index}].function.description", said)


@register_rule("bad-message-name", "warning", "services", only_if="unusual keys")
def bad_message_name(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, message in enumerate(case.messages) if "name" in set(chain.from_iterable(case.messages)) else ():
        if "name" in message and not (isinstance(message["name"], str) and _NAME.fullmatch(message["name"])):
            yield Hit(
                index, f"messages[{index}].name", phrase("audit.found.name_refused", message=quoted(message["name"]))
            )


@register_rule("extra-message-key", "warning", "services", only_if="unusual keys")
def extra_message_key(case: Case, memory: Memory) -> Iterator[Hit]:
    raw = case.raw_messages or ()
    if set(map(type, raw)) <= {dict} and _KEYS.issuperset(chain.from_iterable(raw)):
        return
    for index, message in enumerate(raw):
        if isinstance(message, dict) and not message.keys() <= _KEYS:
            extra = next(key for key in message if key not in _KEYS)
            yield Hit(index, f"messages[{index}]", phrase("audit.found.key_refused", extra=quoted(extra)))


@register_rule("object-arguments", "warning", "services", only_if="notes")
def object_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    if "object_arguments" not in case.conversation.notes:
        return
    for index, raw in enumerate(case.raw_messages or ()):
        calls = raw.get("tool_calls") if isinstance(raw, dict) else None
        for number, call in enumerate(calls if isinstance(calls, list) else ()):
            function = call.get("function", call) if isinstance(call, dict) else None
            if isinstance(function, dict) and isinstance(function.get("arguments"), dict):
                path = f"messages[{index}].tool_calls[{number}].function.arguments"
                yield Hit(index, path, phrase("audit.found.object_arguments"))


@register_rule("result-in-parts", "warning", "services", only_if="parts")
def result_in_parts(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, _ in case.answers:
        if isinstance(case.messages[index].get("content"), list):
            yield Hit(index, f"messages[{index}].content", phrase("audit.found.parts"))


@register_rule("too-long", "warning", "services", only_if="long")
def too_long(case: Case, memory: Memory) -> Iterator[Hit]:
    size = sum(map(len, case.texts))
    if size > MAX_TOKENS * _BYTES_PER_TOKEN:
        said = phrase("audit.found.tokens", size=size // _BYTES_PER_TOKEN, max_tokens=MAX_TOKENS)
        yield Hit(None, "messages", said)


class _Count:
    """How many conversations there were."""

    def __init__(self) -> None:
        self.conversations = 0


def _note_one(case: Case, memory: Memory) -> int:
    return 1


def _add_one(noted: int, place: Place, memory: Memory) -> Iterable[Hit]:
    memory.of(_Count).conversations += noted
    return ()


def _all_noted(noted: list[int | None]) -> int:
    return len(noted) - noted.count(None)


def _add_all(noted: int, places: RowPlaces, memory: Memory, wanted: int) -> Iterable[tuple[int, Hit]]:
    memory.of(_Count).conversations += noted
    return ()


@end_rule("too-few-conversations", "warning", "services", _note_one, _add_one, DecideAll(_all_noted, _add_all))
def too_few_conversations(memory: Memory) -> Iterator[Hit]:
    count = memory.of(_Count).conversations
    if 0 < count < MIN_EXAMPLES:
        yield Hit(None, "", phrase("audit.found.conversations", count=count, min_examples=MIN_EXAMPLES))
