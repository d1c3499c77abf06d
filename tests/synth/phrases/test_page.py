"""The page about phrases: its examples can be said, and a translator's change is heard without a line of Python."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from evalwright.synth import check_phrases
from evalwright.synth.phrases.grammar import _MARKS
from evalwright.synth.phrases.voice import ASSISTANT_STYLES, USER_STYLES
from tests.conftest import ROOT, Run
from tests.docs.blocks import read_blocks

PAGES = [ROOT / "docs" / "phrases.md", ROOT / "docs" / "zh" / "phrases.md"]


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_every_example_of_the_page_can_be_said(page: Path, tmp_path: Path) -> None:
    examples = [block for block in read_blocks(page) if block.kind == "phrases"]
    assert len(examples) >= 2
    for number, block in enumerate(examples):
        path = tmp_path / f"{number}.phrases"
        path.write_text(block.text, encoding="utf-8")
        assert check_phrases([path]).faults == []


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_the_page_names_every_mark_and_every_style(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    signs = re.search(r"\[(.+?)\]", _MARKS.pattern)
    assert signs and all(f"`{sign}" in text for sign in signs[1])
    assert all(f"`{style}`" in text for style in (*USER_STYLES["zh"], *ASSISTANT_STYLES))


def test_a_changed_phrase_is_heard_and_a_broken_one_named(evalwright: Run, tmp_path: Path) -> None:
    package = tmp_path / "src"
    shutil.copytree(ROOT / "src", package)
    own = {"PYTHONPATH": str(package)}
    file = package / "evalwright" / "domains" / "retail" / "phrases" / "en" / "refusing.phrases"
    text = file.read_text(encoding="utf-8")
    rule = text.index("assistant/bye:\n")
    file.write_text(text[:rule] + "assistant/bye:\n  so long, and thanks for all the fish.\n", encoding="utf-8")
    made = evalwright("synth", "shop", "-n", "12", "-o", "heard", env=own)
    assert made.returncode == 0, made.stderr
    assert "hanks for all the fish." in (tmp_path / "heard" / "train.jsonl").read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8") + "  [nowhere]\n", encoding="utf-8")
    line = file.read_text(encoding="utf-8").count("\n")
    broken = evalwright("synth", "shop", "-n", "1", "-o", "more", env=own)
    assert broken.returncode == 2
    assert f"{file}:{line}: assistant/bye: [nowhere]: there is no such rule" in broken.stderr
    assert broken.stderr.count("\n") == 1
    found = json.loads(evalwright("phrases", "check", "--json", env=own).stdout)
    assert [(fault["line"], fault["kind"]) for fault in found["faults"]] == [(line, "unsayable")]
