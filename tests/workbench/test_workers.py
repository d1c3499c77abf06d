"""Two workers give what one gives, byte for byte, on a file with all that can be wrong across splits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.data import read_log, split_file
from evalwright.errors import InputError
from evalwright.executor import Executor, LocalExecutor, ProcessExecutor
from evalwright.workbench import audit, convert, curate, expand_file, split, stats

from .talks import good

_BULK = "so it goes " * 2500


def lines() -> Iterator[str]:
    """Three splits: the same conversation in each, ids twice, missing or like a position, torn and broken lines."""
    for number in range(90):
        record: dict[str, Any] = good(f"row-{number}", f"ann_{number + 1000}", f"#W{number + 1000}")
        if number % 10 == 1:
            record["id"] = "twice"
        elif number % 10 == 2:
            del record["id"]
        elif number % 10 == 3:
            record["id"] = str(number - 1)
        if number % 4 == 0:
            record = {**good("row-0"), "id": record.get("id")}
        record["metadata"] = {"bulk": _BULK}
        text = json.dumps(record)
        yield text[:-9] if number % 30 == 7 else '{"messages": 1}' if number % 30 == 8 else text
        if number % 30 == 9:
            yield ""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    made.write_text("\n".join(lines()), encoding="utf-8")
    assert len(split_file(made).splits) >= 2
    return made


@pytest.fixture(scope="module")
def two() -> Iterator[ProcessExecutor]:
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


def _audit(path: Path, out: Path, workers: Executor) -> Any:
    return audit(path, against=path, workers=workers).to_dict()


def _curate(path: Path, out: Path, workers: Executor) -> Any:
    rules = {"dedupe": True, "grounded": True, "cap_per_plan": 9, "audit": ["repeated-id", "contradictory-gold"]}
    rest = out / "rest.jsonl"
    done = curate(path, out / "kept.jsonl", rules, rejected=rest, skip_bad_rows=True, workers=workers)
    return done.to_dict() | {"kept_ids": done.kept_ids}


VERBS: dict[str, Callable[[Path, Path, Executor], Any]] = {
    "audit": _audit,
    "curate": _curate,
    "convert": lambda path, out, workers: convert(
        path, out / "hermes.jsonl", "hermes", skip_bad_rows=True, workers=workers
    ),
    "expand": lambda path, out, workers: expand_file(path, out / "items.jsonl", skip_bad_rows=True, workers=workers),
    "split": lambda path, out, workers: split(path, out, skip_bad_rows=True, workers=workers).to_dict(),
    "stats": lambda path, out, workers: stats(path, workers=workers).to_dict(),
}


@pytest.mark.parametrize("verb", VERBS)
def test_two_workers_give_what_one_gives(verb: str, path: Path, tmp_path: Path, two: ProcessExecutor) -> None:
    made = []
    for name, executor in (("one", LocalExecutor()), ("two", two)):
        (tmp_path / name).mkdir()
        with read_log() as log:
            result = VERBS[verb](path, tmp_path / name, executor)
        files = {each.name: each.read_bytes() for each in (tmp_path / name).iterdir()}
        made.append((result, files, log))
    assert made[0] == made[1]
    assert made[0][0]


def test_the_first_bad_row_is_named_whoever_meets_it(path: Path, tmp_path: Path, two: ProcessExecutor) -> None:
    said = []
    for executor in (LocalExecutor(), two):
        with pytest.raises(InputError) as caught:
            expand_file(path, tmp_path / "items.jsonl", workers=executor)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert list(tmp_path.iterdir()) == []
