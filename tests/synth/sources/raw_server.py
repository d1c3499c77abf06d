"""A small MCP server that speaks the protocol by hand, to do what no library does: run as a script with its fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

FAULT = sys.argv[1]
WORD = sys.argv[2] if len(sys.argv) > 2 else ""
SLEEP = [sys.executable, "-S", "-c", "import time, sys; time.sleep(300)"]


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(**message: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def hear() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        if FAULT == "does not leave":
            time.sleep(300)
        sys.exit()
    return json.loads(line)


def result(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


def call(identifier: Any) -> None:
    match FAULT:
        case "hangs":
            time.sleep(300)
        case "dies":
            os._exit(3)
        case "one endless line":
            while True:
                write(b"x" * 65536)
        case "endless rubbish":
            while True:
                write((b"x" * 100 + b"\n") * 600)
        case "endless noise":
            while True:
                sys.stderr.write("noise " * 10_000 + "\n")
        case "much noise":
            sys.stderr.write("noise " * 5_000_000 + "\n")
        case "a split frame":
            for byte in json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result("é split")}).encode() + b"\n":
                write(bytes([byte]))
            return
        case "two frames in one":
            note = json.dumps(
                {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}
            )
            answer = json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result("packed")})
            write(f"{note}\n{answer}\n".encode())
            return
        case "invalid UTF-8":
            write(
                b'{"jsonrpc": "2.0", "id": %d, "result": {"content": [{"type": "text", "text": "\xff\xfe"}]}}\n'
                % identifier
            )
            return
        case "asks for sampling" | "asks for elicitation" | "asks for roots":
            ask()
            say(id=identifier, result=result(json.dumps(hear())))
            return
    say(id=identifier, result=result("fine"))


def ask() -> None:
    message = {"role": "user", "content": {"type": "text", "text": "your key?"}}
    requests = {
        "asks for sampling": ("sampling/createMessage", {"messages": [message], "maxTokens": 10}),
        "asks for elicitation": (
            "elicitation/create",
            {"message": "your key?", "requestedSchema": {"type": "object", "properties": {"key": {"type": "string"}}}},
        ),
        "asks for roots": ("roots/list", {}),
    }
    method, params = requests[FAULT]
    say(id=999, method=method, params=params)


def leave_children() -> None:
    """One in our group, one in a session of its own, one whose parent is gone."""
    subprocess.Popen([*SLEEP, WORD])
    subprocess.Popen([*SLEEP, WORD], start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen([*SLEEP, WORD], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        os._exit(0)


def main() -> None:
    if WORD:
        leave_children()
    while True:
        message = hear()
        method, identifier = message.get("method"), message.get("id")
        if method == "initialize":
            say(
                id=identifier,
                result={
                    "protocolVersion": message["params"]["protocolVersion"],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "raw", "version": "1"},
                },
            )
        elif method == "tools/list":
            tool = {"name": "get_it", "inputSchema": {"type": "object", "properties": {}}}
            say(id=identifier, result={"tools": [tool]})
        elif method == "tools/call":
            call(identifier)
        elif identifier is not None and method is not None:
            say(id=identifier, error={"code": -32601, "message": "no such method"})


main()
