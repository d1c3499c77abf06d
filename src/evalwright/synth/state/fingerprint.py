"""By what a state is known: the digest of what a few reading calls give, always the same ones, in the same order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from evalwright.chat import Arguments
from evalwright.data import dumps_canonical

from ..environment import Result

MOST_READS = 10


@dataclass(frozen=True, slots=True)
class Read:
    """One reading call of those by which a state is known."""

    tool: str
    arguments: Arguments


def fingerprint(reads: Iterable[Read], call: Callable[[str, Arguments], Result]) -> str:
    """The digest of what these reads give now."""
    seen: list[Any] = []
    for read in reads:
        result = call(read.tool, read.arguments)
        told = result.content if not result.ok or isinstance(result.value, str) else result.value
        seen.append([read.tool, read.arguments, result.ok, told])
    return hashlib.sha256(dumps_canonical(seen)).hexdigest()
