"""How many conversations it takes to show a difference, from a pilot run.

A pilot of two models on the same items tells how much their difference varies between conversations. A pilot of one
model tells only how much its own score does; then the other model is assumed to vary as much, and their scores to be
correlated by `CORRELATION` over conversations. Out flows a plain dictionary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import cast

from evalwright.errors import UsageError
from evalwright.tasks import ReviewLine

from .compare import compare_models
from .comparison_document import Clustering, DifferenceRow, FewMark, Pilot, PilotNumbers, PlanDocument
from .confidence_intervals import FEW, LEVEL
from .model_pairs import Contestant
from .pass_rule import main_metric
from .power import conversations_needed, detectable
from .quantiles import t_quantile
from .report_document import MetricRow, Report
from .runs import Part
from .summary import OVERALL, rounded, summarise

CORRELATION = 0.5
"""Over conversations, between the scores of two models, where a pilot has only one. At one half the difference varies
as much as one score does; models of one family are usually more alike, and then fewer conversations are enough."""


def plan(a: Contestant, b: Contestant | None, *, delta: float, power: float, metric: str | None = None) -> PlanDocument:
    """What it takes to show `delta` with this power: conversations and items, and what the pilot itself could show."""
    if not 0 < delta < 1 or not 0.5 <= power < 1:
        raise UsageError.named("plan.range")
    numbers, error = _alone(a, metric) if b is None else _paired(a, b, metric)
    conversations = numbers["conversations"]
    pilot: Pilot = {
        **numbers,
        "models": [each.label for each in (a, b) if each is not None],
        "detectable": rounded(min(1.0, detectable(error, conversations, power))),
        **_few_mark(conversations),
    }
    needed = conversations_needed(error, conversations, delta, power)
    per_conversation = pilot["num"] / conversations
    return {
        "metric": pilot["metric"],
        "delta": delta,
        "power": power,
        "level": LEVEL,
        "conversations": needed,
        "items": None if needed is None else math.ceil(needed * per_conversation - 1e-9),
        "pilot": pilot,
        "correlation": None if b is not None else CORRELATION,
    }


def _few_mark(conversations: int) -> FewMark:
    return {"too_few": True} if conversations < FEW else {}


def _paired(a: Contestant, b: Contestant, metric: str | None) -> tuple[PilotNumbers, float]:
    comparison = compare_models([(a, b)], metric=metric)["comparisons"][0]
    row = next(row for row in comparison["metrics"] if row["metric"] == comparison["metric"])
    if row["kind"] == "count" or row["ci95"] is None:
        raise UsageError.named("plan.nothing", row=row["metric"])
    return _pilot(comparison["dataset"], comparison, row), row["standard_error"]


def _alone(a: Contestant, metric: str | None) -> tuple[PilotNumbers, float]:
    """The standard error that a difference would have, from the interval of one model's score."""
    dataset, parts = next(iter(a.parts().items()))
    report = _report_of(a, dataset, parts)
    if report is None:
        raise UsageError.named("plan.no_report", path=a.run.path, label=a.label[:80])
    usual = main_metric(parts[0].task, a.run.metrics(a.model, dataset))
    name = metric or (usual.name if usual else None)
    rows = {row["metric"]: row for row in report["metrics"] if len(parts) == 1 or row["subset"] == OVERALL}
    row = rows.get(name) if name is not None else None
    if row is None or not row["ci95"]:
        raise UsageError.named("plan.no_interval", name=name, rows=", ".join(rows)[:200])
    low, high = row["ci95"]
    own = (high - low) / 2 / t_quantile((1 + LEVEL) / 2, max(1, row["conversations"] - 1))
    return _pilot(dataset, _clustering(report, parts), row), own * math.sqrt(2 * (1 - CORRELATION))


def _report_of(a: Contestant, dataset: str, parts: Sequence[Part]) -> Report | None:
    """The report that was written, or, where reviews are taken otherwise than they stand, what they say then."""
    if not any(part.amendments for part in parts):
        return a.run.report(a.model, dataset)
    reviews = ({**review, "subset": part.subset} for part in parts for review in part.read_reviews())
    metrics = a.run.metrics(a.model, dataset)
    subsets = [part.subset for part in parts]
    return summarise(
        cast(Iterator[ReviewLine], reviews), model=a.model, dataset=dataset, metrics=metrics, subsets=subsets
    )


def _clustering(report: Report, parts: Sequence[Part]) -> Clustering:
    statistics = report.get("statistics", {})
    made: Clustering = {"cluster": statistics.get("cluster", "conversation")}
    if made["cluster"] == "group":
        made["group_by"] = str(statistics.get("group_by"))
        made["ungrouped"] = sum("group" not in review for part in parts for review in part.read_reviews())
    return made


def _pilot(dataset: str, clustering: Clustering, row: MetricRow | DifferenceRow) -> PilotNumbers:
    made: PilotNumbers = {
        "dataset": dataset,
        "cluster": clustering["cluster"],
        "metric": row["metric"],
        "num": row["num"],
        "conversations": row["conversations"],
    }
    if "group_by" in clustering:
        made["group_by"], made["ungrouped"] = clustering["group_by"], clustering.get("ungrouped", 0)
    return made
