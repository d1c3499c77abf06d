"""Every dialect is a way of writing the same conversation: one table, one canonical answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalwright.chat import read_conversation

ARGUMENTS = '{"order_id": "W1", "fast": true}'
RESULT = '{"status": "shipped"}'
SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}
TOOL = {"type": "function", "function": {"name": "get_order", "description": "Look up", "parameters": SCHEMA}}
FLAT = {"name": "get_order", "description": "Look up", "parameters": SCHEMA}


def call(call_id: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "get_order", "arguments": ARGUMENTS}}


def canonical(call_id: str) -> list[dict[str, Any]]:
    return [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Where is W1?"},
        {"role": "assistant", "content": None, "tool_calls": [call(call_id)]},
        {"role": "tool", "tool_call_id": call_id, "content": RESULT},
        {"role": "assistant", "content": "On its way."},
    ]


def openai(**change: Any) -> dict[str, Any]:
    """The canonical record with the call message or the result changed."""
    messages = canonical("a1")
    messages[2] = change.get("call", messages[2])
    messages[3] = change.get("result", messages[3])
    return {"messages": messages, "tools": change.get("tools", [TOOL])}


def absent_content() -> dict[str, Any]:
    return openai(call={"role": "assistant", "tool_calls": [call("a1")]})


def empty_content() -> dict[str, Any]:
    return openai(call={"role": "assistant", "content": "", "tool_calls": [call("a1")]})


def object_arguments() -> dict[str, Any]:
    function = {"name": "get_order", "arguments": json.loads(ARGUMENTS)}
    return openai(call={"role": "assistant", "tool_calls": [{"id": "a1", "type": "function", "function": function}]})


def object_result() -> dict[str, Any]:
    return openai(result={"role": "tool", "tool_call_id": "a1", "content": json.loads(RESULT)})


def no_ids() -> dict[str, Any]:
    bare = {"type": "function", "function": {"name": "get_order", "arguments": ARGUMENTS}}
    return openai(call={"role": "assistant", "tool_calls": [bare]}, result={"role": "tool", "content": RESULT})


def developer() -> dict[str, Any]:
    record = openai()
    record["messages"][0] = {"role": "developer", "content": "Be kind."}
    return record


def legacy() -> dict[str, Any]:
    return {
        "messages": [
            *canonical("a1")[:2],
            {"role": "assistant", "function_call": {"name": "get_order", "arguments": ARGUMENTS}},
            {"role": "function", "name": "get_order", "content": RESULT},
            canonical("a1")[4],
        ],
        "functions": [FLAT],
    }


def responses() -> dict[str, Any]:
    return {
        "instructions": "Be kind.",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "Where is W1?"}]} | {"type": "message"},
            {"type": "reasoning", "id": "r1", "summary": []},
            {"type": "function_call", "call_id": "a1", "id": "f1", "name": "get_order", "arguments": ARGUMENTS},
            {"type": "function_call_output", "call_id": "a1", "output": RESULT},
        ],
        "output": [
            {
                "type": "message",
                "id": "m1",
                "status": "completed",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "On its way."}],
            }
        ],
        "tools": [{"type": "function", **FLAT}],
    }


def anthropic() -> dict[str, Any]:
    use = {"type": "tool_use", "id": "a1", "name": "get_order", "input": json.loads(ARGUMENTS)}
    result = {"type": "tool_result", "tool_use_id": "a1", "content": [{"type": "text", "text": RESULT}]}
    return {
        "system": [{"type": "text", "text": "Be kind."}],
        "messages": [
            {"role": "user", "content": "Where is W1?"},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": "On its way."},
        ],
        "tools": [{"name": "get_order", "description": "Look up", "input_schema": SCHEMA}],
    }


def gemini(snake: bool = False) -> dict[str, Any]:
    def word(camel: str, other: str) -> str:
        return other if snake else camel

    declared = {
        "name": "get_order",
        "description": "Look up",
        "parameters": {"type": "OBJECT", "properties": {"order_id": {"type": "STRING"}}, "required": ["order_id"]},
    }
    used = {word("functionCall", "function_call"): {"name": "get_order", "args": json.loads(ARGUMENTS)}}
    got = {word("functionResponse", "function_response"): {"name": "get_order", "response": json.loads(RESULT)}}
    return {
        word("systemInstruction", "system_instruction"): {"parts": [{"text": "Be kind."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Where "}, {"text": "is W1?"}]},
            {"role": "model", "parts": [used]},
            {"role": "function", "parts": [got]},
            {"role": "model", "parts": [{"text": "On its way."}]},
        ],
        "tools": [{word("functionDeclarations", "function_declarations"): [declared]}],
    }


def sharegpt() -> dict[str, Any]:
    return {
        "conversations": [
            {"from": "human", "value": "Where is W1?"},
            {"from": "function_call", "value": f'{{"name": "get_order", "arguments": {ARGUMENTS}}}'},
            {"from": "observation", "value": RESULT},
            {"from": "gpt", "value": "On its way."},
        ],
        "system": "Be kind.",
        "tools": json.dumps([FLAT]),
    }


TEXT_CALL = f'<tool_call>\n{{"name": "get_order", "arguments": {ARGUMENTS}}}\n</tool_call>'


def hermes() -> dict[str, Any]:
    wrapped = f'<tool_response>\n{{"name": "get_order", "content": {RESULT}}}\n</tool_response>'
    return {
        "conversations": [
            {"from": "system", "value": "Be kind."},
            {"from": "human", "value": "Where is W1?"},
            {"from": "gpt", "value": TEXT_CALL},
            {"from": "tool", "value": wrapped},
            {"from": "gpt", "value": "On its way."},
        ],
        "tools": json.dumps([TOOL]),
    }


def qwen() -> dict[str, Any]:
    return openai(
        call={"role": "assistant", "content": TEXT_CALL},
        result={"role": "user", "content": f"<tool_response>\n{RESULT}\n</tool_response>"},
    )


TABLE = {
    "canonical": (openai(), ("openai",), (), "a1"),
    "absent content": (absent_content(), ("openai",), (), "a1"),
    "empty content": (empty_content(), ("openai",), (), "a1"),
    "arguments as an object": (object_arguments(), ("openai",), ("object_arguments",), "a1"),
    "result as an object": (object_result(), ("openai",), ("object_content",), "a1"),
    "no ids": (no_ids(), ("openai",), ("missing_call_ids",), "call_0"),
    "developer": (developer(), ("openai",), ("developer_role",), "a1"),
    "tools as text": (openai(tools=json.dumps([TOOL])), ("openai",), ("tools_as_text",), "a1"),
    "item wrapper": ({"item": openai()}, ("item", "openai"), (), "a1"),
    "legacy": (legacy(), ("openai", "legacy"), ("missing_call_ids",), "call_0"),
    "responses": (responses(), ("responses",), (), "a1"),
    "anthropic": (anthropic(), ("anthropic",), (), "a1"),
    "gemini": (gemini(), ("gemini",), ("missing_call_ids",), "call_0"),
    "gemini in snake case": (gemini(snake=True), ("gemini",), ("missing_call_ids",), "call_0"),
    "sharegpt": (sharegpt(), ("sharegpt",), ("tools_as_text", "missing_call_ids"), "call_0"),
    "hermes": (hermes(), ("sharegpt", "hermes"), ("tools_as_text", "missing_call_ids"), "call_0"),
    "wrapped hermes": (
        {"item": hermes()},
        ("item", "sharegpt", "hermes"),
        ("tools_as_text", "missing_call_ids"),
        "call_0",
    ),
    "qwen": (qwen(), ("openai", "hermes"), ("missing_call_ids",), "call_0"),
}


@pytest.mark.parametrize("name", TABLE)
def test_every_dialect_gives_the_same_conversation(name: str) -> None:
    record, dialects, notes, call_id = TABLE[name]
    before = json.dumps(record)
    read = read_conversation(record)
    messages = [{key: value for key, value in message.items() if key != "name"} for message in read.messages]
    assert messages == canonical(call_id)
    assert [tool.to_dict() for tool in read.tools] == [TOOL]
    assert read.dialects == dialects
    assert read.notes == notes
    assert json.dumps(record) == before, "reading must not change what was given"


@pytest.mark.parametrize("name", TABLE)
def test_what_was_read_is_canonical(name: str) -> None:
    written = read_conversation(TABLE[name][0]).to_dict()
    again = read_conversation(json.loads(json.dumps(written)))
    assert again.to_dict() == written
    assert (again.dialects, again.notes) == (("openai",), ())


def test_responses_calls_of_one_turn_join_what_was_said_before_them() -> None:
    calls = [{"type": "function_call", "call_id": f"c{n}", "name": "f", "arguments": "{}"} for n in range(3)]
    said = {"role": "assistant", "content": "One moment."}
    read = read_conversation({"input": [{"role": "user", "content": "hi"}, said, *calls]})
    assert [message["role"] for message in read.messages] == ["user", "assistant"]
    assert read.messages[1]["content"] == "One moment."
    assert [each["id"] for each in read.messages[1]["tool_calls"]] == ["c0", "c1", "c2"]
    assert said == {"role": "assistant", "content": "One moment."}


def test_a_responses_input_may_be_plain_text() -> None:
    read = read_conversation({"input": "hi", "output": [{"type": "function_call", "name": "f", "arguments": ""}]})
    assert [message["role"] for message in read.messages] == ["user", "assistant"]


def test_anthropic_text_thought_and_several_results() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "id": "a", "name": "f", "input": {}},
        {"type": "tool_use", "id": "b", "name": "g", "input": {}},
    ]
    results = [
        {"type": "tool_result", "tool_use_id": "b", "content": "no", "is_error": True},
        {"type": "tool_result", "tool_use_id": "a", "content": "yes"},
        {"type": "text", "text": "And hurry."},
    ]
    messages = read_conversation(
        {"messages": [{"role": "assistant", "content": blocks}, {"role": "user", "content": results}]}
    ).messages
    assert messages[0]["content"] == "Let me see."
    assert messages[0]["reasoning_content"] == "hm"
    assert messages[1:] == [
        {"role": "tool", "content": "no", "tool_call_id": "b", "is_error": True},
        {"role": "tool", "content": "yes", "tool_call_id": "a"},
        {"role": "user", "content": "And hurry."},
    ]


def test_sharegpt_parallel_calls_and_arguments_as_text() -> None:
    value = '[{"name": "f", "arguments": {"a": 1.50}}, {"name": "g", "arguments": "{\\"b\\": 2}"}]'
    turns = [{"from": "function_call", "value": value}, {"from": "observation", "value": "1"}]
    read = read_conversation({"conversations": turns})
    functions = [each["function"] for each in read.messages[0]["tool_calls"]]
    assert functions == [{"name": "f", "arguments": '{"a": 1.50}'}, {"name": "g", "arguments": '{"b": 2}'}]
    assert read.messages[1]["tool_call_id"] == "call_0"


def test_a_call_in_text_that_cannot_be_read_is_kept_and_noted() -> None:
    text = "<tool_call>{'name': 'f', 'arguments': {}}</tool_call>"
    read = read_conversation({"messages": [{"role": "assistant", "content": text}]})
    function = read.messages[0]["tool_calls"][0]["function"]
    assert function == {"name": "", "arguments": "{'name': 'f', 'arguments': {}}"}
    assert "unreadable_calls" in read.notes


def test_a_tool_response_counts_only_as_an_answer_to_a_call_in_text() -> None:
    user = {"role": "user", "content": "<tool_response>1</tool_response>"}
    native = {"role": "tool", "tool_call_id": "a", "content": "<tool_response>1</tool_response>"}
    record = {"messages": [user, {"role": "assistant", "tool_calls": [call("a")]}, native]}
    messages = read_conversation(record).messages
    assert messages[0] is user
    assert messages[2] is native


def test_several_tool_responses_in_one_message_are_several_results() -> None:
    calls = '<tool_call>{"name": "f"}</tool_call><tool_call>{"name": "g"}</tool_call>'
    results = "<tool_response>1</tool_response>\n<tool_response>2</tool_response>"
    messages = read_conversation(
        {"messages": [{"role": "assistant", "content": calls}, {"role": "user", "content": results}]}
    ).messages
    assert [(message["content"], message.get("tool_call_id")) for message in messages] == [
        (None, None),
        ("1", "call_0"),
        ("2", "call_1"),
    ]


def test_a_result_that_merely_looks_like_a_hermes_wrapper_is_left_alone() -> None:
    body = '{"name": "notes.txt", "content": "hello"}'
    calls = '<tool_call>{"name": "read_file", "arguments": {}}</tool_call>'
    results = f"<tool_response>{body}</tool_response>"
    messages = read_conversation(
        {"messages": [{"role": "assistant", "content": calls}, {"role": "tool", "content": results}]}
    ).messages
    assert messages[1]["content"] == body


@pytest.mark.parametrize("inside", [json.dumps(TOOL), json.dumps([TOOL]), f"{json.dumps(TOOL)}\n{json.dumps(TOOL)}"])
def test_tools_that_stand_only_in_the_system_prompt_are_found(inside: str) -> None:
    prompt = f"Signatures are within <tools></tools> tags:\n<tools>\n{inside}\n</tools>"
    read = read_conversation({"messages": [{"role": "system", "content": prompt}]})
    assert {tool.name for tool in read.tools} == {"get_order"}
    assert read.messages[0]["content"] == prompt
    assert read.notes == ("tools_in_system_prompt",)


class TestOneObservationForSeveralCalls:
    """LLaMA-Factory's turns alternate: one observation answers all calls of the turn before it."""

    CALLS = '[{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {}}]'

    def results(self, *observed: object) -> tuple[list[object], list[object]]:
        turns: list[dict[str, object]] = [
            {"from": "human", "value": "Do both"},
            {"from": "function_call", "value": self.CALLS},
            *({"from": "observation", "value": value} for value in observed),
            {"from": "gpt", "value": "Done."},
        ]
        messages = read_conversation({"conversations": turns}).messages
        ids = [call["id"] for call in messages[1]["tool_calls"]]
        found = [message for message in messages if message["role"] == "tool"]
        assert [message["tool_call_id"] for message in found] == ids[: len(found)]
        return [message["content"] for message in found], ids

    def test_a_list_of_as_many_results_is_one_for_each(self) -> None:
        assert self.results('[{"x": 1}, "two"]')[0] == ['{"x": 1}', "two"]
        assert self.results([{"x": 1}, {"y": 2}])[0] == ['{"x": 1}', '{"y": 2}']

    def test_any_other_result_is_that_of_every_call(self) -> None:
        assert self.results("all is well")[0] == ["all is well", "all is well"]
        assert self.results("[1, 2, 3]")[0] == ["[1, 2, 3]", "[1, 2, 3]"]

    def test_results_of_their_own_stay_as_they_are(self) -> None:
        assert self.results("one", "[1, 2]")[0] == ["one", "[1, 2]"]
