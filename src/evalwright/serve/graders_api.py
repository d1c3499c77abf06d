"""One grader on one answer, to try it out, and graders merely checked: the same code as in a run, in a thread here.

So many may run at once; one more hears that it should come again. A grader's models are looked up as those of runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.criteria import CriteriaError, read_criterion

from .api_errors import ApiError, refused
from .bodies import Body
from .run_plan import with_embeddings, with_judges
from .service import Service


def run_one_grader(service: Service, body: Body) -> JsonObject:
    """POST /fine_tuning/alpha/graders/run."""
    from evalwright.run import run_grader

    sample = body.value.get("model_sample")
    if not isinstance(sample, str | dict):
        raise refused("sample_text", param="model_sample")
    grader = _checked_grader(service, body.value.get("grader"))
    with service.graders.place():
        found = run_grader(
            grader,
            _item_of(body.value),
            sample,
            api_url=service.models.api_url,
            api_key_env=service.models.api_key_env,
            unsafe_python=service.unsafe_python,
        )
    return dict(found)


def validate_grader(service: Service, body: Body) -> JsonObject:
    """POST /fine_tuning/alpha/graders/validate."""
    _checked_grader(service, body.value.get("grader"))
    return {"grader": body.value["grader"]}


def _checked_grader(service: Service, given: Any) -> JsonObject:
    """A grader that can be used here, its models who answers to their names."""
    if not isinstance(given, Mapping):
        raise refused("needs", param="grader", name="grader")
    try:
        made = with_embeddings(given, service.models)
        read_criterion(made, "grader", needs_name=False)
    except CriteriaError as error:
        raise ApiError(400, str(error), param=error.param, code="criteria") from None
    return with_judges(made, lambda name, param: service.models.find(name, param).text, "grader")


def _item_of(body: Mapping[str, Any]) -> Any:
    """The item; older clients send a reference answer in its place."""
    reference = body.get("reference_answer")
    if body.get("item") is not None or reference is None:
        return body.get("item")
    return {**(reference if isinstance(reference, Mapping) else {}), "reference_answer": reference}
