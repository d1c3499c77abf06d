"""Calls that stand in both files: those about something count, those that anybody would make do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.workbench import audit

from ..conftest import write_jsonl

SCHEMA = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "unit": {"enum": ["Celsius", "Kelvin"]}, "limit": {"type": "integer"}},
}
TOOLS = [{"type": "function", "function": {"name": "look", "parameters": SCHEMA}}]


def row(said: str, arguments: dict[str, Any], result: str = "[]") -> dict[str, Any]:
    call = {"id": "c1", "function": {"name": "look", "arguments": json.dumps(arguments)}}
    messages = [
        {"role": "user", "content": said},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": result},
        {"role": "assistant", "content": "Well."},
    ]
    return {"messages": messages, "tools": TOOLS}


def shared(folder: Path, train: list[dict[str, Any]], valid: list[dict[str, Any]]) -> list[str]:
    write_jsonl(folder / "train.jsonl", train)
    write_jsonl(folder / "valid.jsonl", valid)
    done = audit(folder / "valid.jsonl", against=folder / "train.jsonl", rules=["shared-call"])
    return [finding.text for finding in done.findings]


def test_calls_about_the_same_things_are_counted_and_shown(tmp_path: Path) -> None:
    train = [row(f"Look at K-{number}", {"id": f"K-{number}"}) for number in range(10, 20)]
    valid = [row(f"Show me K-{number}", {"id": f"K-{number}"}) for number in range(16, 26)]
    (text,) = shared(tmp_path, train, valid)
    assert text.startswith("4 of 10 calls about something of their own (40%)")
    assert "K-16" in text
    assert "train.jsonl:7" in text


def test_a_tenth_may_stand_in_both(tmp_path: Path) -> None:
    train = [row(f"Look at K-{number}", {"id": f"K-{number}"}) for number in range(100)]
    valid = [row(f"Show me K-{number}", {"id": f"K-{number}"}) for number in range(97, 127)]
    assert shared(tmp_path, train, valid) == []


def test_calls_without_a_thing_do_not_count(tmp_path: Path) -> None:
    for arguments in ({}, {"limit": 10}, {"unit": "Celsius"}, {"id": "2024-05-01"}, {"id": "K-7"}):
        said = "Something in Celsius, ten of 10, on 2024-05-01"
        rows = [row(f"{said} ({number})", arguments) for number in "abcdef"]
        assert shared(tmp_path, rows, rows) == [], arguments


def test_a_name_counts_where_a_result_holds_it(tmp_path: Path) -> None:
    def asked(number: str) -> dict[str, Any]:
        first = row(f"Which tables? ({number})", {}, '["orders", "items"]')
        second = row("And orders?", {"id": "orders"}, "[]")["messages"]
        return {**first, "messages": [*first["messages"], *json.loads(json.dumps(second).replace("c1", "c2"))]}

    rows = [asked(number) for number in "abcdef"]
    assert len(shared(tmp_path, rows, rows)) == 1
    plain = [row(f"orders ({number})", {"id": "orders"}) for number in "abcdef"]
    assert shared(tmp_path, plain, plain) == []


def test_a_query_is_about_what_it_names(tmp_path: Path) -> None:
    query = "SELECT price FROM goods WHERE title = '{}' LIMIT 5"
    rows = [
        row(f"What is the {title} at?", {"id": query.format(title)}) for title in ("Red Lamp", "Oak Desk", "Big Fan")
    ]
    assert len(shared(tmp_path, rows, rows)) == 1
    plain = [row(f"What is there? ({number})", {"id": "SELECT price FROM goods LIMIT 5"}) for number in "abcdef"]
    assert shared(tmp_path, plain, plain) == []


def test_what_nearly_all_pass_is_the_place_and_no_thing(tmp_path: Path) -> None:
    rows = [row(f"Look into /srv/files ({number})", {"id": "/srv/files"}) for number in "abcdefghij"]
    assert shared(tmp_path, rows, rows) == []
