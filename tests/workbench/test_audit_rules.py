"""Single rules of the audit, on conversations made for them."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.workbench import audit, visible


def talk(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Hi"}, *messages], **more}


def say(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def call(name: str, arguments: dict[str, Any], call_id: str = "c1") -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


def back(content: Any, call_id: str = "c1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": json.dumps(content)}


def rules_of(record: dict[str, Any]) -> set[str]:
    return set(audit(record, ignore=["too-few-conversations"]).counts)


def test_a_result_in_parts_is_named() -> None:
    parts = {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "ok"}]}
    found = audit(talk(call("go", {}), parts, say("done")), rules=["result-in-parts"])
    assert [finding.message for finding in found.findings] == [2]


def test_a_very_long_conversation_is_named() -> None:
    assert "too-long" in rules_of(talk(say("word " * 60_000)))
    assert "too-long" not in rules_of(talk(say("word " * 40_000)))


def test_few_conversations_are_named_once() -> None:
    found = audit([talk(say("Hello"))] * 3, rules=["too-few-conversations"])
    assert [(finding.line, finding.conversation) for finding in found.findings] == [(None, None)]


def test_a_call_that_was_valid_is_looked_at_again_with_other_tools() -> None:
    def conversation(kind: str) -> dict[str, Any]:
        schema = {"type": "object", "properties": {"key": {"type": kind}}, "required": ["key"]}
        tools = [{"type": "function", "function": {"name": "open", "parameters": schema}}]
        return talk(call("open", {"key": "Hi"}), back({}), say("done"), tools=tools)

    given = [conversation(kind) for kind in ("string", "string", "integer", "string", "integer")]
    found = audit(given, rules=["invalid-arguments"])
    assert [finding.conversation for finding in found.findings] == ["2", "4"]


def test_what_the_assistant_brings_up_itself_is_a_remark() -> None:
    record = talk(say("Shall I open K-77?"), {"role": "user", "content": "yes"}, call("open", {"key": "K-77"}))
    assert "assistant-introduced" in rules_of(record)
    assert "ungrounded-argument" not in rules_of(record)


def test_the_id_that_a_tool_returned_may_be_one_of_several() -> None:
    users = [{"user_id": "a_1"}, {"user_id": "b_2"}]
    record = talk(call("find", {}), back(users), call("read", {"user_id": "b_2"}, "c2"), back({}, "c2"), say("ok"))
    assert "id-drift" not in rules_of(record)


def test_calls_of_one_message_do_not_contradict_each_other() -> None:
    first, second = call("a", {}), call("b", {}, "c2")
    together = {**first, "tool_calls": [*first["tool_calls"], *second["tool_calls"]]}
    record = talk(together, back({}), back({}, "c2"), say("ok"))
    assert audit([record, record], rules=["contradictory-gold"]).errors == 0


def test_call_ids_do_not_make_histories_different() -> None:
    records = [talk(call("a", {"x": "Hi"}, i), back({}, i), call("b", {"n": i}, f"{i}2")) for i in ("p", "q")]
    assert [finding.message for finding in audit(records, rules=["contradictory-gold"]).findings] == [3]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("card 4111111111111111 please", "card-number"),
        ("AKIAABCDEFGHIJKLMNOP", "secret"),
        ("-----BEGIN RSA PRIVATE KEY-----", "secret"),
        ("身份证号11010519491231002X", "national-id"),
        ("手机13812345678", "phone-number"),
        ("(415) 555-0132", "phone-number"),
        ("call +49 30 1234567", "phone-number"),
        ("since 2026-03-01 10:30 on ٤١٥ ٥٥٥ ٠١٣٢", "phone-number"),  # digits of other scripts beside a time
        ("my number is 078-05-1120", "national-id"),
    ],
)
def test_personal_data_is_found_and_not_repeated(text: str, rule: str) -> None:
    found = audit(talk(say("ok"), {"role": "user", "content": text}, say("ok")), rules=[rule])
    assert [finding.message for finding in found.findings] == [2]
    assert text not in found.findings[0].text


@pytest.mark.parametrize(
    "text",
    [
        "order 4111111111111112",
        "item 104599782",
        "id_4111111111111111",
        "#13812345678",
        "total 1,299.50 for 12 items",
        "item 1008292230 + item 1008292231 at 2026-03-01 10:30:00",
    ],
)
def test_other_numbers_are_not_personal(text: str) -> None:
    rules = ["card-number", "national-id", "phone-number", "secret"]
    assert audit(talk(say(text)), rules=rules).findings == []


def test_e_mail_addresses_are_only_named_when_asked_for() -> None:
    record = talk(say("ok"), {"role": "user", "content": "ann@example.com"}, say("ok"))
    assert "email-address" not in rules_of(record)
    assert set(audit(record, rules=["email-address"]).counts) == {"email-address"}


def test_what_cannot_be_seen_is_shown_as_an_escape() -> None:
    assert visible("a\x1b[31m\u202eb") == "a\\x1b[31m\\u202eb"
    assert len(visible("x" * 10_000)) < 500


@pytest.mark.parametrize(
    "text",
    ["eyJ-" * 100_000, "1," * 200_000 + "_", " " * 400_000 + "x", "4" * 400_000, "1 " * 200_000, "jan " * 100_000],
)
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    audit(talk(say(text), call("act", {"value": text, "expression": text[:5000], "more": [text[:9]] * 4_000})))
    assert time.process_time() - started < 5


def test_without_the_library_for_near_duplicates_the_cure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rensa", None)
    with pytest.raises(UsageError, match="pip install rensa"):
        audit(talk(say("Hello")))
    assert audit(talk(say("Hello")), ignore=["near-duplicate"]).conversations == 1
