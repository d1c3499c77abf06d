"""A verb that is killed leaves no temporary file, neither beside its output nor among the system's."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from ..conftest import ROOT, write_jsonl

TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
CONVERSATIONS = 20
ITEM = {
    "id": "a#0",
    "messages": [{"role": "user", "content": "hi"}],
    "tools": [],
    "expected_output": {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]},
}
SAMPLE = {"id": "a#0", "output_text": None, "output_tools": [{"function": {"name": "f", "arguments": "{}"}}]}
COMMANDS = {
    "expand": ["expand", "-", "-o", "out/items"],
    "convert": ["convert", "-", "--to", "sharegpt", "-o", "out/shared"],
    "curate": ["curate", "-", "-o", "out/kept", "--rejected", "out/rest", "--min-calls", "2"],
    "split": ["split", "-", "-o", "out"],
    "show": ["show", "-", "--html", "out/page.html"],
    "audit": ["audit", "talks.jsonl", "--html", "out/audit.html"],
    "grade": ["grade", "-", "samples.jsonl", "-o", "out/reviews"],
    "synth": ["synth", "shop", "-n", "4", "--users", "20", "-o", "out/made"],
    "tools": ["tools", "shop", "-o", "out/tools.json"],
}
POINTS = {
    "before its bytes are safe": "from evalwright.data import atomic_write\natomic_write.os.fsync = killed",
    "before its name is there": "from evalwright.data import atomic_write\natomic_write._link = killed",
    "between two names": "import pathlib\npathlib.Path.replace = killed",
}

FORKS = """
import glob, json, os, signal
from evalwright.cli import main
import evalwright.data, evalwright.synth, evalwright.tasks
def killed(*a, **k): os.kill(os.getpid(), signal.SIGKILL)
for patch in json.loads(os.environ["PATCHES"]):
    os.lseek(0, 0, os.SEEK_SET)
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        exec(patch)
        main()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = glob.glob("tmp/**/*", recursive=True) + glob.glob("out/**/.*.tmp", recursive=True, include_hidden=True)
    print(json.dumps({"code": code, "left": left}), flush=True)
"""


class Place:
    """A folder to work in, with a folder for temporary files of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "tmp").mkdir()
        write_jsonl(path / "items.jsonl", [ITEM])
        write_jsonl(path / "samples.jsonl", [SAMPLE])
        with TRAIN.open("rb") as stream:
            (path / "talks.jsonl").write_bytes(b"".join(islice(stream, CONVERSATIONS)))

    def start(self, name: str, *patches: str) -> subprocess.Popen[bytes]:
        """The command as a process; with patches as many forks of one, each with its own, whose ends are printed."""
        code = FORKS if patches else "from evalwright.cli import main\nmain()"
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(self.path / "tmp")}
        environment["PATCHES"] = json.dumps(patches)
        given = self.path / ("items.jsonl" if name == "grade" else "talks.jsonl")
        with given.open("rb") as stdin:
            return subprocess.Popen(
                [sys.executable, "-c", code, *COMMANDS[name]],
                stdin=stdin,
                stdout=subprocess.PIPE if patches else subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self.path,
                env=environment,
            )

    def leftovers(self) -> list[str]:
        found = [*(self.path / "tmp").rglob("*"), *(self.path / "out").rglob(".*.tmp")]
        return [str(path.relative_to(self.path)) for path in found]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_while_it_writes_a_verb_leaves_nothing_behind(place: Place, name: str) -> None:
    printed, _ = place.start(name, *POINTS.values()).communicate(timeout=60)
    ends = dict(zip(POINTS, map(json.loads, printed.splitlines()), strict=True))
    assert [end["code"] for end in ends.values()] == [-signal.SIGKILL] * len(POINTS), ends
    del ends["between two names"]  # which lasts for a moment, and is swept away by the next
    assert all(end["left"] == [] for end in ends.values()), ends
    assert place.start(name).wait(60) in (0, 1)
    assert place.leftovers() == []


def test_killed_at_any_moment_nothing_is_left_after_the_next_command(place: Place) -> None:
    order = random.Random(7)
    killed = 0
    for name in COMMANDS:
        for _ in range(2):
            process = place.start(name)
            time.sleep(order.uniform(0.05, 0.6))
            process.send_signal(signal.SIGKILL)
            killed += process.wait(60) == -signal.SIGKILL
        assert place.start(name).wait(60) in (0, 1), name
        assert place.leftovers() == [], name
    assert killed
