"""OpenAPI documents in several files: followed inside their folder, wherever a part stands, and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from evalwright.chat import toolbox
from evalwright.synth import ToolSource, read_source

CANARY = "tulips-at-noon"
PET = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}


def write(folder: Path, files: dict[str, Any]) -> str:
    """Files of a document, as JSON, which is YAML too; the first is the document."""
    for name, value in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(folder / next(iter(files)))


def document(paths: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths, **more}


def parameters(source: ToolSource) -> dict[str, Any]:
    return {tool["function"]["name"]: tool["function"]["parameters"] for tool in source.tools}


def test_operations_parameters_bodies_and_schemas_in_other_files_are_as_in_one(tmp_path: Path) -> None:
    wanted = {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}}
    listing = {"operationId": "list_pets", "parameters": [wanted]}
    sending = {"content": {"application/json": {"schema": PET}}}
    adding = {"operationId": "add_pet", "requestBody": sending, "responses": {"200": {"description": "d", **sending}}}
    one = document({"/pets": {"get": listing, "post": adding}})
    several = {
        "spec/api.yml": document({"/pets": {"$ref": "resources/pets/pets.yml"}}, components={"schemas": {"Pet": PET}}),
        "spec/resources/pets/pets.yml": {
            "get": {"$ref": "operations/list.yml"},
            "post": {"$ref": "./operations/add.yml#/add"},
        },
        "spec/resources/pets/operations/list.yml": {
            **listing,
            "parameters": [{"$ref": "../../../shared/parameters.yml#/limit"}],
        },
        "spec/resources/pets/operations/add.yml": {
            "add": {**adding, "requestBody": {"$ref": "#/body"}, "responses": {"200": {"$ref": "#/answer"}}},
            "body": {"content": {"application/json": {"schema": {"$ref": "../../../shared/models/pet.json"}}}},
            "answer": {
                "content": {"application/json": {"schema": {"$ref": "../../../api.yml#/components/schemas/Pet"}}}
            },
        },
        "spec/shared/parameters.yml": {"limit": wanted},
        "spec/shared/models/pet.json": PET,
    }
    whole = read_source(write(tmp_path, {"one.json": one}))
    split = read_source(write(tmp_path, several))
    assert parameters(split) == parameters(whole)
    assert split.output_schemas == whole.output_schemas == {"add_pet": PET}
    assert split.notes == []


def outside(folder: Path) -> dict[str, Callable[[], str]]:
    """Ways out of the folder, each made ready when it is wanted; what is there holds the canary."""
    secret = folder / "secret.yml"
    secret.write_text(json.dumps({"type": "string", "description": CANARY}), encoding="utf-8")
    inside = folder / "spec"

    def link() -> str:
        (inside / "link.yml").symlink_to(secret)
        return "link.yml"

    def linked_folder() -> str:
        (inside / "up").symlink_to(folder, target_is_directory=True)
        return "up/secret.yml"

    def other_name(name: str) -> Callable[[], str]:
        def make() -> str:
            (inside / name).write_text(secret.read_text())
            return name

        return make

    def pipe() -> str:
        os.mkfifo(inside / "pipe.yml")
        return "pipe.yml"

    return {
        "above": lambda: "../secret.yml",
        "above, encoded": lambda: "%2e%2e/secret.yml",
        "above, by a way round": lambda: "a/b/../../../secret.yml",
        "from the root": lambda: str(secret),
        "file:": lambda: f"file://{secret}",
        "a link": link,
        "a linked folder": linked_folder,
        "hidden": other_name(".hidden.yml"),
        "no JSON or YAML": other_name("notes.txt"),
        "a pipe": pipe,
    }


@pytest.mark.parametrize(
    "way",
    list(outside.__annotations__)
    and [
        "above",
        "above, encoded",
        "above, by a way round",
        "from the root",
        "file:",
        "a link",
        "a linked folder",
        "hidden",
        "no JSON or YAML",
        "a pipe",
    ],
)
def test_nothing_outside_the_folder_is_read(way: str, tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    reference = outside(tmp_path)[way]()
    query = {"name": "q", "in": "query", "schema": {"$ref": reference}}
    paths = {
        "/a": {"get": {"operationId": "get_a", "parameters": [query]}},
        "/b": {"get": {"operationId": "get_b", "parameters": [{"$ref": reference}]}},
        "/c": {"get": {"$ref": reference}},
        "/d": {"$ref": reference},
    }
    source = read_source(write(tmp_path / "spec", {"api.json": document(paths)}))
    assert parameters(source)["get_a"]["properties"] == {"q": {}}
    assert source.names() == ["get_a"], "what cannot be read whole is no tool"
    assert CANARY not in f"{source.tools} {source.notes}"
    assert any("is not followed" in note or "to nothing" in note for note in source.notes)
    assert [note for note in source.notes if "cannot be read; left out" in note] == [
        "GET /b: a part of it cannot be read; left out",
        "GET /c: a part of it cannot be read; left out",
        "/d: a part of it cannot be read; left out",
    ]


def test_nothing_is_fetched(tmp_path: Path) -> None:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/pet.yml"
    paths = {
        "/a": {"get": {"operationId": "a", "parameters": [{"name": "q", "in": "query", "schema": {"$ref": address}}]}}
    }
    source = read_source(write(tmp_path, {"api.json": document(paths)}))
    server.shutdown()
    server.server_close()
    assert asked == [] and any(address in note and "is not followed" in note for note in source.notes)


def test_files_that_are_broken_or_refer_to_each_other_without_end_cost_their_operations_only(tmp_path: Path) -> None:
    files = {
        "api.yml": document(
            {
                "/a": {"get": {"$ref": "broken.yml"}},
                "/b": {"get": {"$ref": "round.yml#/a"}},
                "/c": {"get": {"operationId": "get_c"}},
            }
        ),
        "broken.yml": "a: [1, 2\nb: }",
        "round.yml": {"a": {"$ref": "again.yml#/a"}},
        "again.yml": {"a": {"$ref": "round.yml#/a"}},
    }
    source = read_source(write(tmp_path, files))
    assert source.names() == ["get_c"]
    assert any("broken.yml" in note and "is not YAML" in note for note in source.notes)
    assert "a reference leads back to itself" in source.notes


def woven(schemas: int, operations: int) -> dict[str, Any]:
    """A document in which everything refers to everything, as those of payment services do."""
    made = {}
    for at in range(schemas):
        others = [{"$ref": f"#/components/schemas/thing{(at * 7 + step * 13) % schemas}"} for step in range(12)]
        fields: dict[str, Any] = {f"f{step}": {"anyOf": [{"type": "string"}, each]} for step, each in enumerate(others)}
        made[f"thing{at}"] = {"type": "object", "properties": {"id": {"type": "string"}, **fields}}
    answer = {f"#/components/schemas/thing{at}": None for at in range(schemas)}
    paths: dict[str, Any] = {}
    for at, reference in zip(range(operations), list(answer) * operations, strict=False):
        content = {"content": {"application/json": {"schema": {"$ref": reference}}}}
        paths[f"/t{at}"] = {
            "post": {"operationId": f"make_{at}", "requestBody": content, "responses": {"200": content}}
        }
    return document(paths, components={"schemas": made})


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_a_document_in_which_all_refers_to_all_is_read_in_little_time_and_memory(tmp_path: Path) -> None:
    path = write(tmp_path, {"api.json": woven(300, 250)})
    code = (
        "import time\n"
        "from evalwright.synth import read_source\n"
        f"read_source({path!r})\n"
        "peak = next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(time.process_time(), peak)"  # not ru_maxrss: a child inherits its parent's there
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    seconds, kilobytes = map(float, done.stdout.split())
    assert seconds < 30 and kilobytes < 400_000
    source = read_source(write(tmp_path, {"small.json": woven(60, 3)}))
    checks = toolbox(source.tools)
    assert all(checks.schema_error(name) is None for name in source.names())
    assert checks.problem("make_0", {"f1": {"f2": {"id": "x"}}}) is None
    assert checks.problem("make_0", {"f1": {"f2": {"id": 7}}}) is not None
