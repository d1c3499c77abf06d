"""Understanding a chat completion: from the bytes of a reply to a sample.

Servers differ, so what counts is what is there, whatever `finish_reason` says; how a message is understood is in
`chat.answers`. A body that is no completion becomes an AnswerError that says what it is instead.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import orjson

from evalwright.chat import Usage, first_choice, has_lone_surrogate, read_said
from evalwright.text import Sentence, phrase

from .failures import one_line
from .protocol import AnswerError, Sample

_QUOTED_BYTES = 64 * 1024
_USAGE_FIELDS: tuple[Literal["prompt_tokens", "completion_tokens", "total_tokens"], ...] = (
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
)


def read_reply(body: bytes, tools: Iterable[Any] = (), asked: str | None = None) -> Sample:
    """The sample in a reply body, or the AnswerError that says what the body is instead.

    `tools` were offered; `asked` is the name of the model that was asked, where another one is to be noted.
    """
    notes: list[str] = []
    reply = _parse(body, notes)
    if not isinstance(reply, dict):
        raise _invalid(phrase("failures.reply.not_object"), body)
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices:
        if reply.get("error"):
            raise _invalid(phrase("failures.reply.error_200"), body)
        raise _invalid(phrase("failures.reply.no_choices"), body)
    choice = first_choice(choices)
    message = choice.get("message") if choice else None
    if choice is None or not isinstance(message, dict):
        raise _invalid(phrase("failures.reply.no_message"), body)
    sample = read_message(message, notes, tools)
    finish = choice.get("finish_reason")
    sample["finish_reason"] = finish if isinstance(finish, str) else None
    sample["usage"] = _usage(reply.get("usage"))
    if len(choices) > 1:
        sample["choices"] = choices
    served = reply.get("model")
    if asked is not None and isinstance(served, str) and served not in ("", asked):
        sample["served_model"] = served
    return sample


def read_message(message: Mapping[str, Any], notes: list[str], tools: Iterable[Any] = ()) -> Sample:
    """The sample in an assistant message."""
    said = read_said(message, tools)
    notes += said.notes
    sample: Sample = {
        "output_text": said.text,
        "output_tools": said.calls,
        "finish_reason": None,
        "usage": None,
        "latency_ms": None,
    }
    if said.reasoning:
        sample["reasoning"] = said.reasoning
    if notes:
        sample["notes"] = notes
    return sample


def _parse(body: bytes, notes: list[str]) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return _parse_tolerantly(body, notes)


def _parse_tolerantly(body: bytes, notes: list[str]) -> Any:
    """A second look at bodies that only break a rule which cannot change the answer: NaN, half a surrogate, a BOM."""
    try:
        text = body.decode("utf-8-sig")
        value = json.loads(text, parse_constant=_kept_as_text(notes), parse_float=_finite(notes))
        return _without_surrogates(value, notes)
    except UnicodeDecodeError:
        raise _invalid(phrase("failures.reply.not_utf8"), body) from None
    except (ValueError, RecursionError):
        raise _invalid(phrase("failures.reply.not_json"), body) from None


def _kept_as_text(notes: list[str]) -> Callable[[str], str]:
    """NaN and Infinity stay visible as words: null would be another value, and might even be the right one."""

    def keep(name: str) -> str:
        _note_once(notes, "nan_in_reply")
        return name

    return keep


def _finite(notes: list[str]) -> Callable[[str], float | str]:
    """A number too large for a float would be written as null; it stays as it was written."""
    keep = _kept_as_text(notes)
    return lambda text: value if math.isfinite(value := float(text)) else keep(text)


def _note_once(notes: list[str], what: str) -> None:
    if what not in notes:
        notes.append(what)


def _without_surrogates(value: Any, notes: list[str]) -> Any:
    if isinstance(value, str):
        if not has_lone_surrogate(value):
            return value
        _note_once(notes, "lone_surrogate_replaced")
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_without_surrogates(key, notes): _without_surrogates(inner, notes) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(inner, notes) for inner in value]
    return value


def _usage(usage: Any) -> Usage | None:
    """The token counts that can be believed."""
    if not isinstance(usage, dict):
        return None
    counts: Usage = {}
    for name in _USAGE_FIELDS:
        count = usage.get(name)
        if isinstance(count, int) and not isinstance(count, bool) and count >= 0:
            counts[name] = count
    return counts or None


def _invalid(what: Sentence, body: bytes) -> AnswerError:
    beginning = one_line(body[:_QUOTED_BYTES].decode("utf-8", "replace"), 120)
    quoted = beginning or phrase("failures.reply.empty_body")
    return AnswerError("invalid_response", phrase("failures.reply.quoted", what=what, body=quoted), retry=True)
