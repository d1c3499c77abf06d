"""One of several equal parts of an evaluation: every N-th item, and an N-th of every limit.

`--part 3/8` names one, whether somebody counts from 0 or from 1, since numbers are taken modulo N; `--part auto` finds
it in what Slurm or Kubernetes tell a job of an array. Each part is a run directory of its own inside the run, with its
own lock and journal, so that parts need nothing from each other; `evalwright merge` puts them together.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalwright.errors import UsageError
from evalwright.lazy import late_pattern

PARTS = "parts"
_WRITTEN = late_pattern(r"(?P<number>\d{1,9}|auto)/(?P<count>\d{1,9})")
_FOLDER = late_pattern(r"(?P<number>\d{1,9})-of-(?P<count>\d{1,9})")
_AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Slice:
    """Part `number` (from 0) of `count`."""

    number: int
    count: int
    workers: int | None = None
    """Where workers of one command do the parts: how many at once. They ask alone; who started them scores."""

    @property
    def folder(self) -> str:
        """The name of its run directory."""
        return f"{self.number}-of-{self.count}"

    @property
    def sharers(self) -> int:
        """How many share a limit with this one."""
        return self.workers or self.count

    def holds(self, position: int) -> bool:
        """Whether an item is of this part."""
        return position % self.count == self.number

    def share(self, limit: int) -> int:
        """What it gets of a limit: the shares of all add up to the limit, and no more."""
        if self.workers is not None:  # who is at work when is not known beforehand
            return limit // self.workers
        return limit // self.count + (self.number < limit % self.count)

    def path(self, run: Path) -> Path:
        """Its run directory inside the run."""
        return run / PARTS / self.folder


def read_slice(text: str, environment: Mapping[str, str] = os.environ) -> Slice:
    """A part as it is written; UsageError with the cure where it is none."""
    if text == _AUTO:
        return _from_array(environment)
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise UsageError.named("parts.written", given=repr(text[:40]))
    count = int(found["count"])
    number = _array_index(environment) if found["number"] == _AUTO else int(found["number"])
    if not count or (found["number"] != _AUTO and number > count):
        raise UsageError.named("parts.written", given=repr(text[:40]))
    return Slice(number % count, count)


def folder_slice(folder: Path) -> Slice | None:
    """The part that a folder is of; None where it is none."""
    found = _FOLDER.fullmatch(folder.name)
    return Slice(int(found["number"]), int(found["count"])) if found else None


def part_folders(run: Path) -> list[tuple[Slice, Path]]:
    """The parts that a run directory holds, in their order."""
    try:
        folders = list((run / PARTS).iterdir())
    except OSError:
        return []
    found = [(part, folder) for folder in folders if (part := folder_slice(folder)) is not None]
    return sorted(found, key=lambda each: (each[0].count, each[0].number))


def _from_array(environment: Mapping[str, str]) -> Slice:
    """The part of a job array that says how many there are."""
    try:
        count, first = int(environment["SLURM_ARRAY_TASK_COUNT"]), int(environment.get("SLURM_ARRAY_TASK_MIN", "0"))
        step = int(environment.get("SLURM_ARRAY_TASK_STEP", "1"))
        return Slice((int(environment["SLURM_ARRAY_TASK_ID"]) - first) // step % count, count)
    except (KeyError, ValueError, ZeroDivisionError):
        raise UsageError.named("parts.no_array") from None


def _array_index(environment: Mapping[str, str]) -> int:
    """The number of this job of an array."""
    for name in ("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"):
        if environment.get(name, "").isdecimal():
            return int(environment[name])
    raise UsageError.named("parts.no_array")
