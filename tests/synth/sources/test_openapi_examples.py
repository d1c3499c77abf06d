"""What a document shows of requests and answers stands at the fields it is about, for whoever needs such a value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.synth import ToolSource, read_source

SHOWN = "x-shown"
"""What stands together in one example of a document."""


def read(tmp_path: Path, paths: dict[str, Any], **components: Any) -> ToolSource:
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths, "components": components}
    (tmp_path / "api.json").write_text(json.dumps(document), encoding="utf-8")
    return read_source(str(tmp_path / "api.json"))


def answer(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"responses": {"200": {"description": "d", "content": {"application/json": {"schema": schema, **more}}}}}


def arguments(source: ToolSource, name: str) -> dict[str, Any]:
    tool = next(tool for tool in source.tools if tool["function"]["name"] == name)
    found: dict[str, Any] = tool["function"]["parameters"]["properties"]
    return found


def test_an_example_of_a_whole_answer_is_one_of_each_field(tmp_path: Path) -> None:
    text, number = {"type": "string"}, {"type": "integer"}
    fields = {"sku": text, "left": number, "state": {"type": "string", "enum": ["in", "out"]}}
    schema = {"type": "array", "items": {"type": "object", "properties": fields}}
    shown = {
        "a": {"value": [{"sku": "K-7", "left": 3, "state": "in"}, {"sku": "K-9"}]},
        "b": {"$ref": "#/components/examples/B"},
    }
    source = read(
        tmp_path,
        {"/items": {"get": {"operationId": "list_items", **answer(schema, examples=shown)}}},
        examples={"B": {"value": [{"sku": '"K-11"', "left": 3}]}},
    )
    made = source.output_schemas["list_items"]["items"]["properties"]
    assert made["sku"] == {**text, "examples": ["K-7", "K-9", "K-11"], SHOWN: ["K-7", "K-9", "K-11"]}
    assert made["left"] == {**number, "examples": [3], SHOWN: [3, None, 3]}, "what stands together is known"
    assert made["state"] == {**fields["state"], SHOWN: ["in", None, None]}, "what is listed needs no example"


def test_a_map_has_the_fields_that_are_shown(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "example": {"+1": "thumb.png", "cake": "cake.png"},
    }
    source = read(tmp_path, {"/emojis": {"get": {"operationId": "get_emojis", **answer(schema)}}})
    made = source.output_schemas["get_emojis"]["properties"]
    assert made == {
        "+1": {"type": "string", "examples": ["thumb.png"]},
        "cake": {"type": "string", "examples": ["cake.png"]},
    }


def test_an_example_of_a_request_is_one_of_its_arguments(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "properties": {
            "region": {"type": "string"},
            "size": {"type": "object", "properties": {"gb": {"type": "integer"}}},
        },
    }
    body = {
        "requestBody": {
            "content": {"application/json": {"schema": schema, "example": {"region": "nyc3", "size": {"gb": 4}}}}
        }
    }
    source = read(tmp_path, {"/boxes": {"post": {"operationId": "create_box", **body}}})
    made = arguments(source, "create_box")
    assert made["region"]["examples"] == ["nyc3"]
    assert made["size"]["properties"]["gb"]["examples"] == [4]


def test_addresses_that_are_shown_tell_what_stands_in_paths(tmp_path: Path) -> None:
    where = [
        {"name": name, "in": "path", "required": True, "schema": {"type": kind}}
        for name, kind in (("owner", "string"), ("number", "integer"))
    ]
    shown = {"url": "https://api.example.com/v1/repos/octo-cat/issues/1347", "other": "https://api.example.com/else"}
    schema = {"type": "object", "properties": {"url": {"type": "string"}}}
    source = read(
        tmp_path,
        {
            "/repos/{owner}/issues/{number}": {
                "parameters": where,
                "get": {"operationId": "get_issue", **answer(schema, example=shown)},
            },
            "/users/{owner}": {"parameters": where[:1], "delete": {"operationId": "delete_user"}},
        },
    )
    assert arguments(source, "get_issue")["owner"]["examples"] == ["octo-cat"]
    assert arguments(source, "get_issue")["number"]["examples"] == [1347]
    assert arguments(source, "delete_user")["owner"]["examples"] == ["octo-cat"], "the same word means the same"
