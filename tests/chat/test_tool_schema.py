"""Checks against tool schemas: right decisions for honest schemas, and a decision, at once, for hostile ones."""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import Toolbox, read_tools, toolbox


def tool(parameters: Any, name: str = "f") -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def box(parameters: Any) -> Toolbox:
    return Toolbox([tool(parameters)])


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


ORDER = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^W[0-9]+$"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer", "maximum": 9}}}},
    },
    "required": ["id"],
    "additionalProperties": False,
}


def test_valid_arguments_have_no_problem() -> None:
    assert box(ORDER).problem("f", {"id": "W1", "lines": [{"n": 9}, {"n": Decimal("3.0")}]}) is None


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({}, '"id"'),
        ({"id": 5}, "id: "),
        ({"id": "X"}, "id: "),
        ({"id": "W1", "lines": [{}, {"n": 10}]}, "lines[1].n: "),
        ({"id": "W1", "lines": [{"n": 2.5}]}, "lines[0].n: "),
        ({"id": "W1", "lines": [{"n": True}]}, "lines[0].n: "),
        ({"id": "W1", "more": 1}, "more"),
        ([], "not an object"),
        (None, "not an object"),
        ('{"id": "W1"}', "not an object"),
    ],
)
def test_a_problem_is_one_sentence_with_the_place(arguments: object, place: str) -> None:
    problem = box(ORDER).problem("f", arguments)
    assert problem is not None
    assert place in problem
    assert "\n" not in problem
    assert problem.endswith(".")


def test_an_unknown_tool_is_a_problem() -> None:
    for name in ("g", "F", "f ", "\ud800", 5, None, []):
        problem = box(ORDER).problem(name, {})  # type: ignore[arg-type]
        assert problem is not None
        assert problem.startswith("There is no tool named")


@pytest.mark.parametrize(
    "given_tool", [{"name": "f"}, {"name": "f", "parameters": None}, {"name": "f", "parameters": {}}]
)
def test_a_tool_without_a_schema_takes_any_object(given_tool: dict[str, Any]) -> None:
    made = Toolbox([given_tool])
    assert made.problem("f", {"x": [1]}) is None
    assert made.problem("f", [1]) is not None
    assert made.schema_error("f") is None


def test_the_toolbox_knows_names_and_schemas() -> None:
    made = Toolbox([*read_tools([tool(ORDER)]), {"name": "g"}, {"broken": 1}])
    assert made.names == {"f", "g"}
    assert made.parameters("f") == ORDER
    assert made.parameters("g") is None
    assert made.parameters("h") is None
    assert made.schema_error("h") is None


def test_the_same_content_is_the_same_toolbox_and_later_changes_do_not_reach_it() -> None:
    tools = [tool({"type": "object", "required": ["a"]})]
    made = toolbox(tools)
    assert toolbox(json.loads(json.dumps(tools))) is made
    assert toolbox(read_tools(tools)) is made
    tools[0]["function"]["parameters"]["required"] = []
    assert made.problem("f", {}) is not None
    assert toolbox(tools).problem("f", {}) is None


@pytest.mark.parametrize(
    "parameters",
    [
        {"type": "wat"},
        {"properties": 5},
        {"pattern": "("},
        {"$ref": "#/$defs/none"},
        {"$ref": "#none"},
        {"maximum": float("nan")},
        {"maxLength": -1},
        {"title": "\ud800", "type": 7},
        [],
        "object",
        True,
        {"enum": [10**5000]},
    ],
)
def test_a_schema_that_cannot_be_used_says_so(parameters: Any) -> None:
    for made in (box(parameters), toolbox([tool(parameters)])):
        assert made.schema_error("f")
        problem = made.problem("f", {})
        assert problem is not None
        assert "cannot be used" in problem


@pytest.fixture
def trap() -> Iterator[tuple[str, list[str]]]:
    hits: list[str] = []

    class Trap(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Trap)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/schema.json", hits
    server.shutdown()
    thread.join()
    server.server_close()


def test_nothing_is_ever_fetched(trap: tuple[str, list[str]], tmp_path: Path) -> None:
    url, hits = trap
    local = tmp_path / "schema.json"
    local.write_text("{}")
    for parameters in (
        {"$ref": url},
        {"properties": {"a": {"allOf": [{"$ref": f"{url}#/x"}]}}},
        {"$id": url, "$ref": "other.json"},
        {"$id": url, "properties": {"a": {"$ref": "#/x-hidden"}}, "x-hidden": {"$ref": "there.json"}},
        {"$dynamicRef": url},
        {"$ref": local.as_uri()},
    ):
        made = box(parameters)
        assert made.schema_error("f"), parameters
        assert made.problem("f", {"a": 1})
    assert box({"$schema": url, "type": "object"}).problem("f", {}) is None
    assert hits == []


@pytest.mark.parametrize(
    "pattern", ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*b$", "^(?!x)(a*)*\\1$", "(?<=x)(a+)+\\1$"]
)
def test_evil_patterns_are_decided_at_once(pattern: str) -> None:
    made = box({"properties": {"a": {"type": "string", "pattern": pattern}}})
    start = time.perf_counter()
    for text in ("a" * 40 + "!", "a" * 5000 + "!"):
        assert made.problem("f", {"a": text}) is not None
    assert time.perf_counter() - start < 2


