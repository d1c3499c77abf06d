"""The demo with a language model, its whole path with a tiny one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import read_jsonl
from ..models.local.tiny import save


def test_the_whole_path_and_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tiny random model learns next to nothing; what counts is that every step leaves what the next one needs."""
    from evalwright.cli import demo_llm

    base = save(tmp_path / "tiny")
    training = {"per_call": True, "max_tokens": 1500, "epochs": 0.1, "batch": 8, "rank": 2, "alpha": 4}
    for name, value in {"find_model": lambda: base, "_CONVERSATIONS": 14, "_LONGEST_PROMPT": 1200}.items():
        monkeypatch.setattr(demo_llm, name, value)
    monkeypatch.setattr(demo_llm, "_TRAINING", training)
    monkeypatch.setattr(demo_llm, "_LONGEST_ANSWER", 8)
    assert demo_llm.run(tmp_path / "out") == 0
    said = capsys.readouterr()
    assert "the difference" in said.out or "no difference" in said.out
    assert said.err.count("$ evalwright") == 8
    for name in ("data/manifest.json", "adapter/card.json", "run/report.html"):
        assert (tmp_path / "out" / name).exists()
    items = read_jsonl(tmp_path / "out" / "eval.jsonl")
    assert {bool(item["expected_output"]["tool_calls"]) for item in items} == {True, False}
    assert len(list((tmp_path / "out" / "run" / "reports").glob("*/*.json"))) == 3
    assert demo_llm.run(tmp_path / "out") == 0
    again = capsys.readouterr()
    assert "synth" not in again.err and "loading" not in again.err  # nothing is made or asked again
    assert again.out.splitlines()[-2:] == said.out.splitlines()[-2:]
