"""Two models' answers to the same items, side by side.

The parts of two models on one data set flow in, `Pairs` flow out. Items are matched by their id and by nothing else;
where the two sides did not answer the same items the comparison is refused, with the first one that differs. Items
without an answer on either side are left out and counted: a time-out says nothing about a model's skill.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from sys import intern

from evalwright.data import dumps_canonical
from evalwright.errors import UsageError
from evalwright.scoring import Metric
from evalwright.tasks import ReviewLine
from evalwright.text import phrase

from .compact_column import LARGEST
from .gold_counts import ALONE_METRICS, is_several, matched_other, value_alone
from .review_table import group_in
from .runs import Part

UNIT = 720_720 * 10**6
"""Values are kept in whole numbers of 1 / UNIT, of which halves, thirds and all down to sixteenths are exact."""

Key = tuple[str, str]
"""Subset and id."""
Facts = dict[str, float]
"""What a review says of its metrics, by name."""


@dataclass(slots=True)
class Answer:
    """An item as one model answered it; answers to the same item are averaged first."""

    conversation: str
    group_by: str | None
    """The field whose value stands in `conversation`, where items are grouped by one."""
    tool: str | None
    position: int | None
    verdict: str
    parts: list[tuple[int, int] | None]
    """By metric: numerator and denominator in UNITs; None where the item takes no part."""
    gold: bytes
    """A hash of what was expected, as far as the review tells; empty where the data is known to be the same."""
    several: bool = False
    """Whether the item has more than one right answer."""
    matched: bool = False
    """Whether it was right, in one of its copies, by another answer than the expected one."""
    alone: Mapping[str, float] = field(default_factory=dict)
    """By metric, what the expected calls alone would have given, where the item has more than one right answer."""


@dataclass(slots=True)
class Side:
    """All that one model answered on one data set."""

    answers: dict[Key, Answer] = field(default_factory=dict)
    errors: dict[Key, str] = field(default_factory=dict)
    """Items without any answer, with the kind of error."""


@dataclass(slots=True)
class Pair:
    """An item that both models answered."""

    subset: str
    id: str
    conversation: tuple[str, str]
    """What statistics cluster by, with its subset, for ids begin anew in every one."""
    a: Answer
    b: Answer
    outcome: str = "unscored"
    """fixed, broken, both_right or both_wrong, once it is judged."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The items that both answered, and how many were left out because of either side."""

    pairs: list[Pair]
    errors_a: int
    errors_b: int
    left_out: int


def pair(a: Sequence[Part], b: Sequence[Part], metrics: Sequence[Metric]) -> Pairs:
    """Match the items of two models; UsageError where they are not the same items."""
    names = _subset_names(a, b)
    same_data = _data(a, {}) == _data(b, names)
    side_a, side_b = _read_side(a, metrics, {}, not same_data), _read_side(b, metrics, names, not same_data)
    if not same_data:
        _require_same(side_a, side_b, a[0].dataset)
    both = [
        Pair(*key, (key[0], answer.conversation), answer, side_b.answers[key])
        for key, answer in side_a.answers.items()
        if key in side_b.answers
    ]
    everything = side_a.answers.keys() | side_a.errors.keys() | side_b.answers.keys() | side_b.errors.keys()
    missing_a, missing_b = len(everything - side_a.answers.keys()), len(everything - side_b.answers.keys())
    return Pairs(both, missing_a, missing_b, len(everything) - len(both))


def _subset_names(a: Sequence[Part], b: Sequence[Part]) -> dict[str, str]:
    """Names of B's subsets as A calls them: where both have just one, its name (a file's) does not matter."""
    if len(a) == len(b) == 1:
        return {b[0].subset: a[0].subset}
    return {}


