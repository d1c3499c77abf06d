"""Reports, comparisons and plans as objects that a notebook can show and a script can ask.

Run directories (or evaluations that just ended) flow in, small objects flow out: the document that `--json` prints,
the few numbers everybody asks for by name, a short `repr`, and markup in which all text from data is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonObject
from evalwright.errors import EvalwrightError
from evalwright.tasks import main_metric, make_task
from evalwright.text import in_words, listed, localized, localized_section, notebook_table, spoken_language

from .compare_words import Grid, flips_of, grids, main_row, remarks, sentence
from .comparison_document import ComparisonDocument, Flip, PairComparison, PlanDocument
from .notes import render_notes
from .plan_words import render_plan
from .report_document import MetricRow, Report
from .table import failed_cells, has_unasked, name_text, score_text

_FLIPS = 10
"""Fixed and broken items that a notebook shows of each kind."""
_NAMED = 4


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Two models on the same items: is the second better, by how much, and where?"""

    document: ComparisonDocument
    """What `compare --json` prints."""
    at: int = 0
    """Which of its comparisons this one is."""

    @property
    def parts(self) -> list[Comparison]:
        """One for every data set and pair of models; the first is this one, as `compare` returns it."""
        return [Comparison(self.document, at) for at in range(len(self.document["comparisons"]))]

    @property
    def sentence(self) -> str:
        """Whether the difference is real, and how large."""
        return sentence(self._comparison_document, spoken_language())

    @property
    def metric(self) -> str:
        """The metric that decides."""
        return self._comparison_document["metric"]

    @property
    def difference(self) -> float | None:
        """The second model's score minus the first one's; 0.062 is 6.2 points."""
        return main_row(self._comparison_document)["difference"]

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The interval of the difference."""
        ends = main_row(self._comparison_document)["ci95"]
        return None if ends is None else (ends[0], ends[1])

    @property
    def p(self) -> float | None:
        """How often chance alone would give such a difference (Holm over all comparisons of the document)."""
        return self._comparison_document["p_holm"]

    @property
    def outcome(self) -> str:
        """better, worse or no_difference."""
        return self._comparison_document["outcome"]

    @property
    def fixed(self) -> list[Flip]:
        """The items that only the second model has right, with both verdicts and reasons."""
        return list(self._comparison_document["fixed"])

    @property
    def broken(self) -> list[Flip]:
        """The items that only the first model has right."""
        return list(self._comparison_document["broken"])

    def to_dict(self) -> JsonObject:
        """The document of `compare --json`."""
        return dict(self.document)

    def to_markdown(self, lang: str = "en") -> str:
        """What `compare --markdown` writes."""
        from .markdown import comparison_markdown

        return comparison_markdown(self.document, lang)

    def to_html(self, lang: str = "en") -> str:
        """The page that `compare --html` writes."""
        from .html import comparison_page

        return comparison_page(self.document, lang)

    def __repr__(self) -> str:
        return f"Comparison({self.sentence})"

    def _repr_html_(self) -> str:
        lang = spoken_language()
        table = next(grids(self._comparison_document, lang), Grid("", [], [], ""))
        shown = notebook_table(
            self.sentence, table.headers, table.rows, table.align, remarks(self._comparison_document, lang)
        )
        texts = localized_section("compare")
        flips = [
            self._flips(texts[f"{which}_title"], which)
            for which in ("fixed", "broken")
            if flips_of(self._comparison_document, which)
        ]
        return "".join([shown, *flips])

    def _flips(self, title: str, which: str) -> str:
        items, headers = flips_of(self._comparison_document, which), localized_section("notebook")["flip_headers"]
        rows = [
            (item["id"], item["tool"] or "-", item["verdict_a"], item["verdict_b"], item["reason_b"])
            for item in items[:_FLIPS]
        ]
        left = len(items) - len(rows)
        more = [localized("notebook.more", num=left, which=which)] if left else []
        return notebook_table(title.format(num=len(items)), headers, rows, "lllll", more)

    @property
    def _comparison_document(self) -> PairComparison:
        return self.document["comparisons"][self.at]


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """How many conversations it takes to show a difference."""

    document: PlanDocument
    """What `plan --json` prints."""

    @property
    def conversations(self) -> int | None:
        """So many conversations; None where no number is enough."""
        return self.document["conversations"]

    @property
    def items(self) -> int | None:
        """So many items, at as many a conversation as the pilot has."""
        return self.document["items"]

    @property
    def sentence(self) -> str:
        """The answer in words."""
        return render_plan(self.document, spoken_language()).split("\n")[0]

    def to_dict(self) -> JsonObject:
        """The document of `plan --json`."""
        return dict(self.document)

    def __repr__(self) -> str:
        return f"Plan({self.sentence})"

    def _repr_html_(self) -> str:
        asked = self.document
        needed = [_format_count(self.conversations), _format_count(self.items)]
        row = [asked["metric"], f"{100 * asked['delta']:.1f}", f"{asked['power']:g}", *needed]
        first, *rest = render_plan(asked, spoken_language()).split("\n")
        return notebook_table(first, localized_section("notebook")["plan_headers"], [row], "lrrrr", rest)


def reports_line(reports: Sequence[Report]) -> str:
    """The main score of each report with its interval, in one line."""
    shown = [_headline(report) for report in reports[:_NAMED]]
    if len(reports) > _NAMED:
        shown.append(localized("notebook.more_reports", num=len(reports) - _NAMED))
    return in_words(listed(shown, "semicolon"))


def reports_markup(title: str, reports: Sequence[Report]) -> str:
    """All scores with their intervals, and the notes that belong to them, as markup."""
    words, apart = localized_section("table"), has_unasked(reports)
    rows = [_score_row(report, row, apart) for report in reports for row in report.get("metrics", ())]
    headers = [*words["markdown_headers"], *([words["not_asked"]] if apart else [])]
    return notebook_table(title, headers, rows, "llllrrlrr", render_notes(reports, spoken_language()).splitlines())


def _headline(report: Report) -> str:
    who = f"{name_text(report.get('model'))} / {name_text(report.get('dataset'))}"
    rows = {row.get("metric"): row for row in report.get("metrics", ())}  # the pooled row of a metric is its last
    main = _main_name(report, list(rows))
    if main is None:
        return who
    return f"{who}: {name_text(main)} {score_text(rows[main].get('score'))}{_interval(rows[main], ' ')}"


def _main_name(report: Report, names: Sequence[Any]) -> Any:
    try:
        task = make_task(str(report.get("dataset")), {})
    except EvalwrightError:  # a task of somebody else, which is not installed here: its first metric will do
        return names[0] if names else None
    found = main_metric(task.name, [metric for metric in task.metrics if metric.name in names])
    return found.name if found is not None else (names[0] if names else None)


def _score_row(report: Report, row: MetricRow, apart: bool) -> list[str]:
    names = (report.get("model"), report.get("dataset"), row.get("metric"), row.get("subset"))
    score = score_text(row.get("score"))
    shown = [*(name_text(name) for name in names), str(row.get("num", 0)), score, _interval(row) or "-"]
    return [*shown, *failed_cells(row, report, apart)]


def _interval(row: MetricRow, before: str = "") -> str:
    ends = row.get("ci95")
    return f"{before}[{score_text(ends[0])}, {score_text(ends[1])}]" if ends else ""


def _format_count(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"
