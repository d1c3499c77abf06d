"""Which task of ours a record is for, by its keys alone: no task is loaded that is not meant.

The entry points `evalwright.task_shapes` say which of these belongs to which task.
"""

from __future__ import annotations

from typing import Any

_GRADED = {"should_call_tool", "expected_output"}
_OF_CONVERSATIONS = {"tools", "functions", "conversation_id", "call_index"}


def is_of_function_call(record: Any) -> bool:
    """Whether a record says if a tool should be called."""
    return isinstance(record, dict) and "should_call_tool" in record


def is_of_next_call(record: Any) -> bool:
    """Whether a record is an item that says which calls were due."""
    return isinstance(record, dict) and "expected_output" in record and "should_call_tool" not in record


def is_of_choices(record: Any) -> bool:
    """Whether a record is a question with options to choose from."""
    keys = set(record) if isinstance(record, dict) else set()
    return _has_options(keys) and not keys & _GRADED


def is_of_open_question(record: Any) -> bool:
    """Whether a record is a question that is answered in words."""
    keys = set(record) if isinstance(record, dict) else set()
    if keys & _GRADED or ("messages" in keys and calls_tools(record)):
        return False
    return bool(keys & {"query", "question", "messages"}) and not _has_options(keys)


def calls_tools(record: dict[str, Any]) -> bool:
    """Whether a record with messages is a conversation with tools, or cut from one, rather than an open question."""
    if _OF_CONVERSATIONS & record.keys():
        return True
    messages = record["messages"] if isinstance(record["messages"], list) else []
    return any(isinstance(message, dict) and message.get("tool_calls") for message in messages)


def _has_options(keys: set[str]) -> bool:
    return "question" in keys and ({"A", "B"} <= keys or {"a", "b"} <= keys)


def is_never(record: Any) -> bool:
    """For a task that must be named."""
    return False
