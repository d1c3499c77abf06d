"""The page on scenario files is true: its file is the one that is shipped, and every fragment of it can be read."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from evalwright.synth import ScenarioReading, parse_scenarios
from tests.conftest import ROOT
from tests.docs.blocks import read_blocks

PAGES = [ROOT / "docs" / "scenarios.md", ROOT / "docs" / "zh" / "scenarios.md"]
SCENARIO = "scenarios:\n  - name: a\n"
REST = "    wants: {en: go, zh: 走}\n    steps: [look]\n"


def read(fragment: str) -> ScenarioReading:
    """A part of a file, with what a file needs around it."""
    if fragment.startswith("- "):
        steps = "    steps:\n" + textwrap.indent(fragment, "      ")
        return parse_scenarios(SCENARIO + "    wants: {en: go, zh: 走}\n" + steps)
    if fragment.startswith("wants:"):
        return parse_scenarios(SCENARIO + textwrap.indent(fragment, "    ") + "    steps: [look]\n")
    return parse_scenarios(fragment if "scenarios:" in fragment else fragment + SCENARIO + REST)


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_the_file_of_the_page_is_the_one_that_is_shipped(page: Path) -> None:
    whole = next(block for block in read_blocks(page) if block.kind == "yaml")
    assert whole.text == (ROOT / "examples" / "scenarios" / "first.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_every_fragment_of_the_page_is_read(page: Path) -> None:
    blocks = [block for block in read_blocks(page) if block.kind == "yaml"]
    assert len(blocks) >= 5
    for block in blocks:
        assert [(found.line, str(found.message)) for found in read(block.text).findings] == [], block.text


def test_both_pages_show_the_same() -> None:
    english, chinese = ([block.text for block in read_blocks(page) if block.kind == "yaml"] for page in PAGES)
    assert english == chinese
