"""What a scenario file gives: conversations that hold up, vary, keep the sides apart, and are the same each time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import audit, register_domain, synthesise, verify
from evalwright.plugins import DOMAINS

from ...servers.measures import measured
from .clinic import TOOLS, Clinic, scenario_text

TOLD = ("all-at-once", "drop-by-drop", "missing-fact", "wrong-value-first", "change-of-mind", "declines", "unrelated")
TOLD += ("fails-once", "second-wish", "nothing-found", "thanks", "goodbye", "styles")


@pytest.fixture(scope="module", autouse=True)
def clinic() -> Iterator[None]:
    register_domain("clinic")(Clinic)
    yield
    DOMAINS.forget("clinic")


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clinic") / "clinic.yaml"
    path.write_text(scenario_text(), encoding="utf-8")
    return path


def rows_of(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def calls_in(row: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Each call with its arguments, and whether its result is a refusal."""
    results = {each["tool_call_id"]: each["content"] for each in row["messages"] if each["role"] == "tool"}
    called = [call for each in row["messages"] for call in each.get("tool_calls") or ()]
    failed = {key: '"error"' in text or text.startswith("Error") for key, text in results.items()}
    return [(call["function"]["name"], call["function"]["arguments"], failed[call["id"]]) for call in called]


@pytest.fixture(scope="module", params=["en", "zh"])
def hundred(request: pytest.FixtureRequest, scenarios: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp(f"hundred-{request.param}")
    made = synthesise("clinic", out=out, n=100, seed=3, lang=request.param, scenarios=scenarios)
    assert made.made == 100
    return out


def test_a_hundred_rows_hold_up(hundred: Path) -> None:
    assert verify(hundred).ok
    for name in ("train.jsonl", "valid.jsonl"):
        assert audit(hundred / name).errors == 0
    assert audit(hundred / "valid.jsonl", against=hundred / "train.jsonl").errors == 0


def test_they_use_every_tool_and_feed_calls_from_results(hundred: Path) -> None:
    rows = rows_of(hundred, "train.jsonl") + rows_of(hundred, "valid.jsonl")
    found = measured(rows)
    assert set(found.tools) == {tool["function"]["name"] for tool in TOOLS}
    assert found.calls / found.rows >= 2.5
    assert found.fed / found.calls >= 0.4
    assert found.lied == [] and found.named == []
    assert len({tuple(name for name, _, _ in calls_in(row)) for row in rows}) >= 15


def test_no_call_is_made_again_unless_something_changed(hundred: Path) -> None:
    for row in rows_of(hundred, "train.jsonl") + rows_of(hundred, "valid.jsonl"):
        made: set[tuple[str, str]] = set()
        for name, arguments, failed in calls_in(row):
            assert (name, arguments) not in made, row["id"]
            if Clinic().effect(name) == "write" and not failed:
                made.clear()
            elif not failed:
                made.add((name, arguments))


def test_every_variation_that_applies_is_used(hundred: Path) -> None:
    manifest = json.loads((hundred / "manifest.json").read_text(encoding="utf-8"))
    counts = manifest["scenarios"]["variations"]
    tags = Counter(
        tag
        for name in ("train.jsonl", "valid.jsonl")
        for row in rows_of(hundred, name)
        for tag in row["metadata"]["tags"]
    )
    for name in TOLD:
        assert counts[name]["applicable"] >= counts[name]["used"] == tags[name] > 0, name
    assert counts["parallel"] == {"applicable": 0, "used": 0}


def test_the_sides_share_few_calls_and_no_person(hundred: Path) -> None:
    train, valid = rows_of(hundred, "train.jsonl"), rows_of(hundred, "valid.jsonl")
    known = {(name, arguments) for row in train for name, arguments, _ in calls_in(row)}
    own = [(name, arguments) for row in valid for name, arguments, _ in calls_in(row) if arguments != "{}"]
    assert sum(call in known for call in own) <= 0.1 * len(own)
    people = [
        {arguments for row in rows for name, arguments, _ in calls_in(row) if name == "find_patient"}
        for rows in (train, valid)
    ]
    assert not people[0] & people[1]


def test_no_opening_comes_twice_and_none_is_told_by_a_machine(hundred: Path) -> None:
    rows = rows_of(hundred, "train.jsonl") + rows_of(hundred, "valid.jsonl")
    openings = [row["messages"][1]["content"].casefold() for row in rows]
    assert len(set(openings)) == len(openings)
    texts = [each["content"] for row in rows for each in row["messages"][1:] if each["role"] in ("user", "assistant")]
    for text in filter(None, texts):
        assert not any(sign in text for sign in ("{", "}", "  ", " ,", " .", "..", "。。", "，。", "None", "\0"))
        assert text == text.strip()


def test_a_change_is_made_after_a_yes_alone(hundred: Path) -> None:
    for row in rows_of(hundred, "train.jsonl"):
        for at, message in enumerate(row["messages"]):
            for call in message.get("tool_calls") or ():
                if Clinic().effect(call["function"]["name"]) == "write":
                    before = [each for each in row["messages"][:at] if each["role"] in ("user", "assistant")]
                    asked = [each["content"] for each in before if each["content"]][-2:]
                    assert "?" in asked[0] or "吗" in asked[0] or "？" in asked[0], row["id"]


def test_the_same_seed_gives_the_same_bytes(scenarios: Path, tmp_path: Path) -> None:
    for out in ("one", "two"):
        synthesise("clinic", out=tmp_path / out, n=30, seed=9, lang="en,zh", scenarios=scenarios)
    for name in ("train.jsonl", "valid.jsonl", "manifest.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    synthesise("clinic", out=tmp_path / "three", n=30, seed=10, lang="en,zh", scenarios=scenarios)
    assert (tmp_path / "one" / "train.jsonl").read_bytes() != (tmp_path / "three" / "train.jsonl").read_bytes()


def test_the_same_plan_is_told_in_both_languages(scenarios: Path, tmp_path: Path) -> None:
    made = synthesise("clinic", out=tmp_path, n=20, seed=2, lang="en,zh", parallel=True, scenarios=scenarios)
    assert made.made == 20 and verify(tmp_path).ok
    plans: dict[str, list[Any]] = {}
    for row in rows_of(tmp_path, "train.jsonl") + rows_of(tmp_path, "valid.jsonl"):
        assert "parallel" in row["metadata"]["tags"]
        told = [name for name, _, _ in calls_in(row)]
        plans.setdefault(row["metadata"]["plan"], []).append((row["metadata"]["lang"], told))
    assert all([lang for lang, _ in told] == ["en", "zh"] for told in plans.values())
    assert all(told[0][1] == told[1][1] for told in plans.values())
    assert made.manifest["scenarios"]["variations"]["parallel"] == {"applicable": 20, "used": 20}


def test_the_manifest_names_the_file_and_its_rules(scenarios: Path, hundred: Path) -> None:
    manifest = json.loads((hundred / "manifest.json").read_text(encoding="utf-8"))
    facts = manifest["scenarios"]
    assert facts["path"] == str(scenarios) and len(facts["sha256"]) == 64
    assert manifest["rules"][0] == {
        "confirm": ["book_*", "move_*", "cancel_*"],
        "unnamed": ["patient_id", "slot_id", "appointment_id"],
    }


def test_failures_put_in_on_purpose_look_like_this_servers_own(hundred: Path) -> None:
    seen = 0
    for row in rows_of(hundred, "train.jsonl"):
        results = [each["content"] for each in row["messages"] if each["role"] == "tool"]
        for number, text in row["metadata"]["environment"].get("faults", []):
            assert results[number - 1] == text
            seen += text.startswith('{"error":')
    assert seen


def test_a_value_that_is_mistyped_is_refused_for_real(hundred: Path) -> None:
    found = [row for row in rows_of(hundred, "train.jsonl") if "wrong-value-first" in row["metadata"]["tags"]]
    assert found
    for row in found:
        faults = {number for number, _ in row["metadata"]["environment"].get("faults", [])}
        calls = calls_in(row)
        refused = [at for at, (_, _, failed) in enumerate(calls, 1) if failed and at not in faults]
        empty = any(each["content"] in ('{"slots": []}', '{"appointments": []}') for each in row["messages"])
        assert refused or empty, row["id"]
