"""One conversation written in every shape of trace that is read: spans of each step, as instrumentors leave them.

The messages are given in OpenAI's shape, whole or broken; `SHAPES` holds a function for each way of writing, which
gives the rows of a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

Message = dict[str, Any]
Row = dict[str, Any]
TOOL = {
    "name": "find",
    "description": "Finds.",
    "parameters": {"type": "object", "properties": {"q": {"type": "string"}}},
}
MESSAGES: list[Message] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Where is 苏州?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q": "苏州"}'}},
            {"id": "c2", "type": "function", "function": {"name": "find", "arguments": '{"q": "Suzhou"}'}},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": '{"at": "Jiangsu"}'},
    {"role": "tool", "tool_call_id": "c2", "content": "in Jiangsu"},
    {"role": "assistant", "content": "In Jiangsu."},
]
TRACE = "0af7651916cd43dd8448eb211c80319c"


def steps(messages: Any) -> Iterator[tuple[int, list[Message], list[Message]]]:
    """What each request sends and gets: one for every message of the assistant."""
    if not isinstance(messages, list):
        yield 1, messages, []
        return
    for place, message in enumerate(messages):
        if message["role"] == "assistant":
            yield place, messages[:place], [message]


def _value(value: Any) -> Row:
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": _value(each)} for key, each in value.items()]}}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(each) for each in value]}}
    return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}


def _span(number: int, attributes: Row, events: list[Any] | None = None) -> Row:
    return {
        "traceId": TRACE,
        "spanId": f"{number:016x}",
        "name": "chat",
        "startTimeUnixNano": str(1_700_000_000_000_000_000 + number),
        "attributes": [{"key": key, "value": _value(value)} for key, value in attributes.items()],
        "events": events or [],
        "status": {},
    }


def _otlp(spans: list[Row]) -> list[Row]:
    return [
        {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {"name": "mine"}, "spans": [span]}]}]}
        for span in spans
    ]


def _parts(message: Any) -> Any:
    if message["role"] == "tool":
        return {
            "role": "tool",
            "parts": [{"type": "tool_call_response", "id": message["tool_call_id"], "response": message["content"]}],
        }
    parts: list[Row] = [{"type": "text", "content": message["content"]}]
    for call in message.get("tool_calls", ()):
        function = call["function"]
        parts.append(
            {"type": "tool_call", "id": call["id"], "name": function["name"], "arguments": function["arguments"]}
        )
    return {"role": message["role"], "parts": parts}


def _in_parts(messages: Any) -> Any:
    return [_parts(each) for each in messages] if isinstance(messages, list) else messages


def _genai(messages: Any, write: Callable[[Any], Any]) -> list[Row]:
    made = []
    for number, sent, said in steps(messages):
        attributes: Row = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": write(_in_parts(sent))}
        attributes |= {
            "gen_ai.output.messages": write(_in_parts(said)),
            "gen_ai.tool.definitions": write([{"type": "function"} | TOOL]),
        }
        made.append(_span(number, attributes))
    return made


def otlp_json_text(messages: Any) -> list[Row]:
    """The GenAI conventions, messages as JSON text."""
    return _otlp(_genai(messages, json.dumps))


def otlp_native(messages: Any) -> list[Row]:
    """The same with native lists and objects."""
    return _otlp(_genai(messages, lambda value: value))


def console(messages: Any) -> list[Row]:
    """What the console exporter prints of them."""
    rows = []
    for span in _genai(messages, json.dumps):
        attributes = {each["key"]: next(iter(each["value"].values())) for each in span["attributes"]}
        context = {"trace_id": f"0x{span['traceId']}", "span_id": f"0x{span['spanId']}"}
        start = "2026-11-18T01:03:35.335420Z"
        rows.append({"name": "chat", "context": context, "start_time": start, "attributes": attributes, "status": {}})
    return rows


def _event_body(message: Message) -> Row:
    if message["role"] == "tool":
        return {"content": message["content"], "id": message["tool_call_id"]}
    return {key: value for key, value in message.items() if key in ("role", "content", "tool_calls")}


def log_records(messages: Any) -> list[Row]:
    """The older form: a log record for every message, and the spans that they belong to."""
    records, spans = [], []
    for number, sent, said in steps(messages):
        spans.append(_span(number, {"gen_ai.operation.name": "chat"}))
        told = (
            [(f"gen_ai.{each['role']}.message", _event_body(each)) for each in sent]
            if isinstance(sent, list)
            else [("gen_ai.user.message", sent)]
        )
        told += [
            ("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": _event_body(each)}) for each in said
        ]
        for place, (name, body) in enumerate(told):
            record = {"traceId": TRACE, "spanId": f"{number:016x}", "eventName": name, "body": _value(body)}
            records.append(record | {"timeUnixNano": str(1_700_000_000_000_000_000 + 100 * number + place)})
    logs = [{"resourceLogs": [{"scopeLogs": [{"scope": {"name": "mine"}, "logRecords": [each]}]}]} for each in records]
    return _otlp(spans) + logs


def indices(messages: Any) -> list[Row]:
    """OpenLLMetry's numbered attributes."""
    made = []
    for number, sent, said in steps(messages):
        attributes: Row = {"llm.request.type": "chat", "llm.request.functions.0.name": "find"}
        attributes |= {
            f"llm.request.functions.0.{key}": TOOL[key] if key == "description" else json.dumps(TOOL[key])
            for key in ("description", "parameters")
        }
        for side, listed in (("prompt", sent), ("completion", said)):
            if not isinstance(listed, list):
                attributes[f"gen_ai.{side}.0.role"] = {"not": "a role"}
                continue
            for place, message in enumerate(listed):
                prefix = f"gen_ai.{side}.{place}"
                attributes |= {
                    f"{prefix}.{key}": message[key] for key in ("role", "content", "tool_call_id") if key in message
                }
                for index, call in enumerate(message.get("tool_calls", ())):
                    flat = {"id": call["id"], **call["function"]}
                    attributes |= {f"{prefix}.tool_calls.{index}.{key}": value for key, value in flat.items()}
        made.append(_span(number, attributes))
    return _otlp(made)


