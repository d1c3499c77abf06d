"""Reading one call: every dialect's shape, exact values, and a reason for whatever cannot be read."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import Call, Unreadable, plain, read_call


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        ({"function": {"name": "f", "arguments": '{"a": 1}'}}, ()),
        ({"type": "function_call", "name": "f", "arguments": '{"a": 1}'}, ()),
        ({"type": "tool_use", "name": "f", "input": {"a": 1}}, ("object_arguments",)),
        ({"functionCall": {"name": "f", "args": {"a": 1}}}, ("object_arguments",)),
        ({"name": "f", "args": {"a": 1}}, ("object_arguments",)),
        ({"function": {"name": "f", "arguments": {"a": 1}}}, ("object_arguments",)),
    ],
)
def test_shapes(value: Any, rules: tuple[str, ...]) -> None:
    assert read_call(value) == Call("f", {"a": 1}, rules)


@pytest.mark.parametrize("arguments", ["", "  \n", None])
def test_no_arguments(arguments: Any) -> None:
    value = {"function": {"name": "f", "arguments": arguments}}
    assert read_call(value) == Call("f", {}, ("empty_arguments",))
    assert read_call({"name": "f"}) == Call("f", {}, ("empty_arguments",))
    assert read_call(value, empty_ok=False) == Unreadable("it has no arguments", "f")


def test_numbers_are_exact() -> None:
    call = read_call({"name": "f", "arguments": '{"a": 0.1, "b": 9007199254740993, "c": 1e400}'})
    assert isinstance(call, Call)
    assert call.arguments == {"a": Decimal("0.1"), "b": 9007199254740993, "c": Decimal("1e400")}
    same = read_call({"name": "f", "input": {"a": 0.1}})
    assert isinstance(same, Call) and same.arguments == {"a": Decimal("0.1")}


def deep(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def loop() -> Any:
    value: dict[str, Any] = {}
    value["a"] = [value, value]
    return value


@pytest.mark.parametrize(
    "arguments",
    [
        "[]", "null", "5", '"{}"', "{", "{'a': 1}", '{"a": 1,}', '{"a": 1, "a": 1}', '{"a": NaN}', '{"a": "\\ud800"}',
        '{"a": "\ud800"}', "```json\n{}\n```", json.dumps(deep(129)), [], 5, True, b"{}", {"a": float("nan")},
        {"a": float("inf")}, {1: 2}, {"a": {1}}, {"a": "\ud800"}, {"\ud800": 1}, deep(129), loop(),
        {"a": Decimal("sNaN")},
    ],
    ids=lambda value: ascii(value)[:30],
)  # fmt: skip
def test_unreadable_arguments_keep_the_name_and_say_why(arguments: Any) -> None:
    read = read_call({"function": {"name": "f", "arguments": arguments}})
    assert isinstance(read, Unreadable)
    assert read.name == "f"
    assert len(read.reason) > 5


def test_depth_has_the_same_limit_as_text_and_as_object() -> None:
    for value in (deep(128), json.dumps(deep(128))):
        assert isinstance(read_call({"name": "f", "arguments": value}), Call)


class Hostile(dict[str, Any]):
    """A dict that answers nothing."""

    def __contains__(self, key: object) -> bool:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value",
    [
        None,
        "f",
        5,
        [],
        {},
        {"function": None},
        {"function": "f"},
        {"name": ""},
        {"name": 5},
        {"name": "\ud800"},
        Hostile(),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_values_that_are_no_call(value: Any) -> None:
    read = read_call(value)
    assert isinstance(read, Unreadable)
    assert read.name is None


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=6)
    | st.binary(max_size=3)
    | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["function", "name", "arguments", "input", "args"]) | st.integers(), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(ANY, st.booleans())
def test_nothing_raises(value: Any, empty_ok: bool) -> None:
    read = read_call(value, empty_ok=empty_ok)
    assert isinstance(read, Call | Unreadable)
    if isinstance(read, Call):
        assert json.dumps(plain(read.arguments), allow_nan=False).encode()
    assert json.dumps(plain(value), allow_nan=False)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Decimal("0.1"), 0.1),
        (Decimal("1.0"), 1.0),
        (Decimal("1e5"), 100000),
        (Decimal("0.1000000000000000055511151231257827"), "0.1000000000000000055511151231257827"),
        (Decimal("1e400"), "1E+400"),
        (Decimal("1e999999999"), "1E+999999999"),
        (Decimal("1e-400"), "1E-400"),
        (2**64 - 1, 2**64 - 1),
        (2**64, str(2**64)),
        (-(2**63) - 1, str(-(2**63) - 1)),
        (True, True),
        ({"a": [Decimal("2.5"), None]}, {"a": [2.5, None]}),
    ],
)
def test_plain_loses_nothing(value: Any, shown: Any) -> None:
    assert plain(value) == shown
    assert type(plain(value)) is type(shown)


def test_plain_shows_integers_beyond_the_conversion_limit() -> None:
    assert plain(10**5000) == "1" + "0" * 5000
