"""Reading a JSON body: no longer than the quota, no more at once than memory takes, strict, and an object."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.text import said_by

from .api_errors import ApiError, refused
from .quotas import BodyBudget, Quotas

_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Body:
    """What a client sent."""

    value: JsonObject
    digest: str
    """Of the address and the bytes: the same request sent again has the same."""
    size: int
    is_retry: bool
    """Whether the client says that it sends this again."""


@asynccontextmanager
async def json_body(request: Request, quotas: Quotas, budget: BodyBudget) -> AsyncIterator[Body]:
    """The body of a request; its bytes are counted as long as the block lasts. ApiError where it is none."""
    most = quotas.body_bytes
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise refused("body_long", 413, most=most // 1024 // 1024)
    taken = 0
    try:
        pieces: list[bytes] = []
        try:
            async with asyncio.timeout(_SECONDS):
                async for piece in request.stream():
                    budget.take(len(piece))
                    taken += len(piece)
                    if taken > most:
                        raise refused("body_long", 413, most=most // 1024 // 1024)
                    pieces.append(piece)
        except (TimeoutError, ClientDisconnect):
            raise refused("body_slow", 408) from None
        raw = b"".join(pieces)
        pieces.clear()
        value = await run_in_threadpool(_parsed, raw)
        digest = hashlib.sha256(f"{request.method} {request.scope['path']}\n".encode() + raw).hexdigest()
        retry = request.headers.get("x-stainless-retry-count", "0")
        yield Body(value, digest, taken, retry.isdigit() and int(retry[:6]) > 0)
    finally:
        budget.give_back(taken)


def _parsed(raw: bytes) -> JsonObject:
    if not raw.strip():
        return {}
    try:
        value = loads(raw.decode("utf-8"))
    except JsonError as error:
        raise ApiError(400, said_by(error), code="json") from None
    except UnicodeDecodeError:
        raise refused("utf8") from None
    if not isinstance(value, dict):
        raise refused("object")
    return value
