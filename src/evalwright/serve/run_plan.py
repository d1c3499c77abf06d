"""What the process of a run is told: who answers, how rows become questions, and whom its criteria ask.

Names of models are looked up when a run is made, so that a wrong one is refused at once, and again when its turn comes:
the models file is the user's, and may have changed in between. Criteria reach the process with the addresses of their
judges in the place of names, which is all that a client could give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.criteria import CriteriaError
from evalwright.errors import EvalwrightError
from evalwright.tasks import make_task, task_of_criteria

from .api_errors import ApiError
from .data_sources import DataSource
from .models_file import Answerer, ModelsFile
from .run_files import CRITERIA, TASK, RunPlan, read_json
from .store import Store

RECORDED = "recorded:"
"""Rows that bring their own samples."""
ROWS_ANSWER = "rows"
"""What such a run's model is called in its files."""
EMBEDDINGS = "embeddings"
"""The name in the models file of who gives embeddings, for hosted services have one of their own."""
_JUDGED = ("score_model", "label_model")


def task_options(document: Mapping[str, Any], source: DataSource) -> JsonObject:
    """How rows of this eval become questions; ApiError where they cannot."""
    options: JsonObject = {"item_schema": document["data_source_config"]["schema"]["properties"]["item"]}
    if source.sampling is not None:
        options |= {"input_messages": source.sampling.input_messages, "sampling_params": source.sampling.settings}
    try:
        make_task(task_of_criteria(), options)
    except CriteriaError as error:
        raise ApiError(400, str(error), param=f"data_source.{error.param}", code="data_source") from None
    except EvalwrightError as error:
        raise ApiError(400, str(error), param="data_source", code="data_source") from None
    return options


def make_plan(
    store: Store, models: ModelsFile, document: JsonObject, *, unsafe_python: bool = False
) -> tuple[RunPlan, list[str]]:
    """What the process of a run is told, and the addresses that it asks."""
    folder: Path = store.runs.place(document["id"])
    asked: dict[str, Answerer] = {}

    def judge(name: Any, param: str) -> str:
        found = models.find(name, param)
        asked[found.name] = found
        return found.text

    criteria = [
        with_judges(each, judge, f"testing_criteria[{at}]") for at, each in enumerate(read_json(folder / CRITERIA))
    ]
    name = document.get("model") or ""
    answerer = models.find(name, "data_source.model") if name else Answerer(ROWS_ANSWER, RECORDED)
    plan: RunPlan = {
        "run_id": document["id"],
        "output": str(store.output(document["id"])),
        "name": document.get("name") or "",
        "model": answerer.text,
        "model_name": answerer.name,
        "task_options": read_json(folder / TASK),
        "criteria": criteria,
        "api_url": models.api_url,
        "api_key_env": models.api_key_env,
        "unsafe_python": unsafe_python,
        "judges": {each.sent_as: each.name for each in asked.values()},
    }
    return plan, [each.url for each in (answerer, *asked.values()) if each.url is not None]


def with_embeddings(criterion: Mapping[str, Any], models: ModelsFile) -> JsonObject:
    """A criterion that compares by embeddings and names nobody is given the models file's own `embeddings`."""
    wants = criterion.get("evaluation_metric") == "cosine" and not criterion.get("model")
    return {**criterion, "model": EMBEDDINGS} if wants and EMBEDDINGS in models.named else dict(criterion)


def with_judges(criterion: Mapping[str, Any], judge: Callable[[Any, str], str], param: str) -> JsonObject:
    """A criterion whose models are who answers to their names; ApiError where nobody does."""
    made = dict(criterion)
    if made.get("type") in _JUDGED or (made.get("type") == "text_similarity" and made.get("model")):
        made["model"] = judge(made.get("model"), f"{param}.model")
    graders = made.get("graders")
    if isinstance(graders, Mapping):
        made["graders"] = {
            key: with_judges(each, judge, f"{param}.graders.{key}") if isinstance(each, Mapping) else each
            for key, each in graders.items()
        }
    return made