def _data(parts: Sequence[Part], names: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return sorted((names.get(part.subset, part.subset), part.sha256, str(part.limit)) for part in parts)


def _require_same(a: Side, b: Side, dataset: str) -> None:
    """The same items on both sides, expecting the same, or an error with the first that differs."""
    known_a, known_b = a.answers.keys() | a.errors.keys(), b.answers.keys() | b.errors.keys()
    cure = phrase("cures.same_data")
    for ours, theirs, which in ((a, known_b, "second"), (b, known_a, "first")):
        for key in (*ours.answers, *ours.errors):
            if key not in theirs:
                values = {"dataset": dataset[:80], "which": phrase(f"compare.which.{which}"), "key": _quote_key(key)}
                raise UsageError.named("compare.no_item", cure=cure, **values)
    for key, answer in a.answers.items():
        if key in b.answers and b.answers[key].gold != answer.gold:
            raise UsageError.named("compare.other_item", dataset=dataset[:80], key=_quote_key(key), cure=cure)


def _quote_key(key: Key) -> str:
    return f"{key[1][:120]!r} (subset {key[0][:80]!r})"


def _read_side(parts: Sequence[Part], metrics: Sequence[Metric], names: Mapping[str, str], with_gold: bool) -> Side:
    side = Side()
    take = partial(_take_item_answers, side, metrics, with_gold)
    for part in parts:
        subset = intern(names.get(part.subset, part.subset))
        copies: list[ReviewLine] = []
        for review in part.read_reviews():
            if copies and copies[0]["id"] != review["id"]:
                take(subset, copies)
                copies = []
            copies.append(review)
        if copies:
            take(subset, copies)
        for error in part.read_errors():
            if (subset, error["id"]) not in side.answers:
                side.errors[subset, error["id"]] = error["kind"]
    return side


def _take_item_answers(
    side: Side, metrics: Sequence[Metric], with_gold: bool, subset: str, copies: Sequence[ReviewLine]
) -> None:
    """Take in all answers to one item, which lie one after the other."""
    first = copies[0]
    key = subset, first["id"]
    if key in side.answers:
        raise UsageError.named("compare.twice", key=_quote_key(key))
    verdicts = Counter(str(review.get("verdict")) for review in copies)
    tool, position = first.get("tool"), first.get("call_index")
    facts = [_score_facts(review) for review in copies]
    named = group_in(first)
    side.answers[key] = Answer(
        conversation=named[1] if named else str(first.get("conversation_id") or first["id"]),
        group_by=intern(named[0]) if named else None,
        tool=intern(tool) if isinstance(tool, str) else None,
        position=position if isinstance(position, int) and not isinstance(position, bool) else None,
        verdict=intern(max(verdicts, key=verdicts.__getitem__)),
        parts=[_mean_part(metric, facts, key) for metric in metrics],
        gold=_gold(first) if with_gold else b"",
        several=is_several(first),
        matched=any(map(matched_other, copies)),
        alone=_means_with_one_gold(copies) if is_several(first) else {},
    )


def _means_with_one_gold(copies: Sequence[ReviewLine]) -> dict[str, float]:
    found = {name: [value_alone(review, name) for review in copies] for name in ALONE_METRICS}
    kept = {name: [value for value in values if value is not None] for name, values in found.items()}
    return {name: sum(values) / len(values) for name, values in kept.items() if values}


def _score_facts(review: ReviewLine) -> Facts:
    score = review.get("score")
    return {name: value for name, value in score.items() if value is not None} if isinstance(score, Mapping) else {}


def _mean_part(metric: Metric, copies: Iterable[Facts], key: Key) -> tuple[int, int] | None:
    found = [part for facts in copies if (part := _metric_part(metric, facts, key)) is not None]
    if len(found) < 2:
        return found[0] if found else None
    return round(sum(top for top, _ in found) / len(found)), round(sum(bottom for _, bottom in found) / len(found))


def _metric_part(metric: Metric, facts: Facts, key: Key) -> tuple[int, int] | None:
    try:
        part = metric.of(facts)
        if part is None:
            return None
        top, bottom = part
        least = -LARGEST if metric.kind == "number" else 0
        if least <= top <= LARGEST and 0 <= bottom <= LARGEST:  # which nan is not
            return round(top * UNIT), round(bottom * UNIT)
    except (TypeError, ValueError, ArithmeticError):
        pass  # a fact is no number: said below
    raise UsageError.named("compare.no_value", key=_quote_key(key), metric=metric.name)


def _gold(review: ReviewLine) -> bytes:
    """What was expected, as far as a review says it."""
    details, score = review.get("details"), review.get("score")
    details = details if isinstance(details, Mapping) else {}
    score = score if isinstance(score, Mapping) else {}
    known = [
        review.get("conversation_id") or review.get("id"),
        *(review.get(name) for name in ("call_index", "tool")),
        *(details.get(name) for name in ("expected", "reference")),
        score.get("should_call_tool"),
    ]
    return hashlib.blake2b(dumps_canonical(known), digest_size=12).digest()
