"""Multiple choice at zero latency: what the first items cost and what a further one costs, beside the floor and peers.

All are whole processes that ask the same loopback server: two bare loops (sockets alone, and aiohttp), ours, and, where
they are installed, EvalScope and inspect_ai (`make bench-peers` makes the environments that they are run from). Ours
and the peers also read the CSV, write predictions and reviews, score and report. Two sizes tell the fixed cost from the
slope. The server gives everybody the same short reply; with `--quick` the sizes are small and the slopes mean little.
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
INSPECT = ROOT / ".venv-inspect" / "bin" / "python"
IN_FLIGHT = 64
_ANSWER = "答案：C"
_RAW, _BARE, _OURS = "bare sockets", "bare aiohttp", "evalwright eval"
MOST_SLOPE = 1.8
MOST_FIRST = 1.6
_SCRIPT = """
import sys
from evalscope import TaskConfig, run_task
folder, url, work = sys.argv[1:]
run_task(TaskConfig(model="bench", api_url=url, api_key="EMPTY", eval_type="openai_api", datasets=["general_mcq"],
    dataset_args={"general_mcq": {"local_path": folder, "subset_list": ["bench"]}}, eval_batch_size=64, work_dir=work))
"""

_INSPECT_SCRIPT = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample, csv_dataset
from inspect_ai.model import get_model
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice
folder, url, work = sys.argv[1:]
def sample(row):
    return Sample(id=row["id"], input=row["question"], choices=[row[name] for name in "ABCD"], target=row["answer"])
model = get_model("openai/bench", base_url=url, api_key="EMPTY", responses_api=False)
task = Task(dataset=csv_dataset(f"{folder}/bench_val.csv", sample), solver=multiple_choice(), scorer=choice())
(log,) = eval(task, model=model, max_connections=64, max_samples=64, log_dir=work, display="none")
assert log.status == "success", log.error
"""

_PEERS = (("EvalScope", PEERS, _SCRIPT), ("inspect_ai", INSPECT, _INSPECT_SCRIPT))


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table per size, and one of the slopes."""
    sizes, rounds = ((500, 2_000), 1) if quick else ((2_000, 20_000), 3)
    found: dict[int, dict[str, Cost]] = {}
    for count in sizes:
        _write(folder, count)
        found[count] = _costs(folder, count, rounds if count == sizes[0] else 1, with_peer=count == sizes[0])
        _show(count, found[count])
    _show_slopes(found)


def _costs(folder: Path, count: int, rounds: int, *, with_peer: bool) -> dict[str, Cost]:
    costs: dict[str, list[Cost]] = {name: [] for name in (_RAW, _BARE, _OURS)}
    bodies = str(folder / "bodies.jsonl")
    with serving(0.0, _ANSWER) as url:
        for number in range(rounds):
            for name, module in ((_RAW, "raw_loop"), (_BARE, "bare_loop")):
                costs[name].append(run((sys.executable, "-m", f"benchmarks.{module}", bodies, url, str(IN_FLIGHT))))
            costs[_OURS].append(_ours(folder, url, f"{count}-{number}"))
        for name, python, script in _PEERS if with_peer else ():
            if python.exists():
                costs[name] = [run((str(python), "-c", script, str(folder), url, str(folder / f"{name}{count}")))]
    return {name: typical(each) for name, each in costs.items()}


def _ours(folder: Path, url: str, name: str) -> Cost:
    options = ("-m", "bench", "--api-url", url, "--concurrency", str(IN_FLIGHT), "-o", str(folder / f"run{name}"))
    return run((*EVALWRIGHT, "eval", str(folder / "bench_val.csv"), *options))


def _show(count: int, costs: dict[str, Cost]) -> None:
    bare = costs[_BARE].cpu
    rows = [
        [name, f"{cost.cpu:.2f}", f"{cost.wall:.2f}", f"{cost.peak:.0f}", f"{cost.cpu / bare:.2f} x"]
        for name, cost in costs.items()
    ]
    title = f"{count:,} multiple-choice items, {IN_FLIGHT} in flight"
    table(title, ("", "CPU s", "wall s", "peak MB", "of bare aiohttp"), rows)


def _show_slopes(found: dict[int, dict[str, Cost]]) -> None:
    (few, first), (many, last) = sorted(found.items())
    slopes = {name: (last[name].cpu - first[name].cpu) / (many - few) for name in last}
    rows = []
    for name, slope in slopes.items():
        fixed = first[name].cpu - few * slope
        rows.append([name, f"{slope * 1000:.3f}", f"{fixed:.2f}", f"{slope / slopes[_BARE]:.2f} x"])
    table(f"from {few:,} to {many:,} items", ("", "CPU ms a further item", "fixed CPU s", "of bare aiohttp"), rows)
    for name, python, _ in _PEERS:
        if not python.exists():
            print(f"{name} is not installed: `make bench-peers` makes {python.parts[-3]}, then it stands here too.")
    print(f"Wanted of ours: a further item at most {MOST_SLOPE} x, {few:,} items at most {MOST_FIRST} x bare aiohttp.")


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
