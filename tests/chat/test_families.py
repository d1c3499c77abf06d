"""Every family's way of writing calls: read as written, typed by the schema, never repaired, never slow."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import Call, Unreadable, calls_in_text, read_call
from evalwright.chat.families.templates import FAMILIES, family_of_template
from evalwright.chat.families.writing import write_calls

TOOLS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {
            "name": "find",
            "parameters": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "maybe": {"type": ["string", "null"]},
                    "count": {"type": "integer"},
                    "price": {"type": "number"},
                    "on": {"type": "boolean"},
                    "ids": {"type": "array", "items": {"type": "string"}},
                    "deep": {"anyOf": [{"$ref": "#/$defs/deep"}, {"type": "null"}]},
                    "kind": {"enum": [1, 2]},
                },
                "$defs": {"deep": {"type": "object"}},
            },
        },
    },
    {"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}},
]


def functions(text: str, family: str | None = None, tools: Any = TOOLS) -> list[tuple[str | None, str]]:
    return [
        (call["function"]["name"], call["function"]["arguments"]) for call in calls_in_text(text, tools, family).calls
    ]


WRITTEN = {
    "hermes": '<tool_call>\n{"name": "find", "arguments": {"count": 1}}\n</tool_call>',
    "qwen_xml": "<tool_call>\n<function=find>\n<parameter=count>\n1\n</parameter>\n</function>\n</tool_call>",
    "qwen_xml without tool_call": "<function=find><parameter=count>1</parameter></function>",
    "glm": "<tool_call>find\n<arg_key>count</arg_key>\n<arg_value>1</arg_value>\n</tool_call>",
    "llama": '{"name": "find", "parameters": {"count": 1}}',
    "llama typed": '{"type": "function", "name": "find", "parameters": {"count": 1}}<|eot_id|>',
    "llama tag": '<|python_tag|>{"name": "find", "parameters": {"count": 1}}<|eom_id|>',
    "llama custom": '<function=find>{"count": 1}</function>',
    "mistral": '[TOOL_CALLS] [{"name": "find", "arguments": {"count": 1}}]',
    "mistral v11": '[TOOL_CALLS]find[ARGS]{"count": 1}',
    "mistral id": '[TOOL_CALLS]find[CALL_ID]abc123DEF[ARGS]{"count": 1}</s>',
    "kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>"
    '{"count": 1}<|tool_call_end|><|tool_calls_section_end|>',
    "harmony": '<|channel|>commentary to=functions.find <|constrain|>json<|message|>{"count": 1}<|call|>',
    "harmony start": '<|start|>assistant to=functions.find<|channel|>commentary json<|message|>{"count": 1}',
    "bare": '{"name": "find", "arguments": {"count": 1}}',
    "bare list": '[{"type": "function", "function": {"name": "find", "arguments": {"count": 1}}}]',
    "fenced": '```json\n{"name": "find", "arguments": {"count": 1}}\n```',
}


@pytest.mark.parametrize("way", sorted(WRITTEN))
def test_every_way_of_writing_is_read_without_a_hint(way: str) -> None:
    assert functions(WRITTEN[way]) == [("find", '{"count": 1}')]


@pytest.mark.parametrize(
    "way", [way for way in sorted(WRITTEN) if "llama" not in way and "bare" not in way and way != "fenced"]
)
def test_words_around_a_call_stay_words(way: str) -> None:
    read = calls_in_text(f"Let me see. {WRITTEN[way]}", TOOLS)
    assert (read.text, len(read.calls)) == ("Let me see.", 1)


@pytest.mark.parametrize("family", FAMILIES)
def test_two_calls_are_two(family: str) -> None:
    calls = [{"type": "function", "function": {"name": name, "arguments": "{}"}} for name in ("find", "ping")]
    text = write_calls(family, calls)
    assert functions(text, family) == functions(text) == [("find", "{}"), ("ping", "{}")]
    assert calls_in_text(text, TOOLS, family).text == ""


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "other", "arguments": {}}',
        '{"name": "find"}',
        '{"name": "find", "arguments": {}, "why": 1}',
        '{"name": "find", "arguments": {}} is what I would call',
        'I would call {"name": "find", "arguments": {}}',
        '[{"name": "find", "arguments": {}}, 1]',
        '{"name": "find", "arguments": {}',
        '{"type": "text", "name": "find", "arguments": {}}',
        "[]",
        "{}",
        '{"answer": 5}',
        "Use the [TOOL_CALLS] token, or <|python_tag|>, or <function=other>, or <|tool_call_begin|>.",
        "```\nfind\n```",
    ],
)
def test_prose_and_json_answers_are_no_calls(text: str) -> None:
    read = calls_in_text(text, TOOLS)
    assert (read.calls, read.text) == ([], text)


def test_bare_json_is_no_call_where_no_tool_was_offered() -> None:
    assert functions(WRITTEN["bare"], tools=[]) == []


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("llama", '{"name": "find", "parameters": {"count": 1}'),
        ("llama", "<|python_tag|>find.call(count=1)"),
        ("llama", '<|python_tag|>{"name": "find", "parameters": {"count": 1,}}'),
        ("mistral", "[TOOL_CALLS] find count 1"),
        ("mistral", '[TOOL_CALLS][{"name": "find", "arguments": {"count": 1}'),
        ("mistral", '[TOOL_CALLS]find[ARGS]{"count": '),
        ("mistral", "[TOOL_CALLS]find[ARGS]"),
        ("kimi", '<|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>{"count": <|tool_call_end|>'),
        ("kimi", "<|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>"),
        ("kimi", "<|tool_call_begin|>functions.find"),
        ("harmony", '<|channel|>commentary to=functions.find<|message|>{"count": '),
        ("harmony", "<|channel|>commentary to=functions.find <|constrain|>js"),
        ("glm", "<tool_call>find\n<arg_key>count</arg_key>\n<arg_value>1</tool_call>"),
        ("glm", "<tool_call>find\n<arg_key>count</arg_key>\n<arg_value>1</arg_value>"),
        (
            "glm",
            "<tool_call>find<arg_key>a</arg_key><arg_value>1</arg_value><arg_key>a</arg_key><arg_value>1</arg_value></tool_call>",
        ),
        ("glm", "<tool_call>find<arg_key>a</arg_key>so<arg_value>1</arg_value></tool_call>"),
        ("qwen_xml", "<tool_call>\n<function=find>\n<parameter=count>\n1\n</function>\n</tool_call>"),
        ("qwen_xml", "<tool_call>\n<function=find>\n<parameter=count>\n1\n</parameter>\n</tool_call>"),
        ("qwen_xml", "<tool_call>\n<function=find>\n<parameter=count>\n1\n</parameter>\n<parameter=text>\nhal"),
        (
            "qwen_xml",
            "<tool_call><function=find><parameter=count>1<parameter=text>x</parameter></function></tool_call>",
        ),
        ("qwen_xml", "<tool_call><function=find></tool_call>"),
        ("qwen_xml", "<function=find>"),
        ("hermes", '<tool_call>{"name": "find", "arguments": {"count": 1}</tool_call>'),
    ],
)
def test_a_malformed_call_is_an_attempt_and_stays_malformed(family: str, text: str) -> None:
    (call,) = calls_in_text(text, TOOLS, family).calls
    assert isinstance(read_call(call), Unreadable)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("text", "1", "1"),
        ("text", "null", "null"),
        ("text", '{"a": 1}', '{"a": 1}'),
        ("text", " spaced ", " spaced "),
        ("maybe", "None", None),
        ("maybe", "null", None),
        ("maybe", "5", "5"),
        ("count", "12", 12),
        ("count", "1.5", "1.5"),
        ("count", "twelve", "twelve"),
        ("count", '"12"', '"12"'),
        ("price", "2", 2),
        ("on", "True", True),
        ("on", "false", False),
        ("on", "yes", "yes"),
        ("ids", '["a", "b"]', ["a", "b"]),
        ("ids", "['a']", "['a']"),
        ("deep", '{"x": [1]}', {"x": [1]}),
        ("deep", "None", None),
        ("kind", "2", 2),
        ("unknown", "7", "7"),
    ],
)
def test_the_schema_gives_untyped_values_their_type(key: str, text: str, value: Any) -> None:
    qwen = f"<tool_call>\n<function=find>\n<parameter={key}>\n{text}\n</parameter>\n</function>\n</tool_call>"
    glm = f"<tool_call>find\n<arg_key>{key}</arg_key>\n<arg_value>{text}</arg_value>\n</tool_call>"
    for written in (qwen, glm):
        ((_, arguments),) = functions(written)
        assert json.loads(arguments) == {key: value}


@pytest.mark.parametrize(
    "schema",
    [None, [], {"properties": []}, {"properties": {"a": 5}}, {"properties": {"a": {"$ref": "#/properties/a"}}}],
)
def test_an_odd_schema_leaves_values_as_texts(schema: Any) -> None:
    tools = [{"function": {"name": "f", "parameters": schema}}, 5, {"function": {"name": 3}}]
    assert functions("<tool_call><function=f><parameter=a>1</parameter></function></tool_call>", tools=tools) == [
        ("f", '{"a": "1"}')
    ]


def test_thoughts_and_channels_stand_apart() -> None:
    text = (
        "<|channel|>analysis<|message|>They want it.<|end|><|start|>assistant<|channel|>commentary"
        "<|message|>One moment."
        "<|end|><|start|>assistant<|channel|>commentary to=functions.find <|constrain|>json"
        '<|message|>{"text": "<|end|>"}'
        "<|call|><|start|>assistant<|channel|>final<|message|>Done.<|return|>"
    )
    read = calls_in_text(text, TOOLS)
    assert (read.reasoning, read.text) == ("They want it.", "One moment.\nDone.")
    assert functions(text) == [("find", '{"text": "<|end|>"}')]
    assert functions(f"<think>{WRITTEN['bare']}</think>no") == []
    assert functions(f"<think>so</think>\n{WRITTEN['bare']}") == [("find", '{"count": 1}')]


@pytest.mark.parametrize(
    ("template", "family"),
    [
        ("{{ '<tool_call>' }}", "hermes"),
        ("<tool_call>\n<function=x>\n<parameter=y>", "qwen_xml"),
        ("<tool_call>{{ name }}<arg_key>", "glm"),
        ('<|start_header_id|> {"name": .., "parameters": ..}', "llama"),
        ("<|python_tag|>", "llama"),
        ("[TOOL_CALLS]", "mistral"),
        ("<|tool_call_begin|>", "kimi"),
        ("<|channel|>commentary to=functions.", "harmony"),
        ("{{ messages }}<|im_start|>", None),
    ],
)
def test_a_template_tells_its_family(template: str, family: str | None) -> None:
    assert family_of_template(template) == family


TAGS = ["<tool_call>", "</tool_call>", "<|end|>", "<|tool_call_end|>", "[TOOL_CALLS]", "</function>", "<arg_key>", "]"]
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8) | st.sampled_from(TAGS)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)
ARGUMENTS = st.dictionaries(TEXTS, VALUES, max_size=4)
NAMES = st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_-]{0,20}", fullmatch=True)


@settings(max_examples=150)
@given(
    st.sampled_from([family for family in FAMILIES if family not in ("glm", "qwen_xml")]),
    st.lists(st.tuples(NAMES, ARGUMENTS), min_size=1, max_size=3),
)
def test_what_is_written_is_read_back(family: str, calls: list[tuple[str, dict[str, Any]]]) -> None:
    made = [{"type": "function", "function": {"name": name, "arguments": json.dumps(given)}} for name, given in calls]
    assert calls_in_text(write_calls(family, made), (), family).calls == made


def schema_of(value: Any) -> dict[str, Any]:
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
    return {"type": kinds.get(type(value), "null")}


@settings(max_examples=150)
@given(st.sampled_from(["glm", "qwen_xml"]), NAMES, ARGUMENTS)
def test_untyped_values_are_read_back_with_their_schema(family: str, name: str, given: dict[str, Any]) -> None:
    call = {"type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
    schema = {"type": "object", "properties": {key: schema_of(value) for key, value in given.items()}}
    try:
        text = write_calls(family, [call])
    except ValueError:
        return
    (found,) = calls_in_text(text, [{"function": {"name": name, "parameters": schema}}], family).calls
    read = read_call(found)
    expected = read_call(call)
    assert isinstance(read, Call) and isinstance(expected, Call)
    assert (read.name, read.arguments) == (name, expected.arguments)


PIECES = [
    *[
        "<tool_call>",
        "</tool_call>",
        "<think>",
        "</think>",
        "<function=f>",
        "</function>",
        "<parameter=a>",
        "</parameter>",
    ],
    *["<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<|python_tag|>", "[TOOL_CALLS]", "[ARGS]", "[{", "]"],
    *["<|tool_call_begin|>", "functions.f:0", "<|tool_call_argument_begin|>", "<|tool_call_end|>", "<|channel|>final"],
    *[
        "<|channel|>commentary to=functions.f",
        "<|message|>",
        "<|call|>",
        '{"name": "f"',
        ', "parameters": {',
        "}",
        '"',
        "\\",
    ],
    *[" ", "\n", "f", "```json\n", "```", ";"],
]


@settings(max_examples=400)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40).map("".join),
    st.sampled_from([None, *FAMILIES]),
)
def test_any_text_can_be_read(text: str, family: str | None) -> None:
    for call in calls_in_text(text, [{"function": {"name": "f", "parameters": {}}}], family).calls:
        assert isinstance(read_call(call), Call | Unreadable)


@pytest.mark.parametrize(
    "piece",
    [
        "[TOOL_CALLS]",
        '[TOOL_CALLS][{"',
        '[TOOL_CALLS]f[ARGS]{"',
        '<|python_tag|>{"',
        '<|python_tag|>{"a":"<|python_tag|>',
        "<function=f>",
        "<function=f><parameter=a>",
        "<tool_call><function=f><parameter=a></tool_call>",
        "<tool_call>f<arg_key>",
        "<arg_key>",
        "<|tool_call_begin|>f:1",
        '<|tool_call_begin|>f<|tool_call_argument_begin|>{"',
        "<|channel|>final<|message|>",
        '<|channel|>commentary to=functions.f<|message|>{"',
        "<|channel|>final ",
        '{"name": "f", "parameters": {}};',
        '{"a":',
        "[",
        "```json\n",
        "<|eot_id|>",
    ],
)
def test_many_marks_are_read_in_linear_time(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    start = time.perf_counter()
    for family in (None, "llama", "mistral"):
        calls_in_text(text, [{"function": {"name": "f", "parameters": {}}}], family)
    assert time.perf_counter() - start < 10
