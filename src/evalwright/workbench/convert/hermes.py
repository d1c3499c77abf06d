"""Calls, results and tools as text inside messages, the way Hermes and Qwen models are trained on.

The tools go into the system prompt, between tags. Inside the tags every `<` of a text is escaped, so that no value
can close a tag.
"""

from __future__ import annotations

import json

from evalwright.chat import Conversation, Message, calls_of
from evalwright.text import phrase

from .parts import Record, call_text, head, is_json, names_of, text_of_content

_TOOLS_BEFORE = "# Tools\n\nThe functions that may be called, one a line:\n<tools>\n"
_TOOLS_AFTER = (
    "\n</tools>\n\nTo call a function, give its name and its arguments as a JSON object between tool_call tags:\n"
    '{"name": <function name>, "arguments": <arguments>}'
)
IN_SYSTEM = phrase("convert.lost.tools")
"""What a reader of the result sees: the tools are still there, the system prompt has grown."""


def write_hermes(conversation: Conversation) -> Record:
    """The record, in messages of text alone."""
    names = names_of(conversation)
    messages = [_hermes_message(message, names) for message in conversation.messages]
    if conversation.tools:
        block = tools_block(conversation)
        if messages[0]["role"] == "system":
            messages[0]["content"] = f"{messages[0]['content']}\n\n{block}".lstrip("\n")
        else:
            messages.insert(0, {"role": "system", "content": block})
    return {**head(conversation), "messages": messages}


def tools_block(conversation: Conversation) -> str:
    """The part of the system prompt that holds the tools, one a line."""
    lines = [_closed(json.dumps(tool.to_dict(), ensure_ascii=False)) for tool in conversation.tools]
    return _TOOLS_BEFORE + "\n".join(lines) + _TOOLS_AFTER


def without_tools(record: Record, conversation: Conversation) -> Record:
    """The canonical record as it was before the tools went into its system prompt."""
    first = record["messages"][0]
    block = tools_block(conversation)
    if not conversation.tools or not str(first.get("content")).endswith(block):
        return record
    rest = first["content"].removesuffix(block).removesuffix("\n\n")
    had_one = conversation.messages[0]["role"] == "system"
    messages = [{**first, "content": rest}, *record["messages"][1:]] if had_one else record["messages"][1:]
    return {**record, "messages": messages}


def _hermes_message(message: Message, names: dict[str, str]) -> Record:
    text, calls = text_of_content(message.get("content")), calls_of(message)
    if message["role"] == "tool":
        return {"role": "tool", "content": _response(text, names.get(message.get("tool_call_id") or "", ""))}
    if not calls:
        return {"role": message["role"], "content": text}
    thought = message.get("reasoning_content")
    parts = [f"<think>\n{thought}\n</think>"] if isinstance(thought, str) and thought else []
    parts += [text] if text else []
    parts += [f"<tool_call>\n{_closed(call_text(call))}\n</tool_call>" for call in calls]
    return {"role": "assistant", "content": "\n".join(parts)}


def _response(text: str, name: str) -> str:
    """A result: JSON stays JSON, any other text becomes a JSON text, beside the name of the tool."""
    inner = text if is_json(text, (dict, list)) else json.dumps(text, ensure_ascii=False)
    body = f'{{"name": {json.dumps(name, ensure_ascii=False)}, "content": {inner}}}'
    return f"<tool_response>\n{_closed(body)}\n</tool_response>"


def _closed(text: str) -> str:
    """JSON in which no tag can stand: `<` occurs only inside its texts, where it may be escaped."""
    return text.replace("<", "\\u003c")
