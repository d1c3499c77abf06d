"""Files of others: each shape is read, shown, expanded and converted back; each broken row is named, none is empty."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.chat import read_conversation
from evalwright.errors import InputError
from evalwright.workbench import convert, expand_file, import_files, show, stats

from ..conftest import read_jsonl, write_jsonl
from .foreign_files import ANSWERED, ASKED, CALLING, FOREIGN, RESULT, TOLD, TOOL, USER, WORSE, Foreign, broken


@pytest.fixture(params=FOREIGN, ids=str)
def foreign(request: pytest.FixtureRequest) -> Foreign:
    return FOREIGN[request.param]


def test_a_shape_is_read_with_every_word_and_call(foreign: Foreign) -> None:
    read = read_conversation(foreign.row)
    assert read.dialects == foreign.dialects
    said = json.dumps([message.get("content") for message in read.messages])
    calls = [call for message in read.messages for call in message.get("tool_calls") or ()]
    assert len(calls) == foreign.calls
    assert "weather" in said and "Oslo" in json.dumps(read.messages)
    assert all(call["function"]["name"] == "get_weather" for call in calls)
    assert all(message.get("content") or message.get("tool_calls") for message in read.messages)
    if any(message["role"] == "tool" for message in read.messages):
        assert RESULT in [message.get("content") for message in read.messages] and read.messages[-1]["role"] != "user"


def test_the_canonical_form_of_a_shape_reads_as_itself(foreign: Foreign) -> None:
    once = read_conversation(foreign.row).to_dict()
    assert read_conversation(once).to_dict() == once


def test_a_shape_is_shown_expanded_and_converted_back(foreign: Foreign, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "foreign.jsonl", [foreign.row])
    assert ASKED.split()[-1] in str(show(path))
    done = expand_file(path, tmp_path / "items.jsonl")
    assert done.items == foreign.calls and done.conversations == 1
    found = convert(path, tmp_path / "back.jsonl", foreign.to)
    assert set(foreign.lost) <= set(found.lost)
    before, after = (read_conversation(read_jsonl(name)[0]) for name in (path, tmp_path / "back.jsonl"))
    assert [message["role"] for message in before.messages] == [message["role"] for message in after.messages]
    assert [message.get("content") for message in before.messages] == [each.get("content") for each in after.messages]


@pytest.mark.parametrize("way", range(5))
def test_a_broken_row_is_named_and_the_others_stay(foreign: Foreign, way: int, tmp_path: Path) -> None:
    rows = [foreign.row, broken(foreign, way), foreign.row]
    for name, text in (("a.jsonl", "\n".join(map(json.dumps, rows))), ("a.json", json.dumps(rows, indent=2))):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        (found,) = stats(path).files
        assert (found.conversations, len(found.bad_rows)) == (2, 1), found.bad_rows
        assert f"{name}:2: " in str(found.bad_rows[0])


def test_a_file_that_nobody_knows_is_refused_with_what_was_seen(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "what.jsonl", [{"target": 24, "nums": [1, 2]}])
    with pytest.raises(InputError, match=r"`target`, `nums`.*tau-bench"):
        import_files([path], tmp_path / "out.jsonl")


def request_row(identifier: str) -> dict[str, Any]:
    body = {"model": "m", "messages": [USER, CALLING, ANSWERED], "tools": [TOOL]}
    return {"custom_id": identifier, "method": "POST", "url": "/v1/chat/completions", "body": body}


def result_row(identifier: str, **more: Any) -> dict[str, Any]:
    body = {"choices": [{"message": {"role": "assistant", "content": TOLD}}], "usage": {"total_tokens": 3}}
    return {"id": "x", "custom_id": identifier, "response": {"status_code": 200, "body": body}, "error": None, **more}


def test_a_batch_and_its_results_are_joined_in_any_order(tmp_path: Path) -> None:
    asked = write_jsonl(tmp_path / "in.jsonl", [request_row("a"), request_row("b"), request_row("c"), request_row("d")])
    failed = result_row("c", response={"status_code": 429, "body": {"error": {"message": "too fast"}}})
    given = write_jsonl(tmp_path / "out.jsonl", [failed, result_row("b"), result_row("a"), result_row("z")])
    done = import_files([given, asked], tmp_path / "talks.jsonl", skip_bad_rows=True)
    talks = read_jsonl(tmp_path / "talks.jsonl")
    assert [talk["id"] for talk in talks] == ["a", "b", "d"] and done.shapes == {"batch": 3}
    assert [talk["messages"][-1]["content"] for talk in talks] == [TOLD, TOLD, RESULT]
    assert done.lost == {"requests without a result": 1}
    told = " ".join(str(row) for row in done.bad_rows)
    assert len(done.bad_rows) == 2 and "in.jsonl:3: " in told and "too fast" in told and "custom_id z" in told


def test_results_alone_are_samples(tmp_path: Path) -> None:
    message = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}}]}
    rows = [
        result_row("a"),
        {"custom_id": "b", "result": {"type": "succeeded", "message": message}},
        {"custom_id": "c", "result": {"type": "errored", "error": {"error": {"message": "overloaded"}}}},
    ]
    done = import_files([write_jsonl(tmp_path / "r.jsonl", rows)], tmp_path / "samples.jsonl")
    text, call, failed = read_jsonl(tmp_path / "samples.jsonl")
    assert done.samples == 3 and text["output_text"] == TOLD and failed["error"]["message"] == "overloaded"
    assert call["output_tools"][0]["function"] == {"name": "f", "arguments": '{"a": 1}'}


def test_exports_of_hosted_evaluations_are_samples(tmp_path: Path) -> None:
    rows = [
        {"item": {"id": "x", "messages": [USER]}, "sample": {"outputs": [CALLING]}, "grades": {"g": 1}},
        {"data_source_idx": 7, "item": {}, "sample": {"outputs": [{"content": ""}], "error": {"message": "no role"}}},
        {"datasource_item": {"id": "y"}, "sample": {"input": [], "output": [WORSE]}, "results": [{"score": 0}]},
    ]
    done = import_files([write_jsonl(tmp_path / "e.jsonl", rows)], tmp_path / "samples.jsonl")
    made = read_jsonl(tmp_path / "samples.jsonl")
    assert [row["id"] for row in made] == ["x", "7", "y"] and done.lost == {"grades": 1, "results": 1}
    assert made[0]["output_tools"][0]["function"]["name"] == "get_weather"
    assert made[1]["error"]["message"] == "no role" and made[2]["output_text"] == WORSE["content"]


def test_what_inspect_tells_of_the_run_is_named_as_lost(tmp_path: Path) -> None:
    done = import_files([write_jsonl(tmp_path / "i.jsonl", [FOREIGN["inspect"].row])], tmp_path / "talks.jsonl")
    (talk,) = read_jsonl(tmp_path / "talks.jsonl")
    assert done.lost == {"events": 1} and talk["tools"][0]["function"]["name"] == "get_weather"
    assert talk["messages"][2]["content"] == RESULT and talk["scores"] == {"match": {"value": "C"}}
