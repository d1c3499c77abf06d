"""Killing servers and the processes of runs, and looking at what is left; the benchmark of fifty moments uses it."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..process_help import living
from .conftest import Api, Process, an_eval
from .speaker import Speaker

WHO = ("server", "run", "both")


def process_of(run_id: str) -> int | None:
    """The process that carries out a run, and not the one that keeps it."""
    for pid in living(run_id):
        with suppress(OSError):
            if b"process_keeper" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
    return None


def kill_run(run_id: str) -> bool:
    """End the process of a run at once; whether there was one."""
    pid = process_of(run_id)
    if pid is None:
        return False
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return True


def answered(folder: Path, run_id: str) -> Counter[str]:
    """What stands in the journals of a run, by journal and row: these must never be asked again."""
    found: Counter[str] = Counter()
    for journal in ("predictions", "criteria"):
        for path in (folder / "outputs" / run_id / journal).rglob("*.jsonl"):
            name = journal if journal == "predictions" else path.stem.rpartition("_")[2]
            for line in path.read_bytes().splitlines():
                with suppress(ValueError):
                    document = json.loads(line)
                    if "sample" in document:
                        found[f"{name} {document['id']}"] += 1
    return found


def rows_to_ask(count: int) -> list[dict[str, Any]]:
    """Rows, each with a word of its own."""
    return [{"item": {"word": f"w{number}", "gold": f"W{number}"}} for number in range(count)]


def asking(count: int, model: str = "m") -> dict[str, Any]:
    """The body of a run that asks about every row."""
    template = [{"role": "user", "content": "say {{item.word}}"}]
    return {
        "name": "killed",
        "data_source": {
            "type": "completions",
            "model": model,
            "source": {"type": "file_content", "content": rows_to_ask(count)},
            "input_messages": {"type": "template", "template": template},
        },
    }


def without_times(items: list[Any]) -> list[Any]:
    """Output items as two runs must have them in common: all but ids of the run, and times."""
    text = json.dumps(items)
    for item in items[:1]:
        for name in (item["run_id"], item["eval_id"], item["run_id"].removeprefix("evalrun_")):
            text = text.replace(name, "X")
        for result in item["results"]:
            text = text.replace(result["name"], result["metric"])
    found = json.loads(text)
    for item in found:
        item.pop("created_at")
    return found


def survive(
    begin: Callable[[], Process], folder: Path, criteria: list[Any], count: int, who: str, at: Callable[[str], bool]
) -> tuple[Any, list[Any], Counter[str]]:
    """A run that is killed at a moment and goes on: the run, its items, and what was in its journals at the kill."""
    process = begin()
    api = process.api
    made = api.post("/evals", an_eval(*criteria, sampled=True))["id"]
    run = api.post(f"/evals/{made}/runs", asking(count))["id"]
    until = time.monotonic() + 180
    while not at(run) and time.monotonic() < until:
        time.sleep(0.02)
    if who in ("server", "both"):
        process.kill()
    if who in ("run", "both"):
        kill_run(run)
    if who in ("server", "both"):
        known = answered(folder, run)
        process = begin()
        api = process.api
    else:
        known = answered(folder, run)
    ended = api.wait(made, run, 120)
    items = api.items(made, run)
    process.kill()
    return ended, items, known


def repeated(speaker: Speaker) -> Counter[str]:
    """What was asked more than once."""
    return Counter({key: number for key, number in speaker.asked().items() if number > 1})


def is_told(api: Api) -> bool:
    """Whether the server answers."""
    return api.ask("GET", "/evals").status == 200
