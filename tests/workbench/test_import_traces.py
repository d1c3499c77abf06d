"""Traces come in as conversations: every shape, whole and broken; steps joined, results put to their calls."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError
from evalwright.workbench import Imported, Sampling, convert, expand_file, import_files

from .trace_shapes import MESSAGES, SHAPES, TOOL, TRACE, Row, langfuse, langsmith, otlp_json_text

Read = Callable[..., tuple[list[dict[str, Any]], Imported]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Import rows, and read what was written."""

    def import_rows(rows: list[Row], *, skip: bool = False, end: str = "\n") -> tuple[list[dict[str, Any]], Imported]:
        source, out = tmp_path / "spans.jsonl", tmp_path / "out.jsonl"
        source.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + end, encoding="utf-8")
        done = import_files([str(source)], str(out), skip_bad_rows=skip)
        return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()], done

    return import_rows


@pytest.mark.parametrize("shape", SHAPES)
def test_a_conversation_comes_back_from_every_shape(shape: str, read: Read, tmp_path: Path) -> None:
    (made,), done = read(SHAPES[shape](MESSAGES))
    assert _told(made["messages"]) == _told(MESSAGES)
    assert made["id"] == TRACE and made["metadata"]["outcome"] == "answered"
    assert done.merged == 1 and done.bad_rows == []
    named = shape in ("log_records", "agents")
    assert made["tools"][0]["function"]["name"] == "find"
    assert ("tools" in made["metadata"]) == named == bool(done.lost)
    assert named or made["tools"] == [{"type": "function", "function": TOOL}]
    expanded = expand_file(tmp_path / "out.jsonl", tmp_path / "items.jsonl")
    assert expanded.items == 2
    assert convert(tmp_path / "out.jsonl", tmp_path / "back.jsonl", "sharegpt").conversations == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_steps_in_any_order_are_one_conversation(shape: str, read: Read) -> None:
    (made,), _ = read(SHAPES[shape](MESSAGES)[::-1])
    assert _told(made["messages"]) == _told(MESSAGES)


def _unknown_role(messages: list[Any]) -> Any:
    messages[1]["role"] = "narrator"
    return messages


def _no_call_name(messages: list[Any]) -> Any:
    messages[2]["tool_calls"][0]["function"]["name"] = ""
    return messages


def _content_of_no_kind(messages: list[Any]) -> Any:
    messages[1]["content"] = {"unknown": 5}
    return messages


def _no_messages(messages: list[Any]) -> Any:
    return {"oops": 1}


BREAKS = (_unknown_role, _no_call_name, _content_of_no_kind, _no_messages)


