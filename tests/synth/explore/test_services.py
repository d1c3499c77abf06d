"""Services behind OpenAPI documents: effects by method, a path that puts back, and one that only says so."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from evalwright.synth import Settings, World, explored

BEGINNING = {"n-4001": "Milk", "n-4002": "Rent", "n-4003": "Bike"}


class Notes(BaseHTTPRequestHandler):
    """Keeps notes; `honest`: whether POST /reset does anything."""

    held: ClassVar[dict[str, str]] = {}
    seen: ClassVar[list[str]] = []
    honest: ClassVar[bool] = True

    def do_GET(self) -> None:
        self.seen.append("GET")
        key = self.path.rpartition("/")[2]
        if key == "notes":
            self._answer([{"note_id": each, "title": title} for each, title in self.held.items()])
        elif key in self.held:
            self._answer({"note_id": key, "title": self.held[key]})
        else:
            self._answer({"detail": "not found"}, 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/reset":
            if self.honest:
                type(self).held = dict(BEGINNING)
            self._answer({})
            return
        self.seen.append("POST")
        key = f"n-{4001 + len(self.held)}"
        self.held[key] = json.loads(body)["title"]
        self._answer({"note_id": key, "title": self.held[key]})

    def do_DELETE(self) -> None:
        self.seen.append("DELETE")
        self._answer({"deleted": self.held.pop(self.path.rpartition("/")[2], None)})

    def _answer(self, value: Any, status: int = 200) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    Notes.held, Notes.seen, Notes.honest = dict(BEGINNING), [], True
    server = ThreadingHTTPServer(("127.0.0.1", 0), Notes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def document(tmp_path: Path) -> str:
    one = {"name": "note_id", "in": "path", "required": True, "schema": {"type": "string"}}
    body = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
    content = {"required": True, "content": {"application/json": {"schema": body}}}
    answers = {"200": {"description": "fine"}}
    paths = {
        "/notes": {
            "get": {"operationId": "list_notes", "summary": "List all notes.", "responses": answers},
            "post": {
                "operationId": "create_note",
                "summary": "Make a note.",
                "requestBody": content,
                "responses": answers,
            },
        },
        "/notes/{note_id}": {
            "get": {
                "operationId": "get_note",
                "summary": "Show a note.",
                "parameters": [one],
                "responses": answers,
            },
            "delete": {
                "operationId": "delete_note",
                "summary": "Delete a note.",
                "parameters": [one],
                "responses": answers,
            },
        },
    }
    path = tmp_path / "openapi.json"
    path.write_text(
        json.dumps({"openapi": "3.1.0", "info": {"title": "Notes", "version": "1"}, "paths": paths}), encoding="utf-8"
    )
    return str(path)


def explore(document: str, service: str, **more: Any) -> World:
    return explored(Settings(out=Path(), source=document, base_url=service, **more))


def test_effects_come_from_methods_and_nothing_is_changed_unasked(document: str, service: str) -> None:
    world = explore(document, service)
    assert {name: world.evidence[name] for name in ("list_notes", "delete_note")} == {
        "list_notes": "method",
        "delete_note": "method",
    }
    assert set(Notes.seen) == {"GET"} and set(world.forbidden) == {"create_note", "delete_note"}


def test_a_path_that_puts_back_is_seen_to(document: str, service: str) -> None:
    world = explore(document, service, reset_path="/reset")
    assert (world.reset.way, world.reset.proved, world.reset.tool) == ("path", True, "create_note")
    assert Notes.held == BEGINNING


def test_a_path_that_only_says_so_is_found_out_and_what_was_made_is_taken_away(document: str, service: str) -> None:
    Notes.honest = False
    world = explore(document, service, reset_path="/reset")
    assert (world.reset.proved, world.reset.undone_by) == (False, "delete_note")
    assert Notes.held == BEGINNING and set(world.forbidden) == {"create_note", "delete_note"}


def test_a_command_puts_back_a_service(document: str, service: str, tmp_path: Path) -> None:
    script = tmp_path / "reset.py"
    script.write_text(
        f"import urllib.request as r; r.urlopen(r.Request('{service}/reset', b'', method='POST'))", encoding="utf-8"
    )
    world = explore(document, service, reset_run=f"{sys.executable} {script}")
    assert (world.reset.way, world.reset.proved) == ("run", True)
