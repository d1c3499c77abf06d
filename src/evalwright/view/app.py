"""The web application: which address shows what. Every handler reads but one, which sets marks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.errors import EvalwrightError
from evalwright.text import LANGUAGES, localized, localized_section, resource_path, spoken_language, use_language

from .compare_api import Chosen, Pairings, compare_page, compare_summary
from .files_api import conversation_page, file_page
from .guard import Guard, Names, Writing
from .http_errors import RefusedError, not_found
from .index_cache import Shelf
from .item_answers import (
    ComparePage,
    CompareSummary,
    ConversationPage,
    FilePage,
    ItemPage,
    ItemsPage,
    MarksOfItem,
    NoItemsPage,
    Refusal,
    RefusedComparison,
)
from .items_api import item_page, items_page
from .library import Library
from .live_score import LiveScores
from .marks_api import MARKS_ADDRESS, MarkBook, read_mark_wish
from .params import Params
from .records import Records
from .run_answers import Everything, RunPage
from .runs_api import list_all, run_page
from .stored import open_view

_SECONDS_FOR_BODY = 10
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
Answer = Callable[[Request, Params], Mapping[str, Any]]
"""From a request to one of the documents of `run_answers` and `item_answers`."""


def make_app(library: Library, names: Names, token: str | None = None, marks: Path | None = None) -> ASGIApp:
    """The viewer over a library, behind its guard; `marks`: where marks are kept, if not beside the items."""
    writing = Writing(MARKS_ADDRESS, secrets.token_urlsafe(24))
    pages = _Pages(library, writing.token, marks)
    static = _static_files()
    routes = [
        Route("/", partial(_file, static["index.html"])),
        *(Route(f"/static/{name}", partial(_file, file)) for name, file in static.items() if name != "index.html"),
        Route("/api/all", _json_handler(pages.everything)),
        Route("/api/runs/{run}", _json_handler(pages.run)),
        Route("/api/runs/{run}/parts/{part}/items", _json_handler(pages.items)),
        Route("/api/runs/{run}/parts/{part}/item", _json_handler(pages.item)),
        Route(MARKS_ADDRESS, partial(_take_mark, pages), methods=["POST"]),
        Route("/api/compare", _json_handler(pages.compare)),
        Route("/api/compare/summary", _json_handler(pages.summary)),
        Route("/api/files/{file}", _json_handler(pages.file)),
        Route("/api/files/{file}/rows/{row}", _json_handler(pages.conversation)),
    ]
    handlers: Any = {HTTPException: _no_such_address, Exception: _server_error}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), names, token, writing)


class _Pages:
    """The documents behind the addresses."""

    def __init__(self, library: Library, mark_token: str, marks: Path | None) -> None:
        self._library = library
        self._shelf = Shelf()
        records = Records()
        self._book = MarkBook(records, mark_token, marks)
        self._pairings = Pairings()
        self._live = LiveScores(records)

    def everything(self, request: Request, params: Params) -> Everything:
        return list_all(self._library, self._shelf, self._live, params)

    def run(self, request: Request, params: Params) -> RunPage:
        view = open_view(self._library, self._shelf, request.path_params["run"])
        return run_page(view, self._live, spoken_language())

    def items(self, request: Request, params: Params) -> ItemsPage | NoItemsPage:
        chosen = self._chosen(request.path_params["run"], request.path_params["part"])
        return items_page(chosen.view, chosen.part, chosen.number, params)

    def item(self, request: Request, params: Params) -> ItemPage:
        chosen = self._chosen(request.path_params["run"], request.path_params["part"])
        return item_page(chosen.view, chosen.part, chosen.number, self._book, params)

    def mark(self, body: bytes) -> MarksOfItem:
        wish = read_mark_wish(body)
        chosen = self._chosen(wish.run, str(wish.part))
        return self._book.carry_out(chosen.view, chosen.part, wish)

    def compare(self, request: Request, params: Params) -> ComparePage | RefusedComparison:
        return compare_page(*self._sides(params), params, self._pairings)

    def summary(self, request: Request, params: Params) -> CompareSummary:
        return compare_summary(*self._sides(params), params.choice("lang", LANGUAGES, "en"))

    def file(self, request: Request, params: Params) -> FilePage:
        entry = self._library.entry(request.path_params["file"], "file")
        return file_page(self._library, self._shelf, entry, params)

    def conversation(self, request: Request, params: Params) -> ConversationPage:
        entry = self._library.entry(request.path_params["file"], "file")
        return conversation_page(
            self._library, self._shelf, entry, _path_number(request.path_params["row"], "conversation")
        )

    def _sides(self, params: Params) -> tuple[Chosen, Chosen]:
        a, b = (params.text(name).partition(".") for name in ("a", "b"))
        return self._chosen(a[0], a[2]), self._chosen(b[0], b[2])

    def _chosen(self, run: str, part: str) -> Chosen:
        view = open_view(self._library, self._shelf, run)
        number = _path_number(part, "part")
        return Chosen(view, number, view.part(number))


def _path_number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise not_found(what)
    return int(text)


def _json_handler(answer: Answer) -> Callable[[Request], Response]:
    """A handler that answers with a document. Not a coroutine, so that it runs in a thread of its own."""

    def handle(request: Request) -> Response:
        return _answered(request, lambda: answer(request, Params(request.scope["query_string"])))

    return handle


async def _take_mark(pages: _Pages, request: Request) -> Response:
    """The handler of the one address that writes. How long the body may be, the guard has seen to."""
    try:
        body = await asyncio.wait_for(request.body(), _SECONDS_FOR_BODY)
    except (TimeoutError, ClientDisconnect):
        return _json_response(Refusal(error=localized("viewer_errors.mark_slow")), 408)
    return await run_in_threadpool(_answered, request, partial(pages.mark, body))


def _answered(request: Request, document: Callable[[], Mapping[str, Any]]) -> Response:
    """A document in the language of the browser, or why there is none."""
    try:
        with use_language(_wished_language(request)):
            return _json_response(document())
    except RefusedError as refusal:
        return _json_response(Refusal(error=refusal.text), refusal.status)
    except EvalwrightError as error:
        return _json_response(Refusal(error=str(error)), 422)


def _wished_language(request: Request) -> str:
    """The browser's own language, where we speak it: the one that the pages are shown in."""
    wished = request.headers.get("accept-language", "")[:2].lower()
    return wished if wished in LANGUAGES else LANGUAGES[0]


