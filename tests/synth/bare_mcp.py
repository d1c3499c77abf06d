"""What the small MCP servers of these tests share: a request a line, without the SDK, which takes a second to load."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Answer = Callable[[str, dict[str, Any]], dict[str, Any]]
"""From a tool and its arguments to the result of `tools/call`."""


def tool(name: str, about: str, reads: bool | None = None, **takes: Mapping[str, str]) -> dict[str, Any]:
    """A definition; `reads`: what its annotation says, where it has one."""
    schema = {"type": "object", "properties": takes, "required": list(takes)}
    made = {"name": name, "description": about, "inputSchema": schema}
    return made if reads is None else {**made, "annotations": {"readOnlyHint": reads}}


def text(said: str) -> dict[str, Any]:
    """A result that is one text."""
    return {"content": [{"type": "text", "text": said}]}


def serve(name: str, tools: Sequence[dict[str, Any]], answer: Answer) -> None:
    """Answer one request a line until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        try:
            said = {"result": _result(name, tools, answer, request["method"], request.get("params") or {})}
        except LookupError:
            said = {"error": {"code": -32601, "message": "no such method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **said}), flush=True)


def _result(
    name: str, tools: Sequence[dict[str, Any]], answer: Answer, method: str, params: dict[str, Any]
) -> dict[str, Any]:
    if method == "initialize":
        about = {"protocolVersion": params["protocolVersion"], "serverInfo": {"name": name, "version": "1"}}
        return {**about, "capabilities": {"tools": {}}}
    if method == "tools/call":
        return answer(params["name"], params["arguments"])
    return {"tools/list": {"tools": tools}, "ping": {}}[method]