@pytest.mark.parametrize("breaks", BREAKS, ids=lambda each: each.__name__.strip("_"))
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_broken_is_a_row_error_and_never_an_empty_message(shape: str, breaks: Any, read: Read) -> None:
    rows = SHAPES[shape](breaks(copy.deepcopy(MESSAGES)))
    good = langfuse(MESSAGES)
    for row in good:
        row["trace_id"] = "another"
    conversations, done = read(rows + good, skip=True)
    assert done.bad_rows, "nothing was said"
    for made in conversations:
        assert all(each.get("content") or each.get("tool_calls") for each in made["messages"])
        assert all(call["function"]["name"] for each in made["messages"] for call in each.get("tool_calls") or ())
    with pytest.raises(InputError):
        read(rows + good)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_line_that_is_cut_off_is_a_row_error(shape: str, read: Read) -> None:
    rows = SHAPES[shape](MESSAGES)
    text = json.dumps(rows[-1])
    _, done = read(rows, skip=True, end="\n" + text[: len(text) // 2])
    assert len(done.bad_rows) == 1 and done.bad_rows[0].line == len(rows) + 1


def test_an_attribute_cut_at_a_length_is_said(read: Read) -> None:
    rows = otlp_json_text(MESSAGES)
    attributes = rows[1]["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["attributes"]
    attributes[1]["value"]["stringValue"] = attributes[1]["value"]["stringValue"][:100]
    _, done = read(rows, skip=True)
    assert "gen_ai.input.messages" in done.bad_rows[0].text and "cut off" in done.bad_rows[0].text


def test_a_result_that_only_the_tool_s_own_span_has_is_put_to_its_call(read: Read) -> None:
    rows = langsmith(MESSAGES[:3])
    for call, result in (("c2", "in Jiangsu"), ("c1", '{"at": "Jiangsu"}')):
        output = {"type": "tool", "data": {"content": result, "tool_call_id": call}}
        rows.append(
            {
                "id": call,
                "trace_id": TRACE,
                "run_type": "tool",
                "name": "find",
                "inputs": {},
                "outputs": {"output": output},
            }
        )
    (made,), done = read(rows)
    assert _told(made["messages"]) == _told(MESSAGES[:5])
    assert not done.lost


def test_without_an_id_a_tool_s_span_is_found_by_name_and_arguments(read: Read) -> None:
    rows = langsmith(MESSAGES[:3])
    inputs = {"input": "{'q': 'Suzhou'}"}
    rows.append(
        {
            "id": "t",
            "trace_id": TRACE,
            "run_type": "tool",
            "name": "find",
            "inputs": inputs,
            "outputs": {"output": "in Jiangsu"},
        }
    )
    (made,), done = read(rows)
    assert made["messages"][3]["tool_call_id"] == "c2"
    assert made["metadata"]["outcome"] == "open"
    assert any("without a result" in name for name in done.lost)


def test_other_conversation_ids_are_never_one(read: Read) -> None:
    rows = otlp_json_text(MESSAGES)
    for number, row in enumerate(rows):
        span = row["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
        span["attributes"].append({"key": "gen_ai.conversation.id", "value": {"stringValue": f"conversation {number}"}})
    made, done = read(rows)
    assert [each["id"] for each in made] == ["conversation 0", "conversation 1"]
    assert done.merged == 0


def test_turns_that_send_only_what_is_new_are_put_one_after_the_other(read: Read) -> None:
    turns = [MESSAGES[1:3], MESSAGES[3:]]
    rows = []
    for number, turn in enumerate(turns):
        (row,) = otlp_json_text(turn)
        span = row["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
        span |= {"spanId": str(number), "startTimeUnixNano": str(5 + number)}
        span["attributes"].append({"key": "gen_ai.conversation.id", "value": {"stringValue": "one"}})
        rows.append(row)
    (made,), _ = read(rows[::-1])
    assert _told(made["messages"]) == _told(MESSAGES[1:])


def test_two_answers_to_the_same_question_stay_two(read: Read) -> None:
    other = copy.deepcopy(MESSAGES)
    other[-1]["content"] = "Near Shanghai."
    made, _ = read(langfuse(MESSAGES) + langfuse(other))
    assert [each["messages"][-1]["content"] for each in made] == ["In Jiangsu.", "Near Shanghai."]
    assert [each["id"] for each in made] == [TRACE, f"{TRACE}/2"]


def test_spans_whose_messages_were_not_captured_are_counted(read: Read) -> None:
    rows = otlp_json_text(MESSAGES)
    span = json.loads(json.dumps(rows[0]).replace(TRACE, "f" * 32))
    inner = span["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    inner["attributes"] = inner["attributes"][:1]
    _, done = read([*rows, span])
    assert any("not captured" in name for name in done.lost)


def _told(messages: list[dict[str, Any]]) -> list[Any]:
    """All that is said, however arguments are spelled."""
    made = []
    for each in messages:
        calls = [
            (call["id"], call["function"]["name"], json.loads(call["function"]["arguments"]))
            for call in each.get("tool_calls") or ()
        ]
        made.append((each["role"], each.get("content"), calls, each.get("tool_call_id")))
    return made


def test_a_sample_has_its_share_of_every_stratum_and_is_the_same_again(tmp_path: Path) -> None:
    source = tmp_path / "spans.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number in range(40):
            messages = copy.deepcopy(MESSAGES if number % 4 else [*MESSAGES[:2], MESSAGES[-1]])
            messages[1]["content"] = (
                " ".join(f"{word}{'abcdefghijklmnopqrst'[number // 2]}" for word in _WORDS) + f" {number}"
            )
            for row in langfuse(messages):
                stream.write(json.dumps(row | {"trace_id": f"t{number}"}) + "\n")
    written = []
    for name in ("one", "other"):
        done = import_files([str(source)], str(tmp_path / name), sample=Sampling(8, ("tool", "outcome"), seed=3))
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    assert done.conversations == 8 and sum(each["of"] for each in done.strata.values()) + done.near_duplicates == 40
    assert set(done.strata) == {"-, answered", "find, answered"} and done.near_duplicates > 0
    assert all(each["kept"] for each in done.strata.values())


_WORDS = ("where", "is", "the", "old", "town", "with", "its", "gardens", "and", "canals", "that", "all", "speak", "of")