def _json_response(document: Mapping[str, Any], status: int = 200) -> Response:
    return Response(dumps(document), status, media_type="application/json")


def _static_files() -> dict[str, tuple[bytes, str]]:
    """Our own files, read once: an address is looked up among them, never joined to a path."""
    folder = resource_path("evalwright.view", "static")
    files = {
        file.name: (file.read_bytes(), _TYPES[file.name.rpartition(".")[2]])
        for file in folder.iterdir()
        if file.name.rpartition(".")[2] in _TYPES
    }
    return files | {"locale.js": (_locale_module(), _TYPES["js"])}


def _locale_module() -> bytes:
    """The words of the pages, in every language, as a module that the browser imports."""
    words = {lang: {**localized_section("viewer", lang), **_shared_words(lang)} for lang in LANGUAGES}
    return b"export default " + dumps(words) + b";\n"


def _shared_words(lang: str) -> JsonObject:
    """What the page of a run calls things, so that both call them the same."""
    page = localized_section("page", lang)
    effects = {"effects": localized_section("effect.names", lang)}
    return {"verdicts": page["verdict_names"], "endings": page["endings"], "colon": page["colon"], **effects}


def _file(file: tuple[bytes, str], request: Request) -> Response:
    return Response(file[0], media_type=file[1])


def _no_such_address(request: Request, error: HTTPException) -> Response:
    return PlainTextResponse(localized("viewer_errors.no_address"), error.status_code)


def _server_error(request: Request, error: Exception) -> Response:
    return PlainTextResponse(localized("viewer_errors.broken"), 500)
