"""What is said of repeated rows does not depend on how much of them fits into memory."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from evalwright.workbench import audit, curate, split

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "retail" / "valid.jsonl"


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    told = random.Random(5)
    rows = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()][:25]
    out = [*rows, *(changed(told, row, number) for number, row in enumerate(told.choices(rows, k=30)))]
    path = tmp_path_factory.mktemp("planted") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in out), encoding="utf-8")
    return path


def changed(told: random.Random, row: dict[str, Any], number: int) -> dict[str, Any]:
    """A copy, one with another word, or one with another call."""
    made = json.loads(json.dumps(row))
    way = told.randrange(3)
    if way:
        made["id"] = f"other {number}"
    for message in made["messages"]:
        if way == 1 and message["role"] == "user":
            message["content"] += " please"
            break
        if way == 2 and message.get("tool_calls"):
            message["tool_calls"][0]["function"]["arguments"] = json.dumps({"email": f"x{number}@example.com"})
            break
    return made


def everything(path: Path, folder: Path) -> list[Any]:
    kept, sides = folder / "kept.jsonl", folder / "sides"
    return [
        audit(path).to_dict(),
        audit(path, against=EXAMPLES).to_dict(),
        curate(path, kept, {"dedupe": True, "cap_per_plan": 3}).to_dict(),
        kept.read_bytes(),
        split(path, sides).to_dict(),
        *((sides / name).read_bytes() for name in ("train.jsonl", "valid.jsonl")),
    ]


def test_audit_curate_and_split_say_the_same_with_next_to_no_memory(
    planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "much").mkdir()
    (tmp_path / "little").mkdir()
    much = everything(planted, tmp_path / "much")
    for name, most in (("table.MEMORY_KEYS", 2), ("records.MEMORY_BYTES", 50), ("slots.MEMORY_SLOTS", 4)):
        monkeypatch.setattr(f"evalwright.spill.{name}", most)
    assert everything(planted, tmp_path / "little") == much
    found = much[0]["summary"]["rules"]
    assert {"duplicate", "near-duplicate", "repeated-id", "contradictory-gold"} <= set(found)
    assert {"leaked-conversation", "leaked-near-duplicate", "leaked-entity"} <= set(much[1]["summary"]["rules"])
