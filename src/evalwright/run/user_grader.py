"""A user's grader, `grade(sample, item) -> number` in a Python file, run in a process of its own.

What it prints, raises, leaks or hangs on stays there: it has two minutes for an item, ten for all, two gigabytes, an
empty environment, no network, no file but those of Python and a small folder, and no other process; where the system
does not give that, it is refused unless the user says `--unsafe-python`. An item that it fails on is an error of that
item, not of the others. When all is graded, a few
items are graded a second time, in another order and by a process with another hash seed: a grader that then says
something else depends on more than the answer, and the user hears of it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, TypedDict

from evalwright.data import open_binary
from evalwright.engine import HIDDEN, NO_NETWORK, NO_PROCESSES
from evalwright.errors import InputError, UsageError
from evalwright.models import Sample
from evalwright.tasks import ReviewLine
from evalwright.text import phrase

from .grader_process import GraderError, GraderProcess, GraderProcessError, Limits, NotConfinedError

_REPEATED = 5
"""Items that are graded a second time."""


class GraderFacts(TypedDict):
    """How a user's grader was run, for people and programs that read the result."""

    file: str
    network: str
    """`none` or `open`."""
    files: str
    """`hidden`: nothing but Python and a folder of its own; or `open`."""
    processes: str
    """`none`, or `ended`: what it starts ends with it."""
    repeated: int
    """Items that were graded twice."""
    differing: list[str]
    """The ids of those whose second score was another."""


class UserGrader:
    """One grader; a context manager that owns the process.

    `source` is its code, where that is not in the file; `unsafe`: it is run as any program of the user's;
    `any_number`: its scores need not lie between 0 and 1.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits | None = None,
        *,
        source: bytes | None = None,
        unsafe: bool = False,
        any_number: bool = False,
    ) -> None:
        self._source = _contents(path) if source is None else source
        self._unsafe, self._any_number = unsafe, any_number
        self.path = path
        self.limits = limits or Limits()
        self.confined: frozenset[str] = frozenset()
        self._process: GraderProcess | None = None
        self._used = 0.0
        self._first: list[tuple[str, Any, Any, float]] = []
        self._differing: list[str] = []
        self._repeated = 0

    def __enter__(self) -> UserGrader:
        try:
            self._process = self._start()
        except NotConfinedError as error:
            raise UsageError.named("user_grader.not_confined", path=self.path, why=error) from None
        except GraderError as error:
            raise InputError.named("user_grader.unusable", path=self.path, why=error) from None
        self.confined = self._process.confined
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()

    def review(self, record: Any, question: Any, sample: Sample) -> ReviewLine:
        """The review of one item by the user's rule."""
        score = self.grade(sample, record)
        if len(self._first) < _REPEATED:
            self._first.append((question.id, sample, record, score))
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
        """The score of one item, or GraderError."""
        begun = time.monotonic()
        self._check_budget()
        try:
            if self._process is None or self._process.has_ended:
                self._process = self._start()
            self._process.limits = self._limits()
            return self._checked_score(self._process.grade(sample, item))
        except GraderError:
            self._check_budget(time.monotonic() - begun)
            raise
        finally:
            self._used += time.monotonic() - begun

    def _checked_score(self, score: float) -> float:
        if not self._any_number and not 0 <= score <= 1:
            raise GraderError(phrase("grader.out_of_range", score=score))
        return score

    def repeat(self) -> GraderFacts:
        """Grade a few items again, the second one first, with another hash seed; how the grader was run."""
        again = self._first[1:] + self._first[:1]
        if again and self._used < self.limits.total_seconds:
            self._repeat(again)
        return self.facts()

    def facts(self) -> GraderFacts:
        """How the grader was run so far."""
        return {
            "file": self.path.name,
            "network": "none" if NO_NETWORK in self.confined else "open",
            "files": "hidden" if HIDDEN in self.confined else "open",
            "processes": "none" if NO_PROCESSES in self.confined else "ended",
            "repeated": self._repeated,
            "differing": self._differing,
        }

    def _repeat(self, again: list[tuple[str, Any, Any, float]]) -> None:
        if self._process is not None:
            self._process.end()
        second: GraderProcess | None = None
        try:
            for identifier, sample, item, score in again:
                if second is None or second.has_ended:
                    second = self._start(hash_seed=1)
                self._repeated += 1
                if _score_or_none(second, sample, item) != score:
                    self._differing.append(identifier)
        except GraderError:
            # It loaded the first time and does not any more.
            self._differing.append(again[self._repeated][0])
        finally:
            if second is not None:
                second.end()

    def _start(self, hash_seed: int = 0) -> GraderProcess:
        return GraderProcess(self.path, self._source, self._limits(), hash_seed=hash_seed, confine=not self._unsafe)

    def _limits(self) -> Limits:
        left = max(self.limits.total_seconds - self._used, 0.1)
        return Limits(min(self.limits.seconds, left), self.limits.total_seconds, self.limits.memory)

    def _check_budget(self, more: float = 0.0) -> None:
        if self._used + more >= self.limits.total_seconds:
            raise GraderProcessError(phrase("grader.budget_used", seconds=f"{self.limits.total_seconds:g}"))


def _contents(path: Path) -> bytes:
    with open_binary(path) as stream:
        return stream.read()


def _score_or_none(process: GraderProcess, sample: Any, item: Any) -> float | None:
    try:
        return process.grade(sample, item)
    except GraderError:
        return None
