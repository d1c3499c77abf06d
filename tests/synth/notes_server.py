"""A small MCP server whose state nothing but a new start puts back, for the tests: run as a script.

Written without the SDK, which takes a second to load, since it is started once for every conversation. With `--weather`
it has a tool that gives something else every second; with `--log FILE` it writes down every call that reaches it; with
`--resets` it offers a resource that puts its notes back; with `--keys` a tool of it tells a key.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

TITLES = ("Milk", "Rent", "Dentist", "Bike", "Roof", "Piano")
NOTES = {f"N{1000 + number}": title for number, title in enumerate(TITLES)}
BEGINNING, RESET, RESETS = dict(NOTES), "evalwright://reset", "--resets" in sys.argv


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
if "--keys" in sys.argv:
    TOOLS.append(tool("show_settings", "Show the settings."))
KEY = "sk-live-9f8A7c6D5e4B3a2Z1y0X9w8V7u6T5s4R"


def call(name: str, arguments: dict[str, Any]) -> Any:
    """The value of a call; KeyError where there is no such note."""
    if "--log" in sys.argv:
        with Path(sys.argv[sys.argv.index("--log") + 1]).open("a", encoding="utf-8") as log:
            log.write(json.dumps([name, arguments]) + "\n")
    if name == "get_weather":
        return {"condition": "rain", "measured": int(time.time()), "pressure": 1013.25}
    if name == "show_settings":
        return {"colour": "blue", "api_key": KEY}
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
        return {**about, "capabilities": {"tools": {}} | ({"resources": {}} if RESETS else {})}
    if method == "resources/list" and RESETS:
        return {"resources": [{"uri": RESET, "name": "reset"}]}
    if method == "resources/read" and RESETS:
        NOTES.clear()
        NOTES.update(BEGINNING)
        return {"contents": [{"uri": RESET, "text": "{}"}]}
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
