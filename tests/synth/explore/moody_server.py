"""A small MCP server that will not stay put, for the tests: run as a script; what it does is named by its options.

`--store FILE` keeps notes in a file, else in memory; `--dated` stamps what is made with the time; `--counter`,
`--clock` and `--fifth` add tools that give something else every time, every second, one time in five; `--environ` and
`--accounts` add tools that tell what nobody should read; `--plain` says no in texts that do not show it; `--kinds`
adds ten tools that list and show things.
Every call is written to the file of `--log`. Written without the SDK, which takes a second to load.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

BEGINNING = {"N1001": "Milk", "N1002": "Rent", "N1003": "Dentist", "N1004": "Bike", "N1005": "Roof"}
TOKEN = "ghp_" + "a1B2" * 9


def option(name: str) -> str | None:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


STORE, LOG, PLAIN = option("--store"), option("--log"), "--plain" in sys.argv
KINDS = ("parcel", "depot", "driver", "route", "label") if "--kinds" in sys.argv else ()
memory = dict(BEGINNING)
calls = 0


def notes() -> dict[str, str]:
    if STORE is None:
        return memory
    path = Path(STORE)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else dict(BEGINNING)


def keep(held: dict[str, str]) -> None:
    if STORE is None:
        memory.clear()
        memory.update(held)
    else:
        Path(STORE).write_text(json.dumps(held), encoding="utf-8")


def tool(name: str, about: str, *needs: str, reads: bool | None = True) -> dict[str, Any]:
    properties = {need: {"type": "string", "description": f"The {need.replace('_', ' ')}"} for need in needs}
    schema = {"type": "object", "properties": properties, "required": list(needs)}
    hints = {} if reads is None else {"annotations": {"readOnlyHint": reads}}
    return {"name": name, "description": about, "inputSchema": schema, **hints}


def offered() -> list[dict[str, Any]]:
    tools = [tool("list_notes", "List all notes."), tool("get_note", "Show one note.", "note_id")]
    if "--reading" not in sys.argv:
        tools.append(tool("create_note", "Make a note.", "title", reads=False))
        tools.append(tool("delete_note", "Delete a note.", "note_id", reads=False))
    for kind in KINDS:
        tools.append(tool(f"list_{kind}s", f"List all {kind}s."))
        tools.append(tool(f"get_{kind}", f"Show one {kind}.", f"{kind}_id"))
    for flag, name, about in (
        ("--counter", "count_visits", "Count the visits."),
        ("--clock", "read_clock", "Read the clock."),
        ("--fifth", "check_tide", "Check the tide."),
        ("--environ", "show_settings", "Show the settings."),
        ("--accounts", "list_accounts", "List the accounts."),
    ):
        if flag in sys.argv:
            tools.append(tool(name, about))
    return tools


def call(name: str, given: dict[str, Any]) -> Any:
    """What a tool gives; KeyError where there is no such note."""
    global calls
    calls += 1
    if name == "count_visits":
        return {"visits": calls}
    if name == "read_clock":
        return {"place": "Lisbon", "seconds": int(time.time())}
    if name == "check_tide":
        return {"tide": "low" if calls % 5 == 4 else "high"}
    if name == "show_settings":
        return dict(os.environ)
    if name == "list_accounts":
        return [{"account_id": "A-77001", "owner": "Ruth Keller", "access_token": TOKEN}]
    kind = name.partition("_")[2].removesuffix("s")
    if kind in KINDS:
        things = [{f"{kind}_id": f"{kind[0].upper()}-{7000 + at}", "place": f"Shelf {at}"} for at in range(30)]
        return (
            things if name.startswith("list_") else {each[f"{kind}_id"]: each for each in things}[given[f"{kind}_id"]]
        )
    held = notes()
    if name == "list_notes":
        return [{"note_id": key, "title": title} for key, title in held.items()]
    if name == "create_note":
        made = f"N{max((int(key[1:]) for key in held), default=1000) + 1}"
        keep(held | {made: given["title"] + (f" at {time.time_ns()}" if "--dated" in sys.argv else "")})
        return {"note_id": made, "title": given["title"]}
    if name == "get_note":
        return {"note_id": given["note_id"], "title": held[given["note_id"]]}
    title = held.pop(given["note_id"])
    keep(held)
    return {"note_id": given["note_id"], "deleted": title}


def answered(name: str, given: dict[str, Any]) -> dict[str, Any]:
    if LOG is not None:
        with Path(LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps([name, given]) + "\n")
    try:
        said, failed = json.dumps(call(name, given)), False
    except KeyError:
        said, failed = "There is nothing on that shelf for " + str(given.get("note_id")), not PLAIN
    return {"content": [{"type": "text", "text": said}], "isError": failed}


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, params = request["method"], request.get("params", {})
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request["id"]}
        if method == "initialize":
            about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": "moody", "version": "1"}}
            answer["result"] = {**about, "capabilities": {"tools": {}}}
        elif method == "tools/list":
            answer["result"] = {"tools": offered()}
        elif method == "tools/call":
            answer["result"] = answered(params["name"], params.get("arguments") or {})
        else:
            answer["error"] = {"code": -32601, "message": "Method not found"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
