"""JUnit XML for the pages of CI servers: a test case per item of a run, or per claim of a comparison.

Items of a run are grouped by tool, and an item that is wrong by the rule of its task is a failure. In a comparison
single items are not test cases: some always change by chance, and a build must not fail by chance. There a case is
"not worse", overall and for each tool, and fails where the comparison shows it. No times are written, so that the same
run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from evalwright.tasks import ReviewLine
from evalwright.text import localized, visible

from .compare import outcome
from .compare_words import change_lines, main_row, remarks, sentence
from .comparison_document import ComparisonDocument, PairComparison, gain_sign
from .pass_rule import RightRule, main_metric
from .runs import Part, StoredRun

_LENGTH = 2000
_NO_TOOL = "(all)"
_NO_ANSWER = "(no answer)"


@dataclass(slots=True)
class _Suite:
    """Test cases under one name, and how many of each kind."""

    cases: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: {"failure": 0, "error": 0, "skipped": 0})

    def add(self, group: str, name: str, ending: str | None = None, message: str = "", kind: str = "") -> None:
        start = f"<testcase classname={_attribute(group)} name={_attribute(name)}"
        if ending is None:
            self.cases.append(f"{start}/>")
            return
        self.counts[ending] += 1
        about = f"type={_attribute(kind)} " if kind else ""
        self.cases.append(f"{start}><{ending} {about}message={_attribute(message)}/></testcase>")

    def write(self, name: str, output: str = "") -> str:
        lines = [f"  <testsuite name={_attribute(name)} {self.totals()}>", *(f"    {case}" for case in self.cases)]
        if output:
            lines.append(f"    <system-out>{escape(_lawful(output))}</system-out>")
        return "\n".join([*lines, "  </testsuite>"])

    def totals(self) -> str:
        failures, errors, skipped = self.counts.values()
        return f'tests="{len(self.cases)}" failures="{failures}" errors="{errors}" skipped="{skipped}"'


def run_junit(run: StoredRun) -> str:
    """A test case per answer of a run, in a suite per model, data set and tool."""
    suites: dict[str, _Suite] = {}
    for part in run.parts:
        main = main_metric(part.task, run.metrics(part.model, part.dataset))
        rule = RightRule(main) if main else None
        answered, reviewed, failed = set(), 0, 0
        for review in part.read_reviews() if part.reviews.is_file() else ():
            answered.add(review["id"])
            reviewed += 1
            tool = review.get("tool")
            suite = _suite(suites, part, tool if isinstance(tool, str) else _NO_TOOL)
            _add_review(suite, part, review, rule)
        for error in part.read_errors():
            if error["id"] not in answered:
                suite = _suite(suites, part, _NO_ANSWER)
                suite.add(f"{part.dataset}.{_NO_ANSWER}", error["id"], "error", error["message"], error["kind"])
                failed += 1
        _add_unasked(suites, part, (part.settings.due or 0) - reviewed - failed)
    return _junit_document(suite.write(name) for name, suite in suites.items())


def _add_unasked(suites: dict[str, _Suite], part: Part, count: int) -> None:
    """What was never asked is no failure: one case, skipped, for the run does not know who they are."""
    if count > 0:
        name, message = (localized(f"report.junit_{key}", "en", n=count) for key in ("items", "not_asked"))
        _suite(suites, part, _NO_ANSWER).add(f"{part.dataset}.{_NO_ANSWER}", name, "skipped", message)


def comparison_junit(document: ComparisonDocument, lang: str = "en") -> str:
    """A suite per comparison: not worse overall by more than is allowed, and not worse for any tool."""
    return _junit_document(_comparison_suite(each, lang) for each in document["comparisons"])


def _comparison_suite(comparison: PairComparison, lang: str) -> str:
    suite = _Suite()
    words = sentence(comparison, lang)
    name = f"{comparison['dataset']}.compare"
    suite.add(name, _not_worse(comparison["metric"], lang), "failure" if comparison["regression"] else None, words)
    gain = gain_sign(main_row(comparison))
    for row in comparison["tool"]:
        worse = outcome(row, row["p_holm"], gain) == "worse"
        message = f"{row['difference']} {row['ci95']}, p {row['p_holm']} (Holm)"
        case = f"{_not_worse(comparison['metric'], lang)}: {row['tool']}"
        suite.add(name, case, "failure" if worse else None, message)
    lines = [words, *remarks(comparison, lang), *change_lines(comparison, "broken", lang)]
    sides = {"a": comparison["a"]["label"], "b": comparison["b"]["label"]}
    label = localized("compare.junit.suite", lang, **sides, dataset=comparison["dataset"])
    return suite.write(label, "\n".join(lines))


def _not_worse(metric: str, lang: str) -> str:
    return localized("compare.junit.not_worse", lang, metric=metric)


def _suite(suites: dict[str, _Suite], part: Part, group: str) -> _Suite:
    return suites.setdefault(f"{part.model} / {part.dataset} / {group}", _Suite())


def _add_review(suite: _Suite, part: Part, review: ReviewLine, rule: RightRule | None) -> None:
    right = _right(review, rule)
    repeat = review.get("repeat")
    name = review["id"] if repeat is None else f"{review['id']} ({repeat})"
    tool = review.get("tool")
    group = f"{part.dataset}.{tool if isinstance(tool, str) else part.subset}"
    reason, verdict = str(review.get("reason")), str(review.get("verdict"))
    if right is None:
        suite.add(group, name, "skipped", reason)
    elif right:
        suite.add(group, name)
    else:
        suite.add(group, name, "failure", reason, verdict)


def _right(review: ReviewLine, rule: RightRule | None) -> bool | None:
    score = review.get("score")
    if rule is None or not isinstance(score, Mapping):
        return None
    try:
        part = rule.metric.of({name: value for name, value in score.items() if value is not None})
        return None if part is None or not part[1] else rule.holds(part[0] / part[1])
    except (TypeError, ValueError, ArithmeticError):
        return None  # a fact is no number


def _junit_document(suites: Iterator[str]) -> str:
    body = "\n".join(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="evalwright">\n{body}\n</testsuites>\n'


def _attribute(text: str) -> str:
    return quoteattr(_lawful(text[:_LENGTH]).replace("\n", "\\n"))


def _lawful(text: str) -> str:
    """Text that XML can hold: every control character by its code, but for the ends of lines."""
    shown = "\n".join(visible(line) for line in text.split("\n"))
    return shown.replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
