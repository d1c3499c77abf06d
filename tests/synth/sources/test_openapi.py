"""OpenAPI documents become tools whose schemas lose nothing, whatever the document holds."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.chat import toolbox
from evalwright.errors import InputError, UsageError
from evalwright.synth.sources import Parameter, ToolSource, read_source
from evalwright.synth.sources.openapi import read_openapi


def read(paths: dict[str, Any], **more: Any) -> ToolSource:
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths, **more}
    return read_openapi(document, Path("api.json"), "api.json")


def body(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}, **more}}


def schema_of(source: ToolSource, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(t["function"]["parameters"] for t in source.tools if t["function"]["name"] == name)
    return found


def field(schema: dict[str, Any], **components: Any) -> dict[str, Any]:
    """The one field of a body, as it is read."""
    source = read(
        {"/x": {"post": {"operationId": "x", **body({"properties": {"f": schema}})}}},
        components={"schemas": components},
    )
    made: dict[str, Any] = schema_of(source, "x")["properties"]["f"]
    return made


def test_parameters_of_all_places_become_one_flat_schema() -> None:
    item = {
        "parameters": [{"name": "id", "in": "path", "schema": {"type": "string"}}],
        "put": {
            "operationId": "set_thing",
            "summary": "Set it",
            "description": "Policy: ask first.",
            "parameters": [
                {"name": "dry", "in": "query", "schema": {"type": "boolean"}, "description": "Try only."},
                {"name": "X-Trace", "in": "header", "required": True, "schema": {"type": "string"}},
                {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
                {"name": "tags", "in": "query", "schema": {"type": "array"}, "style": "pipeDelimited"},
            ],
            **body({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}),
        },
    }
    source = read({"/things/{id}": item}, servers=[{"url": "https://{h}/v1/", "variables": {"h": {"default": "a.b"}}}])
    assert schema_of(source, "set_thing") == {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "dry": {"type": "boolean", "description": "Try only."},
            "X-Trace": {"type": "string"},
            "tags": {"type": "array"},
            "n": {"type": "integer"},
        },
        "required": ["id", "X-Trace", "n"],
    }
    operation = source.operations["set_thing"]
    assert (operation.method, operation.path, operation.server) == ("put", "/things/{id}", "https://a.b/v1")
    assert operation.parameters == (
        Parameter("id", "id", "path", "simple", False),
        Parameter("dry", "dry", "query", "form", True),
        Parameter("X-Trace", "X-Trace", "header", "simple", False),
        Parameter("tags", "tags", "query", "pipeDelimited", False),
        Parameter("n", "n", "body"),
    )
    assert (operation.body, operation.media_type) == ("fields", "application/json")
    assert source.tools[0]["function"]["description"] == "Policy: ask first."


def test_one_name_in_two_places_becomes_two_arguments() -> None:
    parameters = [{"name": "id", "in": "path"}, {"name": "id", "in": "query"}]
    operation = {"operationId": "x", "parameters": parameters, **body({"properties": {"id": {"type": "integer"}}})}
    source = read({"/x/{id}": {"post": operation}})
    assert list(schema_of(source, "x")["properties"]) == ["id", "query_id", "body_id"]
    assert [(each.argument, each.name, each.where) for each in source.operations["x"].parameters] == [
        ("id", "id", "path"),
        ("query_id", "id", "query"),
        ("body_id", "id", "body"),
    ]
    assert source.notes == [
        "POST /x/{id}: id of the query is called query_id",
        "POST /x/{id}: id of the body is called body_id",
    ]


@pytest.mark.parametrize(
    "schema", [{"type": "array", "items": {"type": "string"}}, {"oneOf": [{"type": "object"}]}, {}]
)
def test_a_body_that_is_not_made_of_fields_is_one_argument(schema: dict[str, Any]) -> None:
    source = read({"/x": {"post": {"operationId": "x", **body(schema)}}})
    assert schema_of(source, "x")["properties"] == {"body": schema}
    assert schema_of(source, "x")["required"] == ["body"]
    assert source.operations["x"].body == "whole"


@pytest.mark.parametrize(
    ("given_schema", "made"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        (
            {"type": "string", "enum": ["a"], "nullable": True},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True}, {"type": "number", "exclusiveMinimum": 0}),
        ({"type": "number", "maximum": 9, "exclusiveMaximum": False}, {"type": "number", "maximum": 9}),
        ({"type": "string", "example": "a"}, {"type": "string", "examples": ["a"]}),
        ({"enum": ["example", {"nullable": True}]}, {"enum": ["example", {"nullable": True}]}),
        ({"properties": {"example": {"type": "string"}}}, {"properties": {"example": {"type": "string"}}}),
        ({"type": "string", "xml": {}, "x-own": 1, "deprecated": True}, {"type": "string", "deprecated": True}),
        (
            {"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["b"]}], "description": "mine"},
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["b"], "description": "mine"},
        ),
        ({"allOf": [{"$ref": "#/components/schemas/Word"}], "nullable": True}, {"type": ["string", "null"]}),
        ({"nullable": True, "oneOf": [{"type": "string"}]}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
        ({"$ref": "#/components/schemas/Base", "description": "here"}, "described"),
        ({"items": {"$ref": "#/components/schemas/with~1slash%20and~0"}}, {"items": {"type": "boolean"}}),
        (True, {}),
        (False, {"not": {}}),
    ],
)
def test_schemas_are_written_as_json_schema(given_schema: Any, made: Any) -> None:
    base = {"type": "object", "properties": {"a": {"type": "integer"}}, "description": "base"}
    if made == "described":
        made = {**base, "description": "here"}
    more = {"Word": {"type": "string"}, "with/slash and~": {"type": "boolean"}}
    assert field(given_schema, Base=base, **more) == made


def test_fields_that_only_the_server_sets_are_not_asked_for() -> None:
    schema = {"properties": {"id": {"readOnly": True}, "n": {"type": "integer"}}, "required": ["id", "n"]}
    responses = {"200": {"content": {"application/json": {"schema": schema}}}}
    source = read({"/x": {"post": {"operationId": "x", **body(schema), "responses": responses}}})
    assert list(schema_of(source, "x")["properties"]) == ["n"]
    assert schema_of(source, "x")["required"] == ["n"]
    assert list(source.output_schemas["x"]["properties"]) == ["id", "n"]


def test_a_schema_that_contains_itself_is_kept_by_a_definition() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    operation = {"operationId": "x", **body({"properties": {"f": {"$ref": "#/components/schemas/Node"}}})}
    source = read({"/x": {"post": operation}}, components={"schemas": {"Node": node}})
    made = schema_of(source, "x")
    assert made["properties"]["f"] == {"$ref": "#/$defs/Node"}
    assert made["$defs"] == {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}
    checks = toolbox(source.tools)
    assert checks.problem("x", {"f": {"next": {"next": {}}}}) is None
    assert checks.problem("x", {"f": {"next": {"next": 7}}}) is not None
    assert source.notes == []


def test_a_schema_that_is_all_of_itself_is_cut_and_said() -> None:
    node = {"type": "object", "allOf": [{"$ref": "#/components/schemas/Node"}]}
    operation = {"operationId": "x", **body({"properties": {"f": {"$ref": "#/components/schemas/Node"}}})}
    source = read({"/x": {"post": operation}}, components={"schemas": {"Node": node}})
    assert toolbox(source.tools).schema_error("x") is None
    assert [note for note in source.notes if "contains itself" in note]


def test_a_schema_that_doubles_at_every_step_stays_small() -> None:
    schemas: dict[str, Any] = {"S0": {"type": "string"}}
    for n in range(1, 30):
        both = {"$ref": f"#/components/schemas/S{n - 1}"}
        schemas[f"S{n}"] = {"type": "object", "properties": {"a": both, "b": both}}
    source = read(
        {"/x": {"post": {"operationId": "x", **body({"properties": {"f": {"$ref": "#/components/schemas/S29"}}})}}},
        components={"schemas": schemas},
    )
    assert toolbox(source.tools).problem("x", {"f": {"a": {"b": {"a": 1}}}}) is not None
    assert len(json.dumps(source.tools)) < 10_000


def test_an_inner_reference_may_be_null_and_have_words_of_its_own() -> None:
    node = {"properties": {"up": {"$ref": "#/components/schemas/N", "nullable": True}, "d": None}}
    node["properties"]["d"] = {"$ref": "#/components/schemas/N", "description": "Below."}
    source = read(
        {"/x": {"post": {"operationId": "x", **body({"properties": {"f": {"$ref": "#/components/schemas/N"}}})}}},
        components={"schemas": {"N": node}},
    )
    here = {"$ref": "#/$defs/N"}
    made = schema_of(source, "x")["$defs"]["N"]["properties"]
    assert made == {"up": {"anyOf": [here, {"type": "null"}]}, "d": {**here, "description": "Below."}}


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("https://elsewhere.example/schema.json", "outside the document's folder is not followed"),
        ("other.yaml#/A", "a reference to nothing"),
        ("#/components/schemas/Missing", "a reference to nothing"),
        ("#anchor", "a reference to nothing"),
        (17, "outside the document's folder is not followed"),
    ],
)
def test_references_that_lead_nowhere_are_said(reference: Any, words: str) -> None:
    source = read({"/x": {"post": {"operationId": "x", **body({"properties": {"f": {"$ref": reference}}})}}})
    assert schema_of(source, "x")["properties"]["f"] == {}
    assert [note for note in source.notes if words in note]


def test_names_are_made_safe_and_unique() -> None:
    source = read(
        {
            "/users/{id}/orders": {"get": {}, "post": {"operationId": "a b.c"}},
            "/other": {"post": {"operationId": "a b.c"}, "delete": {"operationId": "x" * 100}},
        }
    )
    assert source.names() == ["get_users_by_id_orders", "a_b_c", "a_b_c_2", "x" * 64]
    assert "POST /other: is called a_b_c_2" in source.notes


def test_effects_come_from_the_method_or_else_from_the_name() -> None:
    paths = {
        "/a": {"get": {"operationId": "delete_a"}, "delete": {"operationId": "get_a"}},
        "/b": {"post": {"operationId": "find_b"}},
    }
    source = read(paths)
    assert source.effects == {"delete_a": "read", "get_a": "write", "find_b": "read"}
    assert source.guessed == {"find_b"}


def test_what_is_left_out_is_said() -> None:
    source = read(
        {
            "/a": {"get": {"operationId": "a", "deprecated": True}, "trace": {}},
            "/b": {"post": {"operationId": "b", "requestBody": {"required": True, "content": {"image/png": {}}}}},
            "/c": {"get": {"operationId": "c"}},
        },
        webhooks={"w": {}},
        security=[{"key": []}],
    )
    assert source.names() == ["c"]
    assert source.notes == [
        "GET /a: deprecated, left out",
        "TRACE /a: not an operation that does anything, left out",
        "POST /b: its body is image/png, which is not sent; left out",
        "webhooks: not tools, left out",
        "security: credentials are no arguments of tools, left out",
    ]


def test_a_path_that_could_name_another_service_is_left_out() -> None:
    source = read({"@a.example/": {"get": {"operationId": "get_a"}}, "/b": {"get": {"operationId": "get_b"}}})
    assert source.names() == ["get_b"]
    assert source.notes == ["@a.example/: a path begins with /, left out"]


def test_rules_for_the_agent_are_the_policy() -> None:
    source = read({"/a": {"get": {}}}, info={"description": "Rules.", "x-policy": "More."})
    assert source.policy == "Rules.\n\nMore."


@pytest.mark.parametrize(
    ("description", "kept"),
    [
        ("Call the endpoint with a bearer token.", False),
        ("GitHub's REST API. Do not exceed the rules for users.", False),
        ("Rules for the agent: ask for a yes first. Use nothing but these APIs.", True),
        ("客服守则：先确认，再操作。只用这些 API。", True),
    ],
)
def test_a_text_for_programmers_is_no_policy_unless_it_tells_an_agent_what_to_do(description: str, kept: bool) -> None:
    source = read({"/a": {"get": {}}}, info={"description": description})
    assert source.policy == (description if kept else "")


def test_yaml_is_read_as_json_is(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(
        "openapi: 3.1.0\ninfo: {title: t, version: 1}\npaths:\n  /n:\n    get:\n      operationId: get_n\n"
        "      parameters:\n      - {name: n, in: query, schema: {type: [integer, 'null']}}\n"
        "      responses:\n        200:\n          content:\n            application/json: {schema: {type: integer}}\n"
    )
    source = read_source(str(path))
    assert schema_of(source, "get_n")["properties"] == {"n": {"type": ["integer", "null"]}}
    assert source.output_schemas == {"get_n": {"type": "integer"}}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"swagger": "2.0"}, "Convert it to OpenAPI 3"),
        ({"openapi": "4.0", "paths": {}}, "is OpenAPI 4.0"),
        ({"openapi": "3.1.0"}, "describes no operations"),
    ],
)
def test_documents_that_cannot_be_used_say_why(tmp_path: Path, document: Any, words: str) -> None:
    path = tmp_path / "api.json"
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=words):
        read_source(str(path))


VALID = {
    "openapi": "3.1.0",
    "info": {"title": "t", "description": "d"},
    "servers": [{"url": "http://x", "variables": {"a": {"default": "b"}}}],
    "paths": {
        "/a/{b}": {
            "parameters": [{"name": "b", "in": "path", "schema": {"type": "string"}}],
            "post": {
                "operationId": "o",
                "parameters": [{"$ref": "#/components/parameters/P"}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}},
            },
        }
    },
    "components": {
        "parameters": {"P": {"name": "p", "in": "query", "schema": {"allOf": [{"type": "string"}]}}},
        "schemas": {"S": {"type": "object", "properties": {"f": {"anyOf": [{"type": "null"}]}}, "required": ["f"]}},
    },
}
JUNK = st.sampled_from([None, True, 0, -1, 1.5, "", "#/", "$ref", [], [None], {}, {"$ref": "#/paths"}, {"": []}])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


@given(st.sampled_from(places(VALID)[1:]), JUNK)
def test_no_value_of_the_wrong_kind_anywhere_crashes_the_reader(place: tuple[Any, ...], junk: Any) -> None:
    document = copy.deepcopy(VALID)
    node: Any = document
    for step in place[:-1]:
        node = node[step]
    node[place[-1]] = junk
    try:
        source = read_openapi(document, Path("api.json"), "api.json")
    except UsageError:
        raise AssertionError("a document is an input, not a setting") from None
    except InputError:
        return
    assert source.tools
