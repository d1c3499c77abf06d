"""One `eval` over every fault that a server can have: each item ends answered or named, at its documented price."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run, read_jsonl, write_jsonl
from tests.server import BODIES, SAYINGS, FaultServer, item

TRIES = 3
ASKING = ("--tries", TRIES, "--retry-wait", 0.02, "--timeout", 1, "--deadline", 8)

FAULTS: dict[str, tuple[str, int]] = {
    **{f"status:{code}": (f"http_{code}", TRIES) for code in (408, 409, 425, 429, 500, 502, 503, 504, 529)},
    **{f"status:{code}": (f"http_{code}", 1) for code in (400, 413, 422)},
    **{f"body:{name}": ("invalid_response", TRIES) for name in BODIES},
    **dict.fromkeys(("reset", "close", "short"), ("connection", TRIES)),
    **dict.fromkeys(("hang", "hang-headers", "drip"), ("timeout", TRIES)),
    "garbage": ("invalid_response", TRIES),
    "endless:500": ("http_500", TRIES),
    "wait:text:1e300": ("http_429", 1),
    "wait:seconds:600": ("http_429", 1),
    "wait:ms:20:always": ("http_429", TRIES),
}
"""What fails for good: the name of its error, and the requests it costs."""

ANSWERED: dict[str, int] = {
    "ok": 1,
    "slow:0.6": 1,
    "status:500:2": 3,
    "status:529:1": 2,
    **{f"wait:{wait}": 2 for wait in ("seconds:1", "ms:600", "date:2", "text:soon", "text:-5", "text:nan", "text:0")},
    **{f"says:{name}": 1 for name in SAYINGS},
}
"""What is answered in the end, and the requests it costs."""

EARLIEST = {"wait:seconds:1": 1.0, "wait:ms:600": 0.6, "wait:date:2": 1.0}


def evaluate(run: Run, server: FaultServer, items: Path, out: Path, *more: Any, **others: Any) -> Any:
    return run("eval", items, "-m", "m", "--api-url", server.url, "-o", out, *ASKING, *more, **others)


def test_every_fault_is_named_at_its_price_and_the_rest_is_scored(evalwright: Run, tmp_path: Path) -> None:
    modes = [*ANSWERED, *FAULTS]  # where nothing is answered at all, the run stops after twenty requests
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    with FaultServer() as server:
        started = time.monotonic()
        done = evaluate(evalwright, server, items, tmp_path / "run", "--concurrency", 32, "--json")
        assert time.monotonic() - started < 8 + 3, "the deadline of an item is 8 s"
        counts = server.counts()
        gaps = {mode: server.times(f"i{modes.index(mode)}") for mode in EARLIEST}
    assert done.returncode == 3, done.stderr
    rows = {row["id"]: row for row in read_jsonl(tmp_path / "run/predictions/m/next_call_items.jsonl")}
    outcome = {mode: rows[f"i{n}"].get("error", {}).get("kind", "answered") for n, mode in enumerate(modes)}
    assert outcome == {mode: FAULTS[mode][0] if mode in FAULTS else "answered" for mode in modes}
    expected = {mode: price for mode, (_, price) in FAULTS.items()} | ANSWERED
    assert {mode: counts[f"i{n}"] for n, mode in enumerate(modes)} == expected
    assert all(second - first >= EARLIEST[mode] for mode, (first, second) in gaps.items())
    verdicts = {row["id"]: row["verdict"] for row in read_jsonl(tmp_path / "run/reviews/m/next_call_items.jsonl")}
    right = {mode: "no_call" if mode == "says:content-null" else "exact" for mode in ANSWERED}
    assert verdicts == {f"i{modes.index(mode)}": verdict for mode, verdict in right.items()}


def test_failed_items_alone_are_owed_again(evalwright: Run, tmp_path: Path) -> None:
    """The ones that were a server's bad hour are answered by the second run; the good ones are not asked again."""
    modes = ["ok", "status:503:3", "ok", "status:400", "body:html"]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    with FaultServer() as server:
        assert evaluate(evalwright, server, items, tmp_path / "run").returncode == 3
        assert server.counts() == {"i0": 1, "i1": 3, "i2": 1, "i3": 1, "i4": 3}
        done = evaluate(evalwright, server, items, tmp_path / "run", "--json")
        assert done.returncode == 3
        assert server.counts() == {"i0": 1, "i1": 4, "i2": 1, "i3": 2, "i4": 6}
    rows = read_jsonl(tmp_path / "run/predictions/m/next_call_items.jsonl")
    assert [(row["id"], "sample" in row) for row in rows] == [
        ("i0", True),
        ("i1", True),
        ("i2", True),
        ("i3", False),
        ("i4", False),
    ]


