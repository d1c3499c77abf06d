"""The reader's rules beside the dialects: what is kept, what is refused and where, what costs nothing."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import ChatError, read_conversation, read_messages, read_tools

USER = {"role": "user", "content": "hi"}


def calling(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def call(call_id: object, name: str = "f", arguments: object = "{}") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def result(call_id: str | None, content: str, **more: Any) -> dict[str, Any]:
    return {"role": "tool", "content": content, **({"tool_call_id": call_id} if call_id else {}), **more}


def links(messages: list[Any]) -> dict[str, str | None]:
    """Which call id each result answers, by the result's text."""
    return {m["content"]: m.get("tool_call_id") for m in read_messages(messages) if m["role"] == "tool"}


REFUSED = {
    "not an object": ([USER], ""),
    "null": (None, ""),
    "no messages": ({"question": "?"}, ""),
    "messages is no list": ({"messages": {}}, "messages"),
    "empty": ({"messages": []}, "messages"),
    "message is no object": ({"messages": [USER, "hi"]}, "messages[1]"),
    "no role": ({"messages": [USER, {"content": "x"}]}, "messages[1]"),
    "unknown role": ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
    "role is no text": ({"messages": [{"role": ["user"], "content": "x"}]}, "messages[0].role"),
    "content is a number": ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content"),
    "a part is no object": ({"messages": [{"role": "user", "content": [USER, 5]}]}, "messages[0].content[1]"),
    "calls are no list": ({"messages": [{"role": "assistant", "tool_calls": {}}]}, "messages[0].tool_calls"),
    "unknown item": ({"input": [{"type": "web_search_call"}]}, "input[0].type"),
    "unknown speaker": ({"conversations": [{"from": "cat", "value": "x"}]}, "conversations[0].from"),
    "parts are no list": ({"contents": [{"parts": 5}]}, "contents[0].parts"),
    "tools is a number": ({"messages": [USER], "tools": 5}, "tools"),
    "tools is broken text": ({"messages": [USER], "tools": "[{"}, "tools"),
    "a tool without a name": ({"messages": [USER], "tools": [{"type": "function", "function": {}}]}, "tools[0]"),
    "system is a number": ({"messages": [USER], "system": 5}, "system"),
    "an alpaca row without its answer": ({"instruction": "do", "input": "x"}, "output"),
    "no text": (
        {"messages": [{"role": "user", "content": [{"type": "text"}]}]},
        "messages[0].content[0]",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_conversation_is_refused_by_place(name: str) -> None:
    record, path = REFUSED[name]
    with pytest.raises(ChatError) as caught:
        read_conversation(record)
    assert caught.value.path == path
    assert caught.value.text
    assert str(caught.value).endswith(caught.value.text)


def test_canonical_messages_are_the_same_dictionaries() -> None:
    messages = [
        {"role": "system", "content": ""},
        USER,
        {"role": "assistant", "content": "x", "weight": 0},
        {"role": "assistant", "content": None, "refusal": "no"},
        calling(call("a", arguments='{"broken'), call("b"), extra=1),
        result("b", "2"),
        result("a", "1"),
        {"role": "user", "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {}}]},
    ]
    read = read_conversation({"messages": messages})
    assert all(made is given for made, given in zip(read.messages, messages, strict=True))
    assert read.notes == ()


def test_a_call_message_without_content_gets_its_null_and_keeps_the_rest() -> None:
    given = {"role": "assistant", "tool_calls": [call("a")], "weight": 1}
    read = read_messages([given])
    assert read == [{**given, "content": None}]
    assert "content" not in given


def test_null_and_empty_call_lists_are_no_calls() -> None:
    for empty in (None, []):
        read = read_messages([{"role": "assistant", "content": "x", "tool_calls": empty, "function_call": None}])
        assert read == [{"role": "assistant", "content": "x"}]


@pytest.mark.parametrize(
    ("arguments", "text", "note"),
    [
        ('{"a": 1, "a": 2}', '{"a": 1, "a": 2}', None),
        ("{'a': 1}", "{'a': 1}", None),
        ("", "", None),
        (None, "", "empty_arguments"),
        ({"城市": "北京"}, '{"城市": "北京"}', "object_arguments"),
        ([1], "[1]", "odd_arguments"),
        (5, "5", "odd_arguments"),
    ],
)
def test_arguments_become_text_and_text_is_never_touched(arguments: object, text: str, note: str | None) -> None:
    read = read_conversation({"messages": [calling(call("a", arguments=arguments))]})
    assert read.messages[0]["tool_calls"][0]["function"]["arguments"] == text
    assert read.notes == ((note,) if note else ())


@pytest.mark.parametrize("broken", ["f", 5, None, [], {}, {"id": "a", "function": None}, {"function": {"name": 5}}])
def test_a_call_without_a_name_is_a_fault_of_its_row(broken: object) -> None:
    with pytest.raises(ChatError) as raised:
        read_conversation({"messages": [calling(broken)]})
    assert raised.value.path == "messages[0].tool_calls[0]"


def test_results_find_calls_without_ids_by_name_then_by_order() -> None:
    bare = [calling(call(None, "f"), call(None, "g"), call("", "f"))]
    assert links([*bare, result(None, "1"), result(None, "2"), result(None, "3")]) == {
        "1": "call_0",
        "2": "call_1",
        "3": "call_2",
    }
    assert links([*bare, result(None, "g", name="g"), result(None, "f", name="f")]) == {"g": "call_1", "f": "call_0"}


def test_an_id_used_again_in_every_turn_is_made_unique() -> None:
    turns = [calling(call("c")), result("c", "1"), calling(call("c")), result("c", "2"), calling(call("c"))]
    read = read_conversation({"messages": turns})
    assert [m["tool_calls"][0]["id"] for m in read.messages if "tool_calls" in m] == ["c", "call_0", "call_1"]
    assert links(turns) == {"1": "c", "2": "call_0"}
    assert read.notes == ("repeated_call_ids",)
    assert turns[2] == calling(call("c"))


def test_an_id_used_twice_in_one_turn_is_answered_in_order() -> None:
    assert links([calling(call("c"), call("c")), result("c", "1"), result("c", "2")]) == {"1": "c", "2": "call_0"}


def test_made_ids_avoid_those_in_use() -> None:
    read = read_messages([calling(call("call_0"), call(None), call("call_1")), result("call_2", "orphan?")])
    assert [made["id"] for made in read[0]["tool_calls"]] == ["call_0", "call_3", "call_1"]
    assert read[1]["tool_call_id"] == "call_3", "a result with an unknown id answers the call that had none"


def test_numbers_as_ids_are_text() -> None:
    read = read_messages([calling(call(7)), {"role": "tool", "tool_call_id": 7, "content": "x"}])
    assert (read[0]["tool_calls"][0]["id"], read[1]["tool_call_id"]) == ("7", "7")


def test_a_protocol_that_is_out_of_order_is_kept_as_it_is() -> None:
    messages = [result("a", "early"), calling(call("a")), result("zzz", "orphan"), {"role": "system", "content": "!"}]
    read = read_messages(messages)
    assert all(made is given for made, given in zip(read, messages, strict=True))


def test_the_record_around_the_messages() -> None:
    record = {
        "item": {
            "id": 7,
            "messages": [USER],
            "parallel_tool_calls": False,
            "metadata": {"a": 1},
            "expected_output": {},
        },
        "sample": {"output_text": "x"},
    }
    read = read_conversation(record)
    assert (read.id, read.parallel_tool_calls, read.metadata) == ("7", False, {"a": 1})
    assert read.extra == {"expected_output": {}, "sample": {"output_text": "x"}}
    assert read.to_dict() == {
        "id": "7",
        "messages": [USER],
        "tools": [],
        "parallel_tool_calls": False,
        "metadata": {"a": 1},
        "expected_output": {},
        "sample": {"output_text": "x"},
    }


def test_odd_values_of_known_keys_are_kept_aside() -> None:
    read = read_conversation({"messages": [USER], "id": 1.5, "metadata": [1], "parallel_tool_calls": "yes"})
    assert (read.id, read.metadata, read.parallel_tool_calls) == (None, {}, None)
    assert read.extra == {"id": 1.5, "metadata": [1], "parallel_tool_calls": "yes"}


TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}, "strict": True}}


