"""A small MCP server of a doctors' desk, for the tests: run as a script. It prints plain texts, and says no in them.

Nothing says which of its tools read, and no answer is marked as an error: `There is no patient called ...` is all that
one gets. Written without the SDK, which takes a second to load.
"""

from __future__ import annotations

import json
import sys
from typing import Any

DOCTORS = {"Ana Ruiz": "Cardiology", "Ben Okafor": "Dermatology", "Elif Kaya": "Neurology"}
VISITS = {
    "Maria Lopez": "2026-11-20 09:30 with Ana Ruiz\n2026-12-01 10:00 with Dev Patel",
    "Tom Baker": "None.",
    "Yuki Tanaka": "2026-11-25 14:15 with Elif Kaya",
    "Lena Fischer": "2026-11-21 08:00 with Ben Okafor",
}


def tool(name: str, description: str, *needs: str) -> dict[str, Any]:
    properties = {need: {"type": "string"} for need in needs}
    schema = {"type": "object", "properties": properties, "required": list(needs)}
    return {"name": name, "description": description, "inputSchema": schema}


TOOLS = [
    tool("show_all_doctors", "Lists every doctor with room and specialty."),
    tool("patient_index", "Returns the names of all registered patients, one per line."),
    tool("upcoming_visits", "Get the upcoming visits of a patient", "patient_name"),
]


def call(name: str, arguments: dict[str, Any]) -> str:
    if name == "show_all_doctors":
        return "Doctors:\n" + "\n".join(f"{at}. Dr. {each} - {of}" for at, (each, of) in enumerate(DOCTORS.items(), 1))
    if name == "patient_index":
        return "\n".join(VISITS)
    patient = arguments["patient_name"]
    return VISITS.get(patient, f"There is no patient called {patient} in our files.")


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        params, answer = request.get("params", {}), {"jsonrpc": "2.0", "id": request["id"]}
        if request["method"] == "initialize":
            about = {"serverInfo": {"name": "desk", "version": "1"}, "capabilities": {"tools": {}}}
            answer["result"] = {"protocolVersion": params["protocolVersion"], **about}
        elif request["method"] == "tools/list":
            answer["result"] = {"tools": TOOLS}
        elif request["method"] == "tools/call":
            text = call(params["name"], params.get("arguments") or {})
            answer["result"] = {"content": [{"type": "text", "text": text}]}
        else:
            answer["error"] = {"code": -32601, "message": "Method not found"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
