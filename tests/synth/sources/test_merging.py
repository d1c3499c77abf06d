"""A merged schema accepts exactly what all of its parts accept."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
from hypothesis import given
from hypothesis import strategies as st

from evalwright.synth.sources.merging import merge

VALUES = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["", "a", "b", "abc"]))
LEAVES = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "boolean"]),
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "minimum": st.integers(-2, 2),
        "maximum": st.integers(-2, 2),
        "minLength": st.integers(0, 2),
        "maxLength": st.integers(0, 3),
        "pattern": st.sampled_from(["a", "b", "^$"]),
        "description": st.sampled_from(["one", "two"]),
    },
)
NAMES = st.sampled_from(["p", "q", "r"])
OBJECTS = st.fixed_dictionaries(
    {"type": st.just("object")},
    optional={
        "properties": st.dictionaries(NAMES, LEAVES, max_size=3),
        "required": st.lists(NAMES, unique=True, max_size=2),
        "minProperties": st.integers(0, 2),
    },
)


def accepts(schema: dict[str, Any], value: Any) -> bool:
    return jsonschema_rs.validator_for(schema).is_valid(value)


@given(st.lists(LEAVES, min_size=1, max_size=3), VALUES)
def test_of_plain_values(parts: list[dict[str, Any]], value: Any) -> None:
    assert accepts(merge(parts), value) == all(accepts(part, value) for part in parts)


@given(st.lists(OBJECTS, min_size=1, max_size=3), st.dictionaries(NAMES, VALUES, max_size=3))
def test_of_objects(parts: list[dict[str, Any]], value: Any) -> None:
    assert accepts(merge(parts), value) == all(accepts(part, value) for part in parts)


def test_fields_and_requirements_are_joined_so_that_a_person_can_read_them() -> None:
    base = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    more = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "description": "both"}
    assert merge([base, more]) == {
        "type": "object",
        "properties": {"id": {"type": "string"}, "n": {"type": "integer"}},
        "required": ["id", "n"],
        "description": "both",
    }