def test_patterns_that_look_around_still_work() -> None:
    made = box({"properties": {"a": {"pattern": "^(?!test)[a-z]+$"}}})
    assert made.problem("f", {"a": "real"}) is None
    assert made.problem("f", {"a": "testing"}) is not None


def doubling(levels: int, keyword: str) -> dict[str, Any]:
    step = {f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$defs": {**step, f"d{levels}": {"required": ["x"]}}, "$ref": "#/$defs/d0"}


HOSTILE = {
    "itself": {"$ref": "#"},
    "itself in allOf": {"allOf": [{"$ref": "#"}]},
    "not itself": {"not": {"$ref": "#"}},
    "a circle of two": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    "dynamic": {"$dynamicAnchor": "n", "$dynamicRef": "#n"},
    "doubling allOf": doubling(60, "allOf"),
    "doubling oneOf": doubling(60, "oneOf"),
    "doubling anyOf": doubling(60, "anyOf"),
    "branching down": {
        "type": "object",
        "properties": {"a": {"anyOf": [{"$ref": "#"}, {"$ref": "#", "minProperties": 9}]}},
    },
    "a long chain": {
        "$ref": "#/$defs/d0",
        "$defs": {**{f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(30_000)}, "d30000": {}},
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_recursive_and_exploding_schemas_give_a_decision_at_once(name: str) -> None:
    start = time.perf_counter()
    made = box(HOSTILE[name])
    for value in ({}, {"a": 1}, nested(24), nested(128)):
        problem = made.problem("f", value)
        assert problem is None or problem.endswith(".")
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("branch", "value"),
    [({"items": {"type": "integer"}}, ["a"] * 20_000), ({"type": "object", "required": ["y"]}, {"z": "a" * 1_000_000})],
)
def test_explaining_a_failure_costs_no_more_than_finding_it(branch: dict[str, Any], value: object) -> None:
    made = box({"properties": {"x": {"anyOf": [branch] * 500}}})
    start = time.perf_counter()
    assert made.problem("f", {"x": value}) == "The arguments do not fit the schema."
    assert time.perf_counter() - start < 5


def test_the_end_of_a_long_message_is_kept() -> None:
    problem = box({"properties": {"x": {"anyOf": [{"type": "null"}]}}}).problem("f", {"x": "a" * 5000})
    assert problem is not None
    assert len(problem) < 400
    assert "anyOf" in problem


def test_an_enormous_schema_is_refused() -> None:
    assert "characters" in str(box({"description": "x" * 3_000_000}).schema_error("f"))


def test_a_deep_schema_is_refused() -> None:
    schema: dict[str, Any] = {}
    for _ in range(2000):
        schema = {"properties": {"a": schema}}
    assert box(schema).schema_error("f")


def test_an_honest_recursive_schema_works_to_the_last_level() -> None:
    tree = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
        "additionalProperties": False,
    }
    value: dict[str, Any] = {"name": "leaf"}
    for _ in range(60):
        value = {"children": [value]}
    assert box(tree).problem("f", value) is None
    problem = box(tree).problem("f", {"children": [{"name": "x"}, {"name": 5}]})
    assert problem is not None
    assert problem.startswith("children[1].name: ")


def test_values_of_any_depth_and_size() -> None:
    made = box({"type": "object", "properties": {"n": {"type": "integer", "maximum": 10}}})
    assert made.problem("f", nested(128)) is None
    for levels in (129, 5000):
        assert "nested deeper" in str(made.problem("f", nested(levels)))
    for fits in (-(10**30), Decimal(-(10**50)), -(10**5000), Decimal("1e1"), 10.0):
        assert made.problem("f", {"n": fits}) is None
    for big in (10**30, 10**5000, Decimal(10**5000), Decimal("1e999999"), Decimal("0.5"), Decimal("1e-999999")):
        assert made.problem("f", {"n": big}) is not None


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), "\ud800", b"x", {1: 2}, object(), {"\ud800": 1}])
def test_values_that_are_no_json_are_a_problem(odd: object) -> None:
    problem = box({"properties": {"x": {"type": "string", "minLength": 1}}}).problem("f", {"x": odd})
    assert problem is not None
    assert problem.endswith(".")


KEYS = ("required", "a", "const", "if", "then", "default", "$id")
SCHEMA_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["#", "#/a", "string", "object", "(", "^a$"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*("type", "properties", "items", "allOf", "anyOf", "not", "$ref", "$defs", "pattern", "enum"), *KEYS]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(SCHEMA_JSON, SCHEMA_JSON)
def test_any_schema_and_any_value_give_a_decision(parameters: object, value: object) -> None:
    for made in (box(parameters), toolbox([tool(parameters), parameters])):  # type: ignore[list-item]
        error, problem = made.schema_error("f"), made.problem("f", value)
        assert problem is None or isinstance(problem, str)
        assert error is None or problem is not None
