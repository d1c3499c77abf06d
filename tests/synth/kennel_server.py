"""A kennel as an MCP server that knows nobody without a phone number and says everything, also no, in plain words.

Run as a script, and written without the SDK, which takes a second to load, since every conversation starts it anew.
"""

from __future__ import annotations

import json
import sys
from typing import Any

DOGS = ("Biscuit", "Moss", "Pepper", "Tango", "Juno", "Waffles", "Olive", "Ziggy", "Koda", "Luna", "Rex", "Nala")
STAYS = {f"ST-{700 + number}": [f"555-{3100 + 37 * number}", dog, number % 3] for number, dog in enumerate(DOGS)}


def tool(name: str, description: str, need: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {need: {"type": "string"}}, "required": [need]}
    return {"name": name, "description": description, "inputSchema": schema}


TOOLS = [
    tool("find_stay", "Find the stay that is booked under a phone number, such as 555-1234.", "phone"),
    tool("cancel_stay", "Cancel a stay that has not begun.", "stay_id"),
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


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What a request is answered with; LookupError for a method that is not known."""
    if method == "initialize":
        about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": "kennel", "version": "1"}}
        return {**about, "capabilities": {"tools": {}}}
    if method == "tools/call":
        text = call(params["name"], *params["arguments"].values())
        return {"content": [{"type": "text", "text": text}]}
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
