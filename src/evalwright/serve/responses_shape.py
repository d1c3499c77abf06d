"""The Responses API's way of writing a request and a reply, translated to and from chat completions.

Evals that were written for one are sampled by the other, and clients that ask for a response get one from a server that
knows chat completions alone. What only the hosted service could run (its own tools) is refused by name.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import ChatError, JsonObject, read_messages

from .api_errors import refused

_TEXT = ("input_text", "output_text", "text")
_RENAMED = {"max_output_tokens": "max_completion_tokens", "max_completions_tokens": "max_completion_tokens"}
_NOT_SENT = frozenset(
    {"input", "instructions", "text", "tools", "reasoning", "store", "include", "previous_response_id"}
)


def chat_message(message: Any, param: str) -> JsonObject:
    """A message of a template in the shape of chat completions; its texts may hold places for values."""
    if not isinstance(message, Mapping) or not isinstance(message.get("role"), str):
        raise refused("message", param=param)
    kept = {key: value for key, value in message.items() if key != "type" and value is not None}
    content = message.get("content")
    if isinstance(content, Mapping):
        content = [content]
    if isinstance(content, list):
        kept["content"] = _joined([chat_part(part, f"{param}.content") for part in content])
    return kept


def chat_part(part: Any, param: str) -> JsonObject:
    """A part of a message's content."""
    if isinstance(part, str):
        return {"type": "text", "text": part}
    kind = part.get("type") if isinstance(part, Mapping) else None
    if kind in _TEXT and isinstance(part.get("text"), str):
        return {"type": "text", "text": part["text"]}
    if kind == "input_image" and isinstance(part.get("image_url"), str):
        detail = {"detail": part["detail"]} if part.get("detail") else {}
        return {"type": "image_url", "image_url": {"url": part["image_url"], **detail}}
    if kind in ("input_audio", "image_url", "file"):
        return dict(part)
    raise refused("content_part", param=param, kind=repr(kind)[:60])


def _joined(parts: list[JsonObject]) -> Any:
    """One text stands for itself: servers that take no lists of parts are many."""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def chat_tools(tools: Any, param: str) -> list[JsonObject]:
    """Tools in the nested shape of chat completions; those that a hosted service runs are refused."""
    if not isinstance(tools, Sequence) or isinstance(tools, str):
        raise refused("tools", param=param)
    return [_chat_tool(tool, f"{param}[{number}]") for number, tool in enumerate(tools)]


def _chat_tool(tool: Any, param: str) -> JsonObject:
    kind = tool.get("type") if isinstance(tool, Mapping) else None
    if kind != "function":
        raise refused("hosted_tool", param=param, kind=repr(kind)[:60])
    if "function" in tool:
        return dict(tool)
    return {"type": "function", "function": {key: value for key, value in tool.items() if key != "type"}}


def chat_settings(params: Mapping[str, Any], param: str) -> JsonObject:
    """Sampling parameters under the names of chat completions, the tools among them."""
    made = {
        _RENAMED.get(key, key): value for key, value in params.items() if key not in _NOT_SENT and value is not None
    }
    text, reasoning = params.get("text"), params.get("reasoning")
    if isinstance(text, Mapping) and isinstance(text.get("format"), Mapping):
        made["response_format"] = _response_format(text["format"])
    if isinstance(reasoning, Mapping) and reasoning.get("effort"):
        made.setdefault("reasoning_effort", reasoning["effort"])
    if params.get("tools"):
        made["tools"] = chat_tools(params["tools"], f"{param}.tools")
    choice = made.get("tool_choice")
    if isinstance(choice, Mapping) and choice.get("type") == "function" and "name" in choice:
        made["tool_choice"] = {"type": "function", "function": {"name": choice["name"]}}
    return made


def _response_format(given: Mapping[str, Any]) -> JsonObject:
    if given.get("type") != "json_schema" or "json_schema" in given:
        return dict(given)
    return {"type": "json_schema", "json_schema": {key: value for key, value in given.items() if key != "type"}}


def chat_request(body: Mapping[str, Any]) -> JsonObject:
    """A request for a response as one for a chat completion."""
    given = body.get("input")
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    if not isinstance(items, list) or not items:
        raise refused("needs", param="input", name="input")
    if body.get("previous_response_id"):
        raise refused("previous_response", param="previous_response_id")
    try:
        messages: list[JsonObject] = [dict(each) for each in read_messages([_item(each) for each in items])]
    except ChatError as error:
        raise refused("messages", param="input", problem=str(error)) from None
    if isinstance(body.get("instructions"), str):
        messages = [{"role": "system", "content": body["instructions"]}, *messages]
    return {**chat_settings(body, "body"), "messages": messages}


def _item(item: Any) -> Any:
    """An input item; parts other than text are put into the chat shape before the reader of dialects sees them."""
    if not isinstance(item, Mapping) or not isinstance(item.get("content"), list):
        return item
    return {**item, "content": [chat_part(part, "input") for part in item["content"]]}


def response_document(reply: Mapping[str, Any], body: Mapping[str, Any], identifier: str) -> JsonObject:
    """A chat completion as a response."""
    choices = reply.get("choices")
    choice: Any = choices[0] if isinstance(choices, list) and choices else {}
    message = choice.get("message") if isinstance(choice, Mapping) else None
    said: Mapping[str, Any] = message if isinstance(message, Mapping) else {}
    finished = choice.get("finish_reason") != "length" if isinstance(choice, Mapping) else True
    return {
        "id": identifier,
        "object": "response",
        "created_at": int(time.time()),
        "status": "completed" if finished else "incomplete",
        "error": None,
        "incomplete_details": None if finished else {"reason": "max_output_tokens"},
        "instructions": body.get("instructions"),
        "metadata": body.get("metadata") or {},
        "model": reply.get("model") or body.get("model"),
        "output": _output_of(said, identifier),
        "parallel_tool_calls": body.get("parallel_tool_calls", True),
        "temperature": body.get("temperature"),
        "top_p": body.get("top_p"),
        "tool_choice": body.get("tool_choice", "auto"),
        "tools": body.get("tools") or [],
        "usage": _response_usage(reply.get("usage")),
    }


def _output_of(said: Mapping[str, Any], identifier: str) -> list[JsonObject]:
    made: list[JsonObject] = []
    if isinstance(said.get("content"), str) and (said["content"] or not said.get("tool_calls")):
        part = {"type": "output_text", "text": said["content"], "annotations": []}
        made.append(
            {
                "type": "message",
                "id": f"msg_{identifier[5:]}",
                "role": "assistant",
                "status": "completed",
                "content": [part],
            }
        )
    for number, call in enumerate(said.get("tool_calls") or ()):
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping):
            made.append(
                {
                    "type": "function_call",
                    "id": f"fc_{identifier[5:]}_{number}",
                    "call_id": call.get("id") or f"call_{number}",
                    "name": function.get("name"),
                    "arguments": function.get("arguments"),
                    "status": "completed",
                }
            )
    return made


def _response_usage(usage: Any) -> JsonObject | None:
    if not isinstance(usage, Mapping):
        return None
    given, made = usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0
    return {
        "input_tokens": given,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": made,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.get("total_tokens") or given + made,
    }
