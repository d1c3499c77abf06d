"""Verbs as real processes, forked from one that has everything loaded, so that time is spent in them and not in Python.

A command flows in with the seconds it may live; out come its exit code (-9 where it was killed) and what it said.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.measure import environment

KILLED = -9
_LONGEST = 60.0
_FORKER = """
import json, os, pkgutil, select, signal, sys
import aiohttp, jsonschema_rs, orjson
import evalwright.cli
for found in pkgutil.iter_modules(evalwright.cli.__path__):
    if found.name.endswith("_verb"):
        __import__(f"evalwright.cli.{found.name}")
import evalwright.models.openai_api, evalwright.report.html, evalwright.run.evaluation, evalwright.synth.pipeline
from evalwright.plugins import TASKS
TASKS.get("next_call")
from evalwright.cli import main

def become(order):
    os.setsid()
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, "said"), (2, "remarked")):
        os.dup2(os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    try:
        main(order["arguments"])
    except SystemExit as ending:
        sys.stdout.flush()
        os._exit(ending.code)
    except BaseException:
        import traceback
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(99)

print("ready", flush=True)
for line in sys.stdin:
    order = json.loads(line)
    child = os.fork()
    if child == 0:
        become(order)
    handle = os.pidfd_open(child)
    if not select.select([handle], [], [], order["seconds"])[0]:
        os.kill(child, signal.SIGKILL)
    os.close(handle)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    said: str
    remarked: str

    @property
    def is_broken(self) -> bool:
        """Whether it ended in a way that no user may see."""
        return self.code not in (0, 1, 2, 3, KILLED) or "Traceback (most recent call last)" in self.remarked


class Forked:
    """Runs commands one at a time; a context manager that owns the process they are forked from."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self.temporary = scratch / "tmp"
        """Where the commands put what is only for a while; nothing may stay here."""
        self.temporary.mkdir()
        self._environment = {"TMPDIR": str(self.temporary), "EVALWRIGHT_STATE": str(scratch / "state"), "COLUMNS": "80"}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _FORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
        )
        if self._answer() != "ready":
            raise SystemExit("evalwright cannot be loaded")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(
        self,
        arguments: Sequence[str | Path],
        *,
        folder: Path,
        seconds: float = _LONGEST,
        variables: Mapping[str, str] | None = None,
    ) -> Ended:
        """Run a command and kill it after so many seconds."""
        said, remarked = self._scratch / "said", self._scratch / "remarked"
        order = {
            "arguments": [str(argument) for argument in arguments],
            "folder": str(folder),
            "environment": {**self._environment, **(variables or {})},
            "said": str(said),
            "remarked": str(remarked),
            "seconds": seconds,
        }
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        code = int(self._answer())
        return Ended(code, *(path.read_text(encoding="utf-8", errors="replace") for path in (said, remarked)))

    def left_behind(self) -> list[str]:
        """What lies in the folder for temporary files."""
        return sorted(path.name for path in self.temporary.iterdir())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
