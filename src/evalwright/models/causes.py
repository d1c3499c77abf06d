"""Why requests failed, said once: failures that say the same but for ids and numbers have one cause.

A kind and the server's own sentence flow in, a `Cause` flows out, with whether it can pass by itself and the name of
what helps (`failures.cures.NAME` in the word files). Nothing here decides what is tried again: that is in `failures`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from evalwright.lazy import late_pattern

_COMPARED = 160
"""Characters of a sentence that decide whether two say the same: what follows mostly repeats the request."""
_READ = 2000
_REPEATED = late_pattern(r"(?i)(?:\binput_value\b|['\"]input['\"]\s*:|\binput:).*", re.DOTALL)
_QUOTED = late_pattern(r"""(?<!\w)(['"`])(?:(?!\1).){25,}(?:\1|$)""", re.DOTALL)
_MARK = late_pattern(r"\b(?=\w*\d)[\w-]{2,}\b|\d+(?:[.,:]\d+)*")
"""What differs from request to request: numbers, times, ids."""

_PASSING_KINDS = frozenset(
    {"timeout", "connection", "unreachable", "invalid_response", "not_asked", "quota", "too_many_files"}
)
_SENT_AN_ERROR = late_pattern(r"the server sent an error (?:with|inside)\b")
"""What servers say with status 200, or inside a stream, as `failures.reply` puts it."""
_PASSING_STATUS = late_pattern(r"http_(?:408|409|425|429|5\d\d)")

_KNOWN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, late_pattern(pattern, re.IGNORECASE))
    for name, pattern in (
        ("vllm_tools", r"enable-auto-tool-choice|tool-call-parser"),
        ("llama_cpp_tools", r"--jinja"),
        ("no_tools", r"does not support (?:tools|tool use|function)|tool (?:use|calling) is not supported"),
        ("max_completion_tokens", r"max_completion_tokens"),
        (
            "context_length",
            r"context[ _-](?:length|window|size)|maximum[ _]context|max_model_len|(?:prompt|input) is too long"
            r"|too many tokens",
        ),
        (
            "unsupported_parameter",
            r"unsupported[ _](?:parameter|value)|unrecognized request argument|extra (?:inputs|fields) (?:are )?not"
            r" permitted|(?:unknown|unexpected|invalid) (?:parameter|argument|field)",
        ),
        ("chat_template", r"roles must alternate|system role not supported|chat template"),
        ("model_not_found", r"model\b.{0,200}(?:not found|does not exist|not exist)|no such model|model_not_found"),
        ("quota", r"insufficient_quota|exceeded your current quota|billing"),
    )
)
_STARTED_WRONG = frozenset({"vllm_tools", "llama_cpp_tools", "no_tools"})
"""Servers that must be started in another way, though some say so with a status that passes."""
_BY_KIND = {
    "quota": "quota",
    "timeout": "timeout",
    "connection": "connection",
    "unreachable": "unreachable",
    "invalid_response": "invalid_response",
    "response_too_large": "response_too_large",
    "too_many_files": "too_many_files",
    "missing_sample": "missing_sample",
    "recorded_error": "missing_sample",
    "unjudged": "unjudged",
    "http_429": "rate_limit",
}


@dataclass(frozen=True, slots=True)
class Cause:
    """What several failures have in common."""

    kind: str
    alike: str
    """The sentence without what differs from item to item."""
    cure: str | None
    """The name of what helps, where something is known to."""
    may_pass: bool
    """Whether the same request may be answered another time."""


def cause_of(kind: str, message: str, identifier: str = "") -> Cause:
    """The cause of a failure; `identifier` is the item's, which a sentence may repeat."""
    message = message[:_READ]
    cure = _cure(kind, message)
    may_pass = kind in _PASSING_KINDS or _PASSING_STATUS.fullmatch(kind) is not None
    return Cause(kind, _alike(message, identifier), cure, may_pass and cure not in _STARTED_WRONG)


def is_of_server(kind: str) -> bool:
    """Whether it is the server that fails, or the way there, and not what was made of its answer."""
    return kind.startswith("http_") or kind in ("timeout", "connection", "unreachable", "invalid_response", "quota")


def _alike(message: str, identifier: str) -> str:
    text = message.replace(identifier, "#") if len(identifier) > 2 else message
    text = _QUOTED.sub("…", _REPEATED.sub("…", text))
    return " ".join(_MARK.sub("#", text).split())[:_COMPARED]


def _cure(kind: str, message: str) -> str | None:
    said_so = kind == "invalid_response" and _SENT_AN_ERROR.match(message) is not None
    if kind.startswith("http_") or said_so:
        found = next((name for name, pattern in _KNOWN if pattern.search(message)), None)
        if found is not None:
            return found
    if kind.startswith("http_5") or said_so:
        return "server_error"
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    return "refused_request" if kind in ("http_400", "http_422") else None
