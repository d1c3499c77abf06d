"""A tool in one line: everything that bears on a call is said, or the definition is shown as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.models.local.compact_tools import signature


def tool(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": required or [], **more}
    return {"type": "function", "function": {"name": "find", "parameters": parameters}}


@pytest.mark.parametrize(
    ("properties", "line"),
    [
        ({}, "find()"),
        ({"id": {"type": "integer"}}, "find(id?: integer)"),
        ({"how": {"enum": ["fast", 3, None]}}, 'find(how?: "fast" | 3 | null)'),
        ({"ids": {"type": "array", "items": {"type": "string"}}}, "find(ids?: string[])"),
        ({"ids": {"type": "array", "items": {"enum": [1, 2]}}}, "find(ids?: (1 | 2)[])"),
        ({"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "find(x?: string | null)"),
        ({"n": {"type": "number", "default": 1.5}}, "find(n?: number = 1.5)"),
        ({"x": {}}, "find(x?: any)"),
        ({"on": {"type": "object", "properties": {"day": {"type": "string"}}}}, "find(on?: {day?: string})"),
        ({"id": {"type": "string", "description": "An\n id."}}, "find(id?: string /* An id. */)"),
    ],
)
def test_types_are_written_as_programmers_write_them(properties: dict[str, Any], line: str) -> None:
    assert signature(tool(properties)) == line


def test_what_must_be_given_has_no_question_mark_and_words_stand_behind() -> None:
    made = tool({"id": {"type": "integer"}, "how": {"type": "string"}}, ["id"], additionalProperties=False)
    made["function"]["description"] = "Finds  things."
    assert signature(made) == "find(id: integer, how?: string)  // Finds things."
    assert signature({"name": "go"}) == "go()"


@pytest.mark.parametrize(
    "hard",
    [
        {"$ref": "#/$defs/x"},
        {"type": ["string", "null"]},
        {"type": "string", "pattern": "^a"},
        {"type": "integer", "minimum": 1},
        {"type": "object", "additionalProperties": {"type": "string"}},
        True,
        {"enum": 3},
    ],
)
def test_what_a_line_cannot_say_is_shown_whole(hard: Any) -> None:
    made = tool({"x": hard})
    assert json.loads(signature(made)) == made["function"]


@pytest.mark.parametrize("name", ["a b", "a\n", "f()", ""])
def test_names_that_could_be_mistaken_are_shown_whole(name: str) -> None:
    assert json.loads(signature({"name": name})) == {"name": name}
    assert json.loads(signature(tool({name: {"type": "string"}})))["name"] == "find"


def test_a_definition_without_end_is_shown_whole() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(50):
        deep = {"type": "array", "items": deep}
    assert signature(tool({"x": deep})).startswith('{"name"')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["name", "description", "parameters", "type"]), JSON))
def test_hostile_definitions_never_break_it(function: dict[str, Any]) -> None:
    assert isinstance(signature({"function": function}), str)
    assert isinstance(signature(tool({"x": function})), str)