@pytest.mark.parametrize(
    "given",
    [
        TOOL,
        {"function": TOOL["function"]},
        {"name": "f", "parameters": {"type": "object"}, "strict": True},
        {"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": True},
        {"name": "f", "input_schema": {"type": "object"}, "strict": True},
        {"name": "f", "inputSchema": {"type": "object"}, "strict": True},
        {"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT"}, "strict": True}]},
    ],
)
def test_tools_of_every_dialect_become_openai_tools(given: dict[str, Any]) -> None:
    for form in ([given], given, json.dumps([given])):
        (tool,) = read_tools(form)
        assert (tool.name, tool.parameters, tool.to_dict()) == ("f", {"type": "object"}, TOOL)


def test_an_openai_tool_is_kept_as_given_and_none_is_none() -> None:
    assert read_tools([TOOL])[0].raw is TOOL
    assert read_tools(None) == read_tools("") == read_tools([]) == read_tools("[]") == []


def test_gemini_types_are_lowered_but_data_is_not() -> None:
    schema = {"type": "OBJECT", "properties": {"type": {"type": "STRING", "enum": ["OBJECT"], "default": "OBJECT"}}}
    (tool,) = read_tools({"function_declarations": [{"name": "f", "parameters": schema}]})
    assert tool.parameters == {
        "type": "object",
        "properties": {"type": {"type": "string", "enum": ["OBJECT"], "default": "OBJECT"}},
    }


