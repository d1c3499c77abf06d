"""What the index keeps of a line: of a review, of a prediction, of a line of any other kind.

The bytes of a line flow in, `LineFacts` flow out; None where the line is nothing that can be listed. Lines come from
files that anyone may have written, so every field is looked at before it is believed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import Seal, seal_of
from evalwright.scoring import Metric

from .item_keys import item_key


class LineFacts(NamedTuple):
    """The columns of the index."""

    id: str
    verdict: str
    tool: str
    score: float
    """nan where there is none."""
    main: float
    """The value of the metric that says whether the item is right; nan where there is none."""
    answer: int
    """A hash of what was answered, to tell whether two models said the same."""
    effect: str = ""
    """What the answer does, where it was executed."""


ReadFacts = Callable[[bytes], LineFacts | None]
_ANSWERS = ("given", "answer", "calls", "reply")
_NOTHING = hash(b"null")
_ID_FIRST = b'{"id":"'
_PLAIN_KEYS = re.compile(rb"(?:[ !#-\[\]-}]{1,200}\n)*")
"""Ids that are their own names in addresses, one a line."""


def read_object(line: bytes) -> JsonObject | None:
    """The JSON object of a line; None where it is none."""
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        value = _slowly(line)
    return value if isinstance(value, dict) else None


def _slowly(line: bytes) -> Any:
    """What the fast reader does not take, such as NaN or lone surrogates, where the strict one does."""
    try:
        return loads(line.decode("utf-8"))
    except (JsonError, UnicodeDecodeError, ValueError):
        return None


def sound_object(line: bytes) -> JsonObject | None:
    """The object of a line of a run; None where its checksum says that it was damaged."""
    return None if seal_of(line) is Seal.DAMAGED else read_object(line)


def review_facts(shown: Metric | None, main: Metric | None) -> ReadFacts:
    """Facts of a review: the metric that lists show, and the one the task is judged by."""

    def read(line: bytes) -> LineFacts | None:
        review = sound_object(line)
        if review is None or "id" not in review:
            return None
        details = review.get("details")
        return LineFacts(
            str(review["id"]),
            str(review.get("verdict")),
            _string_or_empty(review.get("tool")),
            _metric_value(shown, review.get("score")),
            _metric_value(main, review.get("score")),
            _answer_mark(details) if isinstance(details, dict) else _NOTHING,
            _string_or_empty(review.get("effect")),
        )

    return read


def prediction_facts(line: bytes) -> LineFacts | None:
    """Facts of an answer that is not graded yet: whether it came, and which tool it calls."""
    record = sound_object(line)
    if record is None or "id" not in record:
        return None
    error, sample = record.get("error"), record.get("sample")
    if isinstance(error, dict) or not isinstance(sample, dict):
        return LineFacts(str(record["id"]), "error", "", math.nan, math.nan, _NOTHING)
    calls = sample.get("output_tools")
    names = [_called(call) for call in calls] if isinstance(calls, list) else []
    tools = " + ".join(sorted(filter(None, names)))
    return LineFacts(str(record["id"]), "answered", tools, math.nan, math.nan, _NOTHING)


def plain_keys(lines: list[bytes]) -> list[str] | None:
    """The ids of lines as we write them, the id first, if each is its own name in addresses; else None.

    Whether a line is sound is seen when it is shown. So a run of 200,000 is looked through in a fraction of a second.
    """
    at = len(_ID_FIRST)
    ids = [line[at : line.find(b'"', at)] if line.startswith(_ID_FIRST) else b"" for line in lines]
    joined = b"\n".join([*ids, b""])
    return joined.decode("ascii").split("\n")[:-1] if _PLAIN_KEYS.fullmatch(joined) else None


def item_of_line(line: bytes) -> tuple[str, str] | None:
    """The id of a sound line of a run, and its name in addresses."""
    record = sound_object(line)
    return None if record is None or "id" not in record else (str(record["id"]), item_key(str(record["id"])))


def bare_facts(line: bytes) -> LineFacts | None:
    """A line of which nothing is known but its place and its checksum; whether it is JSON is seen when it is shown."""
    is_sound = line.strip() and seal_of(line) is not Seal.DAMAGED
    return LineFacts("", "", "", math.nan, math.nan, _NOTHING) if is_sound else None


def _called(call: Any) -> str:
    function = call.get("function") if isinstance(call, dict) else None
    return _string_or_empty(function.get("name")) if isinstance(function, dict) else ""


def _string_or_empty(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _metric_value(metric: Metric | None, score: Any) -> float:
    if not isinstance(score, dict):
        return math.nan
    try:
        if metric is not None and metric.part is None:  # nearly all, and in a fifth of the time
            return float(score.get(metric.name, math.nan))
        if metric is None:
            return next(float(value) for value in score.values() if isinstance(value, int | float))
        part = metric.of({name: value for name, value in score.items() if value is not None})
        return part[0] / part[1] if part is not None else math.nan
    except (TypeError, ValueError, ArithmeticError, StopIteration, OverflowError):
        return math.nan


def _answer_mark(details: JsonObject) -> int:
    for name in _ANSWERS:
        if name in details:
            try:
                return hash(orjson.dumps(details[name]))
            except TypeError:
                return hash(repr(details[name]))
    return _NOTHING
