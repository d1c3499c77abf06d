"""A board of cards as an MCP server whose tools give JSON as a text, once as content and once more as one string.

That is what common frameworks make of a function that returns a string. Written without one: they load for a second.
"""

from __future__ import annotations

import json
import sys
from typing import Any

TITLES = ("Paint the fence", "Fix the gate", "Order gravel", "Prune the hedge")
CARDS: list[dict[str, Any]] = [{"id": at, "title": title, "column": "todo"} for at, title in enumerate(TITLES, 1)]
COLUMNS = "Valid columns: todo, doing, done"
NUMBER, TEXT = {"type": "integer"}, {"type": "string"}


def tool(name: str, about: str, *, reads: bool, **takes: dict[str, str]) -> dict[str, Any]:
    schema = {"type": "object", "properties": takes, "required": list(takes)}
    return {"name": name, "description": about, "inputSchema": schema, "annotations": {"readOnlyHint": reads}}


TOOLS = [
    tool("list_cards", "List the cards on the board.", reads=True),
    tool("get_card", "Get one card.", reads=True, card_id=NUMBER),
    tool("move_card", f"Move a card to another column. {COLUMNS}", reads=False, card_id=NUMBER, column=TEXT),
    tool("add_card", "Add a card to the board.", reads=False, title=TEXT),
]


def call(name: str, given: dict[str, Any]) -> str:
    """What a tool says."""
    if name == "list_cards":
        return json.dumps({"success": True, "cards": CARDS})
    if name == "add_card":
        CARDS.append({"id": len(CARDS) + 1, "title": given["title"], "column": "todo"})
        return json.dumps({"success": True, "card": CARDS[-1]})
    card = next((each for each in CARDS if each["id"] == given["card_id"]), None)
    if card is None:
        return json.dumps({"success": False, "error": "no such card"})
    card["column"] = given.get("column", card["column"])
    return json.dumps({"success": True, "card": card})


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What a request is answered with; LookupError for a method that is not known."""
    if method == "initialize":
        about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": "board", "version": "1"}}
        return {**about, "capabilities": {"tools": {}}}
    if method == "tools/call":
        text = call(params["name"], params["arguments"])
        return {"content": [{"type": "text", "text": text}], "structuredContent": {"result": text}}
    return {"tools/list": {"tools": TOOLS}, "ping": {}}[method]


def serve() -> None:
    """Answer one request a line until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        try:
            answer = {"result": result(request["method"], request.get("params") or {})}
        except LookupError:
            answer = {"error": {"code": -32601, "message": "no such method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)


if __name__ == "__main__":
    serve()
