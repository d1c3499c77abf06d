"""Small conversations for the tests of curate, split and convert."""

from __future__ import annotations

import json
from typing import Any


def tool(name: str, *parameters: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {parameter: {"type": "string"} for parameter in parameters},
        "required": list(parameters),
    }
    return {"type": "function", "function": {"name": name, "description": f"{name}.", "parameters": schema}}


TOOLS = [
    tool("find_user_id_by_email", "email"),
    tool("get_user_details", "user_id"),
    tool("get_order_details", "order_id"),
    tool("cancel_order", "order_id"),
]


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    made = {"id": f"call_{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def answer(number: int, value: Any) -> dict[str, Any]:
    content = value if isinstance(value, str) else json.dumps(value)
    return {"role": "tool", "tool_call_id": f"call_{number}", "content": content}


def record(identifier: str, *messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": identifier, "messages": list(messages), "tools": TOOLS, **more}


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def replied(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def good(identifier: str = "good", user: str = "ann_1001", order: str = "#W1001", story: str = "") -> dict[str, Any]:
    """A customer is found, the profile is read, an order is looked up; nothing is made up."""
    email = f"{user}@example.com"
    return record(
        identifier,
        said(f"Hello, {story or 'where is my parcel?'} I am {email}"),
        call(0, "find_user_id_by_email", email=email),
        answer(0, {"user_id": user}),
        call(1, "get_user_details", user_id=user),
        answer(1, {"user_id": user, "orders": [order]}),
        call(2, "get_order_details", order_id=order),
        answer(2, {"order_id": order, "status": "delivered"}),
        replied("It has been delivered."),
    )
