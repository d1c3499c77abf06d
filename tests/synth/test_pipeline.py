"""What a user gets from `synth shop`: true rows, wide coverage, no repetition, no leak, the same bytes every time."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.synth import (
    CoverageFacts,
    ManifestDocument,
    Row,
    RowMetadata,
    Settings,
    Synthesis,
    TwinRow,
    synthesise,
    verify,
)
from evalwright.synth.diversity import effective_number, self_bleu
from evalwright.synth.writing import manifest_digest, write_manifest
from evalwright.workbench import audit

from ..conftest import read_jsonl

Rows = list[dict[str, Any]]


def rows_of(made: Synthesis) -> Rows:
    return [row for name in ("train.jsonl", "valid.jsonl") for row in read_jsonl(made.out / name)]


def calls_of(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(call["function"]["name"] for message in row["messages"] for call in message.get("tool_calls", ()))


def said_by_user(row: dict[str, Any]) -> list[str]:
    return [message["content"] for message in row["messages"] if message["role"] == "user"]


def test_the_numbers_that_were_promised(made: Synthesis) -> None:
    rows = rows_of(made)
    plans = Counter(map(calls_of, rows))
    assert len(rows) == 300
    assert len({name for plan in plans for name in plan}) == 15
    assert len({pair for plan in plans for pair in pairwise(plan)}) >= 40
    assert effective_number(plans.values()) >= 60
    openings = [said_by_user(row)[0] for row in rows]
    assert len(set(openings)) == 300
    bleu = self_bleu([" ".join(said_by_user(row)) for row in rows])
    assert bleu is not None
    assert bleu <= 0.60


def test_the_manifest_counts_what_is_in_the_files(made: Synthesis) -> None:
    rows, told = rows_of(made), made.manifest["coverage"]
    assert told["conversations"] == len(rows)
    assert told["calls_mean"] == pytest.approx(sum(len(calls_of(row)) for row in rows) / 300, abs=1e-3)
    assert told["messages_mean"] == pytest.approx(sum(len(row["messages"]) for row in rows) / 300, abs=1e-3)
    assert told["by_tool"] == dict(sorted(Counter(name for row in rows for name in calls_of(row)).items()))
    assert made.manifest["files"]["valid.jsonl"]["rows"] == 60


def test_rows_and_manifest_hold_what_their_types_name(made: Synthesis, tmp_path: Path) -> None:
    manifest = json.loads((made.out / "manifest.json").read_text("utf-8"))
    assert manifest.keys() - {"digest"} == ManifestDocument.__annotations__.keys() - {
        "replays",
        "catalogue",
        "scenarios",
        "worded",
    }
    assert manifest["coverage"].keys() == CoverageFacts.__annotations__.keys()
    for row in rows_of(made):
        assert row.keys() == Row.__annotations__.keys()
        assert row["metadata"].keys() <= RowMetadata.__annotations__.keys()
    twins = synthesise(Settings(out=tmp_path / "typed", n=5, seed=3, negatives=True))
    assert all(twin.keys() == TwinRow.__annotations__.keys() for twin in read_jsonl(twins.out / "negatives.jsonl"))


def test_an_audit_finds_nothing_and_nothing_leaks(made: Synthesis, made_files: list[Path]) -> None:
    train, valid = made_files
    found = audit(made_files)
    assert found.errors == 0
    near = sum(finding.rule == "near-duplicate" for finding in found.findings)
    assert near <= 0.02 * 300
    leaks = audit([valid], against=train, rules=["leaked-conversation", "leaked-entity", "leaked-opening"])
    assert not leaks.findings


def test_the_same_settings_give_the_same_bytes(made: Synthesis, tmp_path: Path) -> None:
    again = synthesise(Settings(out=tmp_path / "again", n=300, seed=7))
    for name in ("train.jsonl", "valid.jsonl", "manifest.json"):
        assert (again.out / name).read_bytes() == (made.out / name).read_bytes(), name


def test_another_seed_gives_another_shop(made: Synthesis, tmp_path: Path) -> None:
    other = synthesise(Settings(out=tmp_path / "other", n=5, seed=8))
    assert not {row["id"] for row in rows_of(other)} & {row["id"] for row in rows_of(made)}
    assert other.manifest["environment"]["locales"] != made.manifest["environment"]["locales"]


def test_the_profile_seed_has_the_lengths_of_the_published_data(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "seed", n=300, seed=7, profile="seed"))
    told = done.manifest["coverage"]
    assert told["messages_mean"] == pytest.approx(16.47, abs=0.25)
    assert told["calls_mean"] == pytest.approx(3.93, abs=0.1)
    assert max(len(calls_of(row)) for row in rows_of(done)) <= 6


def test_the_profile_curated_reads_the_profile_right_after_finding_the_user(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "curated", n=60, seed=7, profile="curated"))
    for row in rows_of(done):
        calls = calls_of(row)
        for before, after in pairwise((*calls, "the end")):
            assert not before.startswith("find_user_id") or after == "get_user_details", (row["id"], calls)


def test_parallel_conversations_tell_one_plan_in_two_languages(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "two", n=40, seed=3, langs=("en", "zh"), parallel=True))
    for name in ("train.jsonl", "valid.jsonl"):
        told: dict[str, dict[str, Any]] = {}
        for row in read_jsonl(done.out / name):
            told.setdefault(row["metadata"]["plan"], {})[row["metadata"]["lang"]] = row
        for pair in told.values():
            assert set(pair) == {"en", "zh"}
            assert calls_of(pair["en"]) == calls_of(pair["zh"])
            assert pair["en"]["metadata"]["tags"] == pair["zh"]["metadata"]["tags"]
            assert len(pair["en"]["messages"]) == len(pair["zh"]["messages"])


def test_languages_take_turns(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "turns", n=20, seed=3, langs=("en", "zh")))
    assert done.manifest["coverage"]["by_lang"] == {"en": 10, "zh": 10}
    chinese = [row for row in rows_of(done) if row["metadata"]["lang"] == "zh"]
    assert all(any("一" <= letter <= "鿿" for letter in said_by_user(row)[0]) for row in chinese)


def test_twins_differ_from_the_right_answer_and_name_the_rule(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "twins", n=30, seed=3, negatives=True))
    twins = read_jsonl(done.out / "negatives.jsonl")
    rows = {row["id"]: row for row in rows_of(done)}
    rules = Counter(twin["metadata"]["rule"] for twin in twins)
    assert set(rules) <= {"wrong-value", "ungrounded-argument", "unconfirmed-write"}
    assert rules["wrong-value"] and rules["unconfirmed-write"]
    for twin in twins:
        row, at = rows[twin["metadata"]["conversation"]], twin["metadata"]["message"]
        assert twin["prompt"] == row["messages"][:at]
        assert twin["chosen"] == [row["messages"][at]]
        assert twin["rejected"] != twin["chosen"]
        if twin["metadata"]["rule"] == "unconfirmed-write":
            assert twin["rejected"][0]["tool_calls"] and not twin["chosen"][0].get("tool_calls")


def test_rows_of_somebody_else_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "train.jsonl").write_text("mine\n")
    with pytest.raises(UsageError, match="was not written by synth"):
        synthesise(Settings(out=tmp_path, n=2))
    assert (tmp_path / "train.jsonl").read_text() == "mine\n"
    assert not (tmp_path / "valid.jsonl").exists()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"n": 0}, "at least 1"),
        ({"langs": ("fr",)}, "no language 'fr'"),
        ({"langs": ("en", "en")}, "twice"),
        ({"profile": "huge"}, "no profile 'huge'"),
        ({"valid_share": 1.0}, "between 0 and 1"),
        ({"parallel": True}, "two languages"),
        ({"wording": "sung"}, "no wording 'sung'"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(settings: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        Settings(out=tmp_path, **settings)


def test_a_small_shop_gives_fewer_conversations_and_says_so(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "small", n=10, seed=1, options={"users": 12, "orders": 24}))
    assert done.made <= 10
    assert done.made == len(rows_of(done))


def test_a_side_that_is_not_wanted_has_no_file(tmp_path: Path) -> None:
    synthesise(Settings(out=tmp_path, n=20, seed=3))
    done = synthesise(Settings(out=tmp_path, n=4, seed=3, valid_share=0.0))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manifest.json", "train.jsonl"]
    assert list(done.manifest["files"]) == ["train.jsonl"]
    assert verify(tmp_path).errors == 0


def test_a_manifest_holds_the_digests_of_its_files_whatever_else_it_says(tmp_path: Path) -> None:
    lists: dict[str, list[str]] = {
        "valid.jsonl": [],
        "train.jsonl": [f"{number:040x}" for number in range(5_000)],
        "negatives.jsonl": ["a"],
    }
    said = {"files": {name: {"rows": len(rows)} for name, rows in lists.items()}, "notes": ['"digests": null', "{}"]}
    write_manifest(tmp_path, said, {name: "".join(f"{row}\n" for row in rows).encode() for name, rows in lists.items()})
    told = json.loads((tmp_path / "manifest.json").read_bytes())
    assert told["notes"] == said["notes"] and list(told["files"]) == list(lists)
    assert {name: part["digests"] for name, part in told["files"].items()} == lists
    assert told["digest"] == manifest_digest(told)
    assert (tmp_path / "manifest.json").read_text() == json.dumps(told, indent=2) + "\n"
