"""Evals: made, listed, changed and deleted, with their runs."""

from __future__ import annotations

import shutil

from starlette.datastructures import QueryParams

from evalwright.chat import JsonObject
from evalwright.criteria import CriteriaError, read_criteria

from .api_errors import ApiError, refused
from .bodies import Body
from .data_sources import check_config
from .objects import eval_document, shown, with_ids
from .pages import cut_page, page_document, read_choice, read_limit, read_order
from .run_plan import with_embeddings, with_judges
from .service import Service

_CHANGEABLE = ("name", "metadata")


def create_eval(service: Service, body: Body) -> JsonObject:
    """A new eval; ApiError where its criteria or its data cannot be used here."""
    known = service.made_before(service.store.evals, body)
    if known is not None:
        return shown(known)
    check_config(body.value.get("data_source_config"))
    check_names(body.value)
    criteria = checked_criteria(service, body.value.get("testing_criteria"))
    if len(service.store.evals) >= service.quotas.evals:
        raise refused("many_evals", 429, most=service.quotas.evals)
    service.check_room(body.size)
    return shown(service.store.evals.create({**eval_document(body.value, criteria), "made_by": body.digest}))


def checked_criteria(service: Service, given: object) -> list[JsonObject]:
    """Criteria that can be used here, each with an id of its own."""
    try:
        if isinstance(given, list):
            given = [with_embeddings(each, service.models) if isinstance(each, dict) else each for each in given]
        read = read_criteria(given)
        made = with_ids([criterion.document for criterion in read])
        read_criteria(made)
    except CriteriaError as error:
        raise ApiError(400, str(error), param=error.param, code="criteria") from None
    for number, criterion in enumerate(made):  # whoever judges must be there
        with_judges(criterion, lambda name, param: service.models.find(name, param).text, f"testing_criteria[{number}]")
    return made


def check_names(body: JsonObject) -> None:
    """ApiError where a name or metadata are not what they must be."""
    if not isinstance(body.get("name") or "", str):
        raise refused("name", param="name")
    if not isinstance(body.get("metadata") or {}, dict):
        raise refused("metadata", param="metadata")


def list_evals(service: Service, query: QueryParams) -> JsonObject:
    """A page of evals."""
    heads = service.store.evals.heads()
    if read_choice(query, "order_by", ("created_at", "updated_at")) == "updated_at":
        heads.sort(key=lambda head: (head.updated_at, head.number))
    if read_order(query, "asc") == "desc":
        heads.reverse()
    page, more = cut_page(heads, query.get("after"), read_limit(query, 20, 100))
    found = (service.store.evals.get(head.id) for head in page)
    return page_document([shown(document) for document in found if document is not None], more)


def retrieve_eval(service: Service, eval_id: str) -> JsonObject:
    """One eval."""
    return shown(service.an_eval(eval_id))


def update_eval(service: Service, eval_id: str, body: Body) -> JsonObject:
    """Another name, other metadata."""
    check_names(body.value)
    given = {name: body.value[name] for name in _CHANGEABLE if body.value.get(name) is not None}
    service.an_eval(eval_id)
    changed = service.store.evals.change(eval_id, lambda document: {**document, **given})
    return shown(changed or service.an_eval(eval_id))


def delete_eval(service: Service, eval_id: str) -> JsonObject:
    """Take an eval away with its runs."""
    service.an_eval(eval_id)
    heads = service.store.runs.heads(eval_id=eval_id)
    service.store.evals.remove(eval_id)  # first: what a kill leaves of the runs goes when the server starts
    for head in heads:
        remove_run(service, head.id)
    return {"object": "eval.deleted", "deleted": True, "eval_id": eval_id}


def remove_run(service: Service, run_id: str) -> None:
    """Take a run away with all that it found."""
    service.queue.end(run_id)
    service.store.runs.remove(run_id)
    shutil.rmtree(service.store.output(run_id), ignore_errors=True)
