"""The counts of a run: items that passed, failed or could not be graded, per criterion too, and what models used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from evalwright.chat import JsonObject

_TOKENS = ("prompt_tokens", "completion_tokens", "total_tokens", "cached_tokens")


class Counts(TypedDict):
    """The part of a result that is counted."""

    result_counts: JsonObject
    per_testing_criteria_results: list[JsonObject]
    per_model_usage: list[JsonObject]


class Tally:
    """Counts answers and reviews as they are read."""

    def __init__(self, criteria: Sequence[Mapping[str, Any]], total: int) -> None:
        self._ids = [str(each["id"]) for each in criteria]
        self._total = total
        self._passed = self._failed = 0
        self._by_criterion: Counter[tuple[str, bool]] = Counter()
        self._usage: dict[str, Counter[str]] = {}

    def note_answer(self, line: JsonObject) -> None:
        """An answer of the model."""
        sample = line.get("sample")
        if isinstance(sample, dict):
            self._note_usage("", sample.get("usage"))

    def note_review(self, line: JsonObject) -> bool:
        """A review; whether every criterion passed."""
        details = line.get("details")
        graded = details.get("criteria") if isinstance(details, dict) else None
        found = {each.get("id"): each for each in graded or () if isinstance(each, dict)}
        each_one = [found.get(identifier) for identifier in self._ids]
        for identifier, one in zip(self._ids, each_one, strict=True):
            if one is not None and one.get("error") is None and one.get("passed") is not None:
                self._by_criterion[identifier, bool(one["passed"])] += 1
        for one in each_one:
            self._note_judge(one)
        if any(one is None or one.get("error") is not None or one.get("passed") is None for one in each_one):
            return False
        passed = all(one is not None and one["passed"] for one in each_one)
        self._passed += passed
        self._failed += not passed
        return passed

    def _note_judge(self, one: Any) -> None:
        sample = one.get("sample") if isinstance(one, dict) else None
        if isinstance(sample, dict) and isinstance(sample.get("model"), str):
            self._note_usage(sample["model"], sample.get("usage"))

    def _note_usage(self, model: str, usage: Any) -> None:
        counts = self._usage.setdefault(model, Counter())
        counts["invocation_count"] += 1
        for name in _TOKENS:
            value = usage.get(name) if isinstance(usage, dict) else None
            counts[name] += value if isinstance(value, int) else 0

    def result(self, names: Mapping[str, str]) -> Counts:
        """What was counted; `names` are the clients' own for those who answered and judged."""
        errored = self._total - self._passed - self._failed
        fields = ("invocation_count", *_TOKENS)
        return {
            "result_counts": {
                "total": self._total,
                "passed": self._passed,
                "failed": self._failed,
                "errored": errored,
            },
            "per_testing_criteria_results": [
                {
                    "testing_criteria": identifier,
                    "passed": self._by_criterion[identifier, True],
                    "failed": self._by_criterion[identifier, False],
                }
                for identifier in self._ids
            ],
            "per_model_usage": [
                {"model_name": names.get(name, name), **{field: counts[field] for field in fields}}
                for name, counts in self._usage.items()
            ],
        }
