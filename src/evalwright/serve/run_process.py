"""The process of one run: `evalwright eval` over its rows and criteria, then the index that output items are read by.

A folder with rows and a plan flows in, a run directory, an index and a result flow out. It may be killed at any moment
and started again: what was answered is in the journals of the run directory and is not asked again. Only a result says
that it is over; without one the server starts it once more.

    python -m evalwright.serve.run_process FOLDER
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject, loads_line, toolbox
from evalwright.errors import EvalwrightError, RunLockedError
from evalwright.report import open_run
from evalwright.run import EvalConfig, Evaluation, evaluate
from evalwright.tasks import task_of_criteria
from evalwright.text import in_words, localized

from .item_index import FAIL, PASS, ItemPlaces
from .output_items import INDEX
from .run_files import CRITERIA, PLAN, RESULT, ROWS, RunPlan, RunResult, read_json, write_json
from .run_plan import RECORDED
from .run_tally import Tally

LOCKED = 75
"""The exit code where another process still holds the run directory: to be tried again."""
INTERRUPTED = 130


def main(folder: Path) -> int:
    """Carry out a run; the exit code tells only whether it is over."""
    plan: RunPlan = read_json(folder / PLAN)
    try:
        evaluation = evaluate(config_of(folder, plan))
        if evaluation.run.interrupted:
            return INTERRUPTED
        result = conclude(folder, plan, evaluation)
    except RunLockedError:
        return LOCKED
    except EvalwrightError as error:
        result = failed_result(error)
    write_json(folder / RESULT, result)
    return 0


def config_of(folder: Path, plan: RunPlan) -> EvalConfig:
    """The evaluation that a plan describes."""
    task = task_of_criteria()
    return EvalConfig(
        data=(str(folder / ROWS),),
        models=(plan["model"],),
        model_names=(plan["model_name"],),
        run=Path(plan["output"]),
        name=plan["name"] or None,
        task=task,
        dataset_args={task: plan["task_options"]},
        criteria=plan["criteria"],
        api_url=plan["api_url"],
        api_key_env=plan["api_key_env"],
        generation_config={"temperature": None},
        unsafe_python=plan["unsafe_python"],
        ignore_errors=True,
        private=True,
    )


def failed_result(error: EvalwrightError) -> RunResult:
    """A run that could not be carried out, and why."""
    return {
        "status": "failed",
        "error": {"code": _code(error), "message": str(error)},
        "result_counts": {"total": 0, "passed": 0, "failed": 0, "errored": 0},
        "per_testing_criteria_results": [],
        "per_model_usage": [],
    }


def _code(error: EvalwrightError) -> str:
    return getattr(error, "kind", "") or "run_failed"


def conclude(folder: Path, plan: RunPlan, evaluation: Evaluation) -> RunResult:
    """Count what was found, and write down where it lies."""
    stored = open_run(Path(plan["output"]))
    part = next(each for each in stored.parts if each.model == plan["model_name"])
    criteria = read_json(folder / CRITERIA)
    places = ItemPlaces.of(array("q", _offsets(folder / ROWS)))
    tally = Tally(criteria, len(places.items))
    for place, line in _placed_lines(part.predictions):
        row = _row(line, places)
        if row is not None:
            places.answers[row] = place
            if plan["model"] != RECORDED:
                tally.note_answer(line)
    for place, line in _placed_lines(part.reviews):
        row = _row(line, places)
        if row is not None:
            places.reviews[row] = place
            places.statuses[row] = (PASS if tally.note_review(line) else FAIL)[0]
    places.write(folder / INDEX)
    stopped = evaluation.run.stopped
    return {
        **tally.result({"": plan["model_name"], **plan["judges"]}),
        "notes": schema_notes(folder / ROWS, plan["task_options"].get("item_schema")),
        "status": "completed" if stopped is None else "failed",
        "error": None if stopped is None else {"code": _code(stopped), "message": str(stopped)},
        "reviews": _relative(part.reviews, Path(plan["output"])),
        "answers": _relative(part.predictions, Path(plan["output"])),
    }


def schema_notes(rows: Path, schema: Any) -> list[str]:
    """How many rows are not what the eval's `item_schema` says, and what is wrong with the first: a note, no more."""
    if not isinstance(schema, dict) or not (schema.get("properties") or schema.get("required")):
        return []
    check = toolbox([{"type": "function", "function": {"name": "item", "parameters": schema}}])
    found, first = 0, ""
    for number, (_, line) in enumerate(_placed_lines(rows)):
        if check.fits("item", line.get("item")) is False:
            found += 1
            first = first or f"{number}: {in_words(check.problem('item', line['item']) or '')}"
    return [localized("serve.schema_note", n=found, first=first)] if found else []


def _relative(path: Path, run: Path) -> str | None:
    return path.relative_to(run).as_posix() if path.is_file() else None


def _row(line: JsonObject, places: ItemPlaces) -> int | None:
    text = str(line.get("id"))
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else -1
    return number if 0 <= number < len(places.items) else None


def _offsets(path: Path) -> Iterator[int]:
    place = 0
    with path.open("rb") as stream:
        for line in stream:
            yield place
            place += len(line)


def _placed_lines(path: Path) -> Iterator[tuple[int, JsonObject]]:
    """Every whole line with where it begins."""
    if not path.is_file():
        return
    place = 0
    with path.open("rb") as stream:
        for line in stream:
            try:
                found = loads_line(line)
            except ValueError:
                found = None
            if isinstance(found, dict):
                yield place, found
            place += len(line)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
