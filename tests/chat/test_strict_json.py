"""The decisions of the strict JSON reader, which every score rests on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.chat import JsonError, has_lone_surrogate, loads, loads_exact, loads_line

BOTH = pytest.mark.parametrize("read", [loads, loads_exact])
Reader = Callable[[str], Any]


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@BOTH
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 1}', '"a" stands twice'),
        ('[{"b": {"a": 1, "\\u0061": 2}}]', '"a" stands twice'),
        ("NaN", "NaN"),
        ("[Infinity]", "Infinity"),
        ("[-Infinity]", "-Infinity"),
        ('"\\ud800"', "lone surrogate"),
        ('{"\\udfff": 1}', "lone surrogate"),
        ('["\\ude00\\ud83d"]', "lone surrogate"),
        ("", "character 1"),
        ("{", "character"),
        ("{'a': 1}", "character"),
        ('{"a": 1,}', "character"),
        ("[1] 2", "character"),
        ("01", "character"),
        ("1_000", "character"),
        ('"a\nb"', "character"),
    ],
)
def test_refused(read: Reader, text: str, said: str) -> None:
    with pytest.raises(JsonError) as caught:
        read(text)
    assert said in str(caught.value)


@BOTH
def test_a_surrogate_pair_is_one_character(read: Reader) -> None:
    assert read('"\\ud83d\\ude00"') == "\U0001f600"
    assert read('"\\\\ud800"') == "\\ud800"


def test_long_integers() -> None:
    digits = "7" * 5000
    with pytest.raises(JsonError, match="5000 digits"):
        loads(digits)
    assert loads_exact(digits) == Decimal(digits)
    assert loads_exact("-" + digits) == Decimal("-" + digits)
    assert loads("7" * 3000) == loads_exact("7" * 3000) == int("7" * 3000)


def test_fractions() -> None:
    assert loads("0.1") == 0.1
    assert loads_exact("0.10") == Decimal("0.1")
    assert isinstance(loads_exact("0.10"), Decimal)
    assert loads_exact("9007199254740993") == 9007199254740993
    with pytest.raises(JsonError, match="out of range"):
        loads("1e400")
    assert loads_exact("1e400") == Decimal("1e400")


@BOTH
@pytest.mark.parametrize("levels", [1, 100, 128])
def test_nesting_that_is_read(read: Reader, levels: int) -> None:
    assert isinstance(read(nested(levels)), list)


@BOTH
@pytest.mark.parametrize("levels", [129, 500, 100_000])
def test_nesting_that_is_refused(read: Reader, levels: int) -> None:
    with pytest.raises(JsonError, match="nested deeper than 128"):
        read(nested(levels))


def deep(levels: int, work: Callable[[], Any]) -> Any:
    return work() if levels == 0 else deep(levels - 1, work)


def _decision(read: Reader, text: str) -> str:
    try:
        return repr(read(text))
    except JsonError as error:
        return str(error)


@BOTH
@pytest.mark.parametrize("levels", [100, 128, 129])
def test_the_decision_does_not_depend_on_the_callers_stack(read: Reader, levels: int) -> None:
    text = '{"a":' * levels + "1" + "}" * levels
    here = _decision(read, text)
    for room in (600, 400, 300):
        assert deep(sys.getrecursionlimit() - room, lambda: _decision(read, text)) == here


@BOTH
@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(read: Reader, text: str) -> None:
    try:
        value = read(text)
    except JsonError as error:
        assert str(error)
    else:
        assert json.loads(text) == value


def test_lone_surrogates_in_text() -> None:
    assert has_lone_surrogate("a\ud800")
    assert not has_lone_surrogate("\U0001f600 中文 abc")


@pytest.mark.parametrize(
    "line",
    [
        rb'{"a":"\u00e9","a":1}',
        rb'{"a": "\u00e9", "b": NaN}',
        rb'{"a": "\ud800"}',
        rb'{"a": "\u00e9", "b": ' + b"[" * 200 + b"]" * 200 + b"}",
    ],
)
def test_a_line_with_escapes_is_read_as_strictly(line: bytes) -> None:
    with pytest.raises(JsonError):
        loads_line(line)


def test_a_line_with_escapes_keeps_its_numbers() -> None:
    assert loads_line(rb'{"a": "\u4e2d", "n": 99999999999999999999999}') == {"a": "中", "n": 99999999999999999999999}
