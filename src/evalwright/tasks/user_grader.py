"""A user's grader, `grade(sample, item) -> number` in a Python file, run in a process of its own.

What it prints, raises, leaks or hangs on stays there: it gets two minutes and two gigabytes as hosted services give
it, no environment but a path, and an item that it fails on is an error of that item, not of the others.
"""

from __future__ import annotations

import json
import math
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from evalwright.data import open_binary
from evalwright.errors import InputError
from evalwright.models import Sample, one_line

SECONDS_PER_ITEM = 120.0
MEMORY_BYTES = 2 * 1024**3

_CHILD = r"""
import importlib.util, json, os, resource, sys
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
def say(value):
    answers.write(json.dumps(value) + "\n")
    answers.flush()
try:
    spec = importlib.util.spec_from_file_location("user_grader", sys.argv[1])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    grade = module.grade
except BaseException as error:
    say({"broken": f"{type(error).__name__}: {error}"})
    raise SystemExit(1)
say({"ready": True})
for line in sys.stdin:
    pair = json.loads(line)
    try:
        score = grade(pair["sample"], pair["item"])
        if isinstance(score, bool) or not isinstance(score, (int, float)):
            say({"error": f"it returned {type(score).__name__}, not a number"})
        else:
            say({"score": float(score)})
    except BaseException as error:
        say({"error": f"{type(error).__name__}: {error}"})
"""


class GraderError(Exception):
    """The user's grader gave no score for an item."""


class UserGrader:
    """One grader file; a context manager that owns the child process."""

    def __init__(self, path: Path, *, seconds: float = SECONDS_PER_ITEM, memory: int = MEMORY_BYTES) -> None:
        with open_binary(path):
            self.path = path
        self.seconds = seconds
        self.memory = memory
        self._child: subprocess.Popen[bytes] | None = None
        self._pending = b""

    def __enter__(self) -> UserGrader:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()

    def review(self, record: Any, question: Any, sample: Sample) -> dict[str, Any]:
        """The review of one item by the user's rule."""
        score = self.grade(sample, record)
        return {
            "id": question.id,
            "conversation_id": getattr(question, "conversation_id", question.id),
            "call_index": getattr(question, "call_index", 0),
            "score": {"grader_score": score},
            "verdict": "passed" if score >= 1 else "not_passed",
            "reason": f"{self.path.name} gave {score:g}",
            "details": {},
        }

    def grade(self, sample: Any, item: Any) -> float:
        """The score of one item, from 0 to 1, or GraderError."""
        if self._child is None or self._child.poll() is not None:
            self._start()
        self._send({"sample": sample, "item": item})
        answer = self._receive()
        if "score" not in answer:
            raise GraderError(one_line(str(answer.get("error", "no score"))))
        score = answer["score"]
        if not isinstance(score, float) or not math.isfinite(score) or not 0 <= score <= 1:
            raise GraderError(f"the score {score} is not between 0 and 1")
        return score

    def _start(self) -> None:
        self._pending = b""
        self._child = subprocess.Popen(
            [sys.executable, "-I", "-c", _CHILD, str(self.path), str(self.memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        try:
            answer = self._receive()
        except GraderError as error:
            raise InputError(f"cannot be used as a grader ({error})", path=self.path) from None
        if "ready" not in answer:
            raise InputError(
                f"cannot be used as a grader ({one_line(str(answer.get('broken')))})",
                path=self.path,
                cure="It must define grade(sample, item) and return a number from 0 to 1",
            )

    def _send(self, pair: dict[str, Any]) -> None:
        assert self._child is not None and self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(pair).encode() + b"\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            raise GraderError("the grader's process ended") from None

    def _receive(self) -> dict[str, Any]:
        """One answer line, or GraderError when the time is up or the process is gone."""
        assert self._child is not None and self._child.stdout is not None
        handle = self._child.stdout.fileno()
        deadline = time.monotonic() + self.seconds
        while b"\n" not in self._pending:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([handle], [], [], left)[0]:
                self._kill()
                raise GraderError(f"no score within {self.seconds:g} s")
            chunk = os.read(handle, 65536)
            if not chunk:
                self._kill()
                raise GraderError("the grader's process ended")
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        answer = json.loads(line)
        return answer if isinstance(answer, dict) else {}

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
