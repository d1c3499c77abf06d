"""The one reader: a record in any dialect becomes a `Conversation`.

The record's keys say where its messages are; each message then says for itself which dialect it is written in, so
mixtures (ShareGPT turns with Hermes calls in an `item` wrapper) need no rule of their own. Messages that are canonical
already pass through as the same dictionaries. What is no conversation raises `ChatError` with the place and the reason.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, cast

from evalwright.text import phrase

from .dialects import gemini, hermes, openai, responses, sharegpt, swift
from .dialects.reading import Raw, Reading, clean_id, joined
from .foreign import foreign_record
from .links import link
from .shapes import LEFT_OUT, SHAPED_BY, shaped_after, shaped_before
from .shapes.fields import parsed
from .tools import read_tools, tools_from
from .types import ChatError, Conversation, Message, Tool

__all__ = ["read_conversation", "read_messages", "read_tools"]

_MAX_WRAPPERS = 8


class _Container(NamedTuple):
    dialect: str
    key: str
    system: tuple[str, ...]
    """Keys of the system prompt, besides `system`."""


_CONTAINERS = (
    _Container("openai", "messages", ()),
    _Container("sharegpt", "conversations", ()),
    _Container("sharegpt", "conversation", ()),
    _Container("gemini", "contents", ("systemInstruction", "system_instruction")),
    _Container("responses", "input", ("instructions",)),
)
_INSIDE_OPENAI = frozenset({"legacy", "hermes"})
"""Dialects that are ways of writing OpenAI's; any other, seen under `messages`, takes its place."""

_LOGGED = frozenset(
    {"resourceSpans", "resourceLogs", "observations", "span_data", "run_type", "traceId", "trace_id", "context"}
)
"""Keys of traces, which have to be joined before they are conversations."""
_TOOL_KEYS = ("tools", "functions")
_MESSAGES = frozenset({"messages"})
_OTHERWISE = SHAPED_BY | {"system", "functions"}
"""Keys beside `messages` that make a record more than a list of messages and its tools."""


def read_messages(value: object) -> list[Message]:
    """The canonical messages for a list in any dialect, or ChatError."""
    return _messages(value, "messages", Reading(), [])


def read_conversation(record: object) -> Conversation:
    """The conversation that a record stands for, or ChatError."""
    return _plain_conversation(record) or _any_conversation(record)


def _plain_conversation(record: object) -> Conversation | None:
    """The road that nearly every record takes: OpenAI's shape, and all messages canonical; None for any other."""
    if type(record) is not dict or not _OTHERWISE.isdisjoint(record):
        return None
    value = record.get("messages")
    if type(value) is not list or not value or not openai.are_plain(value):
        return None
    reading = Reading()
    tools, found = _record_tools(record, reading)
    if not found:
        tools = _tools_in_system(value[0], reading)
    if reading.dialects:
        return None
    made = Conversation(None, value.copy(), tools, notes=tuple(reading.notes))
    _keep_rest(made, {}, record, _MESSAGES)
    return made


def _any_conversation(record: object) -> Conversation:
    reading = Reading()
    inner, outer = _unwrap(record, reading)
    given = inner
    inner, container = _shaped(inner, reading)
    wrappers = list(reading.dialects)
    tools, found = _record_tools(inner, reading)
    reading.tools = [tool.raw for tool in tools]
    prompts = _system(inner, container)
    value, used = _container_messages(inner, container)
    if prompts and container.key == "messages":
        reading.see("anthropic")
    messages = _messages(value, container.key, reading, list(prompts.values()))
    if not messages or not value:
        raise ChatError(container.key, phrase("chat.empty_messages"))
    if not found:
        tools = _tools_in_system(messages[0], reading)
    made = Conversation(None, messages, tools)
    _keep_rest(made, outer, inner, {*used, *prompts})
    made.dialects = (*wrappers, *_dialects(container, reading, wrappers))
    made.notes = tuple(reading.notes)
    made.lost = tuple(key for name in wrappers for key in LEFT_OUT.get(name, ()) if given.get(key))
    return made


def _unwrap(record: object, reading: Reading) -> tuple[Raw, Raw]:
    """The record inside its `item` wrappers, and the keys beside them."""
    outer: Raw = {}
    for _ in range(_MAX_WRAPPERS):
        if not isinstance(record, dict):
            raise ChatError("", phrase("chat.record_not_object"))
        inner = record.get("item", record.get("datasource_item"))
        if not isinstance(inner, dict) or any(container.key in record for container in _CONTAINERS):
            return record, outer
        reading.see("item")
        outer |= {key: value for key, value in record.items() if key not in ("item", "datasource_item")}
        record = inner
    raise ChatError("item", phrase("chat.wrapped"))


def _container(record: Raw) -> _Container | None:
    for container in _CONTAINERS:
        if container.key in record and (container.key != "input" or _is_responses(record)):
            return container
    return None


def _shaped(record: Raw, reading: Reading) -> tuple[Raw, _Container]:
    """The record with its messages in one list, out of whatever shape it has."""
    found = shaped_before(record)
    if found is None and _container(record) is None:
        foreign = foreign_record(record)
        found = shaped_after(record) if foreign is None else None
        record = record if foreign is None else foreign
    if found is not None:
        reading.see(found[0])
        record = found[1]
    container = _container(record)
    if container is None:
        raise ChatError("", phrase("chat.logged" if record.keys() & _LOGGED else "chat.no_messages"))
    return record, container


