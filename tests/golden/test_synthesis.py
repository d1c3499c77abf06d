"""The rows that synthesis makes, byte for byte: what is moved about inside must not change a conversation.

A digest that changes here changes every data set that users can make again from a seed; if it must, the changelog
says so.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

ROWS = {
    ("shop", "en"): "71692993844f3dbf",
    ("shop", "zh"): "dda45f8d8bd22a2d",
    ("shop-mini", "en"): "1a04b915e7b5c4bd",
    ("shop-mini", "zh"): "1685aa608d29db72",
}
GENERAL_ROWS = {"en": "71f72215f6d5dd74"}
"""With the tools of a file, whose results are simulated."""


def digest_of(folder: Path) -> str:
    rows = b"".join((folder / name).read_bytes() for name in ("train.jsonl", "valid.jsonl"))
    return hashlib.sha256(rows).hexdigest()[:16]


@pytest.mark.parametrize(("source", "lang"), ROWS)
def test_the_same_seed_gives_the_rows_it_always_gave(evalwright: Run, tmp_path: Path, source: str, lang: str) -> None:
    made = evalwright("synth", source, "-n", "300", "--seed", "7", "--lang", lang, "-o", tmp_path / "made")
    assert made.returncode == 0, made.stderr
    assert digest_of(tmp_path / "made") == ROWS[source, lang]


@pytest.mark.parametrize("lang", GENERAL_ROWS)
def test_tools_of_a_file_give_the_rows_they_always_gave(evalwright: Run, tmp_path: Path, lang: str) -> None:
    tools = ROOT / "examples" / "retail" / "tools.json"
    made = evalwright("synth", tools, "-n", "60", "--seed", "3", "--lang", lang, "-o", tmp_path / "made")
    assert made.returncode == 0, made.stderr
    assert digest_of(tmp_path / "made") == GENERAL_ROWS[lang]
