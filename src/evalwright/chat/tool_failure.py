"""Whether a tool's answer is a failure: one function for all who make conversations, check them or play them again.

What a protocol says (`isError`, an HTTP status) counts first, then the fields of a JSON answer, then a text that says
so; what was learnt of one tool's way of saying no is data that the caller hands over. The forms are a table
(`words/failures.json`). An answer is looked at and never rewritten: rows keep the bytes that the tool sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from evalwright.text import resource_json

from .fast_json import loads_text
from .strict_json import JsonError
from .text_search import any_of

_UNREAD: Final = object()
_LOOKED_AT = 400
"""Characters of a text that are looked at: what fails says so at once."""
_ONE_LINE = 200
_REFUSED = 400
"""HTTP statuses from here on are failures."""
_NO_STATUS = 600
_ANYTHING = "*"
_FIRST_FIELD = re.compile(r'\{\s*"(\w+)"\s*:\s*(?:"([^"\\]+)"|[1-9]|true|\{\s*"|\[\s*[^\s\]])')
"""The first field of a JSON object that is not empty: its name and, where it is a text, that."""


def is_failure(
    content: str,
    *,
    value: Any = _UNREAD,
    marked: bool = False,
    status: int | None = None,
    learnt: Iterable[str] = (),
) -> bool:
    """Whether an answer says that the call failed.

    `value`: what the text stands for, where that was read already; `marked`: the protocol says so itself; `status`: of
    HTTP; `learnt`: how this tool was seen to say no, each a whole text in which `*` stands for anything.
    """
    if marked or (status is not None and status >= _REFUSED):
        return True
    if any(_fits_learnt(content, form) for form in learnt):
        return True
    if value is _UNREAD:
        if len(content) <= _LOOKED_AT:
            return _failure_in_text(content)
        if content[0] in "{[" and (not _has_signs()(content) or _holds_more(content)):
            return False  # JSON without any such field, which need not be read
        return _tells_failure(_read_answer(content))
    return _tells_failure(value)


def failure_reason(content: str) -> str | None:
    """What a failed answer says for itself, without the word that it is an error; None where it gives no reason."""
    said = _reason_in(_read_answer(content))
    found = "" if said is None else " ".join(said.split())
    prefix = _prefix().match(found)
    return (found[prefix.end() :] if prefix else found) or None


def _holds_more(content: str) -> bool:
    """Whether a JSON object plainly holds something else than how a call went, which need not be read to be known."""
    first = _FIRST_FIELD.match(content)
    if first is None or first[1] in _envelope() or (first[2] or "x").strip().lower() in _forms()["nothing"]:
        return False
    return not _has_sure_signs()(content)


@lru_cache(maxsize=4096)
def _failure_in_text(content: str) -> bool:
    return _tells_failure(_read_answer(content))


def _read_answer(content: str) -> Any:
    """What a text stands for: its JSON where it is JSON, else the text."""
    if content.lstrip()[:1] not in ("{", "[", '"'):
        return content
    try:
        return loads_text(content)
    except JsonError:
        return content


def _tells_failure(value: Any) -> bool:
    if isinstance(value, str):
        return _says_failure(value)
    return isinstance(value, Mapping) and _has_failure_fields(value)


def _has_failure_fields(answer: Mapping[str, Any]) -> bool:
    words = _forms()
    if any(answer.get(name) is True for name in words["marks"]):
        return True
    if any(_is_no(answer[name]) for name in words["success"] if name in answer):
        return True
    if any(_is_told_error(answer[name], answer) for name in words["error"] if name in answer):
        return True
    if any(type(answer.get(name)) is int and answer[name] != 0 for name in words["error_codes"]):
        return True
    return _is_bare_envelope(answer) and _envelope_fails(answer)


def _envelope_fails(answer: Mapping[str, Any]) -> bool:
    """An answer that holds nothing but how it went: a status, a code, errors, or a sentence that says so."""
    words = _forms()
    if any(_is_something(answer[name]) for name in words["error_lists"] if name in answer):
        return True
    spoken = [name for name in (*words["reasons"], *words["wrappers"]) if isinstance(answer.get(name), str)]
    said = [answer[name] for name in words["status"] if isinstance(answer.get(name), str)]
    if any(each.strip().lower() in words["failed_statuses"] for each in said) and set(spoken) & set(words["reasons"]):
        return True
    if any(type(answer.get(name)) is int and _REFUSED <= answer[name] < _NO_STATUS for name in words["codes"]):
        return True
    alone = all(name in spoken or name in words["status"] or not _is_something(each) for name, each in answer.items())
    return alone and any(_says_failure(answer[name]) for name in spoken)


def _is_bare_envelope(answer: Mapping[str, Any]) -> bool:
    """Whether nothing stands beside what tells how a call went; an order whose status is `failed` has more."""
    return all(name in _envelope() or not _is_something(inner) for name, inner in answer.items()) and not any(
        isinstance(answer.get(name), Mapping | list) and answer[name] for name in ("data", "payload", "body")
    )


def _is_no(value: Any) -> bool:
    return value is False or (isinstance(value, str) and value.strip().lower() in ("false", "no", "0"))


def _is_told_error(value: Any, answer: Mapping[str, Any]) -> bool:
    """Whether an error field holds an error; a bare number is a measure, unless a message stands beside it."""
    if type(value) in (int, float):
        return value != 0 and any(isinstance(answer.get(name), str) for name in ("message", "detail", "msg"))
    return _is_something(value)


def _is_something(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().lower() not in _forms()["nothing"]
    return bool(value)


def _says_failure(text: str) -> bool:
    said = text[:_LOOKED_AT].strip()
    begins, one_line = _patterns()
    if begins.match(said):
        return True
    return len(text) <= _ONE_LINE and "\n" not in said and one_line.search(said) is not None


def _reason_in(value: Any, depth: int = 0) -> str | None:
    """The sentence of a failed answer: its text, or the first field that holds one."""
    if isinstance(value, str):
        return value if _is_something(value) else None
    if isinstance(value, list) and value and depth < 3:
        return _reason_in(value[0], depth + 1)
    if not isinstance(value, Mapping) or depth > 2:
        return None
    words = _forms()
    for name in (*words["reasons"], *words["wrappers"]):
        said = _reason_in(value.get(name), depth + 1)
        if said is not None:
            return said
    return None


def _fits_learnt(content: str, form: str) -> bool:
    """Whether a text is one of this form; a form of nothing but `*` fits nothing."""
    parts = form.strip().split(_ANYTHING)
    text = content.strip()
    if not any(parts) or not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return False
    if len(parts) == 1:
        return text == parts[0]
    at, end = len(parts[0]), len(text) - len(parts[-1])
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return at <= end


def _forms() -> dict[str, Any]:
    words: dict[str, Any] = resource_json(__package__, "words/failures.json")
    return words


@cache
def _envelope() -> frozenset[str]:
    words = _forms()
    groups: Sequence[str] = (
        "error", "error_lists", "marks", "success", "status", "codes", "error_codes", "reasons", "wrappers", "envelope",
    )  # fmt: skip
    return frozenset(name for group in groups for name in words[group])


class _KeySearch:
    """A search for any of these keys in a JSON text; where none of them stands in quotes, it is over at once."""

    def __init__(self, names: Iterable[str]) -> None:
        self._quoted = any_of(f'"{name}"' for name in sorted(names))
        self._keys = re.compile(rf'"(?:{"|".join(map(re.escape, sorted(names)))})"\s*:')

    def __call__(self, text: str) -> bool:
        return self._quoted(text) and self._keys.search(text) is not None


@cache
def _has_signs() -> _KeySearch:
    """The keys of a JSON text without which it cannot be a failure."""
    words = _forms()
    groups = ("error", "error_lists", "marks", "success", "error_codes", "reasons", "wrappers")
    return _KeySearch({name for group in groups for name in words[group]} | {"status", "state", "outcome"})


@cache
def _has_sure_signs() -> _KeySearch:
    """The keys that may make an answer a failure whatever stands beside them."""
    words = _forms()
    return _KeySearch({name for group in ("error", "marks", "success", "error_codes") for name in words[group]})


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = _forms()
    return re.compile("|".join(words["begins"]), re.I), re.compile("|".join(words["one_line"]), re.I)


@cache
def _prefix() -> re.Pattern[str]:
    return re.compile(_forms()["prefix"], re.I)
