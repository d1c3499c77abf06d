"""The leanest chat server: reads as far as Content-Length says, gives the same completion to everybody.

It prints its port and serves until it is ended. It looks at nothing in a request, so that in a comparison the server
takes as little of the machine as it can:

    python -m benchmarks.server LATENCY_SECONDS
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
_MESSAGE = {"role": "assistant", "content": None, "tool_calls": [_CALL]}
_COMPLETION = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1700000000,
    "model": "bench",
    "choices": [{"index": 0, "message": _MESSAGE, "finish_reason": "tool_calls"}],
    "usage": {"prompt_tokens": 2100, "completion_tokens": 21, "total_tokens": 2121},
}
_BODY = json.dumps(_COMPLETION).encode()
_REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(_BODY), _BODY)


class Chat(asyncio.Protocol):
    """One connection that is kept alive."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
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
            self._transport.write(_REPLY)


def _length(head: bytes) -> int:
    start = head.lower().index(b"content-length:") + len(b"content-length:")
    return int(head[start:].split(b"\r\n", 1)[0])


async def serve(latency: float) -> None:
    """Serve until the process is ended."""
    server = await asyncio.get_running_loop().create_server(lambda: Chat(latency), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
