"""evalwright grade: score captured answers against items, with no model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evalwright.errors import INCOMPLETE, OK
from evalwright.text import in_words, localized

from .forms import lang_option
from .output import json_option, result, say


@click.command("grade", short_help="Score captured answers, without a model.")
@click.argument("items")
@click.argument("samples")
@click.option("-o", "--out", metavar="REVIEWS", help="Where the reviews go, one a line (- for standard output).")
@click.option(
    "--match",
    type=click.Choice(["schema", "exact", "foundry"]),
    default="schema",
    show_default=True,
    help="When two arguments count as the same.",
)
@click.option(
    "--grader", type=click.Path(path_type=Path), metavar="FILE.py", help="Use grade(sample, item) of this file."
)
@lang_option
@json_option
def command(items: str, samples: str, out: str | None, match: str, grader: Path | None, as_json: bool) -> int:
    """Score the answers in SAMPLES to the questions in ITEMS, matched by id."""
    from evalwright.report import summarise
    from evalwright.tasks import open_grading

    with open_grading(items, samples, out, options={"match": match}, grader=grader) as grading:
        report = summarise(
            grading.reviews(),
            model=Path(samples).stem,
            dataset="next_call",
            metrics=grading.metrics,
            failures=grading.failures,
            invalid=grading.source.invalid,
            subsets=[grading.source.subset],
        )
    if grading.unused_samples:
        say(localized("grade.unused", num=grading.unused_samples))
    result(report, lambda: _words(report), as_json=as_json and out != "-", to_stderr=out == "-")
    return _exit_code(grading.failures)


def _exit_code(failures: list[dict[str, Any]]) -> int:
    if not failures:
        return OK
    first = failures[0]
    values = {"num": len(failures), "id": first["id"], "message": in_words(first["message"])}
    say(localized("grade.incomplete", **values))
    return INCOMPLETE


def _words(report: dict[str, Any]) -> str:
    from evalwright.report import render_notes, render_table

    return f"{render_table([report])}\n{render_notes([report])}"
