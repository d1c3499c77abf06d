"""From the bytes of a reply to a sample: what servers say in different ways, and what they should not say."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.models.protocol import AnswerError
from evalwright.models.replies import read_reply
from tests.server import BODIES, SAYINGS, call, completion, good

RIGHT = {"name": "lookup", "arguments": '{"key": "k"}'}


def reply(message: Any, **more: Any) -> Any:
    return read_reply(json.dumps(completion(message, **more)).encode())


@pytest.mark.parametrize("saying", sorted(set(SAYINGS) - {"content-null", "object"}))
def test_every_way_to_say_the_call_is_understood(saying: str) -> None:
    sample = read_reply(SAYINGS[saying]("k"))
    assert [made["function"] for made in sample["output_tools"] or []] == [RIGHT]


def test_arguments_given_as_an_object_stay_one() -> None:
    (made,) = read_reply(SAYINGS["object"]("k"))["output_tools"] or []
    assert made["function"]["arguments"] == {"key": "k"}


@pytest.mark.parametrize("body", sorted(BODIES))
def test_what_is_no_reply_is_an_error_worth_another_try(body: str) -> None:
    with pytest.raises(AnswerError) as caught:
        read_reply(BODIES[body])
    assert caught.value.kind == "invalid_response" and caught.value.retry
    assert len(caught.value.message) < 250 and caught.value.message.isprintable()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html>\n<h1>Busy</h1>", "the reply is not JSON: <html> <h1>Busy</h1>"),
        (b"", "the reply is not JSON: empty body"),
        (b"null", "the reply is not a JSON object: null"),
        (b"[]", "the reply is not a JSON object: []"),
        (b'{"choices": []}', 'the reply has no choices: {"choices": []}'),
    ],
)
def test_what_is_no_reply_is_quoted_by_its_beginning(body: bytes, said: str) -> None:
    with pytest.raises(AnswerError) as caught:
        read_reply(body)
    assert caught.value.message == said


def test_what_could_change_the_screen_is_kept_as_it_is() -> None:
    odd = "\x1b[31mred\x07 \u202eabc\u2066\u200b\r\n"
    assert reply({"content": odd})["output_text"] == odd


def test_what_was_understood_is_noted() -> None:
    assert "notes" not in reply(good("k"))
    notes = {name: read_reply(SAYINGS[name]("k")).get("notes") for name in SAYINGS}
    assert {name: note for name, note in notes.items() if note} == {
        "function-call": ["function_call"],
        "hermes": ["calls_in_text"],
        "nan-usage": ["nan_in_reply"],
        "surrogate": ["lone_surrogate_replaced"],
    }


def test_the_finish_reason_is_kept_and_decides_nothing() -> None:
    assert reply(good("k"), finish="stop")["finish_reason"] == "stop"
    assert read_reply(json.dumps(completion(good("k"), finish=None)).encode())["finish_reason"] is None


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 0}, {"prompt_tokens": 5, "completion_tokens": 0}),
        ({"prompt_tokens": -1, "total_tokens": "3", "completion_tokens": True}, None),
        ({"prompt_tokens": 10**30}, None),
        ([], None),
        ("many", None),
    ],
)
def test_only_believable_counts_are_kept(usage: Any, read: Any) -> None:
    assert reply(good("k"), usage=usage)["usage"] == read


def test_text_parts_are_joined_and_reasoning_stands_apart() -> None:
    parts = [{"type": "text", "text": "Hel"}, {"type": "image"}, {"type": "text", "text": "lo"}]
    sample = reply({"content": parts, "reasoning": "because"})
    assert sample["output_text"] == "Hello" and sample["reasoning"] == "because"


def test_a_refusal_is_the_text() -> None:
    sample = reply({"content": None, "refusal": "I cannot"})
    assert (sample["output_text"], sample["notes"]) == ("I cannot", ["refusal"])


@pytest.mark.parametrize("nothing", [None, [], {}, "", 0])
def test_no_calls_are_none(nothing: Any) -> None:
    assert reply({"content": "hi", "tool_calls": nothing})["output_tools"] is None


@pytest.mark.parametrize("odd", [[None], ["x"], [{}], "lookup", {"function": None}, [[1]], [call("k"), 7]])
def test_odd_calls_are_kept_for_the_grader(odd: Any) -> None:
    assert reply({"content": None, "tool_calls": odd})["output_tools"] == (odd if isinstance(odd, list) else [odd])


def test_a_number_that_is_none_does_not_turn_into_null() -> None:
    """A null could be the right argument; NaN and 1e999 cannot."""
    body = json.dumps(completion({"tool_calls": [{"function": {"name": "f", "arguments": {"a": 1, "b": 2}}}]}))
    sample = read_reply(body.replace('"a": 1, "b": 2', '"a": NaN, "b": 1e999').encode())
    (made,) = sample["output_tools"] or []
    assert made["function"]["arguments"] == {"a": "NaN", "b": "1e999"}
    assert sample.get("notes") == ["nan_in_reply"]


def test_notes_do_not_grow_with_the_reply() -> None:
    body = json.dumps(completion(good("k"))).encode()[:-1] + b', "x": [' + b"NaN, " * 10_000 + b'"\\ud800"]}'
    assert read_reply(body).get("notes") == ["nan_in_reply", "lone_surrogate_replaced"]


def test_all_choices_are_kept_where_there_are_several() -> None:
    several = completion(good("k"))
    several["choices"] *= 3
    assert len(read_reply(json.dumps(several).encode())["choices"]) == 3


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**25) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("content", "tool_calls", "function_call", "refusal", "reasoning_content"), VALUES)
)


@given(st.one_of(VALUES, MESSAGES))
def test_any_message_gives_a_sample_that_can_be_written_or_an_error(message: Any) -> None:
    try:
        sample = reply(message)
    except AnswerError:
        return
    assert isinstance(orjson.loads(json.dumps(sample, allow_nan=False)), dict)


@given(st.binary(max_size=300))
def test_any_bytes_give_an_error_and_no_exception(body: bytes) -> None:
    with pytest.raises(AnswerError):
        read_reply(body)
