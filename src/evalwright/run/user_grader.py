"""A user's grader, `grade(sample, item) -> number` in a Python file, run in a process of its own.

What it prints, raises, leaks or hangs on stays there: it has two minutes for an item, ten for all, two gigabytes and an
empty environment, and an item that it fails on is an error of that item, not of the others. When all is graded, a few
items are graded a second time, in another order and by a process with another hash seed: a grader that then says
something else depends on more than the answer, and the user hears of it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, TypedDict

from evalwright.data import open_binary
from evalwright.engine import NO_NETWORK, NO_TCP, READ_ONLY
from evalwright.errors import InputError
from evalwright.models import Sample
from evalwright.tasks import ReviewLine
from evalwright.text import phrase

from .grader_process import GraderError, GraderProcess, Limits, NotConfinedError

_REPEATED = 5
"""Items that are graded a second time."""


class GraderFacts(TypedDict):
    """How a user's grader was run, for people and programs that read the result."""

    file: str
    network: str
    """`none`, `no_tcp` or `open`."""
    files: str
    """`read_only` or `open`."""
    repeated: int
    """Items that were graded twice."""
    differing: list[str]
    """The ids of those whose second score was another."""


class UserGrader:
    """One grader file; a context manager that owns the process."""

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        with open_binary(path) as stream:
            self._source = stream.read()
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
        """The score of one item, from 0 to 1, or GraderError."""
        begun = time.monotonic()
        self._check_budget()
        try:
            if self._process is None or self._process.has_ended:
                self._process = self._start()
            self._process.limits = self._limits()
            return self._process.grade(sample, item)
        except GraderError:
            self._check_budget(time.monotonic() - begun)
            raise
        finally:
            self._used += time.monotonic() - begun

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
            "network": "none" if NO_NETWORK in self.confined else "no_tcp" if NO_TCP in self.confined else "open",
            "files": "read_only" if READ_ONLY in self.confined else "open",
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
        limits = self._limits()
        try:
            return GraderProcess(self.path, self._source, limits, hash_seed=hash_seed)
        except NotConfinedError:
            return GraderProcess(self.path, self._source, limits, hash_seed=hash_seed, confine=False)

    def _limits(self) -> Limits:
        left = max(self.limits.total_seconds - self._used, 0.1)
        return Limits(min(self.limits.seconds, left), self.limits.total_seconds, self.limits.memory)

    def _check_budget(self, more: float = 0.0) -> None:
        if self._used + more >= self.limits.total_seconds:
            raise GraderError(phrase("grader.budget_used", seconds=f"{self.limits.total_seconds:g}"))


def _score_or_none(process: GraderProcess, sample: Any, item: Any) -> float | None:
    try:
        return process.grade(sample, item)
    except GraderError:
        return None