VOCABULARY = (
    "role content tool_calls tool_call_id function name arguments id type parts from value system user assistant tool "
    "message messages conversations contents input output item tools functions function_call functionCall args "
    "tool_use tool_result function_call_output gpt human observation text call_0 reasoning summary instructions "
    "developer <tool_call>{} <tool_response>1</tool_response> <tools>{}</tools> metadata model response"
)
WORDS = st.sampled_from(VOCABULARY.split())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=2), inner, max_size=6),
    max_leaves=30,
)
TEXT = st.sampled_from(
    ["", "x", '{"a": 1}', '<tool_call>{"name": "f"}</tool_call>', "<tool_response>1</tool_response>"]
)
CALLS = st.lists(
    st.fixed_dictionaries(
        {"function": st.fixed_dictionaries({"name": TEXT, "arguments": TEXT | JSON})},
        optional={"id": st.sampled_from(["", "a", "b", "call_0"]) | JSON, "type": st.just("function"), "x": JSON},
    )
    | JSON,
    max_size=3,
)
MESSAGE = (
    st.fixed_dictionaries({"role": st.just("assistant")}, optional={"content": TEXT, "tool_calls": CALLS})
    | st.fixed_dictionaries(
        {"role": st.just("tool"), "content": TEXT | JSON}, optional={"tool_call_id": TEXT, "name": TEXT}
    )
    | st.fixed_dictionaries({"role": st.sampled_from(["user", "system", "function", "developer"]), "content": TEXT})
    | st.fixed_dictionaries({"from": st.sampled_from(["human", "gpt", "function_call", "observation"]), "value": TEXT})
    | st.fixed_dictionaries({"role": st.sampled_from(["user", "model"]), "parts": st.lists(JSON, max_size=2)})
    | st.fixed_dictionaries(
        {"type": st.just("function_call"), "name": TEXT, "arguments": TEXT}, optional={"call_id": TEXT}
    )
    | JSON
)
RECORD = st.fixed_dictionaries(
    {"messages": st.lists(MESSAGE, min_size=1, max_size=5)},
    optional={"tools": JSON, "id": JSON, "metadata": JSON, "system": TEXT, "item": JSON, "contents": JSON},
) | st.fixed_dictionaries({"item": st.fixed_dictionaries({"conversations": st.lists(MESSAGE, max_size=4)})})


@settings(max_examples=300, deadline=None)
@given(JSON | RECORD)
def test_any_json_is_a_conversation_or_a_chat_error(record: object) -> None:
    for read in (read_conversation, read_messages, read_tools):
        try:
            made = read(record)
        except ChatError as error:
            assert error.text
        else:
            assert made is not None


@settings(max_examples=300, deadline=None)
@given(RECORD)
def test_writing_and_reading_again_changes_nothing(record: dict[str, Any]) -> None:
    try:
        first = read_conversation(record)
    except ChatError:
        return
    written = first.to_dict()
    again = read_conversation(written)
    assert repr(again.to_dict()) == repr(written)
    for message in again.messages:
        assert message["role"] in ("system", "user", "assistant", "tool")
        assert "content" in message
    ids = [made["id"] for m in again.messages if m["role"] == "assistant" for made in m.get("tool_calls", [])]
    assert all(isinstance(made, str) and made for made in ids)
    assert len(set(ids)) == len(ids)


def test_ten_thousand_calls_without_ids_are_linked_in_linear_time() -> None:
    messages = [calling(*(call(None) for _ in range(10_000))), *(result(None, str(n), name="f") for n in range(10_000))]
    start = time.perf_counter()
    made = links(messages)
    assert made["9999"] == "call_9999"
    assert time.perf_counter() - start < 2
