"""The floor: aiohttp and orjson and nothing else. Reads items, sends what an evaluation sends, parses the replies.

No limits, retries, checks, journal, scores or report: whatever an evaluation costs above this is what those cost.

    python -m benchmarks.bare_loop ITEMS URL IN_FLIGHT
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import orjson

from benchmarks.raw_loop import bodies


async def ask(session: aiohttp.ClientSession, url: str, waiting: Iterator[bytes]) -> None:
    """One of those in flight: sends the next body as soon as its last one is answered."""
    for body in waiting:
        async with session.post(url, data=body) as response:
            reply = orjson.loads(await response.read())
            assert reply["choices"][0]["message"]


async def main(items: Path, url: str, in_flight: int) -> None:
    """Ask everything."""
    waiting = bodies(items)
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0), headers={"Content-Type": "application/json"}
    ) as session:
        await asyncio.gather(*(ask(session, f"{url}/chat/completions", waiting) for _ in range(in_flight)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
