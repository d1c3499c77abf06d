"""evalwright grade: score captured answers against items, with no model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import INCOMPLETE, OK, UsageError
from evalwright.text import in_words, localized

from .forms import lang_option
from .output import columns, json_option, result, say
from .paths import CriteriaIn, FileIn, FileOut, MarksIn, SettingsIn, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalwright.executor import Executor
    from evalwright.report import Report
    from evalwright.run import GraderFacts, Grading
    from evalwright.tasks import FailedItem


@click.command("grade", cls=Verb)
@click.argument("items", type=FileIn())
@click.argument("samples", type=FileIn())
@click.option("-o", "--out", type=FileOut(), metavar="REVIEWS")
@click.option("--match", type=click.Choice(["schema", "exact", "foundry"]), default="schema", show_default=True)
@click.option("--match-rules", type=SettingsIn(), metavar="FILE")
@click.option("--marks", type=MarksIn(), metavar="FILE")
@click.option("--drop-unfair", is_flag=True)
@click.option("--group-by", metavar="FIELD")
@click.option("--env", "environment", metavar="ENVIRONMENT")
@click.option("--effects", type=FileOut(), metavar="FILE")
@click.option("--grader", type=FileIn(as_path=True), metavar="FILE.py")
@click.option("--criteria", type=CriteriaIn(), metavar="FILE")
@click.option("--unsafe-python", "unsafe", is_flag=True)
@click.option("--grader-seconds", type=click.FloatRange(0, min_open=True), default=120, show_default=True, metavar="N")
@click.option("--grader-total", type=click.FloatRange(0, min_open=True), default=600, show_default=True, metavar="N")
@workers_options
@lang_option
@json_option
def command(
    items: str,
    samples: str,
    out: str | None,
    match: str,
    match_rules: Mapping[str, Any] | None,
    marks: Mapping[str, Any] | None,
    drop_unfair: bool,
    group_by: str | None,
    environment: str | None,
    effects: str | None,
    grader: Path | None,
    criteria: Any,
    unsafe: bool,
    grader_seconds: float,
    grader_total: float,
    as_json: bool,
    workers: Executor,
) -> int:
    """Score the answers in SAMPLES to the questions in ITEMS, matched by id."""
    from evalwright.run import GraderLimits, open_grading

    limits = GraderLimits(grader_seconds, grader_total)
    options = {"match": match, "match_rules": match_rules, "marks": marks, "drop_unfair": drop_unfair}
    if effects is not None and environment is None:
        raise UsageError.named("effect.needs_environment")
    with open_grading(
        items,
        samples,
        out,
        options=options,
        grader=grader,
        limits=limits,
        unsafe=unsafe,
        criteria=criteria,
        environment=environment,
        effects_out=effects,
        group_by=group_by,
        workers=workers,
    ) as grading:
        report = _grade_report(grading, Path(samples).stem)
    _tell_grades(grading, report, as_json=as_json, piped=out == "-")
    return _exit_code(grading.failures)


def _grade_report(grading: Grading, model: str) -> Report:
    from evalwright.report import summarise

    return summarise(
        grading.tally(),
        model=model,
        dataset=grading.source.dataset,
        metrics=grading.metrics,
        failures=grading.failures,
        invalid=grading.source.invalid,
        subsets=[grading.source.subset],
        notes=grading.notes,
        answered_by="replay",
    )


def _tell_grades(grading: Grading, report: Report, *, as_json: bool, piped: bool) -> None:
    if grading.unused_samples:
        say(localized("grade.unused", num=grading.unused_samples))
    if grading.facts is not None:
        _say_facts(grading.facts)
    document: Mapping[str, Any] = report if grading.facts is None else {**report, "grader": grading.facts}
    result(
        document,
        lambda: _grade_summary(report, columns(to_stderr=piped)),
        as_json=as_json and not piped,
        to_stderr=piped,
    )


def _say_facts(facts: GraderFacts) -> None:
    """What a user should know of how the grader was run."""
    from evalwright.text import escaped

    if facts["network"] != "none" or facts["files"] != "hidden":
        say(localized("grader.unsafe"))
    if differing := facts["differing"]:
        say(localized("grader.not_deterministic", n=len(differing), of=facts["repeated"], first=escaped(differing[0])))


def _exit_code(failures: Sequence[FailedItem]) -> int:
    if not failures:
        return OK
    from evalwright.text import escaped

    first = failures[0]
    values = {"num": len(failures), "id": escaped(first["id"]), "message": escaped(in_words(first["message"]))}
    say(localized("grade.incomplete", **values))
    return INCOMPLETE


def _grade_summary(report: Report, room: int | None) -> str:
    from evalwright.report import render_notes, render_table

    return f"{render_table([report], columns=room)}\n{render_notes([report])}"
