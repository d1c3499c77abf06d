"""Cutting conversations into items (design section 5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.chat import read_conversation
from evalwright.errors import InputError
from evalwright.workbench import ExpandOptions, expand, expand_file

TOOLS = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in ("find", "get")]


def call(identifier: str, tool: str = "get", **arguments: Any) -> dict[str, Any]:
    return {"id": identifier, "type": "function", "function": {"name": tool, "arguments": json.dumps(arguments)}}


def says(role: str, content: str | None, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def conversation(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"messages": list(messages), "tools": TOOLS, **more}


def items(record: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    return list(expand(read_conversation(record), ExpandOptions(**options)))


TWO_CALLS = conversation(
    says("user", "who am I?"),
    says("assistant", None, tool_calls=[call("1", "find", name="A")]),
    says("tool", "u1", tool_call_id="1"),
    says("assistant", "One moment.", tool_calls=[call("2", id="u1")]),
    says("tool", "Ann", tool_call_id="2"),
    says("assistant", "You are Ann."),
    id="c",
)

PARALLEL = conversation(
    says("user", "both please"),
    says("assistant", "Looking.", tool_calls=[call("1", id="a"), call("2", id="b")]),
    says("tool", "A", tool_call_id="1"),
    says("tool", "B", tool_call_id="2"),
    says("assistant", "Done."),
    id="p",
)


def test_an_item_says_which_conversation_and_environment_it_comes_from() -> None:
    made_in = {"name": "shop", "seed": 7, "hash": "00"}
    metadata = {"task_id": 4, "environment": made_in}
    found = items(TWO_CALLS | {"metadata": metadata}, no_call=True)
    assert len(found) == 3
    assert all(item["metadata"] == metadata and item["environment"] == made_in for item in found)
    assert all("metadata" not in item and "environment" not in item for item in items(TWO_CALLS))
    assert [item["environment"] for item in items(TWO_CALLS | {"environment": made_in})] == [made_in] * 2
    assert "environment" not in items(TWO_CALLS | {"metadata": {"environment": "shop"}})[0]


def test_one_item_per_call_with_the_history_before_it() -> None:
    first, second = items(TWO_CALLS)
    assert first["id"] == "c#0" and second["id"] == "c#1"
    assert first["conversation_id"] == second["conversation_id"] == "c"
    assert first["messages"] == TWO_CALLS["messages"][:1]
    assert first["expected_output"] == {"role": "assistant", "tool_calls": [call("1", "find", name="A")]}
    assert second["call_index"] == 1
    assert second["messages"] == [*TWO_CALLS["messages"][:3], says("assistant", "One moment.")]
    assert second["tools"] == TOOLS


def test_text_before_the_call_can_be_dropped() -> None:
    assert items(TWO_CALLS, assistant_text="drop")[1]["messages"] == TWO_CALLS["messages"][:3]


def test_a_text_message_of_its_own_before_the_call_is_dropped_too() -> None:
    record = conversation(
        says("user", "hi"), says("assistant", "One moment."), says("assistant", None, tool_calls=[call("1")])
    )
    assert items(record)[0]["messages"][-1] == says("assistant", "One moment.")
    assert items(record, assistant_text="drop")[0]["messages"] == [says("user", "hi")]


def test_parallel_calls_are_asked_one_after_the_other() -> None:
    first, second = items(PARALLEL)
    assert first["messages"] == [PARALLEL["messages"][0], says("assistant", "Looking.")]
    assert second["messages"] == [
        PARALLEL["messages"][0],
        says("assistant", "Looking.", tool_calls=[call("1", id="a")]),
        says("tool", "A", tool_call_id="1"),
    ]
    assert second["expected_output"]["tool_calls"] == [call("2", id="b")]


def test_parallel_calls_together_are_one_item() -> None:
    (only,) = items(PARALLEL, parallel="together")
    assert only["expected_output"]["tool_calls"] == [call("1", id="a"), call("2", id="b")]


def test_no_call_items_where_the_assistant_answered_in_text() -> None:
    made = items(TWO_CALLS, no_call=True)
    assert [item["id"] for item in made] == ["c#0", "c#1", "c#t0"]
    assert made[2]["expected_output"] == {"role": "assistant", "content": "You are Ann.", "tool_calls": []}
    assert made[2]["messages"] == TWO_CALLS["messages"][:5]


def test_text_that_announces_a_call_is_no_decision_against_one() -> None:
    record = conversation(
        says("user", "hi"), says("assistant", "One moment."), says("assistant", None, tool_calls=[call("1")])
    )
    assert [len(item["expected_output"]["tool_calls"]) for item in items(record, no_call=True)] == [1]


def file_of(tmp_path: Path, *records: Any) -> Path:
    path = tmp_path / "对话.jsonl"
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_ids_are_own_where_unique_else_the_position(tmp_path: Path) -> None:
    one = conversation(says("user", "x"), says("assistant", None, tool_calls=[call("1")]))
    records = [{**one, "id": "a"}, one, {**one, "id": "b"}, {**one, "id": "b"}, {**one, "id": 7}]
    expand_file(file_of(tmp_path, *records), tmp_path / "out.jsonl")
    assert [item["id"] for item in lines(tmp_path / "out.jsonl")] == ["a#0", "1#0", "2#0", "3#0", "7#0"]


def test_a_position_never_takes_the_id_of_another(tmp_path: Path) -> None:
    one = conversation(says("user", "x"), says("assistant", None, tool_calls=[call("1")]))
    expand_file(
        file_of(tmp_path, one, {**one, "id": "0"}, {**one, "id": "q"}, {**one, "id": "q"}), tmp_path / "out.jsonl"
    )
    made = [item["conversation_id"] for item in lines(tmp_path / "out.jsonl")]
    assert len(set(made)) == 4 and made[1] == "0"


def test_conversations_without_calls_are_named(tmp_path: Path) -> None:
    done = expand_file(
        file_of(tmp_path, TWO_CALLS, conversation(says("user", "hi"), id="quiet")), tmp_path / "out.jsonl"
    )
    assert (done.conversations, done.items, done.without_calls) == (2, 2, ["quiet"])


def test_a_broken_line_stops_and_leaves_nothing(tmp_path: Path) -> None:
    path = file_of(tmp_path, TWO_CALLS)
    path.write_text(path.read_text() + "{broken\n")
    with pytest.raises(InputError, match=":2: not JSON"):
        expand_file(path, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_bad_rows_can_be_left_out_and_are_named(tmp_path: Path) -> None:
    path = file_of(tmp_path, {"no": "messages"}, TWO_CALLS)
    done = expand_file(path, tmp_path / "out.jsonl", skip_bad_rows=True)
    assert done.items == 2
    assert [row.line for row in done.bad_rows] == [1]


def test_wrapped_items_as_hosted_services_take_them(tmp_path: Path) -> None:
    expand_file(file_of(tmp_path, TWO_CALLS), tmp_path / "out.jsonl", ExpandOptions(wrap=True))
    assert [list(line) for line in lines(tmp_path / "out.jsonl")] == [["item"], ["item"]]
    assert lines(tmp_path / "out.jsonl")[0]["item"]["id"] == "c#0"
