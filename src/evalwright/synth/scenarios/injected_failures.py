"""A failure that is put in on purpose, in the form in which these tools were seen to fail.

What a tool said when it refused a call flows in, the sentence of a passing trouble in the same form flows out. Where
none was seen, or its form would not be recognised when the row is played again, the plain form is used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonError, failure_reason, is_failure, loads
from evalwright.data import dumps
from evalwright.text import resource_json

_PREFIX = re.compile(r"\A(?=[^:]*(?:error|exception|fail|fatal))[A-Za-z][\w. ]{0,40}:\s", re.IGNORECASE)
_SENTENCE = re.compile(r"\A[A-Z][^\n]*\Z")
_CODE = re.compile(r"\AE[A-Z]{3,}[0-9]*: ")
"""A code of the operating system, as Node writes it: it names one trouble, so another trouble has another code."""
_CLASS = re.compile(r"\A(?:\w+\.)*\w+(?:Error|Exception): ")
_CLASS_NAME = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:Error|Exception)")
"""The name of one trouble, in a field of its own."""
_NAMED = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_CODES = ("code", "status", "statusCode", "status_code", "error_code", "errorCode")
_GATEWAY_TIMEOUT = 504
_LONGEST = 400


class FailureForms:
    """How tools were seen to say no."""

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}

    def learn(self, tool: str, content: str) -> None:
        """Take notice of a refusal."""
        if len(content) <= _LONGEST:
            self._seen.setdefault(tool, content)

    def passing_trouble(self, tool: str) -> str:
        """What this tool would answer in a moment of trouble: as it failed itself, else as the others did."""
        own = [self._seen[tool]] if tool in self._seen else []
        others = (seen for seen in self._seen.values() if not _is_of_one_deed(seen))
        found = (trouble_like(seen) for seen in (*own, *others))
        return next((made for made in found if made is not None), _plain_trouble())


def _is_of_one_deed(seen: str) -> bool:
    """Whether a refusal begins with what was tried: `Error reading records: ` is no answer of a tool that lists."""
    prefix = _PREFIX.match(seen)
    return prefix is not None and len(prefix[0].split()) > 1


def trouble_like(seen: str) -> str | None:
    """A passing trouble, said as a refusal was; None where its form says nothing of how another would be said."""
    plain = _plain_trouble()
    reason = failure_reason(plain) or plain
    made = _in_json(seen, reason) if seen[:1] in ("{", "[") else _in_text(seen, reason)
    return made if made is not None and is_failure(made) else None


def _plain_trouble() -> str:
    return str(resource_json("evalwright.synth", "words/refusals.json")["transient"])


def _in_text(seen: str, reason: str) -> str | None:
    words = resource_json("evalwright.synth", "words/refusals.json")
    if _CODE.match(seen):
        return str(words["transient_code"])
    if _CLASS.match(seen):
        return f"TimeoutError: {reason}"
    prefix = _PREFIX.match(seen)
    if prefix is not None:
        return f"{prefix[0]}{reason}" if prefix[0].isascii() else None
    return str(words["transient_sentence"]) if _SENTENCE.match(seen) else None


def _in_json(seen: str, reason: str) -> str | None:
    """The object with its sentence exchanged; nothing of what it said of the other call stays."""
    try:
        value = loads(seen)
    except JsonError:
        return None
    said = failure_reason(seen)
    if not isinstance(value, Mapping) or said is None:
        return None
    made = {key: _exchanged(inner, said, reason, key) for key, inner in value.items()}
    made = {key: inner for key, inner in made.items() if isinstance(inner, str | bool | dict) or key in _CODES}
    text = dumps(made).decode()
    return text if reason in text else None


def _exchanged(value: Any, said: str, reason: str, key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _exchanged(inner, said, reason, name) for name, inner in value.items()}
    if key in _CODES and isinstance(value, int) and value >= 400:  # what was wrong with the other call
        return _GATEWAY_TIMEOUT
    if key in (*_CODES, "error", "type") and isinstance(value, str) and _NAMED.fullmatch(value):
        return "TIMEOUT"
    if isinstance(value, str) and _CLASS_NAME.fullmatch(value):
        return "TimeoutError"
    if not isinstance(value, str):
        return value
    joined = " ".join(value.split())
    return value if said not in joined else joined.replace(said, reason)
