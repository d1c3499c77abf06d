"""One process that grades with a user's file: started confined, asked in frames, ended with all that it started.

Whatever a grader writes, to its output or to any descriptor that it finds, is never taken for an answer: see
`grader_worker` for the frames. What goes wrong is a GraderError, and the process is then ended: the next item begins
with a new one.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import select
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.data import dumps
from evalwright.engine import HIDDEN, NO_NETWORK, READ_ONLY, SYSCALLS_FILE, ProcessTree, confined_command
from evalwright.models import one_line
from evalwright.text import listed, phrase, said_by

from . import grader_worker
from .grader_worker import HEAD, MARK, TOKEN_BYTES

_MAX_ANSWER = 64 * 1024
_START_SECONDS = 30.0
"""For Python itself to start, before any code of the grader's runs."""


class GraderError(Exception):
    """The user's grader gave no score for an item."""


class GraderProcessError(GraderError):
    """Its process ended, was late, or wrote where it should not."""


class NotConfinedError(GraderError):
    """The system does not give what somebody's code must be confined with."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a grader may use."""

    seconds: float = 120.0
    """For one item, and for loading the file."""
    total_seconds: float = 600.0
    """For all items together."""
    memory: int = 2 * 1024**3
    """Bytes, of each process."""


_DEMANDED = (NO_NETWORK, HIDDEN, READ_ONLY)
"""What must have been taken from a grader before it is let run."""


class GraderProcess:
    """A running grader; `end` it."""

    def __init__(self, path: Path, source: bytes, limits: Limits, *, hash_seed: int = 0, confine: bool = True) -> None:
        """Start it and load the file; GraderError where that is not possible.

        Not to `confine` it means to run it as any program of the user's, with the limits alone.
        """
        self.limits = limits
        self._scratch = tempfile.mkdtemp(prefix="evalwright-grader-")
        theirs_in, self._requests = os.pipe()
        self._answers, theirs_out = os.pipe()
        try:
            command = _command(theirs_in, theirs_out, limits, self._scratch if confine else None)
            self._tree = ProcessTree(
                command,
                env=_environment(self._scratch, hash_seed),
                pass_fds=(theirs_in, theirs_out),
                scratch=self._scratch,
            )
        except BaseException:
            self._close()
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        for number in (self._requests, self._answers):
            os.set_blocking(number, False)
        self._has_ended = False
        self.confined = self._greet(confine)
        """What was taken from it, in the words of `process_confine`."""
        loaded = self._ask_worker({"path": str(path), "source": source.decode("latin-1")})
        if "ready" not in loaded:
            self.end()
            raise GraderError(one_line(str(loaded.get("broken", ""))))

    def grade(self, sample: Any, item: Any) -> float:
        """The score of one item, a finite number, or GraderError."""
        answer = self._ask_worker({"sample": sample, "item": item})
        score = answer.get("score")
        if "returned" in answer:
            raise GraderError(phrase("grader.no_number", kind=one_line(str(answer["returned"]))))
        if score is None:
            said = answer.get("error")
            raise GraderError(phrase("grader.no_score") if said is None else one_line(str(said)))
        if not isinstance(score, float) or not math.isfinite(score):
            raise GraderError(phrase("grader.out_of_range", score=score))
        return score

    @property
    def has_ended(self) -> bool:
        """Whether there is nobody left to ask."""
        return self._has_ended

    def end(self) -> None:
        """End the process and every process that it started, and remove its scratch folder."""
        if not self._has_ended:
            self._has_ended = True
            self._tree.end()
            self._close()

    def _greet(self, confine: bool) -> frozenset[str]:
        try:
            told = self._ask_worker({"hello": True}, max(_START_SECONDS, self.limits.seconds)).get("confined")
        except GraderError as error:
            raise NotConfinedError(said_by(error)) if confine else error from None
        found = frozenset(str(told or "").split(",")) - {""}
        missing = [word for word in _DEMANDED if word not in found]
        if confine and missing:
            self.end()
            raise NotConfinedError(phrase("grader.not_confined", missing=listed(missing)))
        return found

    def _close(self) -> None:
        os.close(self._requests)
        os.close(self._answers)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _ask_worker(
        self, request: grader_worker.WorkerRequest, seconds: float | None = None
    ) -> grader_worker.WorkerAnswer:
        token = secrets.token_bytes(TOKEN_BYTES)
        body = dumps(request)
        until = time.monotonic() + (self.limits.seconds if seconds is None else seconds)
        try:
            self._send(HEAD.pack(MARK, token, len(body)) + body, until)
            return self._receive(token, until)
        except (BrokenPipeError, EOFError):
            self.end()
            raise GraderProcessError(phrase("grader.process_ended")) from None
        except TimeoutError:
            self.end()
            raise GraderProcessError(phrase("grader.late", seconds=f"{self.limits.seconds:g}")) from None
        except ValueError:
            self.end()
            raise GraderProcessError(phrase("grader.forged")) from None

    def _send(self, frame: bytes, until: float) -> None:
        left = memoryview(frame)
        while left:
            try:
                left = left[os.write(self._requests, left) :]
            except BlockingIOError:
                _wait([], [self._requests], until)

    def _receive(self, token: bytes, until: float) -> grader_worker.WorkerAnswer:
        """The answer to the request of this token; ValueError for anything else that comes."""
        expected = MARK + token
        found = b""
        while len(found) < HEAD.size or len(found) < HEAD.size + HEAD.unpack_from(found)[2]:
            _wait([self._answers], [], until)
            part = os.read(self._answers, 65536)
            if not part:
                raise EOFError
            found += part
            if found[: len(expected)] != expected[: len(found)] or len(found) > _MAX_ANSWER:
                raise ValueError("forged")
        if len(found) > HEAD.size + HEAD.unpack_from(found)[2]:
            raise ValueError("forged")
        answer: grader_worker.WorkerAnswer = json.loads(found[HEAD.size :])
        if not isinstance(answer, dict):
            raise ValueError("forged")
        return answer


def _wait(readable: list[int], writable: list[int], until: float) -> None:
    """Until one of them can be used; TimeoutError when the time is up."""
    waiting = select.poll()
    for number in readable:
        waiting.register(number, select.POLLIN)
    for number in writable:
        waiting.register(number, select.POLLOUT)
    left = until - time.monotonic()
    if left <= 0 or not waiting.poll(left * 1000):
        raise TimeoutError


def _command(requests: int, answers: int, limits: Limits, scratch: str | None) -> list[str]:
    # Not -I: the hash seed comes in the environment, which holds nothing else that Python reads.
    file = str(Path(grader_worker.__file__).resolve())
    worker = [sys.executable, "-s", "-P", "-B", file, str(requests), str(answers)]
    worker += [str(limits.memory), str(math.ceil(limits.total_seconds) + 1)]
    if scratch is None:
        return worker
    calls = str(Path(SYSCALLS_FILE).resolve())
    return confined_command([*worker, calls], scratch, (file, calls))


def _environment(scratch: str, hash_seed: int) -> dict[str, str]:
    return {
        "PATH": os.defpath,
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": str(hash_seed),
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
