"""Tools files as benchmarks and data sets have them: types by other names, rows on lines, fields without an object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.chat import toolbox
from evalwright.errors import InputError
from evalwright.synth import ToolSource, read_source

GOOD = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = {"name": "get_weather", "description": "The weather in a city.", "parameters": GOOD}
LISTED = {"name": "get_weather", "description": WEATHER["description"], "inputSchema": GOOD}


def lines(tmp_path: Path, *values: Any, name: str = "tools.json") -> ToolSource:
    path = tmp_path / name
    path.write_text("\n".join(json.dumps(value) for value in values) + "\n", encoding="utf-8")
    return read_source(str(path))


def parameters(tmp_path: Path, given: Any, **more: Any) -> Any:
    path = tmp_path / "one.json"
    path.write_text(json.dumps([{"name": "f", "parameters": given, **more}]), encoding="utf-8")
    source = read_source(str(path))
    assert toolbox(source.tools).schema_error("f") is None
    return source.tools[0]["function"]["parameters"]


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        ("dict", {"type": "object"}),
        ("float", {"type": "number"}),
        ("tuple", {"type": "array"}),
        ("any", {}),
        ("STRING", {"type": "string"}),
        ("HashMap", {"type": "object"}),
        ("List[str]", {"type": "array", "items": {"type": "string"}}),
        ("list of strings", {"type": "array", "items": {"type": "string"}}),
        ("Tuple[float, float]", {"type": "array", "items": {"type": "number"}}),
        ("Tuple[int, str]", {"type": "array"}),
        ("ArrayList<Integer>", {"type": "array", "items": {"type": "integer"}}),
        ("Dict[str, Any]", {"type": "object"}),
        ("Optional[int]", {"type": "integer"}),
        ("Union[int, str]", {"type": ["integer", "string"]}),
        ("int | None", {"type": ["integer", "null"]}),
        ("Literal['a', 'b']", {"enum": ["a", "b"]}),
    ],
)
def test_types_by_other_names(kind: str, made: Any, tmp_path: Path) -> None:
    given = {"type": "dict", "properties": {"x": {"type": kind, "description": "d"}}, "required": ["x"]}
    found = parameters(tmp_path, given)
    assert found == {"type": "object", "properties": {"x": {**made, "description": "d"}}, "required": ["x"]}


def test_types_inside_lists_objects_and_alternatives(tmp_path: Path) -> None:
    deep = {
        "type": "tuple",
        "items": {"anyOf": [{"type": "float"}, {"type": "dict", "properties": {"a": {"type": "str"}}}]},
    }
    found = parameters(tmp_path, {"type": "dict", "properties": {"x": deep}})
    alternatives = [{"type": "number"}, {"type": "object", "properties": {"a": {"type": "string"}}}]
    assert found["properties"]["x"] == {"type": "array", "items": {"anyOf": alternatives}}


def test_a_value_that_is_called_like_a_type_stays(tmp_path: Path) -> None:
    given = {"type": "object", "properties": {"x": {"enum": ["dict"], "default": {"type": "float"}}}}
    assert parameters(tmp_path, given) == given


def test_fields_without_an_object_around_them(tmp_path: Path) -> None:
    fields = {
        "type": {"type": "str", "description": "The type of car."},
        "seats": {"type": "int, optional", "description": "How many."},
        "colour": {"type": "str", "default": "red"},
    }
    assert parameters(tmp_path, fields) == {
        "type": "object",
        "properties": {
            "type": {"type": "string", "description": "The type of car."},
            "seats": {"type": "integer", "description": "How many."},
            "colour": {"type": "string", "default": "red"},
        },
        "required": ["type"],
    }


def test_required_at_each_field_or_beside_the_parameters(tmp_path: Path) -> None:
    marked = {"type": "object", "properties": {"a": {"type": "string", "required": True}, "b": {"required": False}}}
    assert parameters(tmp_path, marked)["required"] == ["a"]
    beside = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    assert parameters(tmp_path, beside, required=["b", "gone"])["required"] == ["b"]


@pytest.mark.parametrize(
    "rows",
    [
        [WEATHER, {**WEATHER, "name": "get_time"}],
        [[WEATHER], [{**WEATHER, "name": "get_time"}]],
        [{"messages": [], "tools": [WEATHER]}, {"messages": [], "tools": [WEATHER, {**WEATHER, "name": "get_time"}]}],
        [{"id": 1, "question": [], "function": [WEATHER]}, {"id": 2, "function": [{**WEATHER, "name": "get_time"}]}],
        [{"query": "q", "tools": json.dumps([WEATHER])}, {"tools": json.dumps([{**WEATHER, "name": "get_time"}])}],
        [{"tools": [{"functionDeclarations": [WEATHER]}]}, {"functions": [{**WEATHER, "name": "get_time"}]}],
        [
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [LISTED]}},
            {"name": "get_time", "description": WEATHER["description"], "input_schema": GOOD},
        ],
    ],
    ids=["a tool", "a list", "rows", "questions", "text", "declarations", "servers"],
)
@pytest.mark.parametrize("name", ["tools.jsonl", "tools.json"])
def test_one_value_a_line(rows: list[Any], name: str, tmp_path: Path) -> None:
    source = lines(tmp_path, *rows, name=name)
    assert source.names() == ["get_weather", "get_time"]
    assert source.tools[0] == {"type": "function", "function": WEATHER}
    assert source.notes == [], "what is the same counts once"


def test_a_line_that_is_no_definition_costs_itself_only(tmp_path: Path) -> None:
    source = lines(tmp_path, WEATHER, {"type": "function"}, {**WEATHER, "description": "Otherwise."})
    assert source.names() == ["get_weather"]
    assert source.notes[0].startswith("line 2: no tool definition (")
    assert source.notes[1] == "line 3: get_weather is defined twice, the second is left out"


def test_a_torn_line_is_said_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "tools.jsonl"
    path.write_text(json.dumps(WEATHER) + '\n{"name": ', encoding="utf-8")
    with pytest.raises(InputError, match=r"tools\.jsonl.*is not JSON"):
        read_source(str(path))


def test_names_and_schemas_of_other_services(tmp_path: Path) -> None:
    named = {"api_name": "findCar", "api_description": "Find a car.", "parameters": {"kind": {"type": "str"}}}
    spec = {"toolSpec": {"name": "get_tide", "description": "The tide.", "inputSchema": {"json": GOOD}}}
    source = lines(tmp_path, named, {"toolConfig": {"tools": [spec]}})
    assert source.names() == ["findCar", "get_tide"]
    assert source.tools[0]["function"]["description"] == "Find a car."
    assert source.tools[1]["function"]["parameters"] == GOOD


def test_parameters_under_other_names(tmp_path: Path) -> None:
    listed = [{"name": "storyId", "type": "number", "desc": "The id"}, {"name": "depth", "type": "int", "default": 3}]
    source = lines(tmp_path, {"name": "a", "schema": GOOD}, {"name": "getStory", "arguments": listed})
    assert source.tools[0]["function"]["parameters"] == GOOD
    assert source.tools[1]["function"]["parameters"] == {
        "type": "object",
        "properties": {
            "storyId": {"description": "The id", "type": "number"},
            "depth": {"type": "integer", "default": 3},
        },
        "required": ["storyId"],
    }


def test_what_comes_back_is_read_alike(tmp_path: Path) -> None:
    response = {"type": "dict", "properties": {"degrees": {"type": "float"}}}
    source = lines(
        tmp_path, {**WEATHER, "response": response}, {**WEATHER, "name": "x", "responses": {"a": {"type": "int"}}}
    )
    assert source.output_schemas["get_weather"]["properties"] == {"degrees": {"type": "number"}}
    assert source.output_schemas["x"]["properties"] == {"a": {"type": "integer"}}
