"""A model that answers with what stands beside the question: rows that hold their own `sample` need no other.

A task puts the row's sample into the request; hosted services call such a data source `jsonl`. A row without one has
an empty answer, for criteria may look at the item alone.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from evalwright.chat import NO_SAMPLE
from evalwright.data import RecordedError, dumps_canonical, read_sample

from .protocol import AnswerError, Request, Sample


class RecordedIdentity(TypedDict):
    """What decides the answers: the rows alone, which are in the request."""

    kind: Literal["recorded"]


class RecordedModel:
    """Answers from the rows themselves."""

    def __init__(self) -> None:
        self.name = "recorded"

    def identity(self) -> RecordedIdentity:
        return {"kind": "recorded"}

    def prepare(self, request: Request) -> bytes:
        """The answer, so that an edited one is taken anew."""
        return dumps_canonical({"id": request.id, "sample": request.known})

    async def open(self) -> None:
        """Nothing to get ready."""

    async def close(self) -> None:
        """Nothing to let go of."""

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """The sample that came with the request."""
        if request.known is None:
            return {**_EMPTY, "notes": [NO_SAMPLE]}
        return recorded_sample(request.known)


_EMPTY: Sample = {
    "output_text": None,
    "output_tools": None,
    "finish_reason": None,
    "usage": None,
    "latency_ms": None,
}


def recorded_sample(given: Any) -> Sample:
    """A row's sample in our shape, with all that it holds besides; AnswerError where it says that there is none."""
    try:
        read: Any = read_sample({"sample": given})[1]
    except RecordedError as error:
        raise AnswerError(error.kind, error.message) from None
    except ValueError as error:
        if not isinstance(given, dict) or not given:
            raise AnswerError("invalid_sample", str(error)) from None
        read = {**_EMPTY, "output_text": ""}
    whole: Any = {**(given if isinstance(given, dict) else {}), **read}
    sample: Sample = whole
    return sample
