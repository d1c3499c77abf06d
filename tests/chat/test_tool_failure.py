"""Whether an answer is a failure: by what the protocol says, by fields, by text, and by what was learnt of a tool."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from evalwright.chat import failure_reason, is_failure

FAILURES: list[tuple[str, str | None]] = [
    ("Error: parcel not found", "parcel not found"),
    ("error - no route", "error - no route"),
    ("Error executing tool get_parcel: boom", "Error executing tool get_parcel: boom"),
    ("Database error: no such table: parcels", "Database error: no such table: parcels"),
    ("ValueError: bad weight", "ValueError: bad weight"),
    ("MCP error -32602: bad arguments", "MCP error -32602: bad arguments"),
    ("Traceback (most recent call last):\n  File x", "Traceback (most recent call last): File x"),
    ("ENOENT: no such file or directory, open '/x'", "ENOENT: no such file or directory, open '/x'"),
    ("fatal: bad revision 'x'", "fatal: bad revision 'x'"),
    ("Access denied - path outside allowed directories", "Access denied - path outside allowed directories"),
    ("Failed to reach the depot", "Failed to reach the depot"),
    ("no such table: Bo", "no such table: Bo"),
    ("there is no such note", "there is no such note"),
    ("Parcel P-9 not found.", "Parcel P-9 not found."),
    ("错误：没有这个订单", "没有这个订单"),
    ("未找到该包裹", "未找到该包裹"),
    ('{"success": false}', None),
    ('{"ok": false, "error": "closed"}', "closed"),
    ('{"isError": true, "content": "closed"}', "closed"),
    ('{"error": {"code": 3, "message": "no parcel"}}', "no parcel"),
    ('{"errors": [{"message": "boom"}], "data": null}', "boom"),
    ('{"status": "error", "message": "bad day"}', "bad day"),
    ('{"code": 404, "message": "nothing there"}', "nothing there"),
    ('{"errcode": 4001, "errmsg": "缺少参数"}', "缺少参数"),
    ('{"detail": "Not found"}', "Not found"),
    ('{"result": "Error: closed"}', "closed"),
    ('"Error: closed"', "closed"),
]
SUCCESSES = [
    "",
    "Buy milk and eggs",
    "No results found.",
    "Errors: 0",
    "Error rate: 5%",
    "Error handling in Python",
    "Mean squared error: 0.3",
    "Failed: 3, passed: 7",
    "Transfer successful",
    "The search for the lost\nship was not found to be useful",
    "null",
    "[]",
    "{}",
    '{"success": true}',
    '{"error": null, "result": 5}',
    '{"error": "", "result": 5}',
    '{"error": 0.03, "estimate": 2}',
    '{"errors": 3, "warnings": 1}',
    '{"errors": [], "ok": true}',
    '{"data": {"parcel": 1}, "errors": ["one page is missing"]}',
    '{"order_id": "1", "status": "failed"}',
    '{"status": "failed"}',
    '{"id": 7, "message": "Unable to attend"}',
    '[{"error": "of a row"}]',
]


@pytest.mark.parametrize(("content", "reason"), FAILURES)
def test_an_answer_that_says_no_is_a_failure_with_its_own_reason(content: str, reason: str | None) -> None:
    assert is_failure(content)
    assert failure_reason(content) == reason


@pytest.mark.parametrize("content", SUCCESSES)
def test_an_answer_that_only_speaks_of_errors_is_none(content: str) -> None:
    assert not is_failure(content)


@pytest.mark.parametrize("content", [*(content for content, _ in FAILURES), *SUCCESSES])
def test_a_value_that_was_read_already_is_judged_like_its_text(content: str) -> None:
    assert is_failure(content, value=read(content)) is is_failure(content)


def test_the_protocol_has_the_last_word() -> None:
    assert is_failure('{"success": true}', marked=True)
    assert is_failure("fine", status=404) and not is_failure("fine", status=201)


def test_what_was_learnt_of_a_tool_counts_for_its_texts() -> None:
    learnt = ["There is nothing under *", "* ? * ?"]
    assert is_failure("There is nothing under X-1", learnt=learnt) and is_failure("a ? b ?", learnt=learnt)
    assert not is_failure("There is a box under X-1", learnt=learnt) and not is_failure("a ?", learnt=learnt)
    assert not is_failure("anything", learnt=["*", ""])


def test_a_hostile_answer_takes_no_time() -> None:
    begun = time.monotonic()
    for content in ("error " * 100_000, '{"error":' * 50_000, "not found " * 50_000, "a." * 200_000, "A_" * 100 + "x"):
        is_failure(content)
        is_failure(content, learnt=["*a*a*a*a*b"])
        failure_reason(content)
    assert time.monotonic() - begun < 2


def read(content: str) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content
