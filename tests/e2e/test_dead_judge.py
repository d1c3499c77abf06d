"""A judge that is not reached leaves the run incomplete; one that says nothing usable is another thing."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, read_jsonl, write_jsonl
from tests.run.scripted import ScriptedServer, scripted


def asked_judge(status: int = 200, says: str = "GRADE: A") -> Any:
    def script(body: dict[str, Any]) -> dict[str, Any]:
        if body["model"] == "j":
            return {"content": says} if status == 200 else {"status": status, "error": "the judge is ill"}
        return {"content": "because"}

    return script


def ask(run: Run, server: ScriptedServer, tmp_path: Path, *more: Any, judge: str | None = None) -> Any:
    data = write_jsonl(tmp_path / "q.jsonl", [{"query": f"why {n}?"} for n in range(6)])
    judged = json.dumps({"model_id": "j", "api_url": judge or server.url})
    asking = ("-m", "m", "--api-url", server.url, "-o", tmp_path / "run", "--tries", 2, "--retry-wait", 0.02)
    return run("eval", data, *asking, "--judge-model-args", judged, *more)


def report(tmp_path: Path) -> Any:
    return json.loads((tmp_path / "run/reports/m/general_qa.json").read_text())


@pytest.mark.parametrize("status", [500, 400, 401, 429])
def test_a_judge_that_fails_is_exit_3_with_the_cause_and_is_asked_again(
    evalwright: Run, tmp_path: Path, status: int
) -> None:
    with scripted(asked_judge(status)) as server:
        done = ask(evalwright, server, tmp_path)
        assert done.returncode == 3, done.stdout + done.stderr
        assert "6 answers have no verdict, for the judge was not reached" in done.stderr
        made = report(tmp_path)
        assert (made["num"], made["errors"], made["unjudged"], made["judge_errors"]) == (6, 0, 6, 6)
        assert {cause["who"] for cause in made["causes"]} == {"judge"}
        assert "judged: 0 of 6; the judge was not reached for 6" in done.stdout
        server.script = asked_judge()
        again = ask(evalwright, server, tmp_path)
        assert again.returncode == 0, again.stderr
        assert server.asked("m") == 6, "the answers were kept"
    assert report(tmp_path)["causes"] == [] and not report(tmp_path).keys() & {"judge_errors", "unjudged"}


def test_a_judge_at_an_address_where_nobody_listens_costs_no_answer(evalwright: Run, tmp_path: Path) -> None:
    with socket.socket() as taken, scripted(asked_judge()) as server:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        done = ask(evalwright, server, tmp_path, judge=nobody)
        assert done.returncode == 3 and "cannot connect" in done.stderr, done.stderr
        assert len(read_jsonl(tmp_path / "run/reviews/m/general_qa_q.jsonl")) == 6
        assert ask(evalwright, server, tmp_path).returncode == 0 and server.asked("m") == 6


def test_a_judge_whose_words_are_no_verdict_was_reached(evalwright: Run, tmp_path: Path) -> None:
    with scripted(asked_judge(says="hm, difficult")) as server:
        done = ask(evalwright, server, tmp_path)
        assert done.returncode == 0 and "judged: 0 of 6; 6 gave no verdict" in done.stdout
        assert server.asked("j") == 12, "each is asked once more"
    assert "judge_errors" not in report(tmp_path)


def test_the_judge_is_in_the_budget_too(evalwright: Run, tmp_path: Path) -> None:
    with scripted(asked_judge()) as server:
        done = ask(evalwright, server, tmp_path, "--max-requests", 9)
        assert done.returncode == 3 and (server.asked("m"), server.asked("j")) == (6, 3)
        assert "stopped by --max-requests 9" in done.stderr and report(tmp_path)["judge_errors"] == 3
        again = ask(evalwright, server, tmp_path, "--max-requests", 3)
        assert again.returncode == 0 and (server.asked("m"), server.asked("j")) == (6, 6)
