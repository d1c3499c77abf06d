"""Tools that the tests share: a library, a home, trains in Chinese, and one set full of odd schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalwright.synth.generic import SimulatedEnvironment, simulated_from
from evalwright.synth.sources import ToolSource


def tool(
    name: str, description: str, properties: dict[str, Any], required: Sequence[str] | None = None
) -> dict[str, Any]:
    """A definition; every parameter is required unless said."""
    needed = list(properties) if required is None else list(required)
    schema = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def text(description: str = "", **more: Any) -> dict[str, Any]:
    """The schema of a text."""
    return {"type": "string", "description": description, **more}


_MEMBER = text("The number on the member's card, such as 'LM-20418'.")
LIBRARY = [
    tool(
        "search_books",
        "Search the catalogue for books.",
        {"title": text("The title."), "genre": text("", enum=["fiction", "history", "science"])},
        ["title"],
    ),
    tool(
        "borrow_book",
        "Borrow a book for a member.",
        {
            "member_id": _MEMBER,
            "book_id": text("e.g. 'BK-000123'"),
            "weeks": {"type": "integer", "minimum": 1, "maximum": 4},
        },
    ),
    tool("get_member_loans", "List the books that a member has at home.", {"member_id": _MEMBER}),
]
HOME = [
    tool("list_devices", "List all smart home devices.", {}),
    tool(
        "set_light",
        "Set the brightness of the lights in a room.",
        {"room": text("Which room."), "brightness": {"type": "integer", "minimum": 0, "maximum": 100}},
    ),
    tool("get_light_state", "Get the state of the lights in a room.", {"room": text("Which room.")}),
]
TRAINS = [
    tool(
        "get_weather",
        "查询指定城市某一天的天气预报。",
        {"city": text("城市名称"), "date": text("日期，格式 YYYY-MM-DD")},
    ),
    tool(
        "search_trains",
        "根据出发地、目的地和日期查询列车车次。",
        {"from_city": text("出发城市"), "to_city": text("到达城市"), "date": text("出发日期，格式为 YYYY-MM-DD")},
    ),
    tool(
        "book_ticket",
        "预订火车票。",
        {
            "train_id": text("车次编号，如 'G1024'"),
            "passenger_name": text("乘客姓名"),
            "seat": text("", enum=["一等座", "二等座"]),
        },
    ),
    tool("cancel_ticket", "取消已预订的火车票。", {"ticket_id": text("订票编号")}),
]
_NODE = {"type": "object", "properties": {"label": text(), "child": {"$ref": "#/$defs/node"}}}
ODD = [
    tool(
        "create_shipment",
        "Create a shipment.",
        {
            "recipient": {
                "type": "object",
                "properties": {
                    "name": text(),
                    "address": {
                        "type": "object",
                        "properties": {"street": text(), "zip": text(pattern="^[0-9]{5}$")},
                        "required": ["street", "zip"],
                    },
                },
                "required": ["name", "address"],
            },
            "parcels": {
                "type": "array",
                "minItems": 2,
                "items": {
                    "type": "object",
                    "properties": {"weight_kg": {"type": "number", "exclusiveMinimum": 0, "maximum": 30}},
                    "required": ["weight_kg"],
                },
            },
            "speed": {"oneOf": [{"const": "standard"}, {"const": "express"}]},
            "share": {"type": "number", "minimum": 0, "maximum": 1},
        },
    ),
    tool("track_shipment", "Track a shipment.", {"shipment_id": text(pattern="^SH-[A-Z]{2}[0-9]{6}$")}),
    tool("ping", "", {}),
    {
        "type": "function",
        "function": {"name": "free", "parameters": {"properties": {"thing": {}}, "required": ["thing"]}},
    },
    {
        "type": "function",
        "function": {
            "name": "walk_tree",
            "description": "Walk a tree.",
            "parameters": {
                "type": "object",
                "properties": {"node": {"$ref": "#/$defs/node"}},
                "required": ["node"],
                "$defs": {"node": {**_NODE, "required": ["label"]}},
            },
        },
    },
]
HOPELESS = [
    tool("upload_label", "Upload a label.", {"session_token": text(), "file": text()}),
    {
        "type": "function",
        "function": {
            "name": "endless",
            "parameters": {
                "type": "object",
                "properties": {"node": {"$ref": "#/$defs/node"}},
                "required": ["node"],
                "$defs": {"node": {**_NODE, "required": ["child"]}},
            },
        },
    },
]
ALL = {"library": LIBRARY, "home": HOME, "trains": TRAINS, "odd": ODD}


def source_of(tools: list[dict[str, Any]]) -> ToolSource:
    """The tools as a source that was read from a file."""
    source = ToolSource("tools.json", "tools", tools=tools)
    for name in source.names():
        source.set_effect(name, None)
    return source


def backend(tools: list[dict[str, Any]], seed: int = 1, locale: str = "en") -> SimulatedEnvironment:
    """A made-up backend for these tools."""
    return simulated_from(source_of(tools), seed=seed, locale=locale)


def names_called(messages: list[dict[str, Any]]) -> list[str]:
    """The tools that a conversation calls, in order."""
    return [call["function"]["name"] for message in messages for call in message.get("tool_calls", ())]
