"""Going on where a run stopped: what is asked again, who may write, what a signal does, and where no key may stand."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.errors import InputError
from tests.conftest import ROOT, Run, read_jsonl, write_jsonl
from tests.server import FaultServer, item

JOURNAL = "predictions/m/next_call_items.jsonl"
COUNT = 12


@pytest.fixture
def items(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}") for n in range(COUNT)])


def run_again(items: Path, server: FaultServer, run: Path, **more: Any) -> list[str]:
    """Evaluate in this process; the keys that were asked."""
    before = len(server.ledger)
    options = {"models": ("m",), "api_url": server.url, "retry_wait": 0.01, **more}
    evaluate(EvalConfig(data=(str(items),), run=run, **options))
    return sorted(asked.key for asked in server.ledger[before:])


def start(items: Path, server: FaultServer, run: Path, *more: str) -> subprocess.Popen[str]:
    """The command line as a process that can be sent signals."""
    command = [sys.executable, "-m", "evalwright", "eval", str(items), "-m", "m", "--api-url", server.url]
    return subprocess.Popen(
        [*command, "-o", str(run), *more],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.005)


ALL = sorted(f"i{n}" for n in range(COUNT))


def test_a_finished_run_asks_nothing_and_changes_nothing(items: Path, server: FaultServer, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert run_again(items, server, run) == ALL
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    assert run_again(items, server, run) == []
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


def edited(change: Callable[[dict[str, Any]], Any]) -> list[dict[str, Any]]:
    records = [item(f"i{n}") for n in range(COUNT)]
    change(records[5])
    return records


EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "message": lambda record: record["messages"].insert(0, {"role": "system", "content": "Be brief."}),
    "tool": lambda record: record.update(tools=[]),
    "gold": lambda record: record.update(expected_output=item("other")["expected_output"]),
    "metadata": lambda record: record.update(note="seen"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_record_is_asked_again_and_nothing_else(
    items: Path, server: FaultServer, tmp_path: Path, edit: str
) -> None:
    run_again(items, server, tmp_path / "run")
    write_jsonl(items, edited(EDITS[edit]))
    assert run_again(items, server, tmp_path / "run") == ["i5"]
    assert run_again(items, server, tmp_path / "run") == []


@pytest.mark.parametrize(
    "change",
    [
        {"generation_config": {"temperature": 0.5}},
        {"generation_config": {"temperature": None}},
        {"generation_config": {"max_tokens": 9}},
        {"models": ("other",)},
    ],
)
def test_another_model_or_setting_asks_everything_and_going_back_asks_nothing(
    items: Path, server: FaultServer, tmp_path: Path, change: dict[str, Any]
) -> None:
    run_again(items, server, tmp_path / "run")
    assert run_again(items, server, tmp_path / "run", replace=True, **change) == ALL
    assert run_again(items, server, tmp_path / "run", replace=True) == []
    assert run_again(items, server, tmp_path / "run", replace=True, **change) == []


def test_another_address_is_another_model(items: Path, server: FaultServer, tmp_path: Path) -> None:
    run_again(items, server, tmp_path / "run")
    with FaultServer() as second:
        assert run_again(items, second, tmp_path / "run", replace=True) == ALL


@pytest.mark.parametrize("change", [{"concurrency": 1}, {"tries": 2}, {"match": "exact"}, {"timeout": 5.0}])
def test_what_does_not_decide_the_answer_asks_nothing(
    items: Path, server: FaultServer, tmp_path: Path, change: dict[str, Any]
) -> None:
    run_again(items, server, tmp_path / "run")
    assert run_again(items, server, tmp_path / "run", replace="match" in change, **change) == []


def test_records_that_move_are_not_asked_again(items: Path, server: FaultServer, tmp_path: Path) -> None:
    run_again(items, server, tmp_path / "run")
    write_jsonl(items, [item("new"), *(item(f"i{n}") for n in reversed(range(COUNT)))])
    assert run_again(items, server, tmp_path / "run") == ["new"]
    rows = read_jsonl(tmp_path / "run" / JOURNAL)
    assert [row["id"] for row in rows] == ["new", *(f"i{n}" for n in reversed(range(COUNT)))]


def test_equal_records_are_each_asked(server: FaultServer, tmp_path: Path) -> None:
    same = item("i0")
    del same["id"]
    items = write_jsonl(tmp_path / "items.jsonl", [same] * 3)
    assert run_again(items, server, tmp_path / "run") == ["i0"] * 3
    assert run_again(items, server, tmp_path / "run") == []


@pytest.mark.slow
def test_a_journal_cut_within_its_last_two_lines_owes_just_what_was_cut(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fsync", "fdatasync"):  # hundreds of runs, and no power cut among them
        monkeypatch.setattr(os, name, lambda handle: None)
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}") for n in range(4)])
    run = tmp_path / "run"
    run_again(items, server, run)
    journal = run / JOURNAL
    whole = journal.read_bytes()
    reviews = (run / "reviews/m/next_call_items.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    second, last = len(whole) - len(lines[-1]), len(whole)
    ends = {at + by for at in (second - len(lines[-2]), second, last) for by in range(-24, 25)}
    between = range(second - len(lines[-2]), last, 5)
    for size in sorted({*ends, *between} & {*range(second - len(lines[-2]), last)}):
        journal.write_bytes(whole[:size])
        owed = [key for key, end in (("i2", second), ("i3", last)) if size < end - 1]
        assert run_again(items, server, run) == owed, f"cut at byte {size} of {len(whole)}"
        assert (run / "reviews/m/next_call_items.jsonl").read_bytes() == reviews


def test_a_journal_damaged_in_the_middle_is_refused_by_line_and_kept(
    items: Path, server: FaultServer, tmp_path: Path
) -> None:
    run_again(items, server, tmp_path / "run")
    journal = tmp_path / "run" / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"digest"', b'"dig\x00st"')
    journal.write_bytes(b"".join(lines))
    with pytest.raises(InputError, match=r"items\.jsonl:4: is damaged"):
        run_again(items, server, tmp_path / "run")
    assert journal.read_bytes() == b"".join(lines) and len(server.ledger) == COUNT


def test_the_second_of_two_writers_is_refused(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "slow:0.25") for n in range(16)])
    first = start(items, server, tmp_path / "run", "--concurrency", "1")
    wait_for(lambda: len(server.ledger) > 2)
    second = evalwright("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run")
    assert second.returncode == 2 and f"process {first.pid}" in second.stderr and second.stdout == ""
    first.communicate(timeout=20)
    assert first.returncode == 0 and len(server.ledger) == 16


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_sends_nothing_more_and_keeps_what_was_in_flight(
    server: FaultServer, tmp_path: Path, number: signal.Signals
) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "slow:0.3") for n in range(200)])
    child = start(items, server, tmp_path / "run", "--concurrency", "8")
    wait_for(lambda: len(server.ledger) > 12)
    asked = len(server.ledger)
    started = time.monotonic()
    child.send_signal(number)
    _, err = child.communicate(timeout=10)
    assert child.returncode == 130 and time.monotonic() - started < 2 and "goes on where it was" in err
    stored = read_jsonl(tmp_path / "run" / JOURNAL)
    assert len(server.ledger) <= asked + 8 and len(stored) == len(server.ledger), "what was in flight was waited for"
    write_jsonl(items, [item(f"i{n}", "slow:0.3") for n in range(len(stored) + 3)])
    assert len(run_again(items, server, tmp_path / "run")) == 3


def test_a_second_signal_stops_at_once_and_leaves_a_run_that_can_go_on(server: FaultServer, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "hang" if n > 5 else "ok") for n in range(50)])
    child = start(items, server, tmp_path / "run", "--concurrency", "4")
    wait_for(lambda: server.count("i9") == 1)
    child.send_signal(signal.SIGINT)
    time.sleep(0.2)
    assert child.poll() is None, "the first one waits for what is in flight"
    child.send_signal(signal.SIGINT)
    started = time.monotonic()
    child.communicate(timeout=10)
    assert child.returncode == 130 and time.monotonic() - started < 2
    assert [row["id"] for row in read_jsonl(tmp_path / "run" / JOURNAL)] == [f"i{n}" for n in range(6)]
    write_jsonl(items, [item(f"i{n}") for n in range(8)])
    assert run_again(items, server, tmp_path / "run") == ["i6", "i7"]


def test_a_signal_wakes_those_who_wait_for_another_try(server: FaultServer, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "wait:seconds:60") for n in range(5)])
    child = start(items, server, tmp_path / "run")
    wait_for(lambda: len(server.ledger) == 5)
    child.send_signal(signal.SIGINT)
    started = time.monotonic()
    child.communicate(timeout=10)
    assert child.returncode == 130 and time.monotonic() - started < 2
    assert read_jsonl(tmp_path / "run" / JOURNAL) == [], "they did not fail, they are still owed"


CANARY = "sk-canary-0123456789/abcdefghij"


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_the_key_stands_in_no_file_and_no_output(
    evalwright: Run, server: FaultServer, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    modes = ["ok", "echo:400", "echo:500", "echo-html", "echo-answer", "body:error"]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    asking = ("--api-key-env", "CANARY", "--tries", 2, "--retry-wait", 0.01, *flags)
    command = ("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", *asking)
    done = evalwright(*command, env={"CANARY": CANARY})
    assert done.returncode == 3 and server.ledger[0].headers["authorization"] == f"Bearer {CANARY}"
    written = [path.read_bytes().decode() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert len(written) >= 4 and not [text for text in (*written, done.stdout, done.stderr) if "canary" in text]


def test_the_key_is_not_said_when_it_is_refused(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0", "echo:401")])
    command = ("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", "--api-key-env", "CANARY")
    done = evalwright(*command, env={"CANARY": CANARY})
    assert done.returncode == 2 and "canary" not in done.stderr + done.stdout and "***" in done.stderr


def test_every_line_that_is_written_is_strict_json(server: FaultServer, tmp_path: Path) -> None:
    modes = ["says:surrogate", "says:nan-usage", "says:object", "body:bad-utf8", "body:deep"]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    run_again(items, server, tmp_path / "run", tries=1)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    lines = (tmp_path / "run" / JOURNAL).read_bytes().decode("utf-8").split("\n")[:-1]
    assert len([json.loads(line, parse_constant=refuse) for line in lines]) == 5
