"""Where a training stands, on disk: what is needed to go on after a kill, and to refuse to mix two trainings."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from evalwright.data import dumps_canonical, write_atomic
from evalwright.errors import UsageError

STATE = ".training.pt"


class CurvePoint(TypedDict):
    """One step of a training."""

    step: int
    loss: float
    valid_loss: NotRequired[float]
    """Where it was measured."""


Weights = dict[str, Any]
"""Tensors by the name of their parameter."""


class TrainingTensors(TypedDict):
    """What a training holds besides its numbers."""

    weights: Weights
    optimizer: Any
    """Its state, as torch gives it."""
    best: Weights | None


@dataclass(slots=True)
class Progressed:
    """How far a training has come."""

    step: int = 0
    curve: list[CurvePoint] = field(default_factory=list)
    """One entry per step: the loss; and where it was measured, the validation loss."""
    best: float | None = None
    best_step: int = 0
    worse: int = 0
    """Measurements since the best one."""
    seconds: float = 0.0


def fingerprint(*parts: Any) -> str:
    """What makes two trainings the same one: base, data, settings."""
    return hashlib.sha256(dumps_canonical(list(parts))).hexdigest()


class Checkpoint:
    """The state file in the adapter's folder."""

    def __init__(self, folder: Path, mark: str, torch: Any) -> None:
        self._path = folder / STATE
        self._mark = mark
        self._torch = torch

    def save(self, progressed: Progressed, tensors: TrainingTensors) -> None:
        """Replace what was there; a kill leaves the old or the new one, never a part."""
        told = {"mark": self._mark, "progressed": {name: getattr(progressed, name) for name in Progressed.__slots__}}
        with write_atomic(self._path) as stream:
            self._torch.save(told | {"tensors": tensors}, stream)

    def load(self) -> tuple[Progressed, TrainingTensors] | None:
        """What was saved; None where there is nothing; UsageError where it is of another training."""
        if not self._path.exists():
            return None
        try:
            found = self._torch.load(self._path, weights_only=True, map_location="cpu")
            mark, progressed, tensors = found["mark"], Progressed(**found["progressed"]), found["tensors"]
        except Exception as error:  # whatever a damaged file makes the library raise
            raise UsageError.named("training.unreadable", path=self._path, error=type(error).__name__) from None
        if mark != self._mark:
            raise UsageError.named("training.other_training", path=self._path.parent)
        return progressed, tensors


def remove_state(folder: Path) -> None:
    """The training is over: take away its state, and what a kill may have left of one."""
    for path in (folder / STATE, *folder.glob(f"{STATE}.*.tmp")):
        with suppress(FileNotFoundError):
            path.unlink()
