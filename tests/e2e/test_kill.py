"""A hundred real kills: nothing is lost, nothing stands twice, little is asked again, and the files end up the same.

A run is a real process that is killed with SIGKILL after a random time, a good part of them while they resume a
killed run. They are forked from a process that has all modules loaded, so that the time is spent in the run and not
in starting Python. What the server counted is held against what the files say.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, read_jsonl, write_jsonl
from tests.server import FaultServer, item

KILLS = 50
"""For each number in flight; there are two."""

FORKER = """
import json, os, select, signal, sys
import aiohttp, jsonschema_rs, orjson
import evalwright.cli.eval_verb, evalwright.models.openai_api, evalwright.report.html, evalwright.run.evaluation
import evalwright.workbench
from evalwright.scoring import grade_tool_calls
from evalwright.plugins import SCORERS, TASKS
TASKS.get("next_call"), SCORERS.names()
from evalwright.cli import main

def run(arguments):
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    try:
        main(arguments)
    except SystemExit as ending:
        os._exit(ending.code)
    finally:
        os._exit(99)

print("ready", flush=True)
for line in sys.stdin:
    arguments, seconds = json.loads(line)
    child = os.fork()
    if child == 0:
        run(arguments)
    handle = os.pidfd_open(child)
    if not select.select([handle], [], [], seconds)[0]:
        os.kill(child, signal.SIGKILL)
    os.close(handle)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Forker:
    """Starts runs and kills them after a given time."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", FORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._read() == "ready"

    def run(self, arguments: list[str], seconds: float = 60.0) -> int:
        """The exit code; -9 where the run was killed."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([arguments, seconds]) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@pytest.fixture
def forker() -> Iterator[Forker]:
    started = Forker()
    yield started
    started.close()


def files_of(run: Path) -> dict[str, Any]:
    """All that a run left, without what tells two runs apart: their date and name, the time an answer took."""
    found: dict[str, Any] = {}
    for path in sorted(run.rglob("*")):
        name = str(path.relative_to(run))
        if path.is_dir() or name in (".lock", ".seal"):  # the seal is of these very bytes, times included
            continue
        found[name] = _predictions(path) if name.startswith("predictions") else path.read_bytes()
    config = json.loads(found["config.json"])
    found["config.json"] = {**config, "created": None, "name": None}
    if "report.html" in found:
        found["report.html"] = _page(found["report.html"], config)
    return found


def _page(page: bytes, config: dict[str, Any]) -> bytes:
    """The page without the name and the date of its run, which must both stand there."""
    for told in (str(config["name"]), str(config["created"])[:10]):
        assert told.encode() in page
        page = page.replace(told.encode(), b"")
    return re.sub(rb"<time[^>]*>[^<]*</time>", b"", page)


def created(run: Path) -> str:
    """When a run says it was begun; empty where it has not come to say it."""
    config = run / "config.json"
    return str(json.loads(config.read_text())["created"]) if config.exists() else ""


def _predictions(path: Path) -> list[Any]:
    rows = read_jsonl(path)
    for row in rows:
        assert row["sample"].pop("latency_ms") > 0 and len(row.pop("crc")) == 8
    return rows


def stored(run: Path) -> dict[str, str]:
    """The answers in the journal of a run that may have just been killed: id and digest of every whole line."""
    journal = run / "predictions/m/next_call_items.jsonl"
    lines = journal.read_bytes().split(b"\n")[:-1] if journal.exists() else []
    rows = [json.loads(line) for line in lines]
    assert len({row["id"] for row in rows}) == len(rows), "a result stands twice"
    return {row["id"]: row["digest"] for row in rows if "sample" in row}


@dataclass
class Campaign:
    """Runs of one configuration, killed again and again."""

    forker: Forker
    server: FaultServer
    items: Path
    in_flight: int
    folder: Path
    kills: int = 0
    kills_of_resumed: int = 0
    killed_while_asking: int = 0
    asking_seconds: float = 0.0
    other_seconds: float = 0.0
    chance: random.Random = field(default_factory=lambda: random.Random(20260817))

    def arguments(self, run: Path) -> list[str]:
        asking = ["-m", "m", "--api-url", self.server.url, "--concurrency", str(self.in_flight)]
        return ["eval", str(self.items), *asking, "-o", str(run)]

    def uninterrupted(self) -> dict[str, Any]:
        """The files of a run that nobody kills; measures how long one takes, with all to ask and with nothing."""
        run = self.folder / "whole"
        self.asking_seconds = self._timed(run)
        (run / ".seal").unlink()  # with it nothing would be graded and reported, which takes its time too
        self.other_seconds = self._timed(run)
        self.asking_seconds -= self.other_seconds
        return files_of(run)

    def _timed(self, run: Path) -> float:
        started = time.monotonic()
        assert self.forker.run(self.arguments(run)) == 0
        return time.monotonic() - started

    def moment(self, owed: float) -> float:
        """When to kill a run that has this share of the items to ask."""
        return self.chance.uniform(0, self.other_seconds + self.asking_seconds * owed)

    def is_too_short(self) -> bool:
        """Whether more kills are wanted: on a busy machine some more, since fewer of them fall into the asking."""
        proves_little = self.killed_while_asking < KILLS / 3 and self.kills < 3 * KILLS
        return self.kills < KILLS or self.kills_of_resumed < KILLS / 3 or proves_little

    def series(self, run: Path) -> dict[str, Any]:
        """Kill a new run, then perhaps its resumed runs, then let it finish. Returns its files."""
        before = len(self.server.ledger)
        total = len(read_jsonl(self.items))
        known: dict[str, str] = {}
        kills, begun = 0, ""
        while kills == 0 or self.chance.random() < 0.6:
            if self.forker.run(self.arguments(run), self.moment(1 - len(known) / total)) != -9:
                break
            now = stored(run)
            assert known.items() <= now.items(), "a result was lost"
            self._count(kills, known, now)
            known = now
            kills += 1
            begun = begun or created(run)
        assert self.forker.run(self.arguments(run)) == 0
        assert not begun or created(run) == begun, "the date is set once"
        asked = len(self.server.ledger) - before
        assert total <= asked <= total + kills * self.in_flight, f"{asked} requests after {kills} kills"
        return files_of(run)

    def _count(self, earlier: int, known: dict[str, str], now: dict[str, str]) -> None:
        self.kills += 1
        self.kills_of_resumed += earlier > 0
        self.killed_while_asking += len(known) < len(now) < len(read_jsonl(self.items))


@pytest.mark.slow
@pytest.mark.parametrize(("in_flight", "count", "latency"), [(1, 40, 0.006), (64, 160, 0.03)])
def test_runs_that_are_killed_end_as_if_they_were_not(
    forker: Forker, tmp_path: Path, in_flight: int, count: int, latency: float
) -> None:
    gold = dict.fromkeys(range(0, count, 7), "another")
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", gold=gold.get(n)) for n in range(count)])
    with FaultServer(latency=latency) as server:
        campaign = Campaign(forker, server, items, in_flight, tmp_path)
        whole = campaign.uninterrupted()
        assert len(whole) == 5, "config, predictions, reviews, report, page"
        number = 0
        while campaign.is_too_short():
            number += 1
            assert campaign.series(tmp_path / f"run{number}") == whole
    assert campaign.killed_while_asking >= KILLS / 3, "kills that came too early or too late prove little"
