"""A finished run that is asked for again: nothing is done twice, and one changed byte anywhere is noticed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.run import EvalConfig, Evaluation, evaluate
from evalwright.tasks import make_task

from .scripted import ScriptedServer, scripted

COUNT = 6


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The run directory of a finished run."""
    rows = [f"q{n},which?,one,two,A" for n in range(COUNT)]
    (tmp_path / "questions.csv").write_text("\n".join(["id,question,A,B,answer", *rows]) + "\n")
    samples = [{"id": f"q{n}", "sample": {"output_text": "A" if n % 2 else "B"}} for n in range(COUNT)]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    again(tmp_path / "run")
    return tmp_path / "run"


def again(run: Path, **settings: object) -> Evaluation:
    data, answers = run.parent / "questions.csv", run.parent / "answers.jsonl"
    return evaluate(EvalConfig(data=(str(data),), models=(f"replay:{answers}",), run=run, **settings))  # type: ignore[arg-type]


def reviews_of(run: Path) -> Path:
    (path,) = (run / "reviews").rglob("*.jsonl")
    return path


def states(run: Path) -> dict[str, tuple[bytes, int]]:
    """The bytes of every file but the lock; and which file it is: one that is written again is another."""
    paths = [path for path in run.rglob("*") if path.is_file() and path.name not in (".lock", "config.json")]
    return {str(path.relative_to(run)): (path.read_bytes(), path.stat().st_ino) for path in paths}


def test_a_finished_run_is_not_graded_again_and_says_the_same(finished: Path) -> None:
    before = states(finished)
    first = reports_of(finished)
    second = again(finished)
    assert states(finished) == before and second.run.sealed
    assert json.loads(json.dumps(second.reports)) == first and not second.run.incomplete
    assert second.main_metric(second.reports[0]["model"], "general_mcq") == "AverageAccuracy"


def reports_of(run: Path) -> list[object]:
    found = [json.loads(path.read_text("utf-8")) for path in (run / "reports").rglob("*.json")]
    return [{name: value for name, value in report.items() if name != "crc"} for report in found]


@pytest.mark.parametrize("folder", ["reviews", "reports", "report.html"])
def test_one_changed_byte_in_what_was_made_is_noticed_whatever_the_times_say(finished: Path, folder: str) -> None:
    before = {name: held for name, (held, _) in states(finished).items()}
    path = finished / folder
    path = path if path.is_file() else next(each for each in path.rglob("*.json*"))
    told, held = path.stat(), bytearray(path.read_bytes())
    at = held.index(b"e")
    held[at] = ord("E")
    path.write_bytes(held)
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert not again(finished).run.sealed
    assert {name: held for name, (held, _) in states(finished).items()} == before


def test_a_changed_answer_is_used_and_not_what_was_made_of_the_old_one(finished: Path) -> None:
    answers = finished.parent / "answers.jsonl"
    answers.write_text(answers.read_text().replace('"B"', '"A"'))
    assert not again(finished, replace=True).run.sealed
    assert all(json.loads(line)["verdict"] == "right" for line in reviews_of(finished).read_bytes().splitlines())


def test_changed_data_settings_and_files_that_came_or_went_are_noticed(finished: Path) -> None:
    (finished / "reports" / "other.txt").write_text("?")
    assert not again(finished).run.sealed
    assert again(finished).run.sealed
    (finished / "report.html").unlink()
    assert not again(finished).run.sealed and (finished / "report.html").is_file()
    assert again(finished).run.sealed and not again(finished, rerun_review=True).run.sealed
    data = finished.parent / "questions.csv"
    data.write_text(data.read_text().replace("q1,which?", "q1,Which?"))
    assert not again(finished).run.sealed


def test_another_number_of_requests_in_flight_is_no_reason_to_grade_again(finished: Path) -> None:
    assert again(finished, concurrency=3).run.sealed
    assert again(finished, concurrency=3).run.sealed
    config = finished / "config.json"
    config.write_bytes(config.read_bytes().replace(b'"name"', b'"nane"', 1))
    assert not again(finished, concurrency=3).run.sealed


@pytest.fixture
def owing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Owing]:
    """A run of which two items got no answer."""
    rows = [f"q{n},which {n}?,one,two,A" for n in range(COUNT)]
    (tmp_path / "questions.csv").write_text("\n".join(["id,question,A,B,answer", *rows]) + "\n")
    with scripted(lambda body: {"content": "A"}) as server:
        made = Owing(server, tmp_path)
        made.fails("which 2", "which 5")
        task = type(make_task("general_mcq", {}))
        review = task.review

        def noted(*args: Any) -> Any:
            made.graded.append(args[1].id)
            return review(*args)

        monkeypatch.setattr(task, "review", noted)
        assert made.run("run").run.incomplete
        yield made


class Owing:
    """A server that fails some questions, and the ids that were graded."""

    def __init__(self, server: ScriptedServer, folder: Path) -> None:
        self.server, self.folder, self.graded = server, folder, list[str]()

    def fails(self, *questions: str) -> None:
        def script(body: dict[str, Any]) -> dict[str, Any]:
            wrong = any(each in str(body["messages"]) for each in questions)
            return {"status": 400} if wrong else {"content": "A"}

        self.server.script = script

    def run(self, name: str) -> Evaluation:
        self.graded.clear()
        data = (str(self.folder / "questions.csv"),)
        return evaluate(EvalConfig(data=data, models=("m",), api_url=self.server.url, run=self.folder / name))


def test_where_something_is_owed_only_what_is_new_is_graded(owing: Owing) -> None:
    owing.fails("which 5")
    assert owing.run("run").run.incomplete and owing.graded == ["q2"]
    owing.fails()
    assert not owing.run("run").run.incomplete and owing.graded == ["q5"]
    owing.run("other")
    assert reviews_of(owing.folder / "run").read_bytes() == reviews_of(owing.folder / "other").read_bytes()
    assert reports_of(owing.folder / "run") == reports_of(owing.folder / "other")
    assert owing.run("run").run.sealed and not owing.graded


@pytest.mark.parametrize("folder", ["reviews", "reports", "config.json"])
def test_one_changed_byte_where_something_is_owed_grades_all(owing: Owing, folder: str) -> None:
    path = owing.folder / "run" / folder
    path = path if path.is_file() else next(path.rglob("*.json*"))
    told, held = path.stat(), bytearray(path.read_bytes())
    held[held.index(b"m")] = ord("n") if folder != "config.json" else ord("m")
    path.write_bytes(bytes(held) + (b"\n" if folder == "config.json" else b""))
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    owing.fails()
    owing.run("run")
    assert owing.graded == [f"q{n}" for n in range(COUNT)]
