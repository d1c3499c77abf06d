"""A help desk as an MCP server of plain words: tickets have numbers in lines, and success says "is now closed"."""

from __future__ import annotations

from typing import Any

from bare_mcp import serve, text, tool

NUMBER = {"type": "integer"}
TITLES = ("Printer jams", "VPN drops", "Mail is slow", "Badge is lost", "Screen flickers", "No sound", "Weak Wi-Fi")
TICKETS = {201 + 3 * at: [title, "open"] for at, title in enumerate(TITLES)}
TOOLS = [
    tool("open_tickets", "All tickets that are not closed yet."),
    tool("show_ticket", "Show a ticket.", number=NUMBER),
    tool("close_ticket", "Close a ticket.", number=NUMBER),
    tool("desk_hours", "Opening hours of the desk."),
]


def call(name: str, given: dict[str, Any]) -> str:
    """What a tool says."""
    if name == "desk_hours":
        return "The desk is staffed from 8:00 to 18:00."
    if name == "open_tickets":
        return "\n".join(f"#{number} {title}" for number, (title, status) in TICKETS.items() if status == "open")
    number = given["number"]
    if number not in TICKETS:
        return f"Error: ticket {number} does not exist"
    if name == "show_ticket":
        return f"Ticket #{number}: {TICKETS[number][0]}\nStatus: {TICKETS[number][1]}\nFloor: {number % 5}"
    if TICKETS[number][1] == "closed":
        return f"Ticket #{number} is closed already."
    TICKETS[number][1] = "closed"
    return f"Ticket #{number} is now closed."


if __name__ == "__main__":
    serve("desk", TOOLS, lambda name, given: text(call(name, given)))
