"""A kennel as an MCP server that knows nobody without a phone number and says everything, also no, in plain words.

Run as a script; every conversation starts it anew.
"""

from __future__ import annotations

from bare_mcp import serve, text, tool

DOGS = ("Biscuit", "Moss", "Pepper", "Tango", "Juno", "Waffles", "Olive", "Ziggy", "Koda", "Luna", "Rex", "Nala")
STAYS = {f"ST-{700 + number}": [f"555-{3100 + 37 * number}", dog, number % 3] for number, dog in enumerate(DOGS)}


TOOLS = [
    tool("find_stay", "Find the stay that is booked under a phone number, such as 555-1234.", phone={"type": "string"}),
    tool("cancel_stay", "Cancel a stay that has not begun.", stay_id={"type": "string"}),
]


def call(name: str, value: str) -> str:
    """What a tool says."""
    if name == "find_stay":
        found = [(stay, dog) for stay, (phone, dog, _) in STAYS.items() if phone == value]
        lines = [f"Stay: {stay}\n  - {dog} (a dog) in room {stay[-1]}" for stay, dog in found]
        return lines[0] if lines else f"No stay is booked under {value}."
    if not STAYS[value][2]:
        return f"{value} cannot be cancelled: it has begun."
    del STAYS[value]
    return f"{value} is cancelled."


if __name__ == "__main__":
    serve("kennel", TOOLS, lambda name, given: text(call(name, *given.values())))
