"""Killed anywhere, started again, it goes on: nothing that was answered is asked again, and the items are the same."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ..process_help import wait_for
from .conftest import Start, an_eval, over, rows_of, same
from .kills import answered, asking, kill_run, survive
from .speaker import speaking

CRITERIA = [same(given="{{sample.output_text}}")]
COUNT = 60


def _upper(body: dict[str, Any]) -> str:
    return str(body["messages"][-1]["content"]).removeprefix("say ").upper()


def _models(tmp_path: Path, url: str) -> Path:
    path = tmp_path / "models.json"
    path.write_text(json.dumps({"m": url}))
    return path


@pytest.mark.slow
def test_after_a_kill_the_run_goes_on_and_asks_only_what_was_in_flight(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "dir"
    with speaking(_upper, latency=0.02) as speaker:
        models = _models(tmp_path, speaker.url)
        run, items, known = survive(
            lambda: start(folder, "--models", str(models)),
            folder,
            CRITERIA,
            COUNT,
            "both",
            lambda run: len(answered(folder, run)) >= 15,
        )
        asked = speaker.asked()
    assert run["status"] == "completed", run["error"]
    assert run["result_counts"] == {"total": COUNT, "passed": COUNT, "failed": 0, "errored": 0}
    again = {key for key, number in asked.items() if number > 1}
    assert len(known) >= 15 and max(asked.values()) <= 2
    assert again & {f"say w{key.split()[1]}" for key in known} == set()
    assert [item["sample"]["output"][0]["content"] for item in items] == [f"W{number}" for number in range(COUNT)]


@pytest.mark.slow
def test_cancelling_ends_the_process_and_a_restart_leaves_it_cancelled(start: Start, tmp_path: Path) -> None:
    with speaking(_upper, latency=0.2) as speaker:
        models = _models(tmp_path, speaker.url)
        process = start(tmp_path / "dir", "--models", str(models), "--runs-at-once", "1")
        api = process.api
        made = api.post("/evals", an_eval(*CRITERIA, sampled=True))["id"]
        run = api.post(f"/evals/{made}/runs", asking(500))["id"]
        waiting = api.post(f"/evals/{made}/runs", over(rows_of(("a", "a"))))["id"]
        also = api.post(f"/evals/{made}/runs", over(rows_of(("a", "a"))))["id"]
        until = time.monotonic() + 180
        while not speaker.bodies and time.monotonic() < until:
            time.sleep(0.01)
        assert api.get(f"/evals/{made}/runs/{run}")["status"] == "in_progress"
        assert api.get(f"/evals/{made}/runs/{waiting}")["status"] == "queued"
        assert api.post(f"/evals/{made}/runs/{also}")["status"] == "canceled"  # as older clients say it
        assert api.post(f"/evals/{made}/runs/{run}/cancel")["status"] == "canceled"
        assert wait_for(run, count=0) == []
        assert api.wait(made, waiting)["status"] == "completed"
        assert api.post(f"/evals/{made}/runs/{waiting}/cancel")["status"] == "completed"
        asked = len(speaker.bodies)
        assert process.stop() == 0
        again = start(tmp_path / "dir", "--models", str(models)).api
        assert again.get(f"/evals/{made}/runs/{run}")["status"] == "canceled"
        assert len(speaker.bodies) == asked
        repeated = again.post("/evals", an_eval(*CRITERIA, sampled=True), **{"x-stainless-retry-count": "1"})
        assert repeated["id"] == made  # a client that heard nothing of its first try
        assert again.delete(f"/evals/{made}")["deleted"] and again.get("/evals")["data"] == []
        assert list((tmp_path / "dir" / "outputs").iterdir()) == []


def test_a_process_that_never_gets_further_is_given_up(start: Start, tmp_path: Path) -> None:
    with speaking(_upper, latency=30) as speaker:
        models = _models(tmp_path, speaker.url)
        api = start(tmp_path / "dir", "--models", str(models)).api
        made = api.post("/evals", an_eval(*CRITERIA, sampled=True))["id"]
        run = api.post(f"/evals/{made}/runs", asking(3))["id"]
        until = time.monotonic() + 120
        while (
            api.get(f"/evals/{made}/runs/{run}")["status"] not in ("failed", "completed") and time.monotonic() < until
        ):
            kill_run(run)
            time.sleep(0.1)
        ended = api.get(f"/evals/{made}/runs/{run}")
        assert ended["status"] == "failed" and ended["error"]["message"]
