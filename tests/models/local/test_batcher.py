"""The queue in front of a local model: opened, closed and opened again, it always answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from evalwright.models import Request
from evalwright.models.local.batcher import Batcher


def test_it_answers_again_after_it_was_stopped() -> None:
    """The mark that ends the thread may be left in the queue: it must not end the next one."""

    def get_ready(request: Request, prepared: bytes) -> tuple[str, int]:
        return request.id, 1

    def carry_out(batch: Sequence[str]) -> list[Any]:
        return [{"output_text": work} for work in batch]

    async def sessions() -> list[Any]:
        batcher: Batcher[str] = Batcher(get_ready, carry_out, 2)
        found = []
        for number in range(5):
            batcher._queue.put(None)
            batcher.start()
            found.append(await asyncio.wait_for(batcher.answer(Request(str(number), []), b""), 10))
            await batcher.stop()
        return found

    assert [sample["output_text"] for sample in asyncio.run(sessions())] == ["0", "1", "2", "3", "4"]
