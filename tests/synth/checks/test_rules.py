"""The checks as rules of an audit: listed, silent on good data, and able to replay rows of anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.synth import environment_rules, every_rule, lone_rules
from evalwright.workbench import audit, rules_table

from ...conftest import ROOT, write_jsonl
from .talk import SEED, cancelling, cancelling_in_chinese, exchanging

RETAIL = ROOT / "examples" / "retail"


def test_every_rule_stands_in_the_table_with_a_sentence() -> None:
    table = rules_table(every_rule())
    for rule in every_rule():
        assert rule.about.endswith(".")
        assert f"| `{rule.name}` | {rule.severity}" in table
    assert len({rule.name for rule in every_rule()}) == len(every_rule())


@pytest.mark.parametrize("path", [RETAIL / "train.jsonl", RETAIL / "valid.jsonl"], ids=lambda path: path.name)
def test_rules_without_an_environment_find_nothing_in_good_data(path: Path) -> None:
    rules = lone_rules()
    found = audit(path, extra_rules=rules, rules=[rule.name for rule in rules])
    assert found.conversations > 0
    assert found.findings == []


def test_rules_without_an_environment_run_only_when_they_are_named() -> None:
    row = cancelling().record()
    row["messages"][-1]["content"] = "Your order #W0000009 is gone."
    assert audit(row, extra_rules=lone_rules()).of("unseen-id") == []
    assert len(audit(row, extra_rules=lone_rules(), rules=["unseen-id"]).of("unseen-id")) == 1


def test_rows_are_replayed_in_the_state_that_they_name(tmp_path: Path) -> None:
    rows = [cancelling().record(), exchanging().record(), cancelling_in_chinese().record()]
    found = audit(write_jsonl(tmp_path / "rows.jsonl", rows), extra_rules=environment_rules("shop"))
    assert [finding for finding in found.findings if finding.severity == "error"] == []


def test_rows_that_name_no_state_are_replayed_in_the_given_one() -> None:
    row = cancelling().record()
    del row["metadata"]["environment"]
    found = audit(row, extra_rules=environment_rules("shop", SEED))
    # The shop of this seed has other sizes, and so other customers: nothing of the row exists in it.
    assert found.of("replay-result")


@pytest.mark.parametrize(
    "said",
    [
        {"name": "elsewhere"},
        {"seed": "seven"},
        {"options": {"users": 10**9}},
        {"options": {"users": [1]}},
        {"locale": "x" * 100},
        {"locale": "tlh"},
    ],
)
def test_a_state_that_cannot_be_had_is_a_finding(said: dict[str, object]) -> None:
    row = cancelling().record()
    row["metadata"]["environment"] |= said
    found = audit(row, extra_rules=environment_rules("shop"))
    assert [finding.path for finding in found.of("replay-environment")] == ["metadata.environment"]


def test_an_unknown_environment_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UsageError, match="shop"):
        environment_rules("nowhere")


def test_the_page_says_what_the_rules_are_about() -> None:
    row = cancelling().record()
    row["messages"][-1]["content"] = "Your order #W0000009 is gone."
    page = audit(row, extra_rules=environment_rules("shop")).to_html()
    assert "The assistant names an id or a number that nobody said" in page