@pytest.mark.parametrize("mode", ["status:401", "status:403", "status:404", "quota", "redirect:9", "endless:401"])
@pytest.mark.parametrize("concurrency", [(), ("--concurrency", 64)])
def test_a_refusal_costs_one_request_and_leaves_nothing(
    evalwright: Run, tmp_path: Path, mode: str, concurrency: tuple[Any, ...]
) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n in range(200)])
    with FaultServer() as server:
        done = evaluate(evalwright, server, items, tmp_path / "run", *concurrency)
        assert len(server.ledger) == 1
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert re.search(r"Check|Give that address|Top up", done.stderr)
    assert not (tmp_path / "run").exists() and done.stdout == ""


def test_a_key_that_expires_in_the_middle_stops_the_run_and_the_next_one_goes_on(
    evalwright: Run, tmp_path: Path
) -> None:
    modes = ["ok"] * 30 + ["status:401:1"] + ["ok"] * 30
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    with FaultServer() as server:
        first = evaluate(evalwright, server, items, tmp_path / "run", "--concurrency", 1)
        assert (first.returncode, len(server.ledger)) == (3, 31) and "--api-key-env" in first.stderr
        second = evaluate(evalwright, server, items, tmp_path / "run", "--concurrency", 1)
        assert (second.returncode, len(server.ledger)) == (0, 62)


def test_where_nobody_listens_nothing_is_written(evalwright: Run, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0")])
    with FaultServer() as server:
        server.go_away()
        started = time.monotonic()
        done = evaluate(evalwright, server, items, tmp_path / "run")
    assert time.monotonic() - started < 20  # a deadline or a retry would take far longer
    assert done.returncode == 2 and "Start the server" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["items.jsonl"]


def test_a_server_that_goes_away_leaves_a_report_over_what_succeeded(tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}") for n in range(2000)])
    with FaultServer(latency=0.005) as server:
        command = [sys.executable, "-m", "evalwright", "eval", items, "-m", "m", "--api-url", server.url, *ASKING]
        command += ["-o", tmp_path / "run", "--concurrency", 4]
        child = subprocess.Popen(
            [str(part) for part in command],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while len(server.ledger) < 100:
            time.sleep(0.01)
        server.go_away()
        out, err = child.communicate(timeout=30)
    assert child.returncode == 3 and "Start the server again" in err, err
    rows = read_jsonl(tmp_path / "run/predictions/m/next_call_items.jsonl")
    answered = sum("sample" in row for row in rows)
    assert 90 <= answered < 2000 and len(rows) - answered == 10
    assert len(read_jsonl(tmp_path / "run/reviews/m/next_call_items.jsonl")) == answered
    assert f"|   {answered} |" in out or f" {answered} |" in out


PEAK = """
import re, sys
from evalwright.cli import main
try:
    main()
finally:
    print(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1], file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell how much memory was used")
def test_memory_stays_small_whatever_the_server_sends(tmp_path: Path) -> None:
    modes = ["huge", "gzip-bomb", "endless:200", "endless:500"]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes * 2)])
    with FaultServer() as server:
        command = ["eval", items, "-m", "m", "--api-url", server.url, *ASKING, "-o", tmp_path / "run"]
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                PEAK,
                *map(str, command),
                "--concurrency",
                "1",
                "--timeout",
                "30",
                "--deadline",
                "60",
            ],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert server.counts() == {f"i{n}": TRIES if mode == "endless:500" else 1 for n, mode in enumerate(modes * 2)}
    assert done.returncode == 3
    kinds = [row["error"]["kind"] for row in read_jsonl(tmp_path / "run/predictions/m/next_call_items.jsonl")]
    assert kinds == ["response_too_large", "response_too_large", "response_too_large", "http_500"] * 2
    peak = int(done.stderr.split()[-1]) // 1024
    assert peak < 150, f"{peak} MB"
