"""The floor under the floor: sockets, asyncio and orjson. Nothing of HTTP is understood but Content-Length.

No client can cost less in this interpreter; what aiohttp costs above it is what HTTP costs.

    python -m benchmarks.raw_loop ITEMS URL IN_FLIGHT
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import orjson


def bodies(items: Path) -> Iterator[bytes]:
    """What is sent for every item."""
    with items.open("rb") as stream:
        for line in stream:
            item = orjson.loads(line)
            body = {"temperature": 0, "model": "bench", "messages": item["messages"]}
            yield orjson.dumps(body | ({"tools": item["tools"]} if "tools" in item else {}))


class Caller(asyncio.Protocol):
    """One connection, which sends the next body as soon as its last one is answered."""

    def __init__(self, head: bytes, waiting: Iterator[bytes], ended: asyncio.Future[None]) -> None:
        self._head, self._waiting, self._ended = head, waiting, ended
        self._held = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send_next()

    def data_received(self, data: bytes) -> None:
        self._held += data
        end = self._held.find(b"\r\n\r\n")
        if end < 0:
            return
        length = int(self._held[:end].lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        if len(self._held) < end + 4 + length:
            return
        assert orjson.loads(self._held[end + 4 :])["choices"][0]["message"]
        self._held = b""
        self._send_next()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    def _send_next(self) -> None:
        body = next(self._waiting, None)
        if body is None:
            self._transport.close()
        else:
            self._transport.write(self._head % len(body) + body)


async def main(items: Path, url: str, in_flight: int) -> None:
    """Ask everything."""
    parts, loop, waiting = urlsplit(url), asyncio.get_running_loop(), bodies(items)
    head = f"POST {parts.path}/chat/completions HTTP/1.1\r\nHost: {parts.netloc}\r\n".encode()
    head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    ended = [loop.create_future() for _ in range(in_flight)]
    for each in ended:
        await loop.create_connection(lambda each=each: Caller(head, waiting, each), parts.hostname, parts.port)  # type: ignore[misc]
    await asyncio.gather(*ended)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
