"""The leanest chat server: reads as far as Content-Length says, gives the same completion to everybody.

It prints its port and serves until it is ended. It looks at nothing in a request, so that in a comparison the server
takes as little of the machine as it can:

    python -m benchmarks.server LATENCY_SECONDS [TEXT]
"""

from __future__ import annotations

import asyncio
import json
import sys

_CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "get_order_details", "arguments": '{"order_id": "#W0000000"}'},
}


def reply(text: str | None) -> bytes:
    """What everybody is sent: one tool call, or this text."""
    message = {"role": "assistant", "content": text} | ({} if text else {"tool_calls": [_CALL]})
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "bench",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop" if text else "tool_calls"}],
        "usage": {"prompt_tokens": 2100, "completion_tokens": 21, "total_tokens": 2121},
    }
    body = json.dumps(completion).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)


class Chat(asyncio.Protocol):
    """One connection that is kept alive."""

    def __init__(self, latency: float, answer: bytes) -> None:
        self._latency = latency
        self._answer_bytes = answer
        self._head = b""
        self._left = 0
        """Bytes of the present body that are still to come."""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if not self._left:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            self._left = _length(self._head[:end])
            data, self._head = self._head[end + 4 :], b""
        self._left -= len(data)
        if self._left <= 0:
            self._answer()

    def _answer(self) -> None:
        if self._latency:
            asyncio.get_running_loop().call_later(self._latency, self._send)
        else:
            self._send()

    def _send(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(self._answer_bytes)


def _length(head: bytes) -> int:
    start = head.lower().index(b"content-length:") + len(b"content-length:")
    return int(head[start:].split(b"\r\n", 1)[0])


async def serve(latency: float, text: str | None) -> None:
    """Serve until the process is ended."""
    answer = reply(text)
    server = await asyncio.get_running_loop().create_server(lambda: Chat(latency, answer), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
