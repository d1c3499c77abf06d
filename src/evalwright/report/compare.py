"""Is the other model better, where, and can it be believed? The document behind `compare`.

Two models' parts of their runs flow in; out flows a plain dictionary with the paired difference of every metric, the
items that were fixed and broken with their reasons, and the same by tool, position and verdict. It holds no time, and
the seed of what is drawn, so that equal runs give equal bytes. Words for people are made from it elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from evalwright.errors import UsageError
from evalwright.scoring import Metric
from evalwright.text import listed, localized, localized_section

from .compare_gold import gold_comparison
from .comparison_document import (
    AllowedRegression,
    AmendmentNotes,
    Clustering,
    ComparisonDocument,
    Contender,
    DifferenceFacts,
    DifferenceNumbers,
    DifferenceRow,
    FlipCounts,
    Measured,
    PairComparison,
    PositionDifference,
    ToolDifference,
    VerdictFlow,
    gain_sign,
)
from .confidence_intervals import LEVEL
from .flips import fixed_and_broken
from .model_pairs import Contestant
from .paired_test import ALPHA, Difference, Sums, holm, paired_difference
from .pairing import Pair, Pairs, pair
from .pass_rule import RightRule, main_metric
from .permutation import DRAWS, EXACT_UP_TO, SEED
from .power import POWER
from .runs import Part
from .setting_notes import differing_settings, left_out_subsets
from .summary import rounded

_Group = TypeVar("_Group", str, int)
_OUTCOMES = {
    (False, True): "fixed",
    (True, False): "broken",
    (True, True): "both_right",
    (False, False): "both_wrong",
}


@dataclass(frozen=True, slots=True)
class Contest:
    """Two models on one data set, and the metric that decides."""

    a: Contestant
    b: Contestant
    dataset: str
    metrics: tuple[Metric, ...]
    main: Metric
    right: RightRule


def compare_models(
    matches: Iterable[tuple[Contestant, Contestant]], *, metric: str | None = None, max_regression: float | None = None
) -> ComparisonDocument:
    """Compare models two by two on every data set that both answered; the second of each is the new one."""
    contests = [contest for a, b in matches for contest in _contests(a, b, metric)]
    measured = [_measure(contest) for contest in contests]
    adjusted = holm([_main_row(document)["p"] for document in measured])
    made = [_concluded(document, p, max_regression) for document, p in zip(measured, adjusted, strict=True)]
    return {
        "comparisons": made,
        **_allowed(max_regression),
        "regression": any(document["regression"] for document in made),
        "statistics": {
            "method": dict(localized_section("compare.method", "en")),
            "level": LEVEL,
            "power": POWER,
            "exact_up_to": EXACT_UP_TO,
            "draws": DRAWS,
            "seed": SEED,
        },
    }


def _allowed(max_regression: float | None) -> AllowedRegression:
    return {} if max_regression is None else {"max_regression": max_regression}


def _contests(a: Contestant, b: Contestant, metric: str | None) -> list[Contest]:
    """One contest per data set that both have."""
    parts_a, parts_b = a.parts(), b.parts()
    shared = [dataset for dataset in parts_a if dataset in parts_b]
    if not shared:
        raise UsageError.named(
            "compare.no_common_data",
            a=a.label[:80],
            b=b.label[:80],
            data_a=", ".join(parts_a)[:200],
            data_b=", ".join(parts_b)[:200],
        )
    return [_contest(a, b, dataset, parts_a[dataset][0], parts_b[dataset][0], metric) for dataset in shared]


def _contest(a: Contestant, b: Contestant, dataset: str, part_a: Part, part_b: Part, metric: str | None) -> Contest:
    if part_a.task != part_b.task or part_a.options.get("match") != part_b.options.get("match"):
        raise UsageError.named("compare.other_grading", dataset=dataset[:80])
    theirs = {each.name for each in b.run.metrics(b.model, dataset)}
    metrics = tuple(each for each in a.run.metrics(a.model, dataset) if each.name in theirs)
    usual = main_metric(part_a.task, metrics)
    main = usual if metric is None else next((each for each in metrics if each.name == metric), None)
    if main is None or usual is None:
        names = listed(each.name for each in metrics) or localized("compare.no_metrics")
        name = "compare.no_metric" if metric else "compare.nothing_to_compare"
        raise UsageError.named(name, metric=metric, names=names)
    return Contest(a, b, dataset, metrics, main, RightRule(usual))


def _measure(contest: Contest) -> Measured:
    parts_a, parts_b = _shared_parts(contest)
    found = pair(parts_a, parts_b, contest.metrics)
    _judge(contest, found.pairs)
    return {
        "dataset": contest.dataset,
        "task": parts_a[0].task,
        "a": _who(contest.a),
        "b": _who(contest.b),
        "metric": contest.main.name,
        "num": len(found.pairs),
        "conversations": len({each.conversation for each in found.pairs}),
        **_clustering(found),
        "left_out": {"num": found.left_out, "errors_a": found.errors_a, "errors_b": found.errors_b},
        "right": contest.right.text(),
        "counts": _counts(found.pairs),
        **gold_comparison(found.pairs, contest.metrics, contest.main),
        "metrics": [_difference_row(found.pairs, place, each) for place, each in enumerate(contest.metrics)],
        "tool": _by_tool(contest, found.pairs),
        "position": _by_position(contest, found.pairs),
        "verdict": _flows(found.pairs),
        **fixed_and_broken(parts_a, parts_b, found.pairs),
        **_amendment_notes([*parts_a, *parts_b]),
        "notes": [
            *left_out_subsets((contest.a, contest.b), contest.dataset, parts_a),
            *differing_settings(parts_a, parts_b),
        ],
    }


def _who(contestant: Contestant) -> Contender:
    return {"label": contestant.label, "run": str(contestant.run.path), "model": contestant.model}


def _clustering(found: Pairs) -> Clustering:
    """What differences are summed over: conversations, records, or the values of a field."""
    fields = {each.a.group_by for each in found.pairs} - {None}
    if fields:
        missing = sum(each.a.group_by is None for each in found.pairs)
        return {"cluster": "group", "group_by": str(listed(sorted(map(str, fields)))), "ungrouped": missing}
    several = any(each.a.conversation != each.id for each in found.pairs)
    return {"cluster": "conversation" if several else "record"}


def _amendment_notes(parts: Iterable[Part]) -> AmendmentNotes:
    """What must be said of reviews that are not taken as they stand on disk, each sentence once."""
    said = dict.fromkeys(note for part in parts for each in part.amendments for note in each.notes())
    return {"amended": list(said)} if said else {}


def _judge(contest: Contest, pairs: Iterable[Pair]) -> None:
    """Note what became of every pair, by the rule of the task."""
    place = contest.metrics.index(contest.right.metric)
    for each in pairs:
        first, second = _right(contest.right, each.a.parts[place]), _right(contest.right, each.b.parts[place])
        if first is not None and second is not None:
            each.outcome = _OUTCOMES[first, second]


def _right(rule: RightRule, part: tuple[int, int] | None) -> bool | None:
    return None if part is None or not part[1] else rule.holds(part[0] / part[1])


def _counts(pairs: Iterable[Pair]) -> FlipCounts:
    found = Counter(each.outcome for each in pairs)
    made: FlipCounts = {
        "fixed": found["fixed"],
        "broken": found["broken"],
        "both_right": found["both_right"],
        "both_wrong": found["both_wrong"],
    }
    if found["unscored"]:
        made["unscored"] = found["unscored"]
    return made


def _difference(pairs: Iterable[Pair], place: int, metric: Metric) -> Difference | None:
    sums: dict[tuple[str, str], list[int]] = {}
    for each in pairs:
        a, b = each.a.parts[place], each.b.parts[place]
        if a is not None and b is not None:
            total = sums.setdefault(each.conversation, [0, 0, 0, 0, 0])
            total[0] += 1
            total[1] += a[0]
            total[2] += a[1]
            total[3] += b[0]
            total[4] += b[1]
    return paired_difference((Sums(*total) for total in sums.values()), bounded=metric.kind not in ("count", "number"))


def _difference_row(pairs: Sequence[Pair], place: int, metric: Metric) -> DifferenceRow:
    found = _difference(pairs, place, metric)
    return {
        "metric": metric.name,
        "kind": metric.kind,
        **_numbers(found, metric),
        "p": _p(found),
        **_test_facts(found, metric),
        **_direction_fact(metric),
    }


def _direction_fact(metric: Metric) -> DifferenceFacts:
    return {"lower_is_better": True} if metric.lower_is_better else {}


def _test_facts(found: Difference | None, metric: Metric) -> DifferenceFacts:
    if found is None:
        return {}
    scale = _scale(found, metric)
    made: DifferenceFacts = {
        "p_method": found.test.method,
        "differing": found.test.differing,
        "standard_error": rounded(found.error * scale),
        "detectable": rounded(found.detectable * scale),
    }
    if found.too_few:
        made["too_few"] = True
    return made


def _p(found: Difference | None) -> float | None:
    return None if found is None else rounded(found.test.p)


def _numbers(found: Difference | None, metric: Metric) -> DifferenceNumbers:
    if found is None:
        return {"num": 0, "conversations": 0, "score_a": None, "score_b": None, "difference": None, "ci95": None}
    scale = _scale(found, metric)
    return {
        "num": found.items,
        "conversations": found.conversations,
        "score_a": rounded(found.score_a * scale),
        "score_b": rounded(found.score_b * scale),
        "difference": rounded(found.value * scale),
        "ci95": [rounded(found.low * scale), rounded(found.high * scale)],
    }


def _scale(found: Difference, metric: Metric) -> int:
    """A count is a sum over items, everything else a share."""
    return found.items if metric.kind == "count" else 1


def _by_tool(contest: Contest, pairs: Sequence[Pair]) -> list[ToolDifference]:
    groups = sorted(_grouped(pairs, lambda each: each.a.tool).items(), key=lambda group: (-len(group[1]), group[0]))
    found = [_main_difference(contest, members) for _, members in groups]
    adjusted = holm([_p(each) for each in found])
    return [
        {
            "tool": tool,
            "items": len(members),
            **_numbers(each, contest.main),
            "p": _p(each),
            **_counts(members),
            "p_holm": rounded(p),
        }
        for (tool, members), each, p in zip(groups, found, adjusted, strict=True)
    ]


def _by_position(contest: Contest, pairs: Sequence[Pair]) -> list[PositionDifference]:
    """Positions are for reading, without a p: a claim about one would need a family of its own."""
    groups = _grouped(pairs, lambda each: each.a.position)
    rows: list[PositionDifference] = [
        {
            "position": position,
            "items": len(members),
            **_numbers(_main_difference(contest, members), contest.main),
            **_counts(members),
        }
        for position, members in groups.items()
    ]
    return sorted(rows, key=lambda row: row["position"])


def _main_difference(contest: Contest, pairs: Sequence[Pair]) -> Difference | None:
    return _difference(pairs, contest.metrics.index(contest.main), contest.main)


def _grouped(pairs: Sequence[Pair], of: Callable[[Pair], _Group | None]) -> dict[_Group, list[Pair]]:
    groups: dict[_Group, list[Pair]] = {}
    for each in pairs:
        if (group := of(each)) is not None:
            groups.setdefault(group, []).append(each)
    return groups


def _flows(pairs: Iterable[Pair]) -> list[VerdictFlow]:
    counts = Counter((each.a.verdict, each.b.verdict) for each in pairs)
    rows: list[VerdictFlow] = [{"a": a, "b": b, "num": num} for (a, b), num in counts.items()]
    return sorted(rows, key=lambda row: (-row["num"], row["a"], row["b"]))


def _shared_parts(contest: Contest) -> tuple[list[Part], list[Part]]:
    """The parts that are compared: in one run that has grown, the subsets that both models were asked."""
    parts_a, parts_b = contest.a.parts()[contest.dataset], contest.b.parts()[contest.dataset]
    shared = {part.subset for part in parts_a} & {part.subset for part in parts_b}
    if contest.a.run.path != contest.b.run.path or not shared:
        return parts_a, parts_b
    return [part for part in parts_a if part.subset in shared], [part for part in parts_b if part.subset in shared]


def _main_row(document: Measured) -> DifferenceRow:
    return next(row for row in document["metrics"] if row["metric"] == document["metric"])


def _concluded(document: Measured, p: float | None, max_regression: float | None) -> PairComparison:
    """The same with whether a difference is shown, and whether it is a regression that matters."""
    row = _main_row(document)
    gain = gain_sign(row)
    found, difference = outcome(row, p, gain), row["difference"]
    limit = max_regression if max_regression is not None else 0.0
    worse = found == "worse" and difference is not None and gain * difference < -limit
    return {**document, "p_holm": rounded(p), "outcome": found, "regression": worse}


def outcome(row: DifferenceNumbers, p: float | None, gain: int = 1) -> str:
    """better, worse or no_difference; one that is shown has both a small p and an interval that leaves out 0."""
    if p is None or row["ci95"] is None:
        return "no_difference"
    low, high = row["ci95"]
    if p >= ALPHA or low <= 0 <= high:
        return "no_difference"
    return "better" if (low > 0) == (gain > 0) else "worse"
