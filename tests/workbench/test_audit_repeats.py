"""A call that is made again is named, unless something changed, failed or changes by itself."""

from __future__ import annotations

import json
from typing import Any

from evalwright.workbench import audit

READ = ("get_order", {"id": "A-7"}, '{"state": "open"}')
FAILED = ("get_order", {"id": "A-7"}, "Error: timeout")
CHANGE = ("cancel_order", {"id": "A-7"}, '{"state": "cancelled"}')


def repeats(*calls: tuple[str, dict[str, Any], str], **metadata: Any) -> list[int | None]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "What of A-7?"}]
    for number, (name, arguments, result) in enumerate(calls):
        call = {"id": f"c{number}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    row = {"messages": [*messages, {"role": "assistant", "content": "Well."}], "metadata": metadata}
    return [finding.message for finding in audit(row, rules=["repeated-call"]).findings]


def test_the_same_call_again_is_named() -> None:
    assert repeats(READ, READ) == [3]
    assert repeats(CHANGE, CHANGE) == [3]


def test_after_a_failure_or_a_change_it_may_come_again() -> None:
    assert repeats(FAILED, READ) == []
    assert repeats(READ, CHANGE, READ) == []
    assert repeats(READ, ("get_order", {"id": "A-8"}, "{}")) == []


def test_what_changes_by_itself_may_be_asked_again() -> None:
    assert repeats(READ, READ, environment={"changing": ["get_order"]}) == []
    assert repeats(READ, READ, environment={"changing": None}) == [3]
    assert repeats(READ, CHANGE, READ, environment={"changing": ["cancel_order"]}) == []
