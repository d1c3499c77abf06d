"""What a conversation is: plain JSON data in OpenAI's chat shape, with just enough type around it.

Messages stay the dictionaries that the user gave wherever they are canonical already, so reading copies nothing and
what is sent to a model is what was written. Canonical means: role is system, user, assistant or tool; every message
has `content`; a call has an id, a name and its arguments as text; a result names the call it answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Required, TypedDict

from evalwright.text import phrase

JsonObject = dict[str, Any]
"""Any JSON object: a user's record, metadata, a value that a tool returned."""
JsonSchema = dict[str, Any]
"""A JSON Schema, as somebody wrote it."""
Arguments = dict[str, Any]
"""The arguments of a call, by name."""


class FunctionDefinition(TypedDict, total=False):
    """What a tool is called, what it is for, and what it takes."""

    name: Required[str]
    description: str
    parameters: JsonSchema
    strict: bool


class ToolDefinition(TypedDict):
    """A tool as OpenAI's protocol has it."""

    type: Literal["function"]
    function: FunctionDefinition


class FunctionCall(TypedDict):
    """What is called, and with what."""

    name: str
    """Empty where the call could not be read; then `arguments` holds its raw text."""
    arguments: str
    """As the user or the model wrote it, broken JSON included: it is data, and judged later."""


class ToolCall(TypedDict):
    """One call in an assistant message."""

    id: str
    type: Literal["function"]
    function: FunctionCall


class Message(TypedDict, total=False):
    """One message. Keys that are not named here are kept as the user gave them."""

    role: Required[str]
    content: str | list[Any] | None
    """None in an assistant message that calls tools and says nothing."""
    tool_calls: list[ToolCall]
    tool_call_id: str
    name: str
    reasoning_content: str
    is_error: bool


def calls_of(message: Message) -> list[ToolCall]:
    """The calls of a message. Only the assistant calls: the key means nothing elsewhere, and may hold anything."""
    return message.get("tool_calls") or [] if message["role"] == "assistant" else []


class ChatError(ValueError):
    """What was given is no conversation; `path` says where, `text` says why."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(phrase("chat.at", path=path, problem=text) if path else text)
        self.path = path
        """A JSON path such as `messages[3].tool_calls[0]`; empty for the record itself."""
        self.text = text


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool definition."""

    name: str
    description: str | None
    parameters: JsonSchema | None
    """The JSON Schema of the arguments, where there is one."""
    raw: JsonObject
    """The OpenAI definition, as given or as translated from another dialect."""

    def to_dict(self) -> JsonObject:
        """The OpenAI form."""
        return self.raw


@dataclass(slots=True)
class Conversation:
    """One conversation, read from any dialect."""

    id: str | None
    messages: list[Message]
    tools: list[Tool]
    parallel_tool_calls: bool | None = None
    metadata: JsonObject = field(default_factory=dict)
    extra: JsonObject = field(default_factory=dict)
    """Every other key of the record, kept."""
    dialects: tuple[str, ...] = ("openai",)
    """The dialects it was written in, outermost first, such as `("item", "sharegpt", "hermes")`."""
    notes: tuple[str, ...] = ()
    """What had to be understood on the way, such as `missing_call_ids` or `object_arguments`."""
    lost: tuple[str, ...] = ()
    """Keys of the record that a conversation has no place for."""

    def to_dict(self) -> JsonObject:
        """The canonical record; reading it again gives the same conversation."""
        made: JsonObject = {} if self.id is None else {"id": self.id}
        made["messages"] = self.messages
        made["tools"] = [tool.to_dict() for tool in self.tools]
        if self.parallel_tool_calls is not None:
            made["parallel_tool_calls"] = self.parallel_tool_calls
        if self.metadata:
            made["metadata"] = self.metadata
        return made | {key: value for key, value in self.extra.items() if key not in made}
