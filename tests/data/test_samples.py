"""Every way in which an answer may have been captured is read into one shape."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.data.samples import RecordedError, read_sample

CALL = {"id": "c", "type": "function", "function": {"name": "get", "arguments": "{}"}}


def test_missing_fields_are_none_and_others_are_passed_on() -> None:
    usage = {"total_tokens": 3}
    identifier, sample = read_sample({"id": "a", "output_text": "hi", "usage": usage, "latency_ms": 1.5, "extra": 1})
    assert identifier == "a"
    assert sample == {
        "output_text": "hi",
        "output_tools": None,
        "finish_reason": None,
        "usage": usage,
        "latency_ms": 1.5,
    }


@pytest.mark.parametrize(
    ("record", "identifier"),
    [
        ({"output_text": ""}, None),
        ({"id": 3, "output_text": ""}, "3"),
        ({"id": True, "output_text": ""}, None),
        ({"item": {"id": "i"}, "id": "row", "sample": {"output_text": ""}}, "i"),
        ({"item": {"messages": []}, "id": "row", "sample": {"output_text": ""}}, "row"),
        ({"datasource_item": {"item": {"id": "i"}}, "id": "out", "sample": {"output_text": ""}}, "i"),
        ({"datasource_item": {}, "datasource_item_id": 4, "id": "out", "sample": {"output_text": ""}}, "4"),
        ({"datasource_item": {}, "id": "out", "sample": {"output_text": ""}}, None),
    ],
)
def test_the_id_is_that_of_the_item(record: Any, identifier: str | None) -> None:
    assert read_sample(record)[0] == identifier


def test_choices_fill_what_is_absent_and_stay() -> None:
    choices = [{"finish_reason": "tool_calls", "message": {"content": "wait", "tool_calls": [CALL]}}]
    _, sample = read_sample({"id": "a", "choices": choices})
    assert sample["output_tools"] == [CALL]
    assert sample["output_text"] == "wait"
    assert sample["finish_reason"] == "tool_calls"
    assert sample["choices"] == choices


def test_fields_that_are_given_win_over_choices() -> None:
    choices = [{"finish_reason": "stop", "message": {"content": "no", "tool_calls": [CALL]}}]
    other = {**CALL, "id": "other"}
    _, sample = read_sample({"output_tools": [other], "output_text": "yes", "choices": choices, "finish_reason": "x"})
    assert (sample["output_tools"], sample["output_text"], sample["finish_reason"]) == ([other], "yes", "x")


def test_an_old_function_call_is_understood_and_noted() -> None:
    message = {"role": "assistant", "function_call": {"name": "get", "arguments": "{}"}}
    _, sample = read_sample({"sample": {"choices": [{"message": message}]}})
    assert sample["output_tools"] == [{"type": "function", "function": message["function_call"]}]
    assert sample["notes"] == ["function_call"]


def test_output_messages_and_responses_items_are_understood() -> None:
    output = [
        {"type": "reasoning", "summary": []},
        {"role": "assistant", "content": [{"type": "output_text", "text": "one"}], "tool_calls": [CALL]},
        {"type": "function_call", "name": "put", "arguments": "{}", "call_id": "k"},
    ]
    _, sample = read_sample({"sample": {"output": output}})
    assert sample["output_text"] == "one"
    assert [call["function"]["name"] for call in sample["output_tools"]] == ["get", "put"]


def test_unreadable_calls_are_kept_for_the_grader_and_no_calls_are_none() -> None:
    assert read_sample({"output_tools": ["x", None, {}]})[1]["output_tools"] == ["x", None, {}]
    assert read_sample({"output_tools": []})[1]["output_tools"] is None


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({}, "no answer in it"),
        ({"id": "a", "sample": None}, "not a JSON object"),
        ({"sample": {"usage": {}}}, "no answer in it"),
        ({"output_text": 5}, "`output_text` is not text"),
        ({"output_tools": "[]"}, "`output_tools` is not a list"),
        ({"sample": {"output": "hi"}}, "`output` is not a list"),
    ],
)
def test_what_is_no_sample_says_so(record: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_sample(record)


@pytest.mark.parametrize(
    "record",
    [
        {"id": "a", "digest": "d", "error": {"kind": "http_500", "message": "oops"}},
        {"item": {"id": "a"}, "sample": {"output": [], "error": {"code": "http_500", "message": "oops"}}},
    ],
)
def test_a_recorded_error_is_told_apart(record: Any) -> None:
    with pytest.raises(RecordedError) as caught:
        read_sample(record)
    assert (caught.value.id, caught.value.kind, caught.value.message) == ("a", "http_500", "oops")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["id", "item", "sample", "output", "choices", "message", "output_tools", "tool_calls",
                         "content", "error", "output_text", "datasource_item", "function_call", "text"]),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(deadline=None)
@given(_json)
def test_nothing_but_a_value_error_ever_comes_out(record: Any) -> None:
    try:
        identifier, sample = read_sample(record)
    except ValueError as error:
        assert "\n" not in str(error)[:40]
        return
    assert identifier is None or isinstance(identifier, str)
    assert sample["output_tools"] is None or sample["output_tools"]
