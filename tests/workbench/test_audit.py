"""The audit: good data has no fault, every kind of fault is named where it is, and the numbers add up."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.synth import every_rule
from evalwright.workbench import Audit, Finding, audit, rules_table

from ..conftest import ROOT, write_jsonl
from .audit_faults import FAULTS, Fault, Record, call_of, change

RETAIL = ROOT / "examples" / "retail"
GOOD = [json.loads(line) for line in (RETAIL / "valid.jsonl").read_text("utf-8").splitlines()]


def keys(found: Audit) -> set[tuple[str, int | None, int | None, str]]:
    return {(finding.rule, finding.line, finding.message, finding.path) for finding in found.findings}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, int | None, int | None, str]]:
    path = tmp_path_factory.mktemp("audit") / "good.jsonl"
    write_jsonl(path, GOOD)
    return keys(audit(path))


@pytest.mark.parametrize("name", ["train", "valid"])
def test_the_examples_have_no_fault(name: str) -> None:
    found = audit(RETAIL / f"{name}.jsonl")
    assert [finding for finding in found.findings if finding.severity != "info"] == []
    assert found.clean == found.conversations


def test_the_examples_do_not_leak_into_each_other() -> None:
    found = audit(RETAIL / "valid.jsonl", against=RETAIL / "train.jsonl")
    assert [finding for finding in found.findings if finding.rule.startswith("leaked")] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_named_where_it_is(fault: Fault, tmp_path: Path, usual: set[Any]) -> None:
    records: list[Record] = copy.deepcopy(GOOD)
    at, message, part = fault.put(records)
    write_jsonl(tmp_path / "bad.jsonl", records)
    found = audit(tmp_path / "bad.jsonl")
    new = [f for f in found.findings if (f.rule, f.line, f.message, f.path) not in usual]
    named = [finding for finding in new if finding.rule == fault.rule]
    assert [(finding.line, finding.message) for finding in named] == [(at + 1, message)]
    assert part in named[0].path
    assert [finding for finding in new if finding.severity == "error" and finding is not named[0]] == []


def test_there_are_enough_kinds_of_faults() -> None:
    assert len(FAULTS) >= 20
    assert len({fault.rule for fault in FAULTS}) >= 20


def test_bad_rows_are_findings(tmp_path: Path) -> None:
    lines = [json.dumps(GOOD[0]), "{broken", '{"no": "messages"}', "[]", json.dumps(GOOD[1])]
    (tmp_path / "bad.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = audit(tmp_path / "bad.jsonl")
    assert found.conversations == 2
    assert [finding.line for finding in found.of("unreadable-row")] == [2, 3, 4]


def test_leakage_between_two_files(tmp_path: Path) -> None:
    changed = copy.deepcopy(GOOD[:3])
    changed[0]["messages"][-1]["content"] += " Bye."
    changed[1]["messages"] = [{"role": "user", "content": "Something else entirely"}, *changed[1]["messages"][2:]]
    write_jsonl(tmp_path / "train.jsonl", GOOD)
    write_jsonl(tmp_path / "valid.jsonl", changed)
    found = audit(tmp_path / "valid.jsonl", against=tmp_path / "train.jsonl")
    lines = {rule: {finding.line for finding in found.of(rule)} for rule in found.counts}
    assert lines["leaked-conversation"] == {3}
    assert lines["leaked-near-duplicate"] >= {1}
    assert lines["leaked-entity"] >= {1, 2, 3}
    assert lines["leaked-opening"] == {1, 3}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("It is #W1234567, I think", True),
        ("I am w1234567.", False),
        ("My order number is W1234567", True),
        ("My ORDER'S id: W1234567", True),
        ("My order is on its way, W1234567 or not", False),
        ("é, #W1234567", True),
        ("订单号是W1234567", True),
        ("#A99 and item_99_2 and then #W1234567", True),
    ],
)
def test_an_id_in_what_users_say_is_known_by_how_it_is_written_or_introduced(
    said: str, told: bool, tmp_path: Path
) -> None:
    """Where the other file merely has it among its words."""
    other = {"messages": [{"role": "user", "content": "Thank you, W1234567 has come"}, *GOOD[0]["messages"][-1:]]}
    own = {"messages": [{"role": "user", "content": said}, *GOOD[0]["messages"][-1:]]}
    write_jsonl(tmp_path / "other.jsonl", [other])
    found = audit([own], against=tmp_path / "other.jsonl").of("leaked-entity")
    assert bool(found) == told


def listing(identifier: str, given: str, emails: list[str]) -> dict[str, Any]:
    """A conversation in which a list of people is asked for."""
    call = {"id": "c", "type": "function", "function": {"name": "list_people", "arguments": given}}
    told = json.dumps([{"email": each} for each in emails])
    said = [
        ("user", f"Who is on list {identifier}, please?"),
        ("assistant", None),
        ("tool", told),
        ("assistant", "Them."),
    ]
    messages: list[dict[str, Any]] = [{"role": role, "content": text} for role, text in said]
    messages[1]["tool_calls"], messages[2]["tool_call_id"] = [call], "c"
    fields = {"page": {"type": "integer"}, "team": {"type": "string"}}
    function = {"name": "list_people", "parameters": {"type": "object", "properties": fields}}
    return {"id": identifier, "messages": messages, "tools": [{"type": "function", "function": function}]}


@pytest.mark.parametrize(
    ("given", "emails", "leaks"),
    [
        ('{"page": 2}', ["ada@example.org", "bo@example.org"], False),
        ("{}", ["ada@example.org"], True),
        ('{"team": "north"}', ["ada@example.org", "bo@example.org"], True),
    ],
)
def test_a_directory_that_everybody_sees_is_no_leak(tmp_path: Path, given: str, emails: list[str], leaks: bool) -> None:
    write_jsonl(tmp_path / "train.jsonl", [listing("a", given, emails)])
    write_jsonl(tmp_path / "valid.jsonl", [listing("b", given, emails)])
    found = audit(tmp_path / "valid.jsonl", against=tmp_path / "train.jsonl", rules=["leaked-entity"])
    assert bool(found.counts) is leaks


def test_rules_can_be_chosen() -> None:
    bad = copy.deepcopy(GOOD[0])
    bad["messages"].append({"role": "user", "content": "And now?"})
    assert set(audit(bad, rules=["ends-without-assistant"]).counts) == {"ends-without-assistant"}
    assert "ends-without-assistant" not in audit(bad, ignore=["ends-without-assistant"]).counts
    with pytest.raises(UsageError, match="Did you mean 'id-drift'"):
        audit(bad, rules=["id-drft"])


def test_free_form_parameters_can_be_declared() -> None:
    record = copy.deepcopy(next(r for r in GOOD if any("get_product_details" in str(m) for m in r["messages"][1:])))
    _, call = call_of(record, "get_product_details")
    change(call, product_id="P0000")
    assert audit(record, rules=["ungrounded-argument"]).errors == 1
    free = {"get_product_details": ["product_id"]}
    assert audit(record, rules=["ungrounded-argument"], free_form=free).errors == 0


def test_all_findings_are_counted_though_not_all_are_kept() -> None:
    bad = {"messages": [{"role": "user", "content": "Hi"}, {"role": "user", "content": "?"}] * 4}
    found = audit([bad] * 5, rules=["user-twice"], limit=3)
    assert len(found.findings) == 3
    assert found.counts["user-twice"] == 35
    assert found.summary["findings_left_out"] == 32


def test_tools_that_are_never_called_are_named_once() -> None:
    tool = {"type": "function", "function": {"name": "unused", "parameters": {"type": "object"}}}
    talk = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}], "tools": [tool]}
    assert [finding.text for finding in audit([talk, talk]).of("unused-tool")] == [
        'The tool "unused" is declared and never called.'
    ]


def test_the_document_has_the_promised_keys() -> None:
    document = audit(RETAIL / "valid.jsonl").to_dict()
    assert set(document) == {"conversations", "findings", "summary"}
    finding = Finding("r", "error", "f", 1, "c", 2, "p", "t").to_dict()
    assert list(finding) == ["rule", "severity", "file", "line", "conversation", "message", "path", "text"]


def test_the_table_of_rules_is_current() -> None:
    assert (ROOT / "docs" / "audit-rules.md").read_text("utf-8") == rules_table(every_rule())
