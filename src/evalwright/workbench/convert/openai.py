"""OpenAI's chat shape: as it is, and cut down to what fine-tuning services take."""

from __future__ import annotations

from evalwright.chat import Conversation, Message, ToolCall, calls_of

from .parts import Record

_KEYS = ("role", "content", "name", "tool_call_id", "weight", "refusal")


def write_openai(conversation: Conversation) -> Record:
    """The canonical record."""
    return conversation.to_dict()


def write_finetune(conversation: Conversation) -> Record:
    """Messages, tools and nothing else: services refuse keys they do not know."""
    made: Record = {"messages": [_openai_message(message) for message in conversation.messages]}
    if conversation.tools:
        made["tools"] = [tool.to_dict() for tool in conversation.tools]
        if conversation.parallel_tool_calls is not None:
            made["parallel_tool_calls"] = conversation.parallel_tool_calls
    return made


def _openai_message(message: Message) -> Record:
    made: Record = {key: value for key, value in message.items() if key in _KEYS}
    if calls_of(message):
        made["tool_calls"] = [_openai_call(call) for call in calls_of(message)]
    return made


def _openai_call(call: ToolCall) -> Record:
    function = {"name": call["function"]["name"], "arguments": call["function"]["arguments"]}
    return {"id": call["id"], "type": "function", "function": function}
