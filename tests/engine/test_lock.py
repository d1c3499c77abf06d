"""One writer per run; a process that dies keeps nothing."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from evalwright.engine import sole_writer
from evalwright.errors import USAGE, RunLockedError, UsageError
from tests.conftest import ROOT, Run, write_jsonl
from tests.server import FaultServer, item

HOLD = """
import sys, pathlib
from evalwright.engine import sole_writer
with sole_writer(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holding(directory: Path, host: str | None = None) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    elsewhere = f"import socket; socket.gethostname = lambda: {host!r}" if host else ""
    command = [sys.executable, "-c", elsewhere + HOLD, str(directory)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    return child


def end(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.communicate()


def test_the_second_writer_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    child = holding(tmp_path)
    who = f"process {child.pid} on {socket.gethostname()}"
    try:
        with (
            pytest.raises(RunLockedError, match=f"{who}.*another directory") as caught,
            sole_writer(tmp_path),
        ):
            pass
        assert caught.value.exit_code == USAGE
    finally:
        end(child)


def test_a_writer_of_another_machine_is_refused_and_named_by_every_name_of_the_folder(
    tmp_path: Path, evalwright: Run
) -> None:
    """Two mounts of one network disk are two names of one folder; the lock belongs to the folder."""
    run, mounted = tmp_path / "run", tmp_path / "mounted"
    items = write_jsonl(tmp_path / "items.jsonl", [item("k1")])
    with FaultServer() as server:
        asking = ("eval", items, "-m", "m", "--api-url", server.url, "-o")
        assert evalwright(*asking, run).returncode == 0
        mounted.symlink_to(run)
        before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file() and path.name != ".lock"}
        child = holding(run, "node-7")
        try:
            refused = evalwright(*asking, mounted)
        finally:
            end(child)
        assert refused.returncode == USAGE and f"process {child.pid} on node-7" in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1 and server.counts() == {"k1": 1}, "nothing was asked"
        after = {path: path.read_bytes() for path in run.rglob("*") if path.is_file() and path.name != ".lock"}
        assert after == before
        assert evalwright(*asking, mounted).returncode == 0, "and the lock ends with its process, not with a lease"


def test_the_lock_of_a_killed_process_is_gone(tmp_path: Path) -> None:
    end(holding(tmp_path))
    with sole_writer(tmp_path):
        assert (tmp_path / ".lock").read_text().startswith(f"process {os.getpid()} ")


def test_it_can_be_taken_again_after_it_was_let_go(tmp_path: Path) -> None:
    for _ in range(3):
        with sole_writer(tmp_path):
            assert (tmp_path / ".lock").exists()


def test_half_written_files_of_a_killed_process_are_swept_away(tmp_path: Path) -> None:
    inner = tmp_path / "reviews" / "m"
    inner.mkdir(parents=True)
    (inner / ".x.jsonl.4711.tmp").write_text("half")
    (inner / "x.jsonl").write_text("whole")
    with sole_writer(tmp_path):
        assert [path.name for path in inner.iterdir()] == ["x.jsonl"]


def test_a_refused_writer_sweeps_nothing(tmp_path: Path) -> None:
    child = holding(tmp_path)
    try:
        (tmp_path / ".x.jsonl.4711.tmp").write_text("being written")
        with pytest.raises(RunLockedError), sole_writer(tmp_path):
            pass
        assert (tmp_path / ".x.jsonl.4711.tmp").exists()
    finally:
        end(child)


def test_a_directory_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"), sole_writer(tmp_path / "missing"):
        pass