def _is_responses(record: Raw) -> bool:
    """Many other formats have a text called `input`; here it is a list, or has a list of output items beside it."""
    return isinstance(record["input"], list) or isinstance(record.get("output"), list)


def _container_messages(record: Raw, container: _Container) -> tuple[Any, tuple[str, ...]]:
    value = record[container.key]
    if container.key != "input":
        return parsed(value, container.key) if isinstance(value, str) else value, (container.key,)
    if isinstance(value, str):
        value = [{"role": "user", "content": value}]
    output = record.get("output")
    if isinstance(value, list) and isinstance(output, list):
        return [*value, *output], ("input", "output")
    return value, ("input",)


def _record_tools(record: Raw, reading: Reading) -> tuple[list[Tool], bool]:
    """The tools beside the messages, and whether there is a key for them at all."""
    for key in _TOOL_KEYS:
        if record.get(key) is not None:
            if key == "functions":
                reading.see("legacy")
            return tools_from(record[key], key, reading), True
    return [], any(key in record for key in _TOOL_KEYS)


def _tools_in_system(first: Message, reading: Reading) -> list[Tool]:
    """Hermes and Qwen data may have the definitions nowhere but in the system prompt."""
    content = first.get("content")
    if first["role"] != "system" or not isinstance(content, str) or "<tools>" not in content:
        return []
    for text in hermes.tools_text(content):
        for candidate in (text, "[" + ",".join(line for line in text.splitlines() if line.strip()) + "]"):
            try:
                tools = tools_from(candidate, "tools", Reading())
            except ChatError:
                continue
            if tools:
                reading.note("tools_in_system_prompt")
                return tools
    return []


def _system(record: Raw, container: _Container) -> dict[str, str | list[Any]]:
    """The system prompts that stand beside the messages, by key."""
    keys = (key for key in (*container.system, "system") if record.get(key) is not None)
    return {key: _prompt(record[key], key) for key in keys}


def _prompt(value: object, path: str) -> str | list[Any]:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return gemini.said(gemini.as_parts(value.get("parts"), f"{path}.parts"), f"{path}.parts")
    if not isinstance(value, list):
        raise ChatError(path, phrase("chat.not_text"))
    text = joined(value, frozenset({"text", "input_text"}), "\n")
    return gemini.as_parts(value, path) if text is None else text


def _messages(value: object, path: str, reading: Reading, prompts: list[str | list[Any]]) -> list[Message]:
    if not isinstance(value, list):
        raise ChatError(path, phrase("chat.not_list"))
    made: list[Raw] = [{"role": "system", "content": prompt} for prompt in prompts if prompt]
    for index, raw in enumerate(value):
        same = openai.plain_message(raw) if type(raw) is dict else None
        if same is not None:
            made.append(same)
        else:
            made += _element(raw, f"{path}[{index}]", reading, made)
    if "sharegpt" in reading.dialects:
        made = sharegpt.share_results(made, reading)
    return cast("list[Message]", link(made, reading))


def _element(raw: object, path: str, reading: Reading, before: list[Raw]) -> list[Raw]:
    """The messages for one element that is not plain."""
    if not isinstance(raw, dict):
        raise ChatError(path, phrase("chat.not_object"))
    if gemini.speaks(raw):
        return gemini.read(raw, path, reading)
    if swift.speaks(raw):
        return swift.read(raw, path, reading, before)
    if sharegpt.speaks_in_pairs(raw):
        return sharegpt.read_pair(raw, path, reading)
    if sharegpt.speaks(raw):
        read = sharegpt.read(raw, path, reading)
    elif responses.speaks(raw) and raw["type"] != "message":
        return responses.read(raw, path, reading, before)
    elif "role" not in raw:
        raise ChatError(path, phrase("chat.missing_role"))
    else:
        read = openai.read(responses.message(raw, reading) if responses.speaks(raw) else raw, path, reading)
    found = [message for each in read for message in hermes.read(each, path, reading)]
    return [raw] if len(found) == 1 and found[0] == raw else found


def _keep_rest(made: Conversation, outer: Raw, record: Raw, used: AbstractSet[str]) -> None:
    """Puts the record's other keys where they belong; an odd value is kept, just not as what its key promises."""
    rest = outer | {key: value for key, value in record.items() if key not in used and key not in _TOOL_KEYS}
    made.id = clean_id(rest.get("id"))
    if made.id is not None or rest.get("id", "") is None:
        rest.pop("id")
    if "parallel_tool_calls" in rest and isinstance(rest["parallel_tool_calls"], bool | None):
        made.parallel_tool_calls = rest.pop("parallel_tool_calls")
    if "metadata" in rest and isinstance(rest["metadata"], dict | None):
        made.metadata = rest.pop("metadata") or {}
    made.extra = rest


def _has_own_dialect(seen: list[str]) -> bool:
    return any(dialect not in _INSIDE_OPENAI for dialect in seen)


def _dialects(container: _Container, reading: Reading, wrappers: list[str]) -> list[str]:
    seen = [dialect for dialect in reading.dialects if dialect not in wrappers]
    if container.dialect == "openai" and (wrappers not in ([], ["item"]) or _has_own_dialect(seen)):
        return seen
    return [container.dialect, *(dialect for dialect in seen if dialect != container.dialect)]
