"""Multiple choice at zero latency: our processor time beside a bare loop's and, where it is installed, EvalScope's.

`make bench-peers` makes the virtual environment that EvalScope is run from. All are whole processes that ask the same
loopback server; ours and EvalScope's also read the CSV, write predictions and reviews, score and report.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.eval_cpu import serving
from benchmarks.measure import EVALWRIGHT, ROOT, Cost, run, table, typical

PEERS = ROOT / ".venv-peers" / "bin" / "python"
IN_FLIGHT = 16
_ANSWER = "答案：C"
_SCRIPT = """
import sys
from evalscope import TaskConfig, run_task
folder, url, work = sys.argv[1:]
run_task(TaskConfig(model="bench", api_url=url, api_key="EMPTY", eval_type="openai_api", datasets=["general_mcq"],
    dataset_args={"general_mcq": {"local_path": folder, "subset_list": ["bench"]}}, eval_batch_size=16, work_dir=work))
"""


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table."""
    count, rounds = (500, 1) if quick else (2_000, 3)
    _write(folder, count)
    costs: dict[str, list[Cost]] = {"bare aiohttp": [], "evalwright eval": []}
    if PEERS.exists():
        costs["EvalScope"] = []
    with serving(0.0, _ANSWER) as url:
        for number in range(rounds):
            costs["bare aiohttp"].append(
                run((sys.executable, "-m", "benchmarks.bare_loop", str(folder / "bodies.jsonl"), url, str(IN_FLIGHT)))
            )
            costs["evalwright eval"].append(_ours(folder, url, number))
            if "EvalScope" in costs:
                command = (str(PEERS), "-c", _SCRIPT, str(folder), url, str(folder / f"peer{number}"))
                costs["EvalScope"].append(run(command))
    _show(count, {name: typical(each) for name, each in costs.items()})


def _ours(folder: Path, url: str, number: int) -> Cost:
    options = ("-m", "bench", "--api-url", url, "--concurrency", str(IN_FLIGHT), "-o", str(folder / f"run{number}"))
    return run((*EVALWRIGHT, "eval", str(folder / "bench_val.csv"), *options))


def _show(count: int, costs: dict[str, Cost]) -> None:
    ours = costs["evalwright eval"]
    rows = [
        [name, f"{cost.cpu:.2f}", f"{cost.wall:.2f}", f"{cost.peak:.0f}", f"{ours.cpu / cost.cpu:.2f} x"]
        for name, cost in costs.items()
    ]
    table(
        f"{count:,} multiple-choice items, {IN_FLIGHT} in flight", ("", "CPU s", "wall s", "peak MB", "ours / it"), rows
    )
    if "EvalScope" not in costs:
        print("EvalScope is not installed: `make bench-peers` makes .venv-peers, then it stands here too.")
    print("CPU wanted: at most 2.5 times the bare loop's and at most a fifth of EvalScope's.")


def _write(folder: Path, count: int) -> None:
    """The same questions as a CSV, and as the messages that are sent."""
    with (folder / "bench_val.csv").open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "question", "A", "B", "C", "D", "answer"])
        rows.writerows(
            [n, f"第{n}题：下列说法正确的是____。", "甲", "乙", "丙", "丁", "ABCD"[n % 4]] for n in range(count)
        )
    with (folder / "bodies.jsonl").open("w", encoding="utf-8") as out:
        for n in range(count):
            content = f"请回答问题，并选出其中的正确答案。\n第{n}题：下列说法正确的是____。\nA) 甲\nB) 乙\nC) 丙\nD) 丁"
            out.write(json.dumps({"messages": [{"role": "user", "content": content}]}, ensure_ascii=False) + "\n")
