"""What an attack is: it is prepared once, then made again and again, each time from a seed, and counts what it saw."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from .forked import Forked


class LossError(Exception):
    """A promise was broken."""


@dataclass(slots=True)
class Bench:
    """What attacks share: the place of their files, and how commands are run."""

    folder: Path
    commands: Forked
    figures: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, attack: str, what: str, number: int = 1) -> None:
        """Note something that was seen."""
        self.figures.setdefault(attack, Counter())[what] += number


class Attack(Protocol):
    """One kind of attack."""

    name: str

    def prepare(self, bench: Bench) -> None:
        """Make what every attack of this kind needs."""
        ...

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        """Attack once, in a folder of its own; LossError where a promise was broken."""
        ...


def demand(holds: bool, what: str) -> None:
    """LossError unless it holds."""
    if not holds:
        raise LossError(what)


def digest_tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes; hidden ones too, locks not."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }
