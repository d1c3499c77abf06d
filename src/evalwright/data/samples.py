"""Reading what a model answered, however it was captured.

One line of a samples file holds the fields of a sample at its top or under `sample`, beside the item's id or
beside the whole item as hosted services export it; a sample may hold ready fields, a chat completion's
`choices`, or a list of `output` messages. All become one shape. What is no sample is a ValueError with a
sentence for the user.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .ids import own_id

_ANSWERS = ("output_text", "output_tools", "choices", "output")
_KINDS: dict[str, type | tuple[type, ...]] = {
    "output_text": str,
    "output_tools": list,
    "finish_reason": str,
    "usage": dict,
    "latency_ms": (int, float),
}
_EXTRAS: dict[str, type] = {"reasoning": str, "notes": list, "choices": list}


class RecordedError(ValueError):
    """A line that says why there is no answer, as our predictions and hosted exports do."""

    def __init__(self, identifier: str | None, kind: str, message: str) -> None:
        super().__init__(f"it records an error, not an answer ({kind}: {message})")
        self.id = identifier
        self.kind = kind
        self.message = message


def read_sample(record: Any) -> tuple[str | None, dict[str, Any]]:
    """The item's id (None where the line does not say) and the sample (None for fields that are missing)."""
    if not isinstance(record, dict):
        raise ValueError("a sample is a JSON object")
    identifier = _item_id(record)
    given = record.get("sample", record)
    if not any(isinstance(place, dict) and _answers(place) for place in (given, record)):
        _raise_recorded(identifier, given, record)
    if not isinstance(given, dict):
        raise ValueError("`sample` is not a JSON object")
    if not _answers(given):
        raise ValueError("no answer in it: none of output_text, output_tools, choices or output")
    return identifier, _sample(given)


def _item_id(record: dict[str, Any]) -> str | None:
    """The item's id, from the item where it stands there; a hosted export's own id is that of its output."""
    hosted = record.get("datasource_item")
    if isinstance(hosted, dict):
        return own_id(hosted) or own_id(hosted.get("item")) or own_id({"id": record.get("datasource_item_id")})
    return own_id(record.get("item")) or own_id(record)


def _answers(place: dict[str, Any]) -> bool:
    """An empty list of `output` messages is no answer: exports have it where the request failed."""
    return any(key in place and (key != "output" or place[key] != []) for key in _ANSWERS)


def _raise_recorded(identifier: str | None, *places: Any) -> None:
    for place in places:
        error = place.get("error") if isinstance(place, dict) else None
        if isinstance(error, dict):
            kind = error.get("kind") or error.get("code") or "error"
            raise RecordedError(identifier, str(kind), str(error.get("message") or "no reason given"))


def _sample(given: dict[str, Any]) -> dict[str, Any]:
    sample: dict[str, Any] = {name: _checked(given, name, kind) for name, kind in _KINDS.items()}
    sample.update((name, given[name]) for name, kind in _EXTRAS.items() if isinstance(given.get(name), kind))
    choice = _first_choice(given)
    messages = [choice.get("message")] if choice else _output_messages(given)
    text, calls, notes = _said(messages)
    if sample["output_tools"] is None and calls:
        sample["output_tools"] = calls
        if notes:
            sample["notes"] = [*sample.get("notes", []), *notes]
    if sample["output_text"] is None:
        sample["output_text"] = text
    if sample["finish_reason"] is None and choice and isinstance(choice.get("finish_reason"), str):
        sample["finish_reason"] = choice["finish_reason"]
    sample["output_tools"] = sample["output_tools"] or None
    return sample


def _checked(given: dict[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    """A field as it is; an answer of the wrong kind is refused, a remark of the wrong kind is left out."""
    value = given.get(name)
    if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
        return value
    if name in _ANSWERS:
        raise ValueError(f"`{name}` is not {'text' if kind is str else 'a list'}")
    return None


def _first_choice(given: dict[str, Any]) -> dict[str, Any] | None:
    choices = given.get("choices")
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None


def _output_messages(given: dict[str, Any]) -> list[Any]:
    output = given.get("output")
    if output is None:
        return []
    if not isinstance(output, list):
        raise ValueError("`output` is not a list of messages")
    return output


def _said(messages: Iterable[Any]) -> tuple[str | None, list[Any], list[str]]:
    """The words and calls of chat messages or Responses items, and what had to be understood on the way."""
    texts: list[str] = []
    calls: list[Any] = []
    notes: list[str] = []
    for message in messages:
        if not isinstance(message, dict):
            continue
        texts.extend(_texts(message.get("content")))
        if isinstance(message.get("tool_calls"), list):
            calls.extend(message["tool_calls"])
        elif isinstance(message.get("function_call"), dict):
            calls.append({"type": "function", "function": message["function_call"]})
            notes.append("function_call")
        elif message.get("type") == "function_call":
            calls.append(_responses_call(message))
    return "\n".join(texts) if texts else None, calls, notes


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, list) else []
    return [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]


def _responses_call(item: dict[str, Any]) -> dict[str, Any]:
    function = {"name": item.get("name"), "arguments": item.get("arguments")}
    return {"id": item.get("call_id"), "type": "function", "function": function}
