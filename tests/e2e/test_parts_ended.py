"""Evaluations in parts that are stopped, killed while they are merged, or have judges, criteria and several models."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections import Counter
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.run import merged_evaluation
from tests.conftest import write_jsonl
from tests.e2e.test_parts import contents, items, settings
from tests.e2e.test_resume import start
from tests.run.scripted import scripted
from tests.server import FaultServer, item

__all__ = ["items"]

_WRITING = ("open", "os.rename", "os.remove", "os.rmdir", "os.truncate", "shutil.rmtree", "shutil.copyfile")
KILLED = 137


def merge(run: Path) -> None:
    config, folder = merged_evaluation(run)
    with chdir(folder):
        evaluate(config)


def merge_killed_at(run: Path, moment: int) -> bool:
    """Merge in a process that is gone at its so-manieth change of a file; whether it came that far."""
    child = os.fork()
    if not child:
        left = [moment]

        def count(event: str, args: tuple[Any, ...]) -> None:
            if event in _WRITING and str(run) in str(args[0]) and (event != "open" or args[2] & os.O_ACCMODE):
                left[0] -= 1
                if left[0] < 0:
                    os._exit(KILLED)

        sys.addaudithook(count)
        try:
            merge(run)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def test_a_merge_that_is_killed_is_done_again(items: Path, server: FaultServer, tmp_path: Path) -> None:
    evaluate(settings(items, server, tmp_path / "one"))
    for part in ("1/3", "2/3", "3/3"):
        evaluate(settings(items, server, tmp_path / "run", part=part))
    kept = tmp_path / "kept"
    (tmp_path / "run").rename(kept)
    asked = len(server.ledger)
    for moment in (1, 3, 5, 8, 10, 13, 17, 24):
        run = tmp_path / f"run-{moment}"
        shutil.copytree(kept, run)
        assert merge_killed_at(run, moment)
        merge(run)
        assert contents(run) == contents(tmp_path / "one"), moment
    assert len(server.ledger) == asked


@pytest.mark.parametrize("scheduler", ["slurm", "kubernetes"])
def test_a_scheduler_says_which_part_it_is(
    scheduler: str, items: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(settings(items, server, tmp_path / "one"))
    alone = Counter(each.key for each in server.ledger)
    server.ledger.clear()
    for index in range(3):
        if scheduler == "slurm":
            told = {"ID": 2 + 2 * index, "COUNT": 3, "MIN": 2, "STEP": 2}
            for name, value in told.items():
                monkeypatch.setenv(f"SLURM_ARRAY_TASK_{name}", str(value))
        else:
            monkeypatch.setenv("JOB_COMPLETION_INDEX", str(index))
        part = "auto" if scheduler == "slurm" else "auto/3"
        evaluate(settings(items, server, tmp_path / "run", part=part))
    merge(tmp_path / "run")
    assert Counter(each.key for each in server.ledger) == alone
    assert contents(tmp_path / "run") == contents(tmp_path / "one")


def children_of(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_ctrl_c_ends_all_workers(server: FaultServer, tmp_path: Path) -> None:
    many = write_jsonl(tmp_path / "many.jsonl", [item(f"i{n}", "status:400" if n == 7 else "ok") for n in range(60)])
    evaluate(settings(many, server, tmp_path / "one"))
    server.ledger.clear()
    server.latency = 0.3
    begun = start(many, server, tmp_path / "run", "--workers", "2", "--concurrency", "6")
    while len(server.ledger) < 8:
        assert begun.poll() is None, begun.communicate()
        time.sleep(0.02)
    workers = children_of(begun.pid)
    begun.send_signal(signal.SIGINT)
    _, said = begun.communicate(timeout=30)
    assert begun.returncode == 130, said
    assert "Traceback" not in said
    assert len(workers) >= 2 and not any(map(is_alive, workers))
    server.latency = 0.0
    server.ledger.clear()
    evaluate(settings(many, server, tmp_path / "run"), workers=2)
    assert 0 < len(server.ledger) <= 60
    assert contents(tmp_path / "run") == contents(tmp_path / "one")


def script(body: dict[str, Any]) -> dict[str, Any]:
    asked = str(body["messages"])
    if body["model"] == "j":
        return {"content": "GRADE: A" if "1" in asked else "GRADE: B"}
    return {"content": f"{body['model']} says {sum(map(ord, asked)) % 5}"}


CRITERIA = [
    {
        "type": "string_check",
        "name": "says 1",
        "input": "{{ sample.output_text }}",
        "operation": "ilike",
        "reference": "1",
    },
]


@pytest.mark.parametrize("how", ["parts", "workers"])
def test_judges_criteria_and_models_in_parts(how: str, tmp_path: Path) -> None:
    rows = [{"query": f"why {n}?", "response": "because"} for n in range(40 if how == "workers" else 8)]
    data = write_jsonl(tmp_path / "q.jsonl", rows)
    with scripted(script) as server:
        options: dict[str, Any] = {"models": ("m", "n"), "api_url": server.url, "concurrency": 6, "criteria": CRITERIA}
        options |= {"judge_strategy": "llm", "judge_model_args": {"model_id": "j", "api_url": server.url}}
        options |= {"judge_worker_num": 3, "data": (str(data),)}
        evaluate(EvalConfig(run=tmp_path / "one", **options))
        alone = Counter(str(body) for body in server.bodies)
        server.bodies.clear()
        if how == "workers":
            evaluate(EvalConfig(run=tmp_path / "run", **options), workers=2)
        else:
            for part in ("0/2", "1/2"):
                evaluate(EvalConfig(run=tmp_path / "run", part=part, **options))
            merge(tmp_path / "run")
        assert Counter(str(body) for body in server.bodies) == alone
    assert contents(tmp_path / "run") == contents(tmp_path / "one")
