"""An MCP server of which some tools work and every other one is a fault of its own; speaks the protocol by hand."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

BOOKS = [
    {"book_id": f"B{number}", "title": title, "author": author, "shelf": shelf}
    for number, title, author, shelf in (
        (101, "The Salt Road", "Ines Moreau", "north"),
        (102, "Quiet Engines", "Pavel Dahl", "south"),
        (103, "A Field of Clocks", "Rosa Lind", "north"),
        (104, "Winter Harbour", "Tomas Veil", "east"),
        (105, "The Paper Coast", "Ada Brandt", "south"),
        (106, "Small Weather", "Noor Haddad", "east"),
    )
]
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}
TOOLS: dict[str, tuple[str, dict[str, Any]]] = {
    "list_books": ("List the books of the library.", NOTHING),
    "get_book": (
        "Get one book by its id.",
        {"type": "object", "properties": {"book_id": {"type": "string"}}, "required": ["book_id"]},
    ),
    "get_opening_hours": ("Get the opening hours of the library.", NOTHING),
    "get_lost_books": ("Get the books that were lost.", NOTHING),  # hangs
    "get_visitor_count": ("Get the number of visitors.", NOTHING),  # dies
    "get_whole_archive": ("Get the whole archive.", NOTHING),  # floods
    "get_recommendation": ("Get a recommendation.", NOTHING),  # asks for sampling
}


def say(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def hear() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    heard: dict[str, Any] = json.loads(line)
    return heard


def carried_out(name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
    match name:
        case "list_books":
            return json.dumps([{key: each[key] for key in ("book_id", "title")} for each in BOOKS]), False
        case "get_book":
            found = [each for each in BOOKS if each["book_id"] == arguments.get("book_id")]
            return (json.dumps(found[0]), False) if found else ("There is no such book.", True)
        case "get_opening_hours":
            return json.dumps({"opens": "09:00", "closes": "18:30", "closed_on": "Monday"}), False
        case "get_lost_books":
            time.sleep(300)
        case "get_visitor_count":
            os._exit(3)
        case "get_whole_archive":
            while True:
                sys.stdout.write("x" * 65536)
        case "get_recommendation":
            message = {"role": "user", "content": {"type": "text", "text": "Which book?"}}
            say(id=999, method="sampling/createMessage", params={"messages": [message], "maxTokens": 10})
            if "error" in hear():
                return "Nobody could be asked for a recommendation.", True
    return "There is no such tool.", True


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    if method == "initialize":
        offered = {"capabilities": {"tools": {}}, "serverInfo": {"name": "mixed", "version": "1"}}
        return {"protocolVersion": params["protocolVersion"], **offered}
    if method == "tools/list":
        hints = {"readOnlyHint": True}
        listed = [
            {"name": name, "description": about, "inputSchema": schema, "annotations": hints}
            for name, (about, schema) in TOOLS.items()
        ]
        return {"tools": listed}
    if method == "tools/call":
        text, failed = carried_out(params["name"], params.get("arguments") or {})
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    return None


def main() -> None:
    while True:
        asked = hear()
        if "id" not in asked or "method" not in asked:
            continue
        result = answer(asked["method"], asked.get("params") or {})
        refused = {"error": {"code": -32601, "message": "no such method"}}
        say(id=asked["id"], **(refused if result is None else {"result": result}))


main()
