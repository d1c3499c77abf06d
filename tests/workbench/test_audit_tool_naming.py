"""Users who name tools are found; ordinary words, commands and values are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalwright.workbench import audit


def named(tool: str, text: str, **passed: str) -> list[str]:
    """What is found where a user says this and the tool is declared."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": text}]
    if passed:
        call = {"id": "c1", "function": {"name": tool, "arguments": json.dumps(passed)}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": "c1", "content": "yes"})
    messages.append({"role": "assistant", "content": "Well."})
    declared = {"type": "function", "function": {"name": tool, "parameters": {"type": "object"}}}
    row = {"messages": messages, "tools": [declared]}
    return [finding.text for finding in audit(row, rules=["tool-named-by-user"]).findings]


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("route_info", "Please use the route info function for me"),
        ("echo", "use the echo function, please"),
        ("logout_user", "log a logout user"),
        ("read_graph", "What does read_graph say?"),
        ("read_graph", "the `read graph` function"),
        ("getUser", "call getUser for 7"),
        ("get-sum", "get-sum of 3 and 4"),
        ("get-sum", "use the get sum tool"),
        ("search", "Call the search tool with shoes"),
        ("list_tables", "run the list tables command"),
        ("get_weather", "用get_weather查一下"),
        ("查询天气", "请调用查询天气接口"),
    ],
)
def test_a_tool_named_as_a_tool_is_found(tool: str, text: str) -> None:
    assert len(named(tool, text)) == 1


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("search", "Can you search for shoes?"),
        ("search", "Is there a search function?"),
        ("search", "搜索一下"),
        ("add", "add milk to the list"),
        ("add_item", "add item 7 to my list"),
        ("cancel_order", "please cancel order 12"),
        ("get_order", "did you get order 5?"),
        ("return_order", "my return order is late"),
        ("read_file", "read file a.txt"),
        ("list_tables", "list tables please"),
        ("git_status", "what is the git status?"),
        ("route_info", "I need route info for Paris"),
        ("payment", "use another payment method"),
        ("update_payment", "update payment method"),
        ("follow-up", "I have a follow-up question"),
        ("check-in", "When is check-in?"),
        ("PayPal", "refund it to my PayPal please"),
        ("time", "what time is it?"),
        ("查询天气", "帮我查询天气"),
    ],
)
def test_what_people_say_anyway_is_no_name(tool: str, text: str) -> None:
    assert named(tool, text) == []


def test_a_value_that_is_passed_on_is_no_tool() -> None:
    assert named("order_items", "Describe the table order_items.", table="order_items") == []
    assert len(named("order_items", "Describe the table order_items.", table="orders")) == 1


def test_only_declared_names_count() -> None:
    assert named("describe_table", "What is in order_items?") == []
