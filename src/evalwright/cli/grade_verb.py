"""evalwright grade: score captured answers against items, with no model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evalwright.errors import INCOMPLETE, OK

from .output import json_option, result, say
from .paths import FileIn, FileOut, Verb


@click.command("grade", cls=Verb, short_help="Score captured answers, without a model.")
@click.argument("items", type=FileIn())
@click.argument("samples", type=FileIn())
@click.option("-o", "--out", type=FileOut(), metavar="REVIEWS", help="Where the reviews go, one a line (-: stdout).")
@click.option(
    "--match",
    type=click.Choice(["schema", "exact", "foundry"]),
    default="schema",
    show_default=True,
    help="When two arguments count as the same.",
)
@click.option("--grader", type=FileIn(as_path=True), metavar="FILE.py", help="Use grade(sample, item) of this file.")
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
        say(f"{grading.unused_samples} samples belong to no item")
    result(report, lambda: _words(report), as_json=as_json and out != "-", to_stderr=out == "-")
    return _exit_code(grading.failures)


def _exit_code(failures: list[dict[str, Any]]) -> int:
    if not failures:
        return OK
    first = failures[0]
    say(f"incomplete: {len(failures)} items were not graded; the first is {first['id']}: {first['message']}")
    return INCOMPLETE


def _words(report: dict[str, Any]) -> str:
    from evalwright.report import render_notes, render_table

    return f"{render_table([report])}\n{render_notes([report])}"
