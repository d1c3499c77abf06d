"""What the server costs: a run from POST to `completed` beside `evalwright eval`, and pages of output items.

python -m benchmarks.serve_speed [--items 10000] [--paged 100000] [--python]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.serve.conftest import Api, Process, an_eval, same

CRITERIA: list[dict[str, Any]] = [
    same("same"),
    {"type": "string_check", "name": "holds", "input": "{{item.word}}", "reference": "7", "operation": "like"},
    {"type": "string_check", "name": "holds not", "input": "{{item.word}}", "reference": "x", "operation": "ne"},
]
PYTHON = {
    "type": "python",
    "name": "code",
    "source": "def grade(sample, item):\n    return float(item['word'] == item['gold'])\n",
}


def rows(count: int) -> list[dict[str, Any]]:
    """Rows of about two hundred bytes."""
    draw = random.Random(1)
    words = [f"w{number} {draw.random()} some more text as real rows have" for number in range(count)]
    return [{"item": {"word": word, "gold": word if draw.random() < 0.7 else word[:-1]}} for word in words]


def cpu_of(pid: int) -> float:
    """Seconds that a process and its ended children have used."""
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def by_eval(folder: Path, count: int, criteria: list[Any]) -> float:
    """The CPU of `evalwright eval` with the same scorers."""
    items, asked = folder / "items.jsonl", folder / "criteria.json"
    items.write_text("".join(json.dumps({"id": str(at), **row}) + "\n" for at, row in enumerate(rows(count))))
    asked.write_text(json.dumps(criteria))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [
        sys.executable,
        "-m",
        "evalwright",
        "eval",
        str(items),
        "--criteria",
        str(asked),
        "-o",
        str(folder / "run"),
    ]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def by_server(process: Process, count: int, criteria: list[Any]) -> tuple[float, str, str]:
    """The CPU of server and children from POST to completed; the eval and the run."""
    api = process.api
    content = "".join(json.dumps(row) + "\n" for row in rows(count)).encode()
    file = api.upload(content).json["id"]
    made = api.post("/evals", an_eval(*criteria))["id"]
    before = cpu_of(process.pid)
    source = {"type": "jsonl", "source": {"type": "file_id", "id": file}}
    run = api.post(f"/evals/{made}/runs", {"data_source": source})["id"]
    while api.get(f"/evals/{made}/runs/{run}")["status"] not in ("completed", "failed"):
        time.sleep(0.5)
    assert api.get(f"/evals/{made}/runs/{run}")["status"] == "completed"
    return cpu_of(process.pid) - before, made, run


def page_times(api: Api, made: str, run: str, count: int, asked: int = 200) -> list[float]:
    """How long pages take: any place, both orders, every status, the last page too."""
    draw, times = random.Random(2), []
    base = f"/evals/{made}/runs/{run}/output_items?limit=100"
    suffix = run.removeprefix("evalrun_")
    for number in range(asked):
        after = count - 50 if number % 10 == 0 else draw.randrange(count)
        query = f"&order={draw.choice(['asc', 'desc'])}&after=outputitem_{suffix}_{after}"
        query += draw.choice(["", "&status=pass", "&status=fail"])
        begun = time.perf_counter()
        api.get(base + query)
        times.append(1000 * (time.perf_counter() - begun))
    return times


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--paged", type=int, default=100_000)
    parser.add_argument("--python", action="store_true")
    told = parser.parse_args()
    criteria = [*CRITERIA[:2], PYTHON] if told.python else CRITERIA
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        alone = by_eval(folder, told.items, criteria)
        process = Process(folder / "dir")
        try:
            served, _, _ = by_server(process, told.items, criteria)
            print(
                f"{told.items} items, {len(criteria)} criteria: eval {alone:.2f} s CPU, "
                f"served {served:.2f} s CPU, ratio {served / alone:.2f}"
            )
            if told.paged:
                _pages(process, told.paged, criteria)
        finally:
            process.kill()


def _pages(process: Process, count: int, criteria: list[Any]) -> None:
    before = memory_of(process.pid)
    _, made, run = by_server(process, count, CRITERIA)
    after = memory_of(process.pid)
    quiet = page_times(process.api, made, run, count)
    other = threading.Thread(target=by_server, args=(process, count // 4, criteria))
    other.start()
    busy = page_times(process.api, made, run, count)
    other.join()
    for name, times in (("nothing else runs", quiet), ("another run grades", busy)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"pages of 100 from {count} items, {name}: median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms")
    print(
        f"memory of the server: {before:.0f} MB before the run, {after:.0f} MB after, "
        f"{memory_of(process.pid):.0f} MB after 400 pages"
    )


if __name__ == "__main__":
    main()
