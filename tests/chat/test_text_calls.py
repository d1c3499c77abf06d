"""Calls written as text: what counts, what stays raw, and that hostile text costs no more than its length."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import calls_in_text

CALL = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'


def functions(text: str) -> list[tuple[str | None, str]]:
    return [(call["function"]["name"], call["function"]["arguments"]) for call in calls_in_text(text).calls]


def test_text_without_calls_is_text() -> None:
    read = calls_in_text("  Hello. ")
    assert (read.text, read.calls, read.reasoning) == ("Hello.", [], None)


def test_calls_are_taken_out_of_the_text() -> None:
    read = calls_in_text(f"First.\n{CALL}\n{CALL}\nLast.")
    assert read.text.split() == ["First.", "Last."]
    assert read.calls == [{"type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}] * 2


@pytest.mark.parametrize(
    "arguments",
    ['{"a": 1.50}', '{"a":1e2,  "b":[ ]}', '{"n": 12345678901234567890123}', '{"a": "\\u4e2d"}', '"{}"', "[1]", "null"],
)
def test_arguments_are_kept_as_they_are_written(arguments: str) -> None:
    assert functions(f'<tool_call>{{"arguments": {arguments} , "name": "f"}}</tool_call>') == [("f", arguments)]


def test_a_call_without_arguments_has_none() -> None:
    assert functions('<tool_call>{"name": "f"}</tool_call>') == [("f", "")]


@pytest.mark.parametrize(
    "body",
    [
        "{'name': 'f', 'arguments': {}}",
        '{"name": "f", "arguments": {"a": 1,}}',
        '{"name": "f", "arguments": {"a": 1, "a": 2}}',
        '{"name": "f", "name": "g", "arguments": {}}',
        '{"name": "f", "arguments": {"a": NaN}}',
        '{"name": "f", "arguments": {"a": "\\ud800"}}',
        '{"arguments": {}}',
        '{"name": 5, "arguments": {}}',
        f'{{"name": {"9" * 5000}}}',
        '{"name": "", "arguments": {}}',
        '[{"name": "f", "arguments": {}}]',
        '{"name": "f", "arguments": {}} {"name": "g", "arguments": {}}',
        "<function=f",
        "a b",
        "",
        '{"name": "f", "arguments": ' + "[" * 200 + "]" * 200 + "}",
    ],
)
def test_malformed_stays_malformed(body: str) -> None:
    assert functions(f"<tool_call> {body} </tool_call>after") == [(None, body)]


def test_a_last_call_that_is_not_closed_counts() -> None:
    assert functions('<tool_call>{"name": "f", "arguments": {}}') == [("f", "{}")]
    assert functions('<tool_call>{"name": "f", "argum') == [(None, '{"name": "f", "argum')]


def test_a_call_that_is_not_closed_ends_where_the_next_begins() -> None:
    assert functions(f'<tool_call>{{"name": "g", "arguments": {{}}}}\n{CALL}') == [("g", "{}"), ("f", '{"a": 1}')]


@pytest.mark.parametrize("inside", ["</tool_call>", "<tool_call>", "</tool_call><tool_call>", "<think>", "</think>"])
def test_tags_inside_a_string_are_text(inside: str) -> None:
    arguments = json.dumps({"text": f"write {inside} here"})
    text = f'<tool_call>{{"name": "f", "arguments": {arguments}}}</tool_call> done'
    assert functions(text) == [("f", arguments)]
    assert calls_in_text(text).text == "done"


def test_nothing_inside_a_thought_is_a_call() -> None:
    read = calls_in_text(f"\n<think>I could {CALL}</think>\nWell. {CALL}")
    assert (read.reasoning, read.text, len(read.calls)) == (f"I could {CALL}", "Well.", 1)
    later = calls_in_text(f"Well. <think>{CALL}</think>")
    assert (later.reasoning, later.calls) == (None, [])
    assert CALL in later.text


def test_a_thought_without_an_end_or_a_beginning() -> None:
    assert calls_in_text(f"<think>hm {CALL}").calls == []
    assert calls_in_text("<think>hm").reasoning == "hm"
    read = calls_in_text(f"hm {CALL}</think>so {CALL}")
    assert (read.reasoning, read.text, len(read.calls)) == (f"hm {CALL}", "so", 1)


PIECES = st.sampled_from(
    ["<tool_call>", "</tool_call>", "<think>", "</think>", '{"name": "f"', ', "arguments": {', "}", '"', "\\", " ", "x"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join))
def test_any_text_can_be_read_and_nothing_is_made_up(text: str) -> None:
    read = calls_in_text(text)
    for call in read.calls:
        assert call["function"]["arguments"] in text
        assert call["function"]["name"] is None or call["function"]["name"] == "f" or call["function"]["name"] in text


@pytest.mark.parametrize(
    "piece",
    [
        "<tool_call>",
        '<tool_call>{"',
        '<tool_call>{"a":"',
        '<tool_call>{"a":["</tool_call>',
        "x<think></think>",
        "<think>",
        "</think>",
        CALL,
        "<tool_call>" + " " * 300,
    ],
)
def test_a_megabyte_of_tags_is_read_in_linear_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.perf_counter()
    calls_in_text(text)
    calls_in_text(text + "</tool_call>")
    assert time.perf_counter() - start < 10


def test_deep_brackets_do_not_break_it() -> None:
    for bracket in ("[", '{"a":'):
        assert functions("<tool_call>" + bracket * 100_000)[0][0] is None
