"""An evaluation in parts: merged, they are what one process would have written; what is missing is named."""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.errors import RunLockedError
from tests.conftest import Run, write_jsonl
from tests.e2e.test_resume import start
from tests.server import FaultServer, item

COUNT = 23


@pytest.fixture
def items(tmp_path: Path) -> Path:
    """Items of which one fails for good, two are equal, and one has no id."""
    rows = [item(f"i{n}", "status:400" if n == 7 else "ok") for n in range(COUNT)]
    rows[12] = {**rows[3]}
    rows[15].pop("id")
    return write_jsonl(tmp_path / "items.jsonl", rows)


def settings(items: Path, server: FaultServer, run: Path, **more: Any) -> EvalConfig:
    options: dict[str, Any] = {"models": ("m",), "api_url": server.url, "retry_wait": 0.01, "concurrency": 6, **more}
    return EvalConfig(data=(str(items),), run=run, **options)


def contents(run: Path) -> dict[str, Any]:
    """Every file of a run, without what no two runs share."""
    found: dict[str, Any] = {}
    for path in sorted(run.rglob("*")):
        name = str(path.relative_to(run))
        if path.is_file() and path.name not in (".lock", ".seal", "report.html"):
            text = path.read_text(encoding="utf-8")
            found[name] = [comparable(json.loads(line)) for line in text.splitlines()] if ".jsonl" in name else None
            found[name] = found[name] or comparable(json.loads(text))
    return found


def comparable(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: comparable(each) for key, each in value.items() if key not in ("latency_ms", "created", "name", "crc")
        }
    return [comparable(each) for each in value] if isinstance(value, list) else value


def test_three_parts_merged_are_one_run(items: Path, server: FaultServer, tmp_path: Path, evalwright: Run) -> None:
    evaluate(settings(items, server, tmp_path / "one"))
    alone = Counter(asked.key for asked in server.ledger)
    server.ledger.clear()
    for part in ("1/3", "2/3"):
        evaluate(settings(items, server, tmp_path / "run", part=part))
    early = evalwright("merge", tmp_path / "run")
    assert early.returncode == 2 and "0/3" in early.stderr and "--part" in early.stderr
    evaluate(settings(items, server, tmp_path / "run", part="3/3"))
    assert Counter(asked.key for asked in server.ledger) == alone
    merged = evalwright("merge", tmp_path / "run")
    assert merged.returncode == 3 and "1 item" in merged.stdout + merged.stderr, merged.stderr
    assert contents(tmp_path / "run") == contents(tmp_path / "one")
    assert Counter(asked.key for asked in server.ledger) == alone
    assert evalwright("merge", tmp_path / "run").returncode == 2


def answered_in(run: Path) -> set[str]:
    """The keys whose answers stand in the journals of a run and of its parts."""
    lines = [line for path in run.rglob("predictions/*/*.jsonl") for line in path.read_bytes().split(b"\n")[:-1]]
    return {entry["id"] for entry in map(json.loads, lines) if "sample" in entry}


def test_any_number_of_workers_goes_on_where_another_was_killed(server: FaultServer, tmp_path: Path) -> None:
    rows = [item(f"i{n}", "status:400" if n == 7 else "ok") for n in range(100)]
    many = write_jsonl(tmp_path / "many.jsonl", rows)
    evaluate(settings(many, server, tmp_path / "one"))
    alone = {asked.key for asked in server.ledger}
    server.ledger.clear()
    server.latency = 0.3
    begun = start(many, server, tmp_path / "run", "--workers", "3", "--concurrency", "6")
    while len(server.ledger) < 20:
        assert begun.poll() is None, begun.stderr
        time.sleep(0.02)
    with pytest.raises(RunLockedError):
        evaluate(settings(many, server, tmp_path / "run"), workers=2)
    begun.kill()
    begun.communicate()
    server.latency = 0.0
    shutil.copytree(tmp_path / "run", tmp_path / "run-5")
    for number, run in ((1, tmp_path / "run"), (5, tmp_path / "run-5")):
        done = answered_in(run)
        assert 0 < len(done) < 60, "much is left to do"
        server.ledger.clear()
        evaluate(settings(many, server, run), workers=number)
        asked = Counter(asked.key for asked in server.ledger)
        assert asked.keys() == alone - done, "the rest, and nothing that was answered"
        assert all(count == 1 for key, count in asked.items() if key != "i7")
        assert contents(run) == contents(tmp_path / "one")
