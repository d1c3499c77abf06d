"""Whole requests and replies of clients, as tracers store them, come down to the messages in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.workbench import import_files

CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q": "x"}'}}
ASKED = {"role": "user", "content": "Where?"}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "here"}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
SYSTEM = {"role": "system", "content": "Be brief."}
TEXT_CALL = json.dumps([{"function": CALL["function"], "id": "c1", "type": "function"}])
SENT = {"parts": [{"text": "Where?"}], "role": "user"}


def _items(*last: Any) -> list[Any]:
    call = {"type": "function_call", "call_id": "c1", "name": "find", "arguments": '{"q": "x"}'}
    return [ASKED, call, {"type": "function_call_output", "call_id": "c1", "output": "here"}, *last]


CASES: dict[str, tuple[Any, Any, list[Any]]] = {
    "chat completion": ([ASKED], {"choices": [{"index": 0, "message": CALLED}]}, [ASKED, CALLED]),
    "one choice": ([ASKED], {"index": 0, "message": CALLED}, [ASKED, CALLED]),
    "bare calls": (
        {"prompt": "Where?"},
        [{"toolCallId": "c1", "toolName": "find", "input": '{"q": "x"}'}],
        [ASKED, CALLED],
    ),
    "calls beside the message": (
        [ASKED],
        {"role": "assistant", "content": "", "additional_kwargs": {"tool_calls": [CALL]}},
        [ASKED, CALLED],
    ),
    "calls as text": ([ASKED], [{"role": "assistant", "content": TEXT_CALL}], [ASKED, CALLED]),
    "the role is the tool": (
        [ASKED, CALLED, {"role": "find", "content": "here"}],
        {"role": "assistant", "content": "Here."},
        [ASKED, CALLED, RESULT, {"role": "assistant", "content": "Here."}],
    ),
    "parts": (
        [{"role": "user", "parts": [{"type": "text", "content": "Where?"}]}],
        [{"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "find", "arguments": {"q": "x"}}]}],
        [ASKED, CALLED],
    ),
    "gemini": (
        {"contents": [SENT], "config": {"system_instruction": "Be brief."}},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Here."}]}}]},
        [SYSTEM, ASKED, {"role": "assistant", "content": "Here."}],
    ),
    "gemini in short": (
        {"contents": "Where?"},
        {"content": {"role": "model", "parts": [{"function_call": {"name": "find", "args": {"q": "x"}}}]}},
        [ASKED, CALLED],
    ),
    "responses": (
        _items(),
        {
            "object": "response",
            "instructions": "Be brief.",
            "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Here."}]}],
        },
        [SYSTEM, ASKED, CALLED, RESULT, {"role": "assistant", "content": "Here."}],
    ),
}


def imported(tmp_path: Path, *rows: Any) -> list[dict[str, Any]]:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    import_files([str(source)], str(out))
    return [json.loads(line) for line in out.read_text().splitlines()]


def told(messages: list[Any]) -> list[Any]:
    """Who says what and calls what; the ids of calls are made up where a client has none."""
    return [
        (
            each["role"],
            each.get("content") or None,
            [
                (call["function"]["name"], json.loads(call["function"]["arguments"]))
                for call in each.get("tool_calls", ())
            ],
        )
        for each in messages
    ]


def observation(given: Any, output: Any, **more: Any) -> dict[str, Any]:
    return {"id": "1", "traceId": "t", "type": "GENERATION", "input": given, "output": output, **more}


@pytest.mark.parametrize("case", CASES)
def test_a_request_and_a_reply_are_their_messages(case: str, tmp_path: Path) -> None:
    given, output, expected = CASES[case]
    (made,) = imported(tmp_path, {"trace": {"id": "t"}, "observations": [observation(given, output)]})
    assert told(made["messages"]) == told(expected)


def test_a_definition_among_the_messages_is_a_tool(tmp_path: Path) -> None:
    tool = {"type": "function", "function": {"name": "find", "parameters": {"type": "object", "properties": {}}}}
    (made,) = imported(tmp_path, observation([ASKED, {"role": "tool", "content": tool}], CALLED))
    assert told(made["messages"]) == told([ASKED, CALLED]) and made["tools"] == [tool]


def test_steps_that_send_only_what_is_new_are_one_conversation(tmp_path: Path) -> None:
    last = {"role": "assistant", "content": "Here."}
    steps = [
        observation([RESULT], last, id="2", startTime="2026-11-18T01:00:02Z"),
        observation([ASKED], CALLED, startTime="2026-11-18T01:00:01Z"),
    ]
    (made,) = imported(tmp_path, {"trace": {"id": "t"}, "observations": steps})
    assert told(made["messages"]) == told([ASKED, CALLED, RESULT, last])


def test_the_kind_of_a_span_may_stand_beside_its_attributes(tmp_path: Path) -> None:
    attributes = {
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Where?",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "Here.",
    }
    context = {"trace_id": "t", "span_id": "s"}
    (made,) = imported(tmp_path, {"name": "m", "context": context, "span_kind": "LLM", "attributes": attributes})
    assert [each["content"] for each in made["messages"]] == ["Where?", "Here."]
