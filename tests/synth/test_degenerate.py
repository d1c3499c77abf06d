"""A set that would teach little is not written: the message says what is missing, and --force writes it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evalwright import synthesise, verify
from evalwright.errors import UsageError
from tests.conftest import Run

NOTES = f"mcp+stdio:{sys.executable} {Path(__file__).parent / 'notes_server.py'}"
DEGENERATE = importlib.import_module("evalwright.synth.degenerate")
GOOD = '{"condition": "rain"}'


def problems(train: list[list[str]], valid: list[list[str]], result: str = GOOD) -> list[str]:
    """What is wrong with a set in which each conversation asks for these cities."""
    shape = DEGENERATE.SetShape()
    for side, rows in (("train", train), ("valid", valid)):
        for cities in rows:
            talk = SimpleNamespace(messages=[each for city in cities for each in asked(city, result)])
            shape.add(DEGENERATE.row_shape(talk), side)
    return list(map(str, shape.problems()))


def asked(city: str, result: str) -> list[dict[str, Any]]:
    function = {"name": "get_forecast", "arguments": f'{{"city":"{city}"}}' if city else "{}"}
    call = {"id": city, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": city, "content": result},
    ]


def cities(count: int, begin: int = 0) -> list[list[str]]:
    return [[f"city {number}"] for number in range(begin, begin + count)]


def test_a_varied_set_is_fine() -> None:
    assert problems(cities(20), cities(4, 30)) == []


def test_one_different_call_for_six_conversations_is_the_least() -> None:
    assert problems([["Graz"]] * 24, []) == ["24 conversations make 1 different call"]
    assert problems(cities(4) * 6, []) == []
    assert problems(cities(4) * 6 + [["Graz"]] * 7, []) == ["31 conversations make 5 different calls"]


def test_calls_that_failed_make_nothing_varied() -> None:
    assert problems(cities(24), [], "Error: no such city") == ["24 conversations make 0 different calls"]


def test_a_valid_file_must_ask_something_of_its_own() -> None:
    assert problems(cities(20), cities(4)) == [
        "every call of valid.jsonl that passes a value (4) stands in train.jsonl"
    ]
    assert problems(cities(20), cities(4, 17)) == []
    assert problems(cities(20), [[], []]) == ["valid.jsonl makes no call"]
    assert problems([[""], *cities(20)], [[""], [""], [""]]) == []


def test_most_results_must_hold_something() -> None:
    assert problems(cities(20), cities(4, 30), "[]") == ["24 of 24 results hold nothing to tell"]


def test_a_small_set_is_looked_at_by_hand() -> None:
    assert problems([["Graz"]] * 7, []) == []


def test_too_few_different_calls_are_refused_unless_forced(evalwright: Run, tmp_path: Path) -> None:
    command = ("synth", NOTES, "--include", "list_notes", "-n", "12", "-o", tmp_path / "made")
    refused = evalwright(*command)
    assert refused.returncode == 2
    assert "conversations make 1 different call" in refused.stderr
    assert "--scenarios" in refused.stderr
    assert "--known" in refused.stderr
    assert not (tmp_path / "made" / "train.jsonl").exists()
    assert evalwright(*command, "--force").returncode == 0
    assert (tmp_path / "made" / "manifest.json").is_file()


class TrainAlone:
    """A generator that has nothing for the other side."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def make(self, number: int, attempt: int, side: str, coverage: Any) -> list[Any]:
        return [] if side == "valid" else self._inner.make(number, attempt, side, coverage)


@pytest.fixture
def train_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generators have nothing for valid."""
    pipeline = importlib.import_module("evalwright.synth.pipeline")
    inner = pipeline.open_generator
    monkeypatch.setattr(pipeline, "open_generator", lambda settings: TrainAlone(inner(settings)))


@pytest.mark.usefixtures("train_alone")
def test_a_world_too_small_for_two_sides_has_train_alone(tmp_path: Path) -> None:
    made = synthesise("shop", out=tmp_path / "made", n=20, seed=3)
    assert (made.made, list(made.manifest["files"])) == (20, ["train.jsonl"])
    assert not (tmp_path / "made" / "valid.jsonl").exists()
    assert any("valid.jsonl is not there" in note for note in made.manifest["notes"])
    assert verify(tmp_path / "made").ok


def test_what_was_there_before_stays_and_python_can_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synthesise("shop", out=tmp_path / "made", n=10)
    before = (tmp_path / "made" / "train.jsonl").read_bytes()
    monkeypatch.setattr(importlib.import_module("evalwright.synth.degenerate"), "_ROWS_PER_CALL", 0.01)
    with pytest.raises(UsageError, match="would teach little"):
        synthesise("shop", out=tmp_path / "made", n=12, seed=1)
    assert (tmp_path / "made" / "train.jsonl").read_bytes() == before
    assert synthesise("shop", out=tmp_path / "made", n=12, seed=1, force=True).made == 12
