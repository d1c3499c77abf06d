"""Killing a run with a judge: neither the model nor the judge is asked again for what was done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT, write_jsonl
from ..run.scripted import scripted

ITEMS = 60


def both(body: dict[str, Any]) -> dict[str, Any]:
    time.sleep(0.02)
    return {"content": "A" if body["model"] == "judge" else "北京"}


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.45, 0.9, 1.3, 1.8])
def test_nobody_is_asked_again(tmp_path: Path, after: float) -> None:
    write_jsonl(tmp_path / "t.jsonl", [{"query": f"q{n}", "response": "北京"} for n in range(ITEMS)])
    with scripted(both) as server:
        command = [
            *(sys.executable, "-m", "evalwright", "eval", "t.jsonl", "-m", "m", "--api-url", server.url, "-o", "run"),
            *("--concurrency", "2", "--judge-strategy", "llm", "--judge-worker-num", "2", "--judge-model-args"),
            json.dumps({"model_id": "judge", "api_url": server.url}),
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        child = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(after)
        child.send_signal(signal.SIGKILL)
        child.wait()
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        asked = (server.asked("m"), server.asked("judge"))
    assert ITEMS <= asked[0] <= ITEMS + 2 and ITEMS <= asked[1] <= ITEMS + 2
    report = json.loads((tmp_path / "run/reports/m/general_qa.json").read_text())
    assert report["metrics"][0]["num"] == ITEMS and report["metrics"][0]["score"] == 1.0
