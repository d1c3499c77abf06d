"""How fast data is looked through, and when the first request of a large evaluation leaves.

The survey is that of `eval`: every row is parsed, read by its task, and its id is noted. The first request is timed
from the start of the command to its arrival at a loopback server, for a file of a million questions with
`--skip-bad-rows`; the processor time that the command had used by then is what a quiet machine would show.
"""

from __future__ import annotations

import csv
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import EVALWRIGHT, environment, run, table

FEWEST_MB = 100
MOST_SECONDS = 5.0


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print two tables."""
    rows = [_survey(folder, kind, 400 if quick else 20_000) for kind in kinds]
    questions = folder / "questions.csv"
    write_questions(questions, 2_000 if quick else 200_000)
    rows.append(_timed("questions in a table", questions))
    table("the first look of eval at a file", ("", "rows", "MB", "CPU s", "MB/s", "CPU us a row"), rows)
    print(f"Wanted: {FEWEST_MB} MB/s or more.")
    count = 200_000 if quick else 1_000_000
    write_questions(questions, count)
    wall, cpu = first_request(questions, folder / "run")
    title = f"the first of {count:,} requests, with --skip-bad-rows"
    table(title, ("", "s after the start", "CPU s by then"), [["eval", f"{wall:.2f}", f"{cpu:.2f}"]])
    print(f"Wanted: within {MOST_SECONDS:.0f} s.")


def _survey(folder: Path, kind: str, count: int) -> list[str]:
    path = folder / f"{kind}.jsonl"
    run((sys.executable, "-m", "benchmarks.make_items", kind, str(count), str(path)))
    return _timed(f"items: {kind}", path)


def _timed(name: str, path: Path) -> list[str]:
    from evalwright import EvalConfig
    from evalwright.data import paused_gc
    from evalwright.run.survey_all import surveyed

    config = EvalConfig(data=(str(path),), models=("bench",), run=path.parent / "none", api_url="http://127.0.0.1:9/v1")
    started = time.process_time()
    with paused_gc():  # as `eval` does
        (source,) = surveyed(config, [path])
    seconds, size = time.process_time() - started, path.stat().st_size / 1e6
    return [
        name,
        f"{source.rows:,}",
        f"{size:.1f}",
        f"{seconds:.2f}",
        f"{size / seconds:.0f}",
        f"{seconds / source.rows * 1e6:.1f}",
    ]


def write_questions(path: Path, count: int) -> None:
    """So many questions with four options."""
    with path.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "question", "A", "B", "C", "D", "answer"])
        rows.writerows([n, f"Question {n}: which is right?", *"wxyz", "ABCD"[n % 4]] for n in range(count))


def first_request(questions: Path, made: Path) -> tuple[float, float]:
    """Seconds until the first request has come, on the clock and of the processor; the command is ended then."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        options = ("-m", "bench", "--api-url", address, "--skip-bad-rows", "-o", str(made))
        started = time.perf_counter()
        child = subprocess.Popen(
            (*EVALWRIGHT, "eval", str(questions), *options), env=environment(), stdout=-3, stderr=-3
        )
        try:
            while True:
                connection, _ = server.accept()
                with connection:
                    connection.settimeout(60)
                    if connection.recv(4):  # the first connection only knocks
                        return time.perf_counter() - started, _cpu(child.pid)
        finally:
            child.kill()
            child.wait()


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
