"""The same seed gives the same bytes whoever makes the pieces of a round, and in whatever order they are made."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import synthesise

FILES = ("train.jsonl", "valid.jsonl", "negatives.jsonl", "manifest.json")


def again(sent: bytes) -> Any:
    return pickle.loads(sent)  # noqa: S301 - it was written a line ago


class Others:
    """Does the pieces of a round from the last to the first, with nothing of the driver but what can be sent."""

    workers = 3

    def __init__(self) -> None:
        self.pieces = 0

    def map_in_order(self, fn: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        sent = pickle.dumps(list(pieces))
        done = [pickle.dumps(again(pickle.dumps(fn))(piece)) for piece in reversed(again(sent))]
        self.pieces += len(done)
        yield from map(again, reversed(done))

    def close(self) -> None: ...


def test_other_processes_make_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalwright.synth.rounds._ROWS_FOR_A_PIECE", 16)  # rounds of several pieces come early
    others = Others()
    synthesise("shop", out=tmp_path / "one", n=64, seed=3, negatives=True)
    synthesise("shop", out=tmp_path / "others", n=64, seed=3, negatives=True, workers=others)
    assert others.pieces >= 64 // 16
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "others" / name).read_bytes(), name


def test_lengths_that_are_met_one_by_one_are_made_here(tmp_path: Path) -> None:
    others = Others()
    done = synthesise("shop", out=tmp_path, n=20, seed=3, profile="seed", workers=others)
    assert done.made == 20 and not others.pieces


def test_two_processes(tmp_path: Path) -> None:
    for workers in (1, 2):
        synthesise("shop-mini", out=tmp_path / str(workers), n=24, seed=5, workers=workers)
    assert (tmp_path / "1/manifest.json").read_bytes() == (tmp_path / "2/manifest.json").read_bytes()
