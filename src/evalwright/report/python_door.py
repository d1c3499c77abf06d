"""The verbs that read runs, for Python: `compare`, `plan`, `report`.

Paths, or what an earlier call returned, flow in; objects flow out that a script can ask and a notebook can show.
Nothing is printed, and nothing is written that was not asked for by name. They are called what users call them, also
in tracebacks; in the room they have longer names, for it has files called compare and plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from .amended_runs import regrouped, remarked
from .compare import compare_models
from .model_pairs import Contestant, contestant, matches
from .notebook import Comparison, Plan
from .planning import plan as plan_from_pilot
from .run_files import run_inputs
from .runs import StoredRun, open_run


class InRunDirectory(Protocol):
    """What lies in a run directory, such as what an evaluation gave."""

    @property
    def path(self) -> Path:
        """The run directory."""
        ...


RunLike = str | Path | StoredRun | InRunDirectory
"""A run directory, or what reading or making one gave."""


def compare(
    *runs: RunLike,
    models: Sequence[str] = (),
    metric: str | None = None,
    max_regression: float | None = None,
    group_by: str | None = None,
    marks: Mapping[str, Any] | None = None,
) -> Comparison:
    """Compare the models of two runs, or of one, on the same items; the first is what the others are held against.

    `group_by` names the field of the data that statistics cluster by, `marks` what `read_marks` gave: marked items are
    graded again, from the answers that the runs hold.
    """
    found = matches([remarked(regrouped(_stored(run), group_by), marks) for run in runs], models)
    return Comparison(compare_models(found, metric=metric, max_regression=max_regression))


def plan(
    run: RunLike,
    against: RunLike | None = None,
    *,
    delta: float = 0.03,
    power: float = 0.8,
    models: Sequence[str] = (),
    metric: str | None = None,
    group_by: str | None = None,
) -> Plan:
    """How many conversations it takes to show a difference of `delta`, from a pilot run of one model or two."""
    runs = [regrouped(_stored(each), group_by) for each in (run, against) if each is not None]
    b: Contestant | None = None
    if len(runs) == 1 and (len(models) == 1 or len(runs[0].models) == 1):
        a = contestant(runs[0], (*models, *runs[0].models)[0])
    else:
        a, b = matches(runs, models)[0]
    return Plan(plan_from_pilot(a, b, delta=delta, power=power, metric=metric))


def report(
    run: RunLike,
    *,
    html: str | Path | None = None,
    markdown: str | Path | None = None,
    junit: str | Path | None = None,
    csv: str | Path | None = None,
    lang: str = "en",
) -> StoredRun:
    """A run read back, which shows its scores; with names of files its report is written in those forms too."""
    from evalwright.data import check_outputs, write_atomic

    from .csv_export import write_csv
    from .html import write_html
    from .junit import run_junit
    from .markdown import report_markdown

    stored = _stored(run)
    check_outputs(run_inputs(stored.path), [path for path in (html, markdown, junit, csv) if path is not None])
    if html is not None:
        write_html(stored, html, lang, latency=True)
    if markdown is not None:
        _write_text_file(markdown, report_markdown(stored.reports(), lang))
    if junit is not None:
        _write_text_file(junit, run_junit(stored))
    if csv is not None:
        with write_atomic(csv) as stream:
            write_csv(stored, stream)
    return stored


def _stored(run: RunLike) -> StoredRun:
    if isinstance(run, StoredRun):
        return run
    return open_run(run if isinstance(run, str | Path) else run.path)


def _write_text_file(path: str | Path, text: str) -> None:
    from evalwright.data import write_atomic

    with write_atomic(path) as out:
        out.write(text.encode("utf-8", "backslashreplace"))
