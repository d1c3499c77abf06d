"""A reply in pieces spells what it would have been in one, whatever its line ends, cuts and forgotten parts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.models.protocol import AnswerError
from evalwright.models.replies import read_reply
from evalwright.models.server_sent_events import EventReader
from evalwright.models.streams import StreamedReply

BOM = b"\xef\xbb\xbf"


def piece(content: str | None = None, *, index: int | None = 0, finish: str | None = None, **delta: Any) -> Any:
    said = delta if content is None else {"content": content, **delta}
    numbered = {} if index is None else {"index": index}
    return {"choices": [{**numbered, "delta": said, "finish_reason": finish}]}


def stream(*values: Any, end: bytes = b"\n", done: bool = True) -> bytes:
    events = [b"data: " + json.dumps(value).encode() + end + end for value in values]
    return b"".join(events) + (b"data: [DONE]" + end + end if done else b"")


def read(raw: bytes, cut: int | None = None) -> Any:
    reply = StreamedReply()
    size = cut or max(1, len(raw))
    for start in range(0, len(raw), size):
        reply.feed(raw[start : start + size])
    return read_reply(reply.body())


def text(raw: bytes, cut: int | None = None) -> Any:
    return read(raw, cut)["output_text"]


HELLO = [piece("Hel"), piece("lo"), piece(finish="stop")]


@pytest.mark.parametrize("cut", [None, 1, 2, 3, 7])
def test_a_byte_order_mark_eats_nothing(cut: int | None) -> None:
    assert text(BOM + stream(*HELLO), cut) == "Hello"


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("cut", [None, 1, 5])
def test_every_line_end_ends_a_line_wherever_it_is_cut(end: bytes, cut: int | None) -> None:
    assert text(stream(*HELLO, end=end), cut) == "Hello"


@given(st.binary(max_size=60), st.integers(1, 9))
def test_how_the_bytes_are_cut_changes_no_event(junk: bytes, cut: int) -> None:
    raw = junk.replace(b"x", b"\r\n").replace(b"y", b"data: ") + b"\n\ndata: a\rdata: b\r\n\r\n"

    def events(size: int) -> list[Any]:
        reader = EventReader()
        found = [event for at in range(0, len(raw), size) for event in reader.feed(raw[at : at + size])]
        return [*found, *reader.rest()]

    assert events(cut) == events(len(raw))


def test_a_choice_is_never_glued_into_another() -> None:
    raw = stream(
        piece("B1", index=1),
        piece("A1"),
        piece("B2", index=1, finish="length"),
        piece("A2", finish="stop"),
    )
    sample = read(raw)
    assert (sample["output_text"], sample["finish_reason"]) == ("A1A2", "stop")
    assert [choice["message"]["content"] for choice in sample["choices"]] == ["A1A2", "B1B2"]


def test_several_choices_in_one_event_are_told_apart() -> None:
    both = {"choices": [{"index": 1, "delta": {"content": "b"}}, {"index": 0, "delta": {"content": "a"}}]}
    sample = read(stream(both, both, piece(finish="stop"), piece(index=1, finish="stop")))
    assert [choice["message"]["content"] for choice in sample["choices"]] == ["aa", "bb"]


def test_a_stream_that_breaks_off_in_the_second_choice_is_not_whole() -> None:
    raw = stream(piece("a", finish="stop"), piece("b", index=1), done=False)
    with pytest.raises(AnswerError, match="ended before the reply did"):
        read(raw)


def test_data_over_several_lines_comments_and_names_are_as_the_specification_says() -> None:
    value = json.dumps(piece("Hi", finish="stop"), indent=1).encode()
    lines = b"".join(b"data:" + line + b"\n" for line in value.split(b"\n"))
    raw = b": keep-alive\nid: 7\nevent: message\nretry\n" + lines + b"\n: bye\n\ndata: [DONE]\n\n"
    assert text(raw) == "Hi"


def test_a_server_that_leaves_out_blank_lines_or_the_end_is_understood() -> None:
    raw = stream(*HELLO)
    assert text(raw.replace(b"\n\n", b"\n")) == "Hello"
    assert text(stream(*HELLO, done=False)) == "Hello"
    assert text(stream(*HELLO, done=False).rstrip(b"\n")) == "Hello"


def test_the_reply_is_done_with_the_word_though_the_line_stays_open() -> None:
    reply = StreamedReply()
    reply.feed(stream(*HELLO, done=False) + b"data: [DONE]\n")
    assert reply.done


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_character_may_be_cut_in_its_middle(cut: int) -> None:
    raw = stream(piece("你好 😀"), piece(finish="stop")).replace(b"\\u4f60", "你".encode())
    assert text(raw, cut) == "你好 😀"


def test_half_a_surrogate_pair_waits_for_its_other_half() -> None:
    raw = b'data: {"choices":[{"index":0,"delta":{"content":"\\ud83d"}}]}\n\n' + stream(
        piece("\ude00"), piece(finish="stop")
    )
    assert text(raw) == "😀"


def test_calls_come_in_fragments_also_where_all_have_the_same_index_or_none() -> None:
    def fragment(name: str | None, arguments: str, **more: Any) -> Any:
        function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
        return piece(tool_calls=[{"function": function, **more}])

    split = [
        fragment("g", "{", index=1, id="b"),
        fragment("f", '{"x"', index=0, id="a"),
        fragment(None, ": 1}", index=0),
        fragment(None, "}", index=1),
        piece(finish="tool_calls"),
    ]
    calls = read(stream(*split))["output_tools"]
    assert [call["function"] for call in calls] == [
        {"name": "f", "arguments": '{"x": 1}'},
        {"name": "g", "arguments": "{}"},
    ]
    whole = [fragment("f", "{}", id="a", index=0), fragment("g", "{}", id="b", index=0), piece(finish="tool_calls")]
    assert [call["function"]["name"] for call in read(stream(*whole))["output_tools"]] == ["f", "g"]


@pytest.mark.parametrize(
    "raw",
    [
        b'event: error\ndata: {"message": "out of memory"}\n\n',
        b'data: {"error": {"message": "out of memory"}}\n\n',
    ],
)
def test_an_error_inside_the_stream_is_one(raw: bytes) -> None:
    with pytest.raises(AnswerError, match="out of memory"):
        read(stream(piece("a"), done=False) + raw)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_ordinary_reply_is_read_from_the_choice_with_the_lowest_index(order: tuple[int, int]) -> None:
    choices = [{"index": index, "message": {"content": f"c{index}"}, "finish_reason": "stop"} for index in order]
    sample = read_reply(json.dumps({"choices": choices}).encode())
    assert sample["output_text"] == "c0" and sample["choices"] == choices
