"""A viewer that has never seen a large run, and 32 people who open an item of it at the same moment.

The run is made by `eval` from captured answers; then `view` is started afresh for every question. The slowest answer,
the processor time of the server and its peak are printed. On a busy machine the processor time says what the clock
would on a quiet one: it is all that anybody waits for.
"""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import EVALWRIGHT, environment, run, table

CLIENTS = 32
MOST_SECONDS = 3.0
MOST_MEMORY = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """What one cold server did."""

    slowest: float
    cpu: float
    peak: float


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table."""
    count = 20_000 if quick else 200_000
    made = make_run(folder, count)
    part = f"{run_address(made)}/parts/0"
    item = [f"{part}/item?key={number * (count // CLIENTS)}" for number in range(CLIENTS)]
    lists = [f"{part}/items?page={number}" for number in range(CLIENTS)]
    mixed = [one for pair in zip(item[::2], lists[::2], strict=True) for one in pair]
    rows = []
    for name, wanted in (("an item each", item), ("a page of items each", lists), ("half and half", mixed)):
        seen = cold(made.parent, wanted)
        rows.append([name, f"{seen.slowest:.2f}", f"{seen.cpu:.2f}", f"{seen.peak:.0f}"])
    title = f"{CLIENTS} clients at once, a run of {count:,} items that the viewer never saw"
    table(title, ("", "slowest s", "server CPU s", "peak MB"), rows)
    print(f"Wanted: the slowest under {MOST_SECONDS:.0f} s, under {MOST_MEMORY} MB.")


def make_run(folder: Path, count: int) -> Path:
    """A run over so many questions, answered from a file."""
    write_questions(folder, count)
    root = folder / "root"
    root.mkdir()
    run(eval_command(root / "run"))
    return root / "run"


def write_questions(folder: Path, count: int) -> None:
    """So many questions, and an answer to each."""
    items, answers = folder / "questions.csv", folder / "answers.jsonl"
    with items.open("w", newline="", encoding="utf-8") as out, answers.open("w", encoding="utf-8") as captured:
        rows = csv.writer(out)
        rows.writerow(["id", "question", "A", "B", "C", "D", "answer"])
        for number in range(count):
            rows.writerow([number, f"Question {number}: which is right?", *"wxyz", "ABCD"[number % 4]])
            captured.write(json.dumps({"id": str(number), "sample": {"output_text": "ANSWER: C"}}) + "\n")


def eval_command(made: Path) -> tuple[str, ...]:
    """What makes such a run, or resumes it."""
    folder = made.parent.parent
    return (
        *EVALWRIGHT,
        "eval",
        str(folder / "questions.csv"),
        "-m",
        f"replay:{folder / 'answers.jsonl'}",
        "-o",
        str(made),
    )


def run_address(made: Path) -> str:
    """The address of a run, asked of a server that is ended before the measurement."""
    with _Viewer(made.parent) as viewer:
        return f"/api/runs/{json.loads(viewer.get('/api/all'))['runs'][0]['id']}"


def cold(root: Path, wanted: Sequence[str]) -> Seen:
    """Start a viewer, ask for all of these at once, and see what it took."""
    with _Viewer(root) as viewer:
        before, slowest, ready = viewer.cpu(), [0.0] * len(wanted), threading.Barrier(len(wanted))

        def ask(number: int) -> None:
            ready.wait()
            started = time.perf_counter()
            viewer.get(wanted[number])
            slowest[number] = time.perf_counter() - started

        clients = [threading.Thread(target=ask, args=(number,)) for number in range(len(wanted))]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert all(slowest), "a client got no answer"
        return Seen(max(slowest), viewer.cpu() - before, viewer.peak())


class _Viewer:
    """`evalwright view` in a process of its own."""

    def __init__(self, root: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._command = (*EVALWRIGHT, "view", str(root), "--port", str(self._port), "--no-open")

    def __enter__(self) -> _Viewer:
        self._process = subprocess.Popen(
            self._command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                self.get("/")
                return self
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the viewer did not start")

    def __exit__(self, *failure: object) -> None:
        self._process.kill()
        self._process.wait()

    def get(self, path: str) -> bytes:
        """The answer under an address."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}{path}", timeout=300) as reply:
            body: bytes = reply.read()
            return body

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak(self) -> float:
        """The largest resident size so far, in megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text("utf-8")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
