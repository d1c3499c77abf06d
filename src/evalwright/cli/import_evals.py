"""evalwright import openai-evals: an exported run of hosted evals becomes a run directory like any other.

The answers are those of the export, the old grades are kept as criteria of their own names; where the export brings the
eval's own criteria, they are written beside, for grading again here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.data import dumps_pretty, safe_name, write_atomic
from evalwright.errors import UsageError
from evalwright.text import localized

from .output import result, say

if TYPE_CHECKING:
    from evalwright.workbench import HostedExport, HostedRun

NAME = "openai-evals"
_ROWS = "openai_evals.jsonl"
_CRITERIA = "testing_criteria.json"


def import_evals(files: Sequence[str], out: str, *, skip_bad_rows: bool, as_json: bool) -> None:
    """Make a run directory of an export, or one for each of its runs inside of `out`."""
    from evalwright.workbench import write_hosted_rows

    if out == "-" or not files:
        raise UsageError.named("import.evals.no_out")
    with tempfile.TemporaryDirectory(prefix="evalwright-") as folder:
        export, bad_rows = write_hosted_rows(files, Path(folder), skip_bad_rows=skip_bad_rows)
        runs = [run for run in export.runs.values() if run.file is not None]
        places = {run.id: Path(out) if len(runs) == 1 else Path(out) / _hosted_label(run) for run in runs}
        documents = [_evaluated(run, places[run.id]) for run in runs]
    for row in bad_rows:
        say(localized("common.left_out", row=row.words()))
    for place in places.values() if export.criteria else ():
        with write_atomic(place / _CRITERIA) as stream:
            stream.write(dumps_pretty(export.criteria))
    document: Any = {"runs": documents, "bad_rows": [str(row) for row in bad_rows]}
    result(document, lambda: _evals_summary(documents, export), as_json=as_json)


def _hosted_label(run: HostedRun) -> str:
    return safe_name(run.name or run.id or run.model or "run")


def _evaluated(run: HostedRun, place: Path) -> dict[str, Any]:
    """The run directory of one run: answers and grades as they were recorded."""
    from evalwright.run import EvalConfig, evaluate
    from evalwright.workbench import recorded_criteria

    assert run.file is not None
    rows = run.file.with_name(run.file.stem) / _ROWS
    rows.parent.mkdir()
    run.file.rename(rows)
    model = run.model or run.name or run.id or "recorded"
    criteria = recorded_criteria(run)
    config = EvalConfig(
        data=(str(rows),), models=(), model_names=(model,), criteria=criteria, run=place, keep_data=True
    )
    evaluate(config)
    return {"run": str(place), "model": model, "rows": run.rows, "graders": [each["name"] for each in criteria]}


def _evals_summary(documents: list[dict[str, Any]], export: HostedExport) -> str:
    lines = []
    for each in documents:
        graders = ", ".join(each["graders"]) or "-"
        lines.append(
            localized("import.evals.done", rows=each["rows"], model=each["model"], graders=graders, run=each["run"])
        )
    run = documents[0]["run"]
    lines += [localized("import.evals.criteria", path=f"{run}/{_CRITERIA}", run=run)] if export.criteria else []
    return "\n".join(lines)
