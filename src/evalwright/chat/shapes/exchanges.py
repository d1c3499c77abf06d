"""A request and what came back, as gateways and batches write them down: the conversation is the request's messages
with the answer behind them. Requests and answers may be of OpenAI's chat, its Responses, or Anthropic's Messages.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..types import ChatError
from .fields import parsed_if_json, without

_REQUESTS = (("request", "response"), ("request_body", "response_body"), ("params", "response"))
_INPUTS = ("messages", "input", "contents")
_KEPT = ("tools", "functions", "system", "instructions", "parallel_tool_calls", "systemInstruction")
"""What of a request belongs to the conversation; the rest are settings."""


def request_and_response(record: Raw) -> Raw | None:
    """`request` and `response`, as objects or as JSON texts."""
    for asked, answered in _REQUESTS:
        request = _body_of(record.get(asked))
        if isinstance(request, dict) and any(key in request for key in _INPUTS) and answered in record:
            made = conversation_of(request, _body_of(record[answered]), answered)
            return {**made, **without(record, asked, answered), **_request_settings(request, made)}
    return None


def messages_and_response(record: Raw) -> Raw | None:
    """LiteLLM's: `messages` beside a `response`, tools in `model_parameters` or `optional_params`."""
    response = parsed_if_json(record["response"])
    messages = parsed_if_json(record["messages"])
    if not isinstance(response, dict) or not messages:
        return None
    if not isinstance(messages, list):
        raise ChatError("messages", phrase("chat.not_list"))
    settings = next((record[key] for key in ("model_parameters", "optional_params") if key in record), None)
    tools = settings.get("tools") if isinstance(settings, dict) else None
    made: Raw = {"messages": [*messages, *answer_of(response, "response")], **without(record, "messages", "response")}
    return made if tools is None or "tools" in record else {**made, "tools": tools}


def batch_request(record: Raw) -> Raw | None:
    """A line of a batch: `body` (OpenAI, Azure, vLLM) or `params` (Anthropic) beside a `custom_id`."""
    if "custom_id" not in record:
        return None
    for key in ("body", "params"):
        body = record.get(key)
        if isinstance(body, dict) and any(name in body for name in _INPUTS):
            kept = {name: body[name] for name in (*_INPUTS, *_KEPT) if name in body}
            return {
                **kept,
                "id": record["custom_id"],
                **without(record, key, "custom_id"),
                **_request_settings(body, kept),
            }
    raise ChatError("body", phrase("chat.no_request"))


def conversation_of(request: Raw, response: Any, path: str) -> Raw:
    """A request with its answer, as a record."""
    made = {key: request[key] for key in (*_INPUTS, *_KEPT) if key in request}
    said = answer_of(response, path)
    for key in _INPUTS:
        if key in made:
            given = [{"role": "user", "content": made[key]}] if isinstance(made[key], str) else made[key]
            if not isinstance(given, list):
                raise ChatError(key, phrase("chat.not_list"))
            return {**made, key: [*given, *said]}
    raise ChatError("request", phrase("chat.no_request"))


def read_answer(body: Any) -> list[Any]:
    """The messages or items that a model's reply consists of; ChatError where it is none."""
    return answer_of(body, "response")


def answer_of(response: Any, path: str) -> list[Any]:
    """The messages or items that an answer consists of; ChatError where there is none."""
    if not isinstance(response, dict):
        raise ChatError(path, phrase("chat.no_answer"))
    choices, output, candidates = (response.get(key) for key in ("choices", "output", "candidates"))
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        message = choices[0].get("message")
        if isinstance(message, dict):
            return [_answer_message(message)]
    if isinstance(output, list) and output:
        return output
    if isinstance(candidates, list) and candidates and isinstance(candidates[0], dict):
        content = candidates[0].get("content")
        if isinstance(content, dict):
            return [content]
    if response.get("role") == "assistant" and "content" in response:
        return [_answer_message({"role": "assistant", "content": response["content"]})]
    raise ChatError(path, phrase("chat.no_answer"))


def _answer_message(message: Raw) -> Raw:
    """The message without the fields that replies leave empty."""
    made = {key: value for key, value in message.items() if value is not None or key in ("role", "content")}
    made.setdefault("role", "assistant")
    if not made.get("content") and not any(made.get(key) for key in ("tool_calls", "function_call", "refusal")):
        raise ChatError("response", phrase("chat.no_answer"))
    return made


def _body_of(value: Any) -> Any:
    """A request or response, out of its JSON text or the `body` around it."""
    value = parsed_if_json(value)
    body = value.get("body") if isinstance(value, dict) else None
    return parsed_if_json(body) if isinstance(body, dict | str) else value


def _request_settings(request: Raw, made: Raw) -> Raw:
    """Settings of a request, kept under their own key."""
    rest = {key: value for key, value in request.items() if key not in made and key not in _KEPT}
    return {"request_settings": rest} if rest else {}
