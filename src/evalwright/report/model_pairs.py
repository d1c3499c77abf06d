"""Who is compared with whom: from run directories and model names to pairs of models.

Runs flow in, pairs flow out, the older model of each first. Names are as short as they can be and still tell the two
apart: the model's, and with its run where both have the same model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evalwright.errors import UsageError

from .runs import Part, StoredRun


@dataclass(frozen=True, slots=True)
class Contestant:
    """One model of one run."""

    run: StoredRun
    model: str
    label: str

    def parts(self) -> dict[str, list[Part]]:
        """Its parts, by data set."""
        return self.run.parts_of(self.model)


def matches(runs: Sequence[StoredRun], models: Sequence[str] = ()) -> list[tuple[Contestant, Contestant]]:
    """The comparisons that these runs and names ask for: the first model against each of the others."""
    if len(runs) == 1:
        found = _against_first(_of_one_run(runs[0], models))
        return found if models else [pair for pair in found if _share_data(*pair)] or found
    if models:
        return _against_first(_by_name(runs, models))
    if all(len(run.models) == 1 for run in runs):
        return _against_first([contestant(run, run.models[0]) for run in runs])
    found = [
        (contestant(runs[0], model), contestant(run, model))
        for run in runs[1:]
        for model in runs[0].models
        if model in run.models
    ]
    if not found:
        raise UsageError.named("compare.no_common_model", models=_joined_model_names(runs))
    return [_told_apart(a, b) for a, b in found]


def _of_one_run(run: StoredRun, models: Sequence[str]) -> list[Contestant]:
    names = list(dict.fromkeys(models)) or run.models
    if len(names) < 2:
        raise UsageError.named("compare.one_model", run=run.path)
    return [contestant(run, name) for name in names]


def _share_data(a: Contestant, b: Contestant) -> bool:
    """Whether both were asked something of the same data set: a run that has grown may hold models that were not."""
    return not a.parts().keys().isdisjoint(b.parts())


def _by_name(runs: Sequence[StoredRun], models: Sequence[str]) -> list[Contestant]:
    """One name for all runs, or one for each."""
    if len(models) == 1:
        return [contestant(run, models[0]) for run in runs]
    if len(models) != len(runs):
        raise UsageError.named("compare.models_for_runs", models=len(models), runs=len(runs))
    return [contestant(run, name) for run, name in zip(runs, models, strict=True)]


def contestant(run: StoredRun, model: str) -> Contestant:
    """A model of a run by its name; UsageError where the run has no such model."""
    if model not in run.models:
        raise UsageError.named(
            "compare.no_model", run=run.path, model=repr(model[:80]), models=_joined_model_names([run])
        )
    return Contestant(run, model, model)


def _joined_model_names(runs: Sequence[StoredRun]) -> str:
    return ", ".join(dict.fromkeys(model for run in runs for model in run.models))[:300]


def _against_first(contestants: Sequence[Contestant]) -> list[tuple[Contestant, Contestant]]:
    return [_told_apart(contestants[0], other) for other in contestants[1:]]


def _told_apart(a: Contestant, b: Contestant) -> tuple[Contestant, Contestant]:
    """Two contestants with labels that differ."""
    if a.label != b.label:
        return a, b
    names = (a.run.path.name, b.run.path.name)
    if names[0] == names[1]:
        names = (str(a.run.path), str(b.run.path))
    return replace(a, label=f"{a.label} ({names[0]})"), replace(b, label=f"{b.label} ({names[1]})")
