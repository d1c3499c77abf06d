"""Rules go where the rows go: into the manifest, which `verify` believes, and to anyone's conversations by a file."""

from __future__ import annotations

import json
from pathlib import Path

from evalwright.synth import Settings, prove, synthesise
from tests.conftest import ROOT, Run, read_jsonl

TOOLS = ROOT / "examples" / "retail" / "tools.json"


def test_a_manifest_holds_the_rules_of_its_rows(tmp_path: Path) -> None:
    made = synthesise(Settings(out=tmp_path / "made", source="shop", n=4, seed=3))
    kinds = [next(iter(rule)) for rule in made.manifest["rules"]]
    assert kinds == [
        "confirm",
        "before",
        "directly_after",
        "one",
        "at_most",
        "before",
        "at_most",
        "at_most",
        "says_after",
    ]
    assert prove(tmp_path / "made").ok


def test_verify_holds_rows_to_the_rules_of_their_manifest(tmp_path: Path) -> None:
    synthesise(Settings(out=tmp_path / "made", source=str(TOOLS), n=8, seed=3))
    path = tmp_path / "made" / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    called = sum(
        any(call["function"]["name"].startswith("find_") for call in message.get("tool_calls") or ())
        for part in ("train", "valid")
        for row in read_jsonl(tmp_path / "made" / f"{part}.jsonl")
        for message in row["messages"]
    )
    path.write_text(json.dumps(manifest | {"rules": [{"at_most": 0, "tools": "find_*"}]}), "utf-8")
    assert prove(tmp_path / "made").counts["policy-broken"] == called > 0


def test_anyones_conversations_are_held_to_the_rules_of_a_file(evalwright: Run, tmp_path: Path) -> None:
    rows = ROOT / "examples" / "retail" / "valid.jsonl"
    rules = tmp_path / "rules.yaml"
    rules.write_text("rules:\n  - at_most: 0\n    tools: find_*\n  - confirm: '*'\n    name: asks-first\n", "utf-8")
    done = evalwright("audit", rows, "--rules-from", rules)
    assert done.returncode == 1
    assert "policy-broken" in done.stdout and "asks-first" in done.stdout
    assert "the rule in line 2 (at_most): find_user_id_by_" in done.stdout
    done = evalwright("audit", rows, "--rules-from", rules, "--ignore", "policy-broken", "--ignore", "asks-first")
    assert done.returncode == 0, done.stdout
    done = evalwright("audit", rows, "--rule", "policy-broken")
    assert done.returncode == 2 and "--rules-from" in done.stderr
    rules.write_text("- confirm: '*'\n  unamed: x\n", "utf-8")
    done = evalwright("audit", rows, "--rules-from", rules)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "rules.yaml:1" in done.stderr and "'unnamed'" in done.stderr
