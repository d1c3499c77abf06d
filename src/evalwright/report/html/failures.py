"""The failures that the page carries: as many of each group as fit, with all that a reader needs to judge them.

Reviews stream by a second time. Every group gets an equal share of the room, so that ten thousand failures of one
kind do not push out the three of another; what does not fit is counted. Texts are cut with a mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.scoring import review_in_words
from evalwright.tasks import ReviewLine

from .safe import LINE, NAME, json_text, listed, mapping, one_line, several_lines
from .tally import Group, Tally, graded_details
from .words import Words, effect_name

MOST = 1000
"""Failures carried by one page."""
_BYTES = 5_000_000
_DIFFERENCES = 20
_VALUE = 300
_REFERENCES = 5

Key = tuple[str, str, str]


@dataclass(slots=True)
class Failure:
    """One answer that is wrong or has no score."""

    model: int
    key: Key
    """Data set, subset and id."""
    group: Group
    line: str
    facts: JsonObject
    """What the script shows: `model`, `scores`, and what its task has to show."""
    values: list[tuple[str, Any]] = field(default_factory=list)
    """Values whose source is to be marked, each with its side."""


def collect(tallies: Sequence[Tally], words: Words) -> list[Failure]:
    """The failures that fit, in the order of the reviews."""
    share = fair_share([num for tally in tallies for num in tally.groups.values()], MOST)
    found = [(rank, failure) for tally in tallies for rank, failure in _of_tally(tally, share, words)]
    order = sorted(range(len(found)), key=lambda at: (found[at][0], at))
    kept, used = [], 0
    for at in order:
        used += len(dumps(found[at][1].facts))
        if used > _BYTES:
            break
        kept.append(at)
    return [found[at][1] for at in sorted(kept)]


def fair_share(counts: Iterable[int], room: int) -> int:
    """The most that each group may have if none has more and all together fit."""
    left = sorted(counts)
    for place, num in enumerate(left):
        share = room // (len(left) - place)
        if num > share:
            return max(share, 1)
        room -= num
    return left[-1] if left else 0


def add_others(tallies: Sequence[Tally], failures: Sequence[Failure]) -> None:
    """Add what the other models made of the same items."""
    wanted: dict[Key, list[Failure]] = {}
    for failure in failures:
        wanted.setdefault(failure.key, []).append(failure)
    if len({tally.model for tally in tallies}) < 2:
        return
    for tally in tallies:
        for part in tally.parts:
            for review in part.read_reviews():
                for failure in wanted.get((tally.dataset, part.subset, review["id"]), ()):
                    if failure.model != tally.model and review.get("repeat") == failure.facts.get("repeat"):
                        said = [tally.model, one_line(review.get("verdict")), tally.right(review)]
                        failure.facts.setdefault("others", []).append(said)


def _of_tally(tally: Tally, share: int, words: Words) -> Iterator[tuple[int, Failure]]:
    """The first failures of every group, each with its rank there."""
    ranks: Counter[Group] = Counter()
    wanted = sum(min(share, num) for num in tally.groups.values())
    for subset, group, review in _failed_reviews(tally, share, words):
        if not wanted:
            return
        ranks[group] += 1
        if ranks[group] <= share:
            wanted -= 1
            yield ranks[group], _failure(tally.model, (tally.dataset, subset, review["id"]), group, review)


def _failed_reviews(tally: Tally, share: int, words: Words) -> Iterable[tuple[str, Group, ReviewLine]]:
    """The failures in their order: those that were kept, where all that are wanted are among them."""
    kept = Counter(group for _, group, _ in tally.first)
    if all(kept[group] >= min(share, num) for group, num in tally.groups.items()):
        return tally.first
    return (
        (part.subset, tally.group(review, words), review)
        for part in tally.parts
        for review in part.read_reviews()
        if tally.right(review) is not True
    )


def _failure(model: int, key: Key, group: Group, review: ReviewLine) -> Failure:
    said = review_in_words(review)
    details = graded_details(said)
    scores = mapping(review.get("score")).items()
    facts: JsonObject = {
        "model": model,
        "scores": [[one_line(name), value] for name, value in scores if _is_number(value)],
    }
    if isinstance(review.get("repeat"), int):
        facts["repeat"] = review["repeat"]
    if isinstance(effect := details.get("effect"), Mapping) and isinstance(review.get("effect"), str):
        facts["effect"] = [one_line(review["effect"]), effect_name(review["effect"]), one_line(effect.get("why"), LINE)]
    facts |= _shown_of_task(said.get("reason"), details)
    return Failure(model, key, group, one_line(said.get("reason"), LINE), facts, _values_to_find(details))


def _shown_of_task(reason: Any, details: Mapping[str, Any]) -> JsonObject:
    """What each kind of task has to show."""
    found: JsonObject = {}
    if "how" in details:  # a choice
        letters = {name: one_line(", ".join(map(str, listed(details.get(name))))) for name in ("expected", "given")}
        found["choice"] = {**letters, "how": one_line(details.get("how"), LINE)}
    elif "expected" in details or "calls" in details:
        given = details.get("given", details.get("calls"))
        found["expected"] = _call_lines(details.get("expected")) if "expected" in details else None
        found["given"] = _call_lines(given)
        found["differences"] = [_difference(mapping(each)) for each in listed(details.get("arguments"))[:_DIFFERENCES]]
    if isinstance(details.get("problem"), str):
        found["problem"] = several_lines(details["problem"])
    if "reference" in details:
        found["references"] = [several_lines(text) for text in listed(details["reference"])[:_REFERENCES]]
        found["answer"] = several_lines(details.get("answer"))
    if isinstance(details.get("reply"), str) and details["reply"]:
        found["reply"] = several_lines(details["reply"])
    if isinstance(reason, str) and len(one_line(reason, LINE)) < len(reason):
        found["reason"] = several_lines(reason)
    return found


def _call_lines(calls: Any) -> str:
    """Calls one a line: name and arguments, indented where they are long."""
    lines = []
    for raw in listed(calls):
        call = mapping(mapping(raw).get("function")) or mapping(raw)
        said = call.get("arguments", call.get("unreadable", ""))
        text = said if isinstance(said, str) else json_text(said)
        lines.append(f"{one_line(call.get('name')) or '?'} {text}")
    return several_lines("\n".join(lines))


def _difference(found: Mapping[str, Any]) -> list[Any]:
    """Path, kind, both values as text (None where there is none), and both sources."""
    kind = one_line(found.get("kind"))
    expected = None if kind == "extra" else several_lines(json_text(found.get("expected")), _VALUE)
    given = None if kind == "missing" else several_lines(json_text(found.get("given")), _VALUE)
    sources = [one_line(found.get(name), LINE) for name in ("expected_source", "given_source")]
    return [one_line(found.get("path"), NAME) or "$", kind, expected, given, *sources]


def _values_to_find(details: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The values to be found in the conversation: those that differ, else the arguments of the calls due and made."""
    found: list[tuple[str, Any]] = []
    if "how" in details:  # letters of a choice stand everywhere
        return found
    for each in listed(details.get("arguments"))[:_DIFFERENCES]:
        found += [(side, mapping(each).get(side)) for side in ("expected", "given")]
    if not found:
        for side in ("expected", "given"):
            for call in listed(details.get(side)):
                found += [(side, value) for value in _leaves(mapping(mapping(call).get("arguments")), 3)]
    usable = [(side, value) for side, value in found if _is_number(value) or (isinstance(value, str) and value)]
    return [pair for pair in usable if len(str(pair[1])) <= _VALUE][:_DIFFERENCES]


def _leaves(value: Any, depth: int) -> Iterator[Any]:
    if isinstance(value, Mapping | list) and depth:
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(inner, depth - 1)
    else:
        yield value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
