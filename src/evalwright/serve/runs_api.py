"""Runs: made, listed, cancelled and deleted, and the output items of those that are over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.datastructures import QueryParams

from evalwright.chat import JsonError, JsonObject, loads_line
from evalwright.data import dumps, write_atomic
from evalwright.text import said_by
from evalwright.view import entry_id

from .api_errors import refused
from .bodies import Body
from .data_sources import DataSource, is_row, read_data_source
from .evals_api import check_names, remove_run
from .files_api import CONTENT, keep_rows_as_file
from .objects import ENDED, STATUSES, run_document, shown
from .output_items import ItemFiles, RunFacts, Wish, items_page, one_item
from .pages import cut_page, page_document, read_choice, read_limit, read_order
from .run_files import CRITERIA, ROWS, TASK, read_json, write_json, write_rows
from .run_plan import task_options
from .service import Service, missing

_ITEM_STATUSES = {"pass": "pass", "passed": "pass", "fail": "fail", "failed": "fail"}
_SPELLED = {"cancelled": "canceled"}


def create_run(service: Service, eval_id: str, body: Body) -> JsonObject:
    """A new run, which waits for its turn."""
    document = service.an_eval(eval_id)
    known = service.made_before(service.store.runs, body)
    if known is not None:
        return run_shown(service, known)
    check_names(body.value)
    source = read_data_source(body.value.get("data_source"), service.models)
    options = task_options(document, source)
    service.queue.check_room()
    if len(service.store.runs) >= service.quotas.runs:
        raise refused("many_runs", 429, most=service.quotas.runs)
    size = _source_bytes(service, source)
    service.check_room(body.size + size)
    made = _kept_run(service, document, body, source, options)
    service.queue.submit(made["id"])
    return run_shown(service, made)


def _source_bytes(service: Service, source: DataSource) -> int:
    if source.file_id is None:
        return 0
    return int(service.a_file(source.file_id)["bytes"])


def _kept_run(
    service: Service, document: JsonObject, body: Body, source: DataSource, options: JsonObject
) -> JsonObject:
    echoed = _echoed(service, body, source)

    def fill(folder: Path) -> JsonObject:
        write_json(folder / CRITERIA, document["testing_criteria"])
        write_json(folder / TASK, options)
        with write_atomic(folder / ROWS) as out:
            count = write_rows(_rows(service, source), out)
        return {"rows": count, "result_counts": {"total": count, "passed": 0, "failed": 0, "errored": 0}}

    more = {"model": source.model, "data_source": echoed, "made_by": body.digest}
    return service.store.runs.create(run_document(body.value, document["id"], more), fill)


def _echoed(service: Service, body: Body, source: DataSource) -> JsonObject:
    """The data source as it is given back: a large one as the file that its rows are kept in."""
    given: JsonObject = dict(body.value["data_source"])
    if source.rows is None or body.size <= service.quotas.echo_bytes:
        return given
    if len(dumps(given)) <= service.quotas.echo_bytes:
        return given
    file = keep_rows_as_file(service, source.rows)
    return {**given, "source": {"type": "file_id", "id": file["id"]}}


def _rows(service: Service, source: DataSource) -> Iterator[Any]:
    if source.rows is not None:
        yield from source.rows
        return
    assert source.file_id is not None
    service.a_file(source.file_id)
    with (service.store.files.place(source.file_id) / CONTENT).open("rb") as stream:
        yield from _file_rows(stream)


def _file_rows(stream: Any) -> Iterator[Any]:
    found = False
    for number, line in enumerate(stream, 1):
        text = line.removeprefix(b"\xef\xbb\xbf").strip()
        if not text:
            continue
        try:
            row = loads_line(text)
        except (JsonError, UnicodeDecodeError) as error:
            raise refused("file_line", param="data_source.source.id", line=number, problem=said_by(error)) from None
        if not is_row(row):
            raise refused("file_row", param="data_source.source.id", line=number)
        found = True
        yield row
    if not found:
        raise refused("file_empty", param="data_source.source.id")


def run_shown(service: Service, document: JsonObject) -> JsonObject:
    """A run as clients see it, with the address of its page."""
    page = f"{service.address}#/run/{entry_id('run', document['id'])}"
    return {**shown(document), "report_url": page}


def list_runs(service: Service, query: QueryParams, eval_id: str) -> JsonObject:
    """A page of the runs of an eval."""
    service.an_eval(eval_id)
    wanted = _SPELLED.get(query.get("status") or "", query.get("status"))
    status = read_choice(QueryParams({"status": wanted or ""}), "status", STATUSES)
    heads = service.store.runs.heads(eval_id=eval_id, status=status)
    if read_order(query, "asc") == "desc":
        heads.reverse()
    page, more = cut_page(heads, query.get("after"), read_limit(query, 20, 100))
    found = (service.store.runs.get(head.id) for head in page)
    return page_document([run_shown(service, document) for document in found if document is not None], more)


def retrieve_run(service: Service, eval_id: str, run_id: str) -> JsonObject:
    """One run."""
    return run_shown(service, service.a_run(eval_id, run_id))


def cancel_run(service: Service, eval_id: str, run_id: str) -> JsonObject:
    """End a run; one that is over stays what it is."""
    service.a_run(eval_id, run_id)

    def cancel(document: JsonObject) -> JsonObject | None:
        return None if document["status"] in ENDED else {**document, "status": "canceled"}

    service.store.runs.change(run_id, cancel)
    service.queue.end(run_id)
    return run_shown(service, service.a_run(eval_id, run_id))


def delete_run(service: Service, eval_id: str, run_id: str) -> JsonObject:
    """Take a run away."""
    service.a_run(eval_id, run_id)
    remove_run(service, run_id)
    return {"object": "eval.run.deleted", "deleted": True, "run_id": run_id}


def list_output_items(service: Service, query: QueryParams, eval_id: str, run_id: str) -> JsonObject:
    """A page of output items; of a run that is not over, none yet."""
    document = service.a_run(eval_id, run_id)
    status = read_choice(query, "status", tuple(_ITEM_STATUSES))
    wish = Wish(
        query.get("after"),
        read_limit(query, 20, 100),
        read_order(query, "asc") == "desc",
        None if status is None else _ITEM_STATUSES[status],  # type: ignore[arg-type]
    )
    files = _files_of(service, document)
    if files is None:
        return page_document([], False)
    return page_document(*items_page(files, _facts_of(service, document), wish))


def retrieve_output_item(service: Service, eval_id: str, run_id: str, identifier: str) -> JsonObject:
    """One output item."""
    document = service.a_run(eval_id, run_id)
    files = _files_of(service, document)
    found = one_item(files, _facts_of(service, document), identifier) if files is not None else None
    if found is None:
        raise missing("output_item")
    return found


def _files_of(service: Service, document: JsonObject) -> ItemFiles | None:
    """The files that output items are made from; None where a run has none (yet)."""
    if "reviews" not in document:
        return None
    folder, output = service.store.runs.place(document["id"]), service.store.output(document["id"])
    reviews, answers = (output / document[name] if document.get(name) else None for name in ("reviews", "answers"))
    return ItemFiles(folder, folder / ROWS, reviews, answers)


def _facts_of(service: Service, document: JsonObject) -> RunFacts:
    folder = service.store.runs.place(document["id"])
    options = read_json(folder / TASK) or {}
    return RunFacts(
        document["id"],
        document["eval_id"],
        document["created_at"],
        read_json(folder / CRITERIA),
        document.get("model") or "",
        options.get("sampling_params") or {},
        options if "input_messages" in options else None,
    )
