"""A board of cards as an MCP server whose tools give JSON as a text, once as content and once more as one string.

That is what common frameworks make of a function that returns a string.
"""

from __future__ import annotations

import json
from typing import Any

from bare_mcp import serve, text, tool

TITLES = ("Paint the fence", "Fix the gate", "Order gravel", "Prune the hedge")
CARDS: list[dict[str, Any]] = [{"id": at, "title": title, "column": "todo"} for at, title in enumerate(TITLES, 1)]
COLUMNS = "Valid columns: todo, doing, done"
NUMBER, TEXT = {"type": "integer"}, {"type": "string"}


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


def answer(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same text twice."""
    said = call(name, given)
    return {**text(said), "structuredContent": {"result": said}}


if __name__ == "__main__":
    serve("board", TOOLS, answer)
