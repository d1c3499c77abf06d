"""A small file of our own making for every shape that is read, and five ways to break its second row.

A row says the same everywhere: somebody asks for the weather in Oslo. What a shape cannot hold (calls, tools) is not
in it. Breakages take away, or turn into something else, what a row cannot be understood without.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
Break = Callable[[Record], None]

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
ASKED, TOLD = "How is the weather in Oslo?", "It is 3 degrees in Oslo."
RESULT = '{"degrees": 3}'
CALL = {"name": "get_weather", "arguments": {"city": "Oslo"}}
CALL_TEXT = json.dumps(CALL)
TOOLS_TEXT = json.dumps([TOOL])
USER, ANSWER = {"role": "user", "content": ASKED}, {"role": "assistant", "content": TOLD}
CALLING = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'}}
    ],
}
ANSWERED = {"role": "tool", "tool_call_id": "c1", "content": RESULT}
TALK = [USER, CALLING, ANSWERED, ANSWER]
WORSE = {"role": "assistant", "content": "I do not know."}


def part(text: str) -> list[Record]:
    return [{"type": "text", "value": text}]


@dataclass(frozen=True)
class Foreign:
    """A shape: one row of it, the dialect that it is read as, and how it can be broken."""

    row: Record
    dialects: tuple[str, ...]
    calls: int
    breaks: tuple[Break, ...]
    to: str = "openai"
    """The format that it is converted back to."""
    lost: tuple[str, ...] = ()
    """What that format cannot hold of it."""


def dropped(*path: Any) -> Break:
    """Take away what stands at a place."""

    def change(row: Record) -> None:
        at: Any = row
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]

    return change


def put(value: Any, *path: Any) -> Break:
    """Put something else there."""

    def change(row: Record) -> None:
        at: Any = row
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def broken(foreign: Foreign, way: int) -> Record:
    """The row, broken in one of its ways."""
    made = deepcopy(foreign.row)
    foreign.breaks[way](made)
    return made


FOREIGN: dict[str, Foreign] = {
    "llamafactory-v1": Foreign(
        {
            "messages": [
                {"role": "user", "content": part(ASKED), "loss_weight": 0.0},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "reasoning", "value": "Look it up."},
                        *part("A moment."),
                        {"type": "tool_call", "value": CALL_TEXT},
                    ],
                },
                {"role": "tool", "content": part(RESULT)},
                {"role": "assistant", "content": part(TOLD)},
            ],
            "tools": TOOLS_TEXT,
        },
        ("llamafactory-v1",),
        1,
        (
            dropped("messages", 0, "content", 0, "value"),
            put("robot", "messages", 0, "role"),
            put("{}", "messages", 1, "content", 2, "value"),
            put("{", "messages", 1, "content", 2, "value"),
            put("[{", "tools"),
        ),
        "swift",
        ("messages[].loss_weight", "messages[].reasoning_content"),
    ),
    "sharegpt": Foreign(
        {
            "system": "Be brief.",
            "conversations": [
                {"from": "human", "value": ASKED},
                {"from": "function_call", "value": CALL_TEXT},
                {"from": "observation", "value": RESULT},
                {"from": "gpt", "value": TOLD},
            ],
            "tools": TOOLS_TEXT,
        },
        ("sharegpt",),
        1,
        (
            dropped("conversations", 0, "value"),
            put("robot", "conversations", 0, "from"),
            put('{"arguments": {}}', "conversations", 1, "value"),
            put({}, "conversations"),
            put(5, "conversations", 3),
        ),
        "sharegpt",
    ),
    "sharegpt in pairs": Foreign(
        {"system": "Be brief.", "conversation": [{"human": ASKED, "assistant": TOLD}]},
        ("sharegpt",),
        0,
        (
            dropped("conversation", 0, "assistant"),
            dropped("conversation", 0, "human"),
            put(None, "conversation", 0, "assistant"),
            put([], "conversation"),
            put("x", "conversation", 0),
        ),
        "alpaca",
    ),
    "llamafactory-dpo": Foreign(
        {
            "conversations": [{"from": "human", "value": ASKED}],
            "chosen": {"from": "gpt", "value": TOLD},
            "rejected": {"from": "gpt", "value": "I do not know."},
        },
        ("dpo", "sharegpt"),
        0,
        (
            put(None, "chosen"),
            put([], "rejected"),
            put("", "chosen"),
            dropped("conversations", 0, "value"),
            put("robot", "chosen", "from"),
        ),
        "dpo",
    ),
    "llamafactory-v1-dpo": Foreign(
        {
            "chosen_messages": [{"role": "user", "content": part(ASKED)}, {"role": "assistant", "content": part(TOLD)}],
            "rejected_messages": [
                {"role": "user", "content": part(ASKED)},
                {"role": "assistant", "content": part("No.")},
            ],
        },
        ("dpo", "llamafactory-v1"),
        0,
        (
            put([], "chosen_messages"),
            put("x", "rejected_messages", 0),
            put(part("Another question"), "rejected_messages", 0, "content"),
            dropped("chosen_messages", 1, "content", 0, "value"),
            put("robot", "chosen_messages", 1, "role"),
        ),
        "openai-dpo",
    ),
    "kto": Foreign(
        {"messages": [USER, ANSWER], "label": True},
        ("kto",),
        0,
        (
            put([], "messages"),
            dropped("messages", 0, "role"),
            put(5, "messages", 1, "content"),
            put("robot", "messages", 1, "role"),
            put({"a": 1}, "messages"),
        ),
    ),
    "alpaca": Foreign(
        {"instruction": "How is the weather", "input": "in Oslo?", "output": TOLD, "history": [["Hi", "Hello"]]},
        ("alpaca",),
        0,
        (dropped("output"), put("", "output"), put(5, "instruction"), put([["Hi"]], "history"), put({}, "input")),
        "alpaca",
    ),
    "query-response": Foreign(
        {"system": "Be brief.", "query": ASKED, "response": TOLD, "history": [["Hi", "Hello"]]},
        ("query-response",),
        0,
        (dropped("response"), put("", "query"), put(5, "response"), put("x", "history"), put(5, "system")),
        "alpaca",
    ),
    "swift": Foreign(
        {
            "messages": [
                USER,
                {"role": "tool_call", "content": CALL_TEXT},
                {"role": "tool_call", "content": CALL_TEXT.replace("Oslo", "Bergen")},
                {"role": "tool_response", "content": RESULT},
                {"role": "tool_response", "content": '{"degrees": 5}'},
                ANSWER,
            ],
            "tools": TOOLS_TEXT,
        },
        ("swift",),
        2,
        (
            put("{", "messages", 1, "content"),
            put('{"arguments": {}}', "messages", 1, "content"),
            put("robot", "messages", 1, "role"),
            put("", "messages", 2, "content"),
            put("no list", "tools"),
        ),
        "swift",
    ),
    "swift-dpo": Foreign(
        {"messages": [USER, ANSWER], "rejected_response": "I do not know."},
        ("swift-dpo",),
        0,
        (
            put("", "rejected_response"),
            put([], "rejected_response"),
            put([], "messages"),
            put("x", "messages", 1),
            put(None, "rejected_response"),
        ),
        "swift",
    ),
    "axolotl": Foreign(
        {
            "tools": [{"type": "function", "function": {**TOOL["function"], "parameters": '{"type": "object"}'}}],
            "messages": [
                USER,
                {
                    "role": "assistant",
                    "tool_calls": [
                        {"type": "function", "function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}
                    ],
                },
                {"role": "tool", "name": "get_weather", "content": RESULT},
                {"role": "assistant", "content": [{"type": "text", "value": TOLD, "train": True}]},
            ],
        },
        ("llamafactory-v1",),
        1,
        (
            dropped("messages", 1, "tool_calls", 0, "function", "name"),
            put("robot", "messages", 2, "role"),
            dropped("messages", 3, "content", 0, "value"),
            put({}, "messages", 1, "tool_calls"),
            put("{", "tools", 0, "function", "parameters"),
        ),
    ),
    "tau-bench": Foreign(
        {"task_id": 3, "reward": 1.0, "info": {"task": {"user_id": "x"}}, "traj": TALK, "trial": 0},
        ("tau-bench",),
        1,
        (
            put([], "traj"),
            put("x", "traj"),
            put("robot", "traj", 0, "role"),
            dropped("traj", 1, "tool_calls", 0, "function", "name"),
            put(5, "traj", 3),
        ),
    ),
    "openai-dpo": Foreign(
        {
            "input": {"messages": [USER], "tools": [TOOL], "parallel_tool_calls": True},
            "preferred_output": [{**CALLING, "content": ""}],
            "non_preferred_output": [WORSE],
        },
        ("openai-dpo",),
        1,
        (
            dropped("input", "messages"),
            put([], "preferred_output"),
            put(None, "non_preferred_output"),
            dropped("preferred_output", 0, "tool_calls", 0, "function", "name"),
            put("robot", "input", "messages", 0, "role"),
        ),
        "openai-dpo",
        ("parallel_tool_calls",),
    ),
    "rft": Foreign(
        {"messages": [USER], "tools": [TOOL], "reference_answer": "3 degrees"},
        ("openai",),
        0,
        (
            put([], "messages"),
            put(5, "messages"),
            dropped("messages", 0, "role"),
            put([{"type": "text"}], "messages", 0, "content"),
            put([5], "tools"),
        ),
    ),
    "inspect": Foreign(
        {
            "id": 1,
            "epoch": 1,
            "input": ASKED,
            "target": "3",
            "messages": [
                USER,
                {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": [{"id": "c1", "function": "get_weather", "arguments": {"city": "Oslo"}}],
                },
                {"role": "tool", "content": "attachment://abc", "tool_call_id": "c1", "function": "get_weather"},
                ANSWER,
            ],
            "output": {"choices": []},
            "scores": {"match": {"value": "C"}},
            "attachments": {"abc": RESULT},
            "events": [
                {
                    "event": "model",
                    "tools": [
                        {"name": "get_weather", "description": "x", "parameters": {"type": "object", "properties": {}}}
                    ],
                }
            ],
        },
        ("inspect",),
        1,
        (
            put([], "messages"),
            dropped("messages", 1, "tool_calls", 0, "function"),
            put("robot", "messages", 0, "role"),
            put("x", "messages", 1, "tool_calls"),
            put({}, "messages"),
        ),
    ),
    "promptfoo": Foreign(
        {
            "prompt": {"raw": json.dumps([USER]), "label": "weather"},
            "response": {"output": [CALLING["tool_calls"][0]]},
            "vars": {"city": "Oslo"},
            "gradingResult": {"pass": True},
        },
        ("promptfoo",),
        1,
        (
            put("", "prompt", "raw"),
            dropped("response", "output"),
            dropped("response"),
            put(None, "prompt"),
            put(5, "prompt", "raw"),
        ),
    ),
    "batch": Foreign(
        {
            "custom_id": "r1",
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": "m", "messages": [USER, CALLING, ANSWERED], "tools": [TOOL], "temperature": 0},
        },
        ("batch",),
        1,
        (
            dropped("body"),
            dropped("body", "messages"),
            put([], "body", "messages"),
            put("robot", "body", "messages", 0, "role"),
            put([{}], "body", "tools"),
        ),
    ),
    "log": Foreign(
        {
            "request": {"model": "m", "messages": [USER], "tools": [TOOL]},
            "response": {"choices": [{"message": CALLING, "finish_reason": "tool_calls"}]},
            "duration_ms": 12,
        },
        ("log",),
        1,
        (
            put({"choices": []}, "response"),
            put({"error": "x"}, "response"),
            dropped("request", "messages"),
            dropped("response"),
            put({"choices": [{"message": {"content": None}}]}, "response"),
        ),
    ),
    "litellm": Foreign(
        {
            "id": "chatcmpl-1",
            "messages": [USER],
            "response": {"choices": [{"message": {**ANSWER, "tool_calls": None, "function_call": None}}]},
            "model_parameters": {"tools": [TOOL]},
        },
        ("log",),
        0,
        (
            put({}, "response"),
            put("x", "messages"),
            put({"choices": [{"message": {"content": ""}}]}, "response"),
            put("robot", "messages", 0, "role"),
            put([5], "model_parameters", "tools"),
        ),
    ),
}