def openinference(messages: Any) -> list[Row]:
    """OpenInference's flattened attributes."""
    made = []
    for number, sent, said in steps(messages):
        attributes: Row = {"openinference.span.kind": "LLM"}
        attributes["llm.tools.0.tool.json_schema"] = json.dumps({"type": "function", "function": TOOL})
        for side, listed in (("input", sent), ("output", said)):
            if not isinstance(listed, list):
                attributes[f"llm.{side}_messages"] = listed
                continue
            for place, message in enumerate(listed):
                prefix = f"llm.{side}_messages.{place}.message"
                attributes |= {
                    f"{prefix}.{key}": message[key] for key in ("role", "content", "tool_call_id") if key in message
                }
                for index, call in enumerate(message.get("tool_calls", ())):
                    at = f"{prefix}.tool_calls.{index}.tool_call"
                    attributes |= {f"{at}.id": call["id"]} | {
                        f"{at}.function.{key}": each for key, each in call["function"].items()
                    }
        made.append(_span(number, attributes))
    return _otlp(made)


def phoenix(messages: Any) -> list[Row]:
    """A row of Phoenix's export: a column for each attribute, messages as lists of objects."""

    def listed(given: Any) -> Any:
        if not isinstance(given, list):
            return given
        made = []
        for message in given:
            row = {f"message.{key}": value for key, value in message.items() if key != "tool_calls"}
            calls = [
                {"tool_call.id": each["id"]}
                | {f"tool_call.function.{key}": value for key, value in each["function"].items()}
                for each in message.get("tool_calls", ())
            ]
            made.append(row | ({"message.tool_calls": calls} if calls else {}))
        return made

    return [
        {
            "name": "ChatCompletion",
            "context.trace_id": TRACE,
            "context.span_id": str(number),
            "start_time": "2026-11-18T01:03:35+00:00",
            "attributes.openinference.span.kind": "LLM",
            "attributes.llm.input_messages": listed(sent),
            "attributes.llm.output_messages": listed(said),
            "attributes.llm.tools": [{"tool.json_schema": json.dumps({"type": "function", "function": TOOL})}],
        }
        for number, sent, said in steps(messages)
    ]


