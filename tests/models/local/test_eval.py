"""The whole path on a local model: every format scored, the same twice, resumed after a kill, failures counted."""

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

from evalwright.models.local import loading

from ...conftest import ROOT, read_jsonl, write_jsonl
from .tiny import TOOL, save


def items(count: int) -> list[dict[str, Any]]:
    call = {"id": "c", "type": "function", "function": {"name": "find", "arguments": '{"id": 1}'}}
    return [
        {
            "id": f"i{number}",
            "conversation_id": f"c{number // 2}",
            "call_index": number % 2,
            "messages": [{"role": "user", "content": f"Find {number}"}],
            "tools": [TOOL],
            "expected_output": {"role": "assistant", "tool_calls": [call]},
        }
        for number in range(count)
    ]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """One small file of every format."""
    question = {"question": "One and one?", "A": "2", "B": "3", "answer": "A"}
    talk = {"messages": [{"role": "user", "content": "Find 1"}], "tools": [TOOL], "should_call_tool": True}
    return [
        write_jsonl(tmp_path / "eval.jsonl", items(4)),
        write_jsonl(tmp_path / "mcq.jsonl", [question] * 2),
        write_jsonl(tmp_path / "qa.jsonl", [{"query": "Say hi", "response": "hi"}]),
        write_jsonl(tmp_path / "fc.jsonl", [talk]),
    ]


Here = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """The command line in this process, which has loaded torch already."""
    from evalwright.cli import main

    monkeypatch.chdir(tmp_path)
    loading._kept.clear()

    def run(*args: Any) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run


def samples(run: Path) -> dict[str, list[Any]]:
    """All predictions of a run, without the times and the checksums that cover them."""
    found = {}
    for path in sorted(run.glob("predictions/*/*.jsonl")):
        lines = sorted(read_jsonl(path), key=lambda line: str(line["id"]))
        for line in lines:
            line.get("sample", {}).pop("latency_ms", None)
            line.pop("crc")
        found[path.name] = lines
    return found


def test_every_format_runs_and_two_runs_agree(here: Here, files: list[Path], tmp_path: Path) -> None:
    save(tmp_path / "tiny")
    options = ("-m", "hf:tiny?batch=3", "--generation-config", '{"max_tokens": 10}')
    for name in ("one", "two"):
        code, out, err = here("eval", *files, *options, "-o", name)
        assert code == 0, err
        assert err.count("loading tiny") == (name == "one")  # once for all four files, and kept
    for metric in ("next_call_score", "AverageAccuracy", "Rouge-L-F", "schema_accuracy"):
        assert metric in out
    assert samples(tmp_path / "one") == samples(tmp_path / "two") and len(samples(tmp_path / "one")) == 4
    loading._kept.clear()
    code, _, err = here("eval", *files, *options, "-o", "one")
    assert code == 0 and "loading" not in err  # nothing is owed


def test_prompts_that_do_not_fit_are_counted(here: Here, tmp_path: Path) -> None:
    save(tmp_path / "tiny")
    long = {**items(1)[0], "id": "long", "messages": [{"role": "user", "content": "x" * 3000}]}
    write_jsonl(tmp_path / "eval.jsonl", [*items(2), long])
    code, _, _ = here("eval", "eval.jsonl", "-m", "hf:tiny", "--generation-config", '{"max_tokens": 10}', "-o", "run")
    assert code == 3
    (path,) = (tmp_path / "run" / "reports").glob("*/*.json")
    report = json.loads(path.read_text())
    assert (report["num"], report["errors"], report["error_kinds"]) == (2, 1, {"context_exceeded": 1})


def test_a_killed_run_goes_on_where_it_was(here: Here, tmp_path: Path) -> None:
    save(tmp_path / "tiny")
    write_jsonl(tmp_path / "eval.jsonl", items(12))
    args = ["eval", "eval.jsonl", "-m", "hf:tiny?batch=2", "--generation-config", '{"max_tokens": 30}', "-o", "run"]
    command = [sys.executable, "-c", "from evalwright.cli import main; main()", *args]
    child = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
        stderr=subprocess.DEVNULL,
    )
    journal = tmp_path / "run" / "predictions" / "tiny" / "next_call_eval.jsonl"
    deadline = time.monotonic() + 60
    while (not journal.exists() or not journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = journal.read_bytes().rpartition(b"\n")[0].splitlines()
    assert before
    assert here(*args)[0] == 0
    after = journal.read_bytes().splitlines()
    assert after[: len(before)] == before and len(after) == 12
    assert here(*args[:-1], "whole")[0] == 0
    assert samples(tmp_path / "run") == samples(tmp_path / "whole")


def test_a_task_config_without_an_address_means_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from evalwright import TaskConfig, run_task

    monkeypatch.chdir(tmp_path)
    save(tmp_path / "org" / "tiny")
    write_jsonl(tmp_path / "example_val.jsonl", [{"question": "One and one?", "A": "2", "B": "3", "answer": "A"}])
    config = TaskConfig(
        model="org/tiny",
        datasets=["general_mcq"],
        dataset_args={"general_mcq": {"local_path": str(tmp_path), "subset_list": ["example"]}},
        generation_config={"max_tokens": 8},
        work_dir=str(tmp_path / "out"),
        no_timestamp=True,
    )
    run_task(task_cfg=config)
    assert list((tmp_path / "out" / "predictions" / "tiny").iterdir())


def test_repeats_of_a_sampled_answer_differ(here: Here, tmp_path: Path) -> None:
    save(tmp_path / "tiny")
    write_jsonl(tmp_path / "qa.jsonl", [{"query": "Say hi", "response": "hi"}])
    settings = '{"max_tokens": 10, "temperature": 1.5}'
    options = ("-m", "hf:tiny", "--generation-config", settings, "--repeats", "3")
    assert here("eval", "qa.jsonl", *options, "-o", "run")[0] == 0
    (found,) = samples(tmp_path / "run").values()
    assert len({line["sample"]["output_text"] for line in found}) == 3
