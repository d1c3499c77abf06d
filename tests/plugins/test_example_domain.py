"""The domain of `examples/plugin` through every verb that takes one: `tools`, `synth`, `verify`, `audit --env`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import read_jsonl

from .conftest import Plugged

TOOLS = {"find_saver", "get_balance", "deposit_coins"}
POLICY = "You keep a savings ledger."


def calls_of(rows: list[Any]) -> list[Any]:
    return [call for row in rows for message in row["messages"] for call in message.get("tool_calls") or ()]


def test_a_domain_is_listed_made_verified_and_audited(plugged: Plugged, tmp_path: Path) -> None:
    listed = plugged("tools", "ledger")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in TOOLS)

    made = plugged("synth", "ledger", "-n", "24", "--seed", "3", "-o", "data")
    assert made.returncode == 0, made.stderr
    rows = [row for name in ("train", "valid") for row in read_jsonl(tmp_path / "data" / f"{name}.jsonl")]
    assert len(rows) == 24
    assert {call["function"]["name"] for call in calls_of(rows)} == TOOLS
    assert all(row["messages"][0]["role"] == "system" and POLICY in row["messages"][0]["content"] for row in rows)
    assert "@example.com" in json.dumps(rows)  # what users know of themselves is what they say

    whole = plugged("verify", "data")
    assert whole.returncode == 0, whole.stdout + whole.stderr
    audited = plugged("audit", "data/train.jsonl", "--env", "ledger")
    assert audited.returncode == 0, audited.stdout + audited.stderr

    train = tmp_path / "data" / "train.jsonl"
    changed = read_jsonl(train)
    line, message = next(
        (number, message)
        for number, row in enumerate(changed, 1)
        for message in row["messages"]
        if message["role"] == "tool" and "balance" in message["content"]
    )
    balance = json.loads(message["content"])["balance"]
    message["content"] = message["content"].replace(str(balance), str(balance + 1))
    train.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in changed), encoding="utf-8")
    found = plugged("verify", "data")
    assert found.returncode == 1 and f"train.jsonl:{line} " in found.stdout
    assert f"$.balance is {balance + 1}, but the tool gives {balance}" in found.stdout
    audited = plugged("audit", "data/train.jsonl", "--env", "ledger")
    assert audited.returncode == 1, audited.stdout