def langfuse(messages: Any) -> list[Row]:
    """Observations of Langfuse."""
    tools = [{"type": "function", "function": TOOL}]
    return [
        {
            "id": str(number),
            "trace_id": TRACE,
            "type": "GENERATION",
            "start_time": "2026-11-18T01:03:35.000Z",
            "input": {"messages": sent, "tools": tools}
            if isinstance(sent, list)
            else {"messages": [sent], "tools": tools},
            "output": said[0] if said else None,
        }
        for number, sent, said in steps(messages)
    ]


def langfuse_download(messages: Any) -> list[Row]:
    """A trace as it is downloaded from Langfuse's page: values as JSON text, ids of the trace on it alone."""
    observations = [
        {
            "id": row["id"],
            "type": row["type"],
            "startTime": row["start_time"],
            "input": json.dumps(row["input"]["messages"]),
            "output": json.dumps(row["output"]) if row["output"] is not None else None,
            "toolDefinitions": {"find": json.dumps({key: TOOL[key] for key in ("description", "parameters")})},
        }
        for row in langfuse(messages)
    ]
    return [{"trace": {"id": TRACE, "sessionId": None}, "observations": observations}]


_CLASSES = {"system": "SystemMessage", "user": "HumanMessage", "assistant": "AIMessage", "tool": "ToolMessage"}


def _constructor(message: Any) -> Any:
    if not isinstance(message, dict):
        return message
    given = {key: value for key, value in message.items() if key not in ("role", "tool_calls")}
    calls = [
        {"name": each["function"]["name"], "args": json.loads(each["function"]["arguments"]), "id": each["id"]}
        for each in message.get("tool_calls", ())
    ]
    name = _CLASSES.get(message["role"], message["role"])
    return {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", name],
        "kwargs": given | ({"tool_calls": calls} if calls else {}),
    }


def langsmith(messages: Any) -> list[Row]:
    """Runs of LangSmith with LangChain's messages, nested one list deep."""
    return [
        {
            "id": str(number),
            "trace_id": TRACE,
            "run_type": "llm",
            "start_time": "2026-11-18T01:03:35",
            "inputs": {"messages": [[_constructor(each) for each in sent]] if isinstance(sent, list) else [[sent]]},
            "outputs": {"generations": [[{"message": _constructor(each)} for each in said]]},
            "extra": {"invocation_params": {"tools": [{"type": "function", "function": TOOL}]}},
        }
        for number, sent, said in steps(messages)
    ]


def agents(messages: Any) -> list[Row]:
    """Spans of the OpenAI Agents SDK, which never have the tools."""
    rows: list[Row] = [{"object": "trace", "id": TRACE, "workflow_name": "mine", "group_id": None, "metadata": None}]
    for number, sent, said in steps(messages):
        data = {"type": "generation", "input": sent if isinstance(sent, list) else [sent], "output": said, "model": "m"}
        rows.append(
            {
                "object": "trace.span",
                "id": str(number),
                "trace_id": TRACE,
                "started_at": "2026-11-18T01:03:35+00:00",
                "span_data": data,
                "error": None,
            }
        )
    return rows


SHAPES: dict[str, Callable[[Any], list[Row]]] = {
    each.__name__: each
    for each in (
        otlp_json_text,
        otlp_native,
        console,
        log_records,
        indices,
        openinference,
        phoenix,
        langfuse,
        langfuse_download,
        langsmith,
        agents,
    )
}
