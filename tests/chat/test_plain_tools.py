"""Definitions that are sent as they stand: what the short road takes must be what the reader gives."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.chat import ChatError, plain_tools, read_tools

FULL = {"type": "function", "function": {"name": "find", "description": "Find it.", "parameters": {"type": "object"}}}
BARE = {"type": "function", "function": {"name": "ping"}}


@pytest.mark.parametrize("tools", [[], [FULL], [FULL, BARE], [FULL, FULL]])
def test_plain_definitions_are_given_back_untouched(tools: list[Any]) -> None:
    assert plain_tools(tools) is tools
    assert [tool.to_dict() for tool in read_tools(tools)] == tools


@pytest.mark.parametrize(
    "tools",
    [
        None,
        "[]",
        FULL,
        [FULL, {"function": {"name": "untyped"}}],
        [{"name": "flat", "parameters": {}}],
        [{"name": "anthropic", "input_schema": {}}],
        [{"functionDeclarations": [{"name": "gemini"}]}],
        [{"type": "web_search"}],
    ],
)
def test_all_else_is_left_to_the_reader(tools: Any) -> None:
    assert plain_tools(tools) is None
    read_tools(tools)


@pytest.mark.parametrize("tools", [[FULL, None], [{"type": "function", "function": {"name": ""}}]])
def test_what_is_no_tool_is_not_passed_over(tools: Any) -> None:
    assert plain_tools(tools) is None
    with pytest.raises(ChatError):
        read_tools(tools)
