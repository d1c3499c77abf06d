"""How alike two texts are by their embeddings: a server is asked for both, and the cosine of their angle is the answer.

It is a model like any other to the engine, so that what was asked is journalled and never asked again; the request
holds two messages, whose texts are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import orjson

from evalwright.data import dumps
from evalwright.errors import UsageError
from evalwright.text import phrase

from .failures import one_line
from .openai_api import OpenAIModel
from .protocol import AnswerError, Model, Request, Sample

_PATH = "/embeddings"


class EmbeddingModel:
    """A served model, asked for embeddings in place of replies."""

    def __init__(self, model: Model) -> None:
        """The server of this model; UsageError where it has none."""
        if not isinstance(model, OpenAIModel):
            raise UsageError.named("models.no_embeddings", name=repr(model.name[:80]))
        self._served = model.at(_PATH)
        self.name = model.name

    @property
    def origin(self) -> str:
        """The address that the key belongs to."""
        return self._served.origin

    @property
    def key(self) -> Any:
        """The key that is sent, if any."""
        return self._served.key

    @property
    def open_way(self) -> str | None:
        """The address, where a key goes there for everyone on the way to read."""
        return self._served.open_way

    def identity(self) -> dict[str, Any]:
        return dict(self._served.identity())

    def prepare(self, request: Request) -> bytes:
        return dumps({"model": self._served.model, "input": [message["content"] for message in request.messages]})

    async def open(self) -> None:
        await self._served.open()

    async def close(self) -> None:
        await self._served.close()

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """The cosine as text, which reads back as the same number."""
        body = await self._served.reply(prepared)
        first, second = _vectors(body)
        value = _cosine(first, second)
        return {
            "output_text": repr(value),
            "output_tools": None,
            "finish_reason": "stop",
            "usage": None,
            "latency_ms": None,
        }


def _vectors(body: bytes) -> tuple[Sequence[float], Sequence[float]]:
    try:
        rows = sorted(orjson.loads(body)["data"], key=lambda row: row.get("index", 0))
        first, second = (row["embedding"] for row in rows)
        if not len(first) == len(second) > 0 or not all(isinstance(each, int | float) for each in (*first, *second)):
            raise ValueError("vectors")
    except (ValueError, KeyError, TypeError, AttributeError):
        text = one_line(body[:200].decode("utf-8", "replace"))
        raise AnswerError("invalid_response", phrase("failures.no_embeddings", text=text), retry=True) from None
    return first, second


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    lengths = math.sqrt(math.fsum(x * x for x in first)) * math.sqrt(math.fsum(y * y for y in second))
    if not lengths:
        return 0.0
    return max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(first, second, strict=True)) / lengths))
