"""Two workers grade as one does, byte for byte, whatever the items and the samples hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.data import split_file
from evalwright.errors import EvalwrightError, InputError
from evalwright.executor import Executor, LocalExecutor, ProcessExecutor
from evalwright.report import summarise
from evalwright.run import open_grading

_BULK = "so it goes " * 2500
_TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {"at": {}}}}}


def call(at: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "arguments": json.dumps({"at": at})}}


def item(number: int) -> dict[str, Any]:
    """Ids twice, missing or like a position; conversations across splits, several right answers, unfair ones."""
    messages = [{"role": "user", "content": f"Look at {number}. {_BULK}"}]
    made: dict[str, Any] = {"messages": messages, "tools": [_TOOL], "expected_output": {"tool_calls": [call(number)]}}
    made |= {"id": f"i{number}", "conversation_id": f"c{number % 7}", "metadata": {"shop": str(number % 3)}}
    if number % 10 == 1:
        made["id"] = "twice"
    elif number % 10 == 2:
        del made["id"]
    elif number % 10 == 3:
        made |= {"id": str(number - 1), "unfair": "it is"}
    elif number % 10 == 4:
        made["acceptable"] = [{"tool_calls": [call(0)], "why": "the same"}]
    elif number % 10 == 5:
        made["expected_output"] = {"tool_calls": [{"function": {"name": "look", "arguments": "{"}}]}
    return made


def sample(number: int, identifier: str | None) -> dict[str, Any]:
    given = [call(number)] if number % 3 else [call(0)] if number % 2 else None
    made: dict[str, Any] = {"output_text": None if given else "no", "output_tools": given, "reasoning": _BULK}
    return {"id": identifier, "sample": made} if identifier is not None else {"sample": made}


def written(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def samples(count: int) -> list[Any]:
    rows: list[Any] = []
    for number in range(count):
        own = f"i{number}" if number % 10 not in (1, 2, 3) else None
        rows.append({"id": f"i{number}", "error": {"kind": "timeout"}} if number % 10 == 6 else sample(number, own))
    return [*rows, sample(1, "nobody's")]


@pytest.fixture(scope="module")
def two() -> Iterator[ProcessExecutor]:
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("graded")
    made = written(folder / "items.jsonl", [item(number) for number in range(90)])
    answers = written(folder / "samples.jsonl", samples(85))
    assert len(split_file(made).splits) > 1 and len(split_file(answers).splits) > 1
    return made, answers


def graded(files: tuple[Path, Path], out: Path, workers: Executor, **more: Any) -> Any:
    with open_grading(*files, out, workers=workers, **more) as grading:
        told: dict[str, Any] = {
            "metrics": grading.metrics,
            "failures": grading.failures,
            "invalid": grading.source.invalid,
        }
        report = summarise(grading.tally(), model="m", dataset="d", subsets=["s"], notes=grading.notes, **told)
    return report, grading.failures, grading.unused_samples, out.read_bytes()


CHECK = {
    "type": "string_check",
    "name": "says no",
    "input": "{{ sample.output_text }}",
    "operation": "ilike",
    "reference": "no",
}
CASES: dict[str, Callable[[], dict[str, Any]]] = {
    "plain": dict,
    "grouped": lambda: {"group_by": "metadata.shop"},
    "without unfair ones": lambda: {"options": {"drop_unfair": True}},
    "criteria": lambda: {"criteria": [CHECK]},
}


@pytest.mark.parametrize("case", CASES)
def test_two_workers_grade_as_one(case: str, files: tuple[Path, Path], tmp_path: Path, two: ProcessExecutor) -> None:
    one = graded(files, tmp_path / "one.jsonl", LocalExecutor(), **CASES[case]())
    assert graded(files, tmp_path / "two.jsonl", two, **CASES[case]()) == one
    report, failures, unused, lines = one
    assert report["num"] == lines.count(b"\n") > 40
    assert {each["kind"] for each in failures} == {"missing_sample", "recorded_error"} and unused > 0


def _two_of_one_id(rows: list[Any]) -> list[Any]:
    return [*rows, sample(3, "i0"), "{torn\n"]


def _torn(rows: list[Any]) -> list[Any]:
    return [*rows[:40], '{"id": 4,\n', sample(3, "i0"), *rows[40:]]


@pytest.mark.parametrize("spoil", [_two_of_one_id, _torn])
def test_errors_are_those_of_one_process(
    spoil: Callable[[list[Any]], list[Any]], files: tuple[Path, Path], tmp_path: Path, two: ProcessExecutor
) -> None:
    bad = written(tmp_path / "bad.jsonl", spoil(samples(85)))
    for pair in ((files[0], bad), (bad, files[1])):
        said = []
        for workers in (LocalExecutor(), two):
            with pytest.raises(InputError) as caught:
                graded(pair, tmp_path / "reviews.jsonl", workers)
            said.append(str(caught.value))
        assert said[0] == said[1]
        assert [each.name for each in tmp_path.iterdir()] == ["bad.jsonl"]


def test_nobody_is_in_a_group(files: tuple[Path, Path], tmp_path: Path, two: ProcessExecutor) -> None:
    for workers in (LocalExecutor(), two):
        with pytest.raises(EvalwrightError, match="nowhere"):
            graded(files, tmp_path / "reviews.jsonl", workers, group_by="nowhere")
