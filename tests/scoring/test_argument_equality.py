"""When two argument values are the same, which rule made them so, and where they differ."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.scoring import grade_tool_calls

from .scoring_help import call, grade, text_call


def outcome(expected: Any, given: Any, **settings: Any) -> tuple[float | None, list[str]]:
    review = grade([call(**expected)], [call(**given)], **settings)
    return review.score, review.details["rules"]


@pytest.mark.parametrize(
    ("expected", "given", "same"),
    [
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', True),
        ('{"a": {"x": 1, "y": 2}}', '{"a": {"y": 2, "x": 1}}', True),
        ('{"a": 1}', '{ "a" :\n1 }', True),
        ('{"a": 1}', '{"a": 1.0}', True),
        ('{"a": 1}', '{"a": 1e0}', True),
        ('{"a": 0}', '{"a": -0.0}', True),
        ('{"a": [1.0, 2.0]}', '{"a": [1, 2]}', True),
        ('{"a": "\\u00e9"}', '{"a": "é"}', True),
        ('{"a": "5"}', '{"a": 5}', False),
        ('{"a": "01234"}', '{"a": "1234"}', False),
        ('{"a": "02134"}', '{"a": 2134}', False),
        ('{"a": "１２"}', '{"a": "12"}', False),
        ('{"a": "1_000"}', '{"a": 1000}', False),
        ('{"a": "1e5"}', '{"a": "100000"}', False),
        ('{"a": true}', '{"a": "true"}', False),
        ('{"a": true}', '{"a": 1}', False),
        ('{"a": [true]}', '{"a": [1]}', False),
        ('{"a": false}', '{"a": 0}', False),
        ('{"a": null}', '{"a": "null"}', False),
        ('{"a": null}', '{"a": ""}', False),
        ('{"a": 1}', "{}", False),
        ('{"a": 1}', '{"a": 1, "b": 2}', False),
        ('{"a": ["x", "y"]}', '{"a": ["y", "x"]}', False),
        ('{"a": "x"}', '{"a": "X"}', False),
        ('{"a": "x"}', '{"a": "x "}', False),
        ('{"a": "April 1, 2024"}', '{"a": "April 1 2024"}', False),
        ('{"a": "2024-05-01"}', '{"a": "2024/05/01"}', False),
        ('{"a": "#W1234567"}', '{"a": "W1234567"}', False),
        ('{"a": "card_12-3"}', '{"a": "card123"}', False),
        ('{"a": "it’s"}', '{"a": "it\'s"}', False),
        ('{"a": 9007199254740992}', '{"a": 9007199254740993}', False),
        ('{"a": 9007199254740993}', '{"a": 9007199254740992.0}', False),
        ('{"a": 0.3}', '{"a": 0.30000000000000004}', False),
        ('{"a": 0.1}', '{"a": 0.1000000000000000055511151231257827}', False),
        ('{"a": {"b": 1}}', '{"a": "{\\"b\\": 1}"}', False),
        ('{"a": []}', '{"a": {}}', False),
    ],
)
def test_pitfalls(expected: str, given: str, same: bool) -> None:
    """Of an undeclared parameter: only the values decide."""
    for mode in ("schema", "exact"):
        assert grade([text_call(expected)], [text_call(given)], mode).score == (1.0 if same else 0.5)
        assert grade([text_call(given)], [text_call(expected)], mode).score == (1.0 if same else 0.5)


def test_a_float_in_an_object_is_the_number_it_is_written_as() -> None:
    assert grade([text_call('{"a": 0.1}')], [text_call({"a": 0.1})]).score == 1.0


@pytest.mark.parametrize(
    ("expected", "given", "rules"),
    [
        ({"limit": 10}, {}, ["schema_default"]),
        ({"limit": 10.0}, {}, ["schema_default"]),
        ({"rate": 0.1}, {}, ["schema_default"]),
        ({"note": None}, {}, ["null_is_absent"]),
        ({"free": None}, {}, ["null_is_absent"]),
        ({"home": None}, {}, ["null_is_absent"]),
        ({"id": "\u00e9"}, {"id": "e\u0301"}, ["unicode_nfc"]),
        ({"address": {"city": "X", "country": "CH"}}, {"address": {"city": "X"}}, ["schema_default"]),
        ({"home": {"city": "X", "country": "CH"}}, {"home": {"city": "X"}}, ["schema_default"]),
        ({"address": {"next": {"next": {"unit": None}}}}, {"address": {"next": {"next": {}}}}, ["null_is_absent"]),
        ({"limit": 10, "note": None}, {}, ["null_is_absent", "schema_default"]),
    ],
)
def test_named_rules_work_both_ways_and_only_in_schema_mode(expected: Any, given: Any, rules: list[str]) -> None:
    assert outcome(expected, given) == (1.0, rules)
    assert outcome(given, expected) == (1.0, rules)
    assert outcome(expected, given, mode="exact") == (0.5, [])


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ({"limit": 9}, {}),
        ({"limit": "10"}, {}),
        ({"limit": True}, {}),
        ({"id": None}, {}),
        ({"limit": None}, {}),
        ({"address": {"city": None}}, {"address": {}}),
        ({"unknown": None}, {}),
        ({"limit": None}, {"limit": 10}),
        ({"address": {"unknown": None}}, {"address": {}}),
        ({"items": [None]}, {"items": []}),
    ],
)
def test_rules_do_not_reach_further_than_they_say(expected: Any, given: Any) -> None:
    assert outcome(expected, given)[0] == 0.5
    assert outcome(given, expected)[0] == 0.5


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [("", "empty_arguments"), (" \n", "empty_arguments"), (None, "empty_arguments"), ({}, "object_arguments")],
)
def test_ways_of_writing_no_arguments(arguments: Any, rule: str) -> None:
    review = grade([text_call("{}", "list")], [text_call(arguments, "list")])
    assert (review.score, review.details["rules"]) == (1.0, [rule])


def test_absent_arguments_are_empty_ones() -> None:
    bare = {"function": {"name": "list"}}
    assert grade([text_call("{}", "list")], [bare]).details["rules"] == ["empty_arguments"]
    assert grade([text_call("{}", "list")], [bare], "exact").verdict == "malformed_call"


def test_an_object_for_its_text_is_accepted_in_exact_mode_too() -> None:
    assert grade([text_call('{"a": 1}')], [text_call({"a": 1})], "exact").score == 1.0


@pytest.mark.parametrize(
    ("setting", "expected", "given"),
    [
        ({"ignore": {"order": ("note",)}}, {"note": "a"}, {"note": "b"}),
        ({"ignore": {"order": ("note",)}}, {"note": "a"}, {}),
        ({"ignore": {"order": ("address.city",)}}, {"address": {"city": "X"}}, {"address": {"city": "Y"}}),
        ({"unordered": {"order": ("items",)}}, {"items": ["a", "b", "a"]}, {"items": ["b", "a", "a"]}),
        ({"unordered": {"order": ("items",)}}, {"items": [{"x": 1}, 2]}, {"items": [2.0, {"x": 1.0}]}),
        ({"casefold": {"order": ("id",)}}, {"id": "Straße"}, {"id": "STRASSE"}),
        ({"casefold": {"order": ("items",)}}, {"items": ["A"]}, {"items": ["a"]}),
    ],
)
def test_optional_rules_fire_for_their_parameter_and_are_named(setting: Any, expected: Any, given: Any) -> None:
    (rule,) = setting
    assert outcome(expected, given, **setting) == (1.0, [rule])
    assert outcome(expected, given, mode="exact", **setting)[0] == 0.5
    assert outcome(expected, given)[0] == 0.5
    assert outcome(expected, expected, **setting) == (1.0, [])


@pytest.mark.parametrize(
    ("setting", "expected", "given"),
    [
        ({"unordered": {"order": ("items",)}}, {"items": ["a", "b", "b"]}, {"items": ["b", "a", "a"]}),
        ({"unordered": {"order": ("items",)}}, {"items": [1]}, {"items": [True]}),
        ({"unordered": {"list": ("items",)}}, {"items": [1, 2]}, {"items": [2, 1]}),
        ({"casefold": {"order": ("id",)}}, {"id": "a"}, {"id": "b"}),
        ({"casefold": {"order": ("id",)}}, {"note": "a"}, {"note": "A"}),
    ],
)
def test_optional_rules_do_no_more_than_they_say(setting: Any, expected: Any, given: Any) -> None:
    assert outcome(expected, given, **setting)[0] == 0.5


def test_two_rules_may_be_needed_at_once() -> None:
    setting = {"unordered": {"order": ("items",)}}
    assert outcome({"items": ["\u00e9", "b"]}, {"items": ["b", "e\u0301"]}, **setting) == (
        1.0,
        ["unicode_nfc", "unordered"],
    )


@pytest.mark.parametrize(
    ("expected", "given", "found"),
    [
        ({"id": "a"}, {"id": "b"}, ("id", "different", "a", "b")),
        ({"id": "a"}, {}, ("id", "missing", "a", None)),
        ({}, {"id": "a"}, ("id", "extra", None, "a")),
        ({"id": "5"}, {"id": 5}, ("id", "type", "5", 5)),
        ({"id": None}, {"id": "x"}, ("id", "type", None, "x")),
        ({"address": {"city": "X"}}, {"address": {"city": "Y"}}, ("address.city", "different", "X", "Y")),
        ({"items": ["a"]}, {"items": ["b"]}, ("items[0]", "different", "a", "b")),
        ({"items": ["a"]}, {"items": ["a", "b"]}, ("items[1]", "extra", None, "b")),
        ({"items": ["a", "b"]}, {"items": ["a"]}, ("items[1]", "missing", "b", None)),
        ({"items": [{"x": [1]}]}, {"items": [{"x": [2]}]}, ("items[0].x[0]", "different", 1, 2)),
        ({"id": 2**70}, {"id": 1}, ("id", "different", str(2**70), 1)),
    ],
)
def test_differences_have_a_path_and_a_kind(expected: Any, given: Any, found: tuple[Any, ...]) -> None:
    (difference,) = grade([call(**expected)], [call(**given)]).details["arguments"]
    assert tuple(difference[key] for key in ("path", "kind", "expected", "given")) == found


HOSTILE_SCHEMAS: list[Any] = [
    None,
    True,
    5,
    [],
    {"properties": []},
    {"properties": {"a": 5}},
    {"properties": {"a": {"default": float("nan")}}, "required": "a"},
    {"$ref": "#"},
    {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
    {"$ref": "https://example.invalid/schema.json"},
    {"$ref": "#/$defs/a/b/c", "$defs": []},
    {
        "allOf": [{"$ref": f"#/$defs/{n}"} for n in range(20)],
        "$defs": {str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 9} for n in range(20)},
    },
]


@pytest.mark.parametrize("schema", HOSTILE_SCHEMAS, ids=lambda value: str(value)[:40])
def test_a_hostile_schema_says_nothing_and_breaks_nothing(schema: Any) -> None:
    tools = [{"type": "function", "function": {"name": "order", "parameters": schema}}, None, "x", {"function": 3}]
    assert grade_tool_calls([call(a={"b": 1})], [call()], tools).score == 0.5  # type: ignore[list-item]
    assert grade_tool_calls([call(a=[1])], [call(a=[1])], tools).score == 1.0  # type: ignore[list-item]


def test_all_of_declares_parameters() -> None:
    parts = [{"properties": {"a": {"default": 1}}}, {"properties": {"b": {}}, "required": ["b"]}]
    tools = [{"name": "order", "parameters": {"type": "object", "allOf": parts}}]
    assert grade_tool_calls([call(a=1)], [call()], tools).score == 1.0
    assert grade_tool_calls([call(b=None)], [call()], tools).score == 0.5
