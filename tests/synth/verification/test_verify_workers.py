"""Two workers prove a directory as one process does: the same findings in the same order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalwright import synthesise
from evalwright.executor import LocalExecutor, ProcessExecutor
from evalwright.synth import prove


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows of the shop, of which some were changed: words, a result, tools, a line that is none."""
    out = tmp_path_factory.mktemp("verified") / "shop"
    synthesise("shop", out=out, n=60, seed=3)
    path = out / "train.jsonl"
    lines = path.read_text("utf-8").splitlines()
    for number in (0, 9, 20, 31):
        row = json.loads(lines[number])
        if number % 2:
            row["messages"][-1]["content"] += " Indeed."
        else:
            row["tools"][0]["function"]["description"] = "another"
        lines[number] = json.dumps(row, ensure_ascii=False)
    lines[25] = lines[25][:-40]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return out


@pytest.mark.parametrize("replay", [True, False])
def test_two_workers_prove_as_one(made: Path, replay: bool) -> None:
    one = prove(made, replay=replay, workers=LocalExecutor())
    executor = ProcessExecutor(2)
    try:
        two = prove(made, replay=replay, workers=executor)
        assert executor.worker_seconds, "somebody else worked"
    finally:
        executor.close()
    assert two.to_dict() == one.to_dict()
    assert two.counts["changed-row"] == 4 and two.counts["unreadable-row"] == 1 and not two.by_one
    paths = [finding.path for finding in two.findings if finding.rule == "changed-row"]
    assert any(path.startswith("tools[0]") for path in paths)
