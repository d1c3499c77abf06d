"""What lies in the folder of one run, under which names: rows, criteria, the plan of its process, its result."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, NotRequired, TypedDict

from evalwright.chat import JsonObject, loads
from evalwright.data import dumps, write_atomic

ROWS = "items.jsonl"
CRITERIA = "criteria.json"
TASK = "task.json"
PLAN = "plan.json"
RESULT = "result.json"
LOG = "log.txt"


class RunPlan(TypedDict):
    """What the process of a run is told; no key is in it, only the names of variables that hold one."""

    run_id: str
    output: str
    name: str
    model: str
    """As `-m` takes it."""
    model_name: str
    task_options: JsonObject
    criteria: list[JsonObject]
    api_url: str | None
    api_key_env: str
    unsafe_python: bool
    judges: dict[str, str]
    """How clients call the judges that are known to their servers by these names."""


class RunResult(TypedDict):
    """How a run ended."""

    status: str
    error: JsonObject | None
    result_counts: JsonObject
    per_testing_criteria_results: list[JsonObject]
    per_model_usage: list[JsonObject]
    notes: NotRequired[list[str]]
    reviews: NotRequired[str | None]
    """The file of reviews, from the run directory on."""
    answers: NotRequired[str | None]


def write_rows(rows: Iterable[Any], out: BinaryIO) -> int:
    """Write rows with their number as id, so that equal ids in items cannot mix them up; how many there are."""
    count = 0
    for row in rows:
        sample = {"sample": row["sample"]} if row.get("sample") is not None else {}
        out.write(dumps({"id": str(count), "item": row["item"], **sample}) + b"\n")
        count += 1
    return count


def write_json(path: Path, document: Any) -> None:
    """A document that is there whole or not at all."""
    with write_atomic(path) as out:
        out.write(dumps(document) + b"\n")


def read_json(path: Path) -> Any:
    """A document of ours; None where it is not there."""
    try:
        return loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
