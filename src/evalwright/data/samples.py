"""Reading what a model answered, however it was captured.

One line of a samples file holds the fields of a sample at its top or under `sample`, beside the item's id or
beside the whole item as hosted services export it; a sample may hold ready fields, a chat completion's
`choices`, or a list of `output` messages. All become one shape. What is no sample is a ValueError with a
sentence for the user.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from evalwright.chat import JsonObject, Said, Sample, find_calls, first_choice, read_said
from evalwright.text import phrase

from .ids import own_id

_ANSWERS = ("output_text", "output_tools", "choices", "output", "outputs")
_Extra = Literal["reasoning", "notes", "choices"]
_EXTRAS: dict[_Extra, type] = {"reasoning": str, "notes": list, "choices": list}


class RecordedError(ValueError):
    """A line that says why there is no answer, as our predictions and hosted exports do."""

    def __init__(self, identifier: str | None, kind: str, message: str) -> None:
        super().__init__(phrase("bad_row.sample.recorded", kind=kind, message=message))
        self.id = identifier
        self.kind = kind
        self.message = message


def read_sample(record: Any, tools: Iterable[Any] = ()) -> tuple[str | None, Sample]:
    """The item's id (None where the line does not say) and the sample (None for fields that are missing).

    `tools` are those that the item offers, where the caller knows; else they are looked for beside the sample.
    """
    if not isinstance(record, dict):
        raise ValueError(phrase("bad_row.sample.kind"))
    identifier = _item_id(record)
    given = record.get("sample", record)
    if not any(isinstance(place, dict) and _answers(place) for place in (given, record)):
        _raise_recorded(identifier, given, record)
    if not isinstance(given, dict):
        raise ValueError(phrase("bad_row.sample.not_object"))
    if not _answers(given):
        raise ValueError(phrase("bad_row.sample.no_answer"))
    return identifier, _sample(given, tools or _offered(record))


def _item_id(record: JsonObject) -> str | None:
    """The item's id, from the item where it stands there; a hosted export's own id is that of its output."""
    hosted = record.get("datasource_item")
    if isinstance(hosted, dict):
        return own_id(hosted) or own_id(hosted.get("item")) or own_id({"id": record.get("datasource_item_id")})
    return own_id(record.get("item")) or own_id(record) or own_id({"id": record.get("data_source_idx")})


def _offered(record: JsonObject) -> list[Any]:
    hosted = record.get("datasource_item")
    places = (record.get("item"), hosted, hosted.get("item") if isinstance(hosted, dict) else None)
    found = next((place["tools"] for place in places if isinstance(place, dict) and "tools" in place), None)
    return found if isinstance(found, list) else []


def _answers(place: JsonObject) -> bool:
    """An empty list of `output` messages is no answer: exports have it where the request failed.

    Neither are messages that say nothing, where an error stands beside them.
    """
    if isinstance(place.get("error"), dict) and all(_says_nothing(message) for message in place.get("outputs") or ()):
        return any(place.get(key) for key in _ANSWERS if key != "outputs")
    return any(key in place and (key not in ("output", "outputs") or place[key] != []) for key in _ANSWERS)


def _says_nothing(message: Any) -> bool:
    return isinstance(message, dict) and not message.get("content") and not message.get("tool_calls")


def _raise_recorded(identifier: str | None, *places: Any) -> None:
    for place in places:
        error = place.get("error") if isinstance(place, dict) else None
        if isinstance(error, dict):
            kind = error.get("kind") or error.get("code") or "error"
            message = error.get("message")
            raise RecordedError(identifier, str(kind), str(message) if message else phrase("bad_row.sample.no_reason"))


def _sample(given: JsonObject, tools: Iterable[Any]) -> Sample:
    sample: Sample = {
        "output_text": _checked(given, "output_text", str),
        "output_tools": _checked(given, "output_tools", list),
        "finish_reason": _checked(given, "finish_reason", str),
        "usage": _checked(given, "usage", dict),
        "latency_ms": _checked(given, "latency_ms", (int, float)),
    }
    for name, kind in _EXTRAS.items():
        if isinstance(given.get(name), kind):
            sample[name] = given[name]
    choice = first_choice(given.get("choices"))
    said = _merge_messages([choice.get("message")] if choice else _output_messages(given), tools)
    if sample["output_text"] is not None:
        said.text = sample["output_text"]
    if not sample["output_tools"] and not said.calls:
        find_calls(said, tools)
    if not sample["output_tools"] and said.calls:
        sample["output_tools"] = said.calls
        if said.notes:
            sample["notes"] = [*sample.get("notes", []), *said.notes]
    sample["output_text"] = said.text
    if sample["finish_reason"] is None and choice and isinstance(choice.get("finish_reason"), str):
        sample["finish_reason"] = choice["finish_reason"]
    sample["output_tools"] = sample["output_tools"] or None
    return sample


def _checked(given: JsonObject, name: str, kind: type | tuple[type, ...]) -> Any:
    """A field as it is; an answer of the wrong kind is refused, a remark of the wrong kind is left out."""
    value = given.get(name)
    if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
        return value
    if name in _ANSWERS:
        raise ValueError(phrase("bad_row.not_text" if kind is str else "bad_row.not_list", name=name))
    return None


def _output_messages(given: JsonObject) -> list[Any]:
    output = given.get("output", given.get("outputs"))
    if output is None:
        return []
    if not isinstance(output, list):
        raise ValueError(phrase("bad_row.sample.output"))
    return output


def _merge_messages(messages: Iterable[Any], tools: Iterable[Any]) -> Said:
    """The words and calls of several messages or Responses items, as if they were one."""
    every = [read_said(message, tools) for message in messages if isinstance(message, dict)]
    texts = [said.text for said in every if said.text is not None]
    calls = [call for said in every for call in said.calls or ()]
    notes = [note for said in every for note in said.notes]
    return Said("\n".join(texts) if texts else None, calls or None, None, notes)
