"""A small MCP server whose state nothing but a new start puts back, for the tests: run as a script.

Written without the SDK, which takes a second to load, since it is started once for every conversation. With `--weather`
it has a tool that gives something else every second.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

TITLES = ("Milk", "Rent", "Dentist", "Bike", "Roof", "Piano")
NOTES = {f"N{1000 + number}": title for number, title in enumerate(TITLES)}


def tool(name: str, description: str, *needs: str, reads: bool = True) -> dict[str, Any]:
    properties = {need: {"type": "string", "description": "Id of the note"} for need in needs}
    schema = {"type": "object", "properties": properties, "required": list(needs)}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": {"readOnlyHint": reads}}


TOOLS = [
    tool("list_notes", "List all notes."),
    tool("get_note", "Show one note.", "note_id"),
    tool("delete_note", "Delete a note.", "note_id", reads=False),
]
if "--weather" in sys.argv:
    TOOLS.append(tool("get_weather", "The weather right now."))


def call(name: str, arguments: dict[str, Any]) -> Any:
    """The value of a call; KeyError where there is no such note."""
    if name == "get_weather":
        return {"condition": "rain", "measured": int(time.time()), "pressure": 1013.25}
    if name == "list_notes":
        return [{"note_id": key, "title": title} for key, title in NOTES.items()]
    found = arguments["note_id"]
    if name == "get_note":
        return {"note_id": found, "title": NOTES[found]}
    return {"note_id": found, "deleted": NOTES.pop(found)}


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What a request is answered with; LookupError for a method that is not known."""
    if method == "initialize":
        about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": "notes", "version": "1"}}
        return {**about, "capabilities": {"tools": {}}}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        try:
            said, failed = json.dumps(call(params["name"], params.get("arguments") or {})), False
        except KeyError:
            said, failed = "there is no such note", True
        return {"content": [{"type": "text", "text": said}], "isError": failed}
    raise LookupError(method)


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request["id"]}
        try:
            answer["result"] = result(request["method"], request.get("params", {}))
        except LookupError:
            answer["error"] = {"code": -32601, "message": "Method not found"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
