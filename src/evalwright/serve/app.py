"""The addresses of the API: which handler answers what. All that is known of HTTP is here and in the guard."""

from __future__ import annotations

import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from evalwright.chat import JsonObject
from evalwright.errors import EvalwrightError, StorageError
from evalwright.secrecy import Secret, shown_text
from evalwright.view import Library, Names, make_app

from .api_errors import ApiError, json_response, refused
from .bodies import Body, json_body
from .evals_api import create_eval, delete_eval, list_evals, retrieve_eval, update_eval
from .files_api import delete_file, file_content, list_files, retrieve_file, upload_file
from .graders_api import run_one_grader, validate_grader
from .guard import Guard
from .passthrough import Passthrough
from .runs_api import (
    cancel_run,
    create_run,
    delete_run,
    list_output_items,
    list_runs,
    retrieve_output_item,
    retrieve_run,
)
from .service import Service

_ELSEWHERE = ("/uploads", "/fine_tuning/jobs", "/batches")
_STORED = ("/chat/completions", "/responses")
"""Where a hosted service lists what it has kept of what was said."""
Handler = Callable[[Request], Awaitable[Response]]


def make_api(service: Service, names: Names, key: Secret | None) -> ASGIApp:
    """The API and, for browsers, the viewer of its runs, behind the guard."""
    library = Library(service.store.outputs, may_be_empty=True)
    viewer = make_app(library, names, None if key is None else key.reveal())
    handlers: Any = {HTTPException: _no_address}
    way = Passthrough(service)
    routes = [*_routes(service), *_passed_on(way)]
    api = Starlette(routes=routes, exception_handlers=handlers, lifespan=lambda _: _open_way(way))
    return Guard(api, viewer, names, key)


def _routes(service: Service) -> list[Route]:
    one_eval, runs = "/evals/{eval_id}", "/evals/{eval_id}/runs"
    one_run = f"{runs}/{{run_id}}"
    items = f"{one_run}/output_items"
    get, post, delete = _reader(service), _writer(service), _reader(service, "DELETE")
    return [
        post("/evals", create_eval),
        get("/evals", lambda s, r: list_evals(s, r.query_params)),
        get(one_eval, lambda s, r: retrieve_eval(s, *_path_ids(r))),
        post(one_eval, update_eval),
        delete(one_eval, lambda s, r: delete_eval(s, *_path_ids(r))),
        post(runs, create_run),
        get(runs, lambda s, r: list_runs(s, r.query_params, *_path_ids(r))),
        get(one_run, lambda s, r: retrieve_run(s, *_path_ids(r))),
        post(one_run, _cancel),
        post(f"{one_run}/cancel", _cancel),
        delete(one_run, lambda s, r: delete_run(s, *_path_ids(r))),
        get(items, lambda s, r: list_output_items(s, r.query_params, *_path_ids(r))),
        get(f"{items}/{{item_id}}", lambda s, r: retrieve_output_item(s, *_path_ids(r))),
        post("/fine_tuning/alpha/graders/run", run_one_grader),
        post("/fine_tuning/alpha/graders/validate", validate_grader),
        Route("/files", _answering(lambda r: upload_file(service, r)), methods=["POST"]),
        get("/files", lambda s, r: list_files(s, r.query_params)),
        get("/files/{file_id}", lambda s, r: retrieve_file(s, *_path_ids(r))),
        Route("/files/{file_id}/content", _content(service), methods=["GET"]),
        delete("/files/{file_id}", lambda s, r: delete_file(s, *_path_ids(r))),
    ]


@asynccontextmanager
async def _open_way(way: Passthrough) -> AsyncIterator[None]:
    """Let go of the connections to models when the server ends."""
    yield
    await way.close()


def _passed_on(way: Passthrough) -> list[Route]:
    """What goes to the models themselves."""
    return [
        Route("/chat/completions", _refusing(way.chat), methods=["POST"]),
        Route("/responses", _refusing(way.responses), methods=["POST"]),
        Route("/embeddings", _refusing(way.embeddings), methods=["POST"]),
        Route("/models", _refusing(way.models), methods=["GET"]),
    ]


def _path_ids(request: Request) -> list[str]:
    return [str(value) for value in request.path_params.values()]


def _cancel(service: Service, eval_id: str, run_id: str, body: Body) -> JsonObject:
    return cancel_run(service, eval_id, run_id)


Read = Callable[[Service, Request], JsonObject]


def _reader(service: Service, method: str = "GET") -> Callable[[str, Read], Route]:
    """Routes whose handlers need no body."""

    def route(path: str, read: Read) -> Route:
        return Route(path, _answering(lambda request: run_in_threadpool(read, service, request)), methods=[method])

    return route


def _writer(service: Service) -> Callable[[str, Callable[..., JsonObject]], Route]:
    """Routes whose handlers take a JSON body."""

    def route(path: str, write: Callable[..., JsonObject]) -> Route:
        async def answer(request: Request) -> JsonObject:
            async with json_body(request, service.quotas, service.budget) as body:
                return await run_in_threadpool(write, service, *_path_ids(request), body)

        return Route(path, _answering(answer), methods=["POST"])

    return route


def _answering(answer: Callable[[Request], Awaitable[JsonObject]]) -> Handler:
    """A handler that sends a document, or why there is none."""

    async def respond(request: Request) -> Response:
        return json_response(await answer(request))

    return _refusing(respond)


def _refusing(respond: Handler) -> Handler:
    """A handler whose refusals are sent in the shape that clients read."""

    async def handle(request: Request) -> Response:
        try:
            return await respond(request)
        except ApiError as error:
            return error.response()
        except StorageError as error:
            return ApiError(413, str(error), code="storage").response()
        except EvalwrightError as error:
            return ApiError(422, str(error)).response()
        except Exception as error:
            return _broken(error)

    return handle


def _content(service: Service) -> Handler:
    async def respond(request: Request) -> Response:
        path = await run_in_threadpool(file_content, service, *_path_ids(request))
        return FileResponse(path, media_type="application/octet-stream")

    return _refusing(respond)


def _no_address(request: Request, error: HTTPException) -> Response:
    path = str(request.scope["path"])
    if request.method in ("GET", "DELETE") and path.startswith(_STORED):
        return refused("stored_route", 404).response()
    if error.status_code == 405:
        return refused("method", 405).response()
    return refused("elsewhere_route" if path.startswith(_ELSEWHERE) else "no_address", 404).response()


def _broken(error: Exception) -> Response:
    """A mistake of ours: the client hears that it is one, the terminal shows where, and neither a secret."""
    print(shown_text("".join(traceback.format_exception(error))), end="", file=sys.stderr, flush=True)
    return refused("broken", 500).response()
