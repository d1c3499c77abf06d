"""Failed requests grouped by cause, whether a report says its causes or merely lists its failures."""

from __future__ import annotations

from typing import Any

from evalwright.report import failure_causes, summarise
from evalwright.scoring import NEXT_CALL_METRICS


def failed(number: int, kind: str, message: str) -> dict[str, Any]:
    return {"id": f"i{number}", "kind": kind, "message": message}


def report_of(*failures: dict[str, Any]) -> dict[str, Any]:
    return summarise([], model="m", dataset="d", metrics=NEXT_CALL_METRICS, failures=failures)


def old(*failures: dict[str, Any]) -> dict[str, Any]:
    """A report of before causes were written down."""
    return {name: value for name, value in report_of(*failures).items() if name != "causes"}


def test_failures_alike_are_one_cause_and_all_are_counted() -> None:
    report = old(*(failed(at, "http_400", "no tool parser") for at in range(155)))
    (cause,) = failure_causes(report)
    assert (cause.kind, cause.message, cause.count) == ("http_400", "no tool parser", 155)
    assert cause.ids[:2] == ["i0", "i1"]


def test_messages_that_differ_in_numbers_alone_are_one_cause() -> None:
    report = old(*(failed(at, "http_400", f"4096 tokens at most, {5000 + at} were asked for") for at in range(7)))
    assert [(cause.message, cause.count) for cause in failure_causes(report)] == [
        ("4096 tokens at most, 5000 were asked for", 7)
    ]


def test_the_most_frequent_cause_is_first_and_what_is_not_listed_is_counted_last() -> None:
    some = [failed(at, "timeout", "too slow") for at in range(3)]
    many = [failed(at, "http_400", ("no tools", "no system prompt")[at % 2]) for at in range(140)]
    found = failure_causes(old(*some, *many))
    assert sum(cause.count for cause in found) == 143
    assert [cause.kind for cause in found] == ["http_400", "http_400", "timeout", ""]


def test_causes_that_a_report_says_are_taken_with_their_cure() -> None:
    said = [{"kind": "http_400", "message": "no parser", "count": 2, "ids": ["a", "b"], "cure": "Start with --x"}]
    (cause,) = failure_causes({"errors": 2, "causes": said})
    assert (cause.count, cause.ids, cause.cure) == (2, ["a", "b"], "Start with --x")


def test_a_report_of_any_shape_has_causes() -> None:
    for odd in (None, 3, "text", [], [3], {"a": 1}, [{"kind": 3, "count": -1, "ids": "x"}]):
        assert failure_causes({"errors": odd, "causes": odd, "failed": odd, "error_kinds": odd}) is not None
    assert failure_causes({}) == []
