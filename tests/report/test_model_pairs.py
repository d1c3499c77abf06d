"""Who is compared with whom: runs and names to pairs, the old model first."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.report.model_pairs import matches
from evalwright.report.runs import StoredRun, open_run

from .run_help import write_run


def run(path: Path, *models: str) -> StoredRun:
    return open_run(write_run(path, {model: [] for model in models}))


def labels(*args: object) -> list[tuple[str, str]]:
    return [(a.label, b.label) for a, b in matches(*args)]  # type: ignore[arg-type]


def test_the_first_of_one_run_stands_against_the_others(tmp_path: Path) -> None:
    three = run(tmp_path / "r", "x", "y", "z")
    assert labels([three]) == [("x", "y"), ("x", "z")]
    assert labels([three], ["z", "x"]) == [("z", "x")]


def test_single_models_of_several_runs_stand_against_the_first(tmp_path: Path) -> None:
    runs = [run(tmp_path / name, name) for name in ("base", "one", "two")]
    assert labels(runs) == [("base", "one"), ("base", "two")]


def test_equal_names_are_told_apart_by_their_runs(tmp_path: Path) -> None:
    assert labels([run(tmp_path / "a", "m"), run(tmp_path / "b", "m")]) == [("m (a)", "m (b)")]
    inner = [run(tmp_path / name / "run", "m") for name in ("c", "d")]
    assert labels(inner) == [(f"m ({tmp_path / 'c' / 'run'})", f"m ({tmp_path / 'd' / 'run'})")]


def test_runs_of_several_models_are_compared_model_by_model(tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", "x", "y", "only"), run(tmp_path / "b", "y", "x")
    assert labels([a, b]) == [("x (a)", "x (b)"), ("y (a)", "y (b)")]
    assert labels([a, b], ["only", "y"]) == [("only", "y")]
    assert labels([a, b], ["y"]) == [("y (a)", "y (b)")]


def test_what_cannot_be_compared_says_what_could(tmp_path: Path) -> None:
    one, two, other = run(tmp_path / "a", "x"), run(tmp_path / "b", "y", "z"), run(tmp_path / "c", "p", "q")
    for runs, names, message in (
        ([one], (), "holds one model"),
        ([two], ("y", "w"), "no model 'w'.*It has: y, z"),
        ([one, two], ("x", "y", "z"), "3 models are named for 2 runs"),
        ([two, other], (), "no model in common.*y, z, p, q"),
    ):
        with pytest.raises(UsageError, match=message):
            matches(runs, names)
