"""A small MCP server of a parcel depot, for the tests: run as a script, with `--form json` or `--form text`.

The same depot is told in JSON, or as people print things: lists, tables, `key: value` lines, prose. It says no the way
many servers do, in an ordinary answer without `isError`; the scale alone marks its errors, in words that do not say so.
Written without the SDK, which takes a second to load.
"""

from __future__ import annotations

import json
import sys
from typing import Any

TEXT = sys.argv[sys.argv.index("--form") + 1] == "text"
STATES = ("in transit", "delivered", "waiting at the depot", "on the van")
PARCELS = {f"P-{1001 + number}": STATES[number % 4] for number in range(12)}
DEPOTS = {f"D{310 + number}": town for number, town in enumerate(("Harbour", "Hill", "Station", "Mill"))}
UNWEIGHED, ASLEEP = list(PARCELS)[3:], "The scale is asleep,\n  come back tomorrow"
LABELS = [f"/labels/2026/house-{number}.txt" for number in range(5)]
NOTE = "Ring twice.\nThe dog is friendly, but she does bark.\n\nLeave nothing at the gate."
LONG = "\n".join(
    f"{hour}:00 the van with number {hour} left the yard and came back in the evening." for hour in range(40)
)


def tool(name: str, description: str, *needs: str) -> dict[str, Any]:
    properties = {need: {"type": "string", "description": f"The {need.replace('_', ' ')}"} for need in needs}
    schema = {"type": "object", "properties": properties, "required": list(needs)}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


TOOLS = [
    tool("list_parcels", "List the parcels."),
    tool("get_parcel", "Show one parcel.", "parcel_id"),
    tool("list_depots", "List the depots."),
    tool("get_depot", "Show one depot.", "depot_id"),
    tool("read_delivery_note", "Read the note for the driver.", "parcel_id"),
    tool("read_depot_log", "Read the log of a depot.", "depot_id"),
    tool("track_parcel", "Where a parcel is on the map.", "parcel_id"),
    tool("list_label_files", "List the files with labels."),
    tool("read_label_file", "Read a file with a label.", "path"),
    tool("get_weight", "What a parcel weighs.", "parcel_id"),
    tool("check_insurance", "Whether a parcel is insured.", "parcel_id"),
]


def failure(sentence: str) -> Any:
    return f"Error: {sentence}" if TEXT else {"success": False, "message": sentence}


def call(name: str, arguments: dict[str, Any]) -> Any:
    """What a tool gives: a text, or a value that is written as JSON."""
    parcel, depot = arguments.get("parcel_id"), arguments.get("depot_id")
    if name == "track_parcel":
        return "Error: no signal today" if TEXT else {"success": False}
    if name == "list_label_files":
        return "\n".join(LABELS) if TEXT else {"files": LABELS}
    if name == "read_label_file":
        return f"To the house at number {LABELS.index(arguments['path'])},\nby hand."
    if parcel is not None and parcel not in PARCELS:
        return failure(f"parcel {parcel} not found")
    if depot is not None and depot not in DEPOTS:
        return failure(f"depot {depot} not found")
    state = PARCELS.get(str(parcel), "")
    if name == "list_parcels":
        rows = [{"parcel_id": key, "status": state} for key, state in PARCELS.items()]
        return "\n".join(["Parcels today:", *(f"- {key}: {state}" for key, state in PARCELS.items())]) if TEXT else rows
    if name == "get_parcel":
        weight = f"{len(str(parcel))}.5 kg"
        record = {"parcel_id": parcel, "status": state, "weight": weight}
        return f"Parcel: {parcel}\nStatus: {state}\nWeight: {weight}" if TEXT else record
    if name == "list_depots":
        rows = [{"depot_id": key, "town": town} for key, town in DEPOTS.items()]
        table = [f"| {key} | {town} |" for key, town in DEPOTS.items()]
        return "\n".join(["| Depot ID | Town |", "|---|---|", *table]) if TEXT else {"depots": rows}
    if name == "get_depot":
        return (
            f"Depot: {depot}\nTown: {DEPOTS[str(depot)]}" if TEXT else {"depot_id": depot, "town": DEPOTS[str(depot)]}
        )
    if name == "get_weight":
        return "2.5 kg" if TEXT else {"weight": "2.5 kg"}
    if name == "check_insurance":
        return "This parcel is insured." if TEXT else {"insured": state != "delivered"}
    text = NOTE if name == "read_delivery_note" else LONG
    return text if TEXT else {"content": text}


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What a request is answered with; LookupError for a method that is not known."""
    if method == "initialize":
        about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": "parcels", "version": "1"}}
        return {**about, "capabilities": {"tools": {}}}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call" and params["name"] == "get_weight" and params["arguments"]["parcel_id"] in UNWEIGHED:
        return {"content": [{"type": "text", "text": ASLEEP}], "isError": True}
    if method == "tools/call":
        given = call(params["name"], params.get("arguments") or {})
        text = given if isinstance(given, str) else json.dumps(given)
        return {"content": [{"type": "text", "text": text}], "isError": False}
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
