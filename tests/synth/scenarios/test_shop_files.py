"""The scenario files for the bundled shop: nothing is wrong with them, and what they make can be proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import Settings, check_scenario_file, prove, synthesise
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "scenarios"
LANGS = ("en", "zh")


def made(tmp_path: Path, name: str, n: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    out = tmp_path / "made"
    done = synthesise(Settings(out=out, source="shop", n=n, langs=LANGS, scenarios=FOLDER / name))
    assert done.made == n and prove(out).ok
    files = [out / "train.jsonl", out / "valid.jsonl"]
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return rows, json.loads((out / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["first.yaml", "retail.yaml"])
def test_nothing_is_wrong_with_a_file_that_is_shipped(name: str, tmp_path: Path) -> None:
    done = check_scenario_file(FOLDER / name, Settings(out=tmp_path, source="shop", langs=LANGS))
    assert [(found.line, str(found.message)) for found in done.findings] == []


def test_all_wishes_of_the_shop_are_played_and_every_tool_is_used(tmp_path: Path) -> None:
    rows, manifest = made(tmp_path, "retail.yaml", 120)
    wishes = {wish for row in rows for wish in row["metadata"]["intents"]}
    assert len(wishes) == 13
    assert manifest["coverage"]["tools_used"] == manifest["coverage"]["tools_declared"] == 15


def test_a_record_is_said_as_a_whole_and_once(tmp_path: Path) -> None:
    rows, _ = made(tmp_path, "retail.yaml", 120)
    moved = [row for row in rows if row["metadata"]["intents"][0] in ("order address", "profile address")]
    assert moved
    for row in moved:
        said = [
            message["content"] for message in row["messages"] if message["role"] == "assistant" and message["content"]
        ]
        assert sum(text.endswith(("What is the new address?", "新地址是什么？")) for text in said) <= 2, said


def test_each_language_has_the_people_of_its_own_world(tmp_path: Path) -> None:
    rows, _ = made(tmp_path, "first.yaml", 12)
    for row in rows:
        told = next(message["content"] for message in row["messages"] if '"address1"' in str(message.get("content")))
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in told)
        assert chinese == (row["metadata"]["lang"] == "zh")
