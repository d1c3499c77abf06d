"""Every verb says what is wrong in one line with the cure, exits with 2 and leaves nothing behind."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from ..conftest import ROOT, Run, write_jsonl

TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
ITEM = {
    "id": "a#0",
    "messages": [{"role": "user", "content": "hi"}],
    "tools": [],
    "expected_output": {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]},
}
SAMPLE = {"id": "a#0", "output_text": None, "output_tools": [{"function": {"name": "f", "arguments": "{}"}}]}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "文件"
    folder.mkdir()
    write_jsonl(folder / "items.jsonl", [ITEM])
    write_jsonl(folder / "samples.jsonl", [SAMPLE])
    write_jsonl(folder / "no_gold.jsonl", [{key: value for key, value in ITEM.items() if key != "expected_output"}])
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "no_data").mkdir()
    talk = {key: value for key, value in ITEM.items() if key != "expected_output"}
    (folder / "broken_talks.jsonl").write_text(json.dumps(talk) + "\n{broken\n")
    (folder / "broken.jsonl").write_text(json.dumps({**ITEM, **SAMPLE}) + "\n{broken\n")
    return folder


def _as_talks(data: Path) -> Path:
    """The same fault in a file of conversations, which is what `expand` reads."""
    return data.with_name("broken_talks.jsonl") if data.name == "broken.jsonl" else data


VERBS = {
    "expand": lambda data, files: ["expand", _as_talks(data), "-o", "out.jsonl"],
    "eval": lambda data, files: ["eval", data, "-m", f"baseline:bigram:{TRAIN}", "-o", "run"],
    "eval by replay": lambda data, files: ["eval", files / "items.jsonl", "-m", f"replay:{data}", "-o", "run"],
    "eval by baseline": lambda data, files: [
        "eval",
        files / "items.jsonl",
        "-m",
        f"baseline:bigram:{data}",
        "-o",
        "run",
    ],
    "grade items": lambda data, files: ["grade", data, files / "samples.jsonl", "-o", "out.jsonl"],
    "grade samples": lambda data, files: ["grade", files / "items.jsonl", data, "-o", "out.jsonl"],
}
FAULTS = {
    "missing.jsonl": "no such file",
    "empty.jsonl": "empty",
    "no_data": "directory",
    "broken.jsonl": ":2: not JSON",
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_cannot_be_used(evalwright: Run, files: Path, tmp_path: Path, verb: str, fault: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    done = evalwright(*VERBS[verb](files / fault, files))
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("evalwright: ") and FAULTS[fault] in line
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("verb", ["eval", "grade items"])
def test_an_item_without_gold(evalwright: Run, files: Path, verb: str) -> None:
    done = evalwright(*VERBS[verb](files / "no_gold.jsonl", files))
    assert done.returncode == 2
    assert "no_gold.jsonl:1: " in done.stderr and "gold" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("verb", ["expand", "eval", "grade", "grader", "demo"])
def test_an_unknown_option(evalwright: Run, verb: str) -> None:
    done = evalwright(verb, "--colour", "red")
    assert done.returncode == 2
    assert "No such option" in done.stderr and f"evalwright {verb} --help" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_unknown_verb_names_the_nearest(evalwright: Run) -> None:
    done = evalwright("expnad")
    assert done.returncode == 2
    assert done.stderr.strip() == "evalwright: there is no verb 'expnad'. Did you mean 'expand'? See: evalwright --help"


def test_an_unreachable_server(evalwright: Run, files: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        done = evalwright("eval", files / "items.jsonl", "-m", "m", "--api-url", address, "-o", "run")
    assert done.returncode == 2
    assert "cannot connect" in done.stderr and "--api-url" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("model", "complaint"),
    [
        ("gpt", "has no server"),
        ("baseline:trigram:x", "no baseline 'trigram'"),
        ("baseline:bigram", "needs a file to learn from"),
        ("replay:", "needs a file"),
        ("m@ftp://x", "has no server"),
        ("m@http://user:pw@127.0.0.1/v1", "user name or password"),
    ],
)
def test_a_model_that_cannot_be(evalwright: Run, files: Path, model: str, complaint: str) -> None:
    done = evalwright("eval", files / "items.jsonl", "-m", model, "-o", "run")
    assert done.returncode == 2 and complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--limit", "-1"], "--limit must be a whole number or a share"),
        (["--concurrency", "-3"], "--concurrency must be at least 1"),
        (["--tries", "0"], "--tries must be at least 1"),
        (["--timeout", "0"], "--timeout must be more than 0"),
        (["--generation-config", "{"], "not JSON"),
        (["--generation-config", "[1]"], "must be a dictionary"),
        (["--match", "fuzzy"], "is not one of"),
        (["--fail-under", "0.5", "--metric", "accuracy"], "there is no metric 'accuracy'"),
    ],
)
def test_a_setting_that_cannot_be(
    evalwright: Run, files: Path, tmp_path: Path, options: list[str], complaint: str
) -> None:
    model = f"baseline:bigram:{TRAIN}"
    done = evalwright("eval", files / "items.jsonl", "-m", model, "-o", "run", *options)
    assert done.returncode == 2 and complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_what_data_says_cannot_steer_the_terminal(evalwright: Run, tmp_path: Path) -> None:
    write_jsonl(tmp_path / "odd.jsonl", [{"messages": [{"role": "\x1b[31mred\u202e", "content": "x"}]}])
    done = evalwright("expand", "odd.jsonl", "-o", "out.jsonl")
    assert done.returncode == 2 and "odd.jsonl:1" in done.stderr
    assert "\x1b" not in done.stderr and "\u202e" not in done.stderr


def test_no_model_and_no_data(evalwright: Run, files: Path) -> None:
    assert "no model" in evalwright("eval", files / "items.jsonl").stderr
    assert "no data" in evalwright("eval", "-m", "x").stderr


def test_a_run_directory_that_is_a_file(evalwright: Run, files: Path) -> None:
    done = evalwright("eval", files / "items.jsonl", "-m", f"baseline:bigram:{TRAIN}", "-o", files / "items.jsonl")
    assert done.returncode == 2 and "is a file" in done.stderr


@pytest.mark.parametrize("arguments", [("--help",), ("tools", "shop"), ("tools", "shop", "--json"), ("grader",)])
def test_a_full_disk_behind_standard_output_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = _piped(arguments, full)
    assert ended.returncode == 3
    assert ended.stderr.startswith("evalwright: standard output cannot be written")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("--help",), ("tools", "shop"), ("tools", "shop", "--json"), ("grader",)])
def test_an_output_that_nobody_reads_is_neither_success_nor_a_missed_threshold(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        ended = _piped(arguments, nobody)
    assert (ended.returncode, ended.stderr) == (141, "")


def _piped(arguments: tuple[str, ...], to: IO[bytes]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "evalwright", *arguments],
        check=False,
        stdout=to,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=120,
    )
