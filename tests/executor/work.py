"""Functions that workers are given: they must be importable in another process."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from evalwright.errors import InputError
from evalwright.executor import Held


def double(number: int) -> int:
    """Later pieces are done first where several work."""
    time.sleep(0.02 if number == 0 else 0)
    return 2 * number


def whose(number: int) -> int:
    return os.getpid()


def refuse_third(number: int) -> int:
    if number == 3:
        raise InputError.named("data.bad_row", path="rows.jsonl", line=3, problem="torn")
    return number


def stumble(number: int) -> int:
    return number // 0


class OddError(Exception):
    """Cannot be made again from what it says."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def raise_odd(number: int) -> int:
    raise OddError(number, number)


class DieOnce:
    """Kills its worker at one piece, but only the first time."""

    def __init__(self, mark: Path, at: int, times: int = 1) -> None:
        self.mark, self.at, self.times = mark, at, times

    def __call__(self, number: int) -> int:
        died = len(list(self.mark.parent.glob(f"{self.mark.name}*")))
        if number == self.at and died < self.times:
            Path(f"{self.mark}.{died}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


class Cached:
    """Counts how often it was called in its worker."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, number: int) -> int:
        self.calls += 1
        return self.calls


def heavy(number: int) -> bytes:
    return bytes([number]) * 1_000_000


def sleep_long(number: int) -> int:
    time.sleep(600)
    return number


def language(number: int) -> Any:
    from evalwright.text import spoken_language

    return spoken_language()


def lines_of(number: int) -> tuple[int, Held, Held]:
    """Many lines, and few."""
    few = b"few %d\n" % number
    return number, Held(b"%d\n" % number * (30_000 + number)), Held(few)


def other_lines(number: int) -> Held:
    """Never the same again."""
    return Held(os.urandom(50_000 + os.getpid() % 1000 + int.from_bytes(os.urandom(2), "little")))
