"""One data set, made once, that many tests look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.synth import Settings, Synthesis, synthesise


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Synthesis:
    """Three hundred conversations in the shop, as the README makes them."""
    return synthesise(Settings(out=tmp_path_factory.mktemp("made") / "data", n=300, seed=7))


@pytest.fixture(scope="session")
def made_files(made: Synthesis) -> list[Path]:
    return [made.out / "train.jsonl", made.out / "valid.jsonl"]


@pytest.fixture(autouse=True)
def asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits a second to see whether a server's results change, but the one that is about that."""
    monkeypatch.setattr("evalwright.synth.explore.changing.A_WHILE", 0.0)
