"""Two models that are no models: how far does one get by habit alone?

The majority baseline always calls the tool that training calls most; the bigram baseline calls the one that
most often follows the last. Both copy their arguments from the conversation. They show how hard an eval is: a
model that does not beat the bigram has learnt nothing. They always answer the same, so runs are
byte-identical.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, Literal, TypedDict

from evalwright.chat import parameters_by_name
from evalwright.data import dumps_canonical, seekable_file, sha256_of

from ..protocol import Request, Sample
from .prompt_values import calls_in
from .slot_filling import fill_arguments
from .statistics import Habits, learn


class BaselineIdentity(TypedDict):
    """What decides the answers of a baseline."""

    kind: Literal["baseline"]
    which: str
    train_sha256: str


class _Baseline:
    """What both share: learning from a file, filling in arguments, the shape of an answer."""

    which: ClassVar[str]

    def __init__(self, train: Path) -> None:
        self.train = Path(train)
        self.name = f"baseline:{self.which}"
        self._sha256: str | None = None
        self._habits: Habits | None = None

    def identity(self) -> BaselineIdentity:
        """Which baseline, learnt from what."""
        if self._sha256 is None:
            with seekable_file(self.train):
                self._sha256 = sha256_of(self.train)
        return {"kind": "baseline", "which": self.which, "train_sha256": self._sha256}

    def prepare(self, request: Request) -> bytes:
        """All of the request that may decide the answer, as canonical JSON."""
        return dumps_canonical(
            {"messages": request.messages, "tools": request.tools, "settings": dict(request.settings)}
        )

    async def open(self) -> None:
        """Learn from the training file."""
        self.identity()
        self._habits = learn(self.train)

    async def close(self) -> None:
        """Nothing is held open."""

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """One call of the tool that habit suggests, or no words where it suggests none of those offered."""
        if self._habits is None:
            raise RuntimeError("open() comes first")
        offered = parameters_by_name(request.tools)
        tool = next((name for name in self._ranking(self._habits, request) if name in offered), None)
        if tool is None:
            return _sample(text="", calls=None, finish="stop")
        arguments = fill_arguments(offered[tool], self._habits.tools[tool], request.messages)
        function = {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
        call = {"id": "call_0", "type": "function", "function": function}
        return _sample(text=None, calls=[call], finish="tool_calls")

    def _ranking(self, habits: Habits, request: Request) -> Iterable[str]:
        """The tools to call, the best first."""
        return habits.ranked()


class MajorityBaseline(_Baseline):
    """Always calls the tool most often called in training."""

    which = "majority"


class BigramBaseline(_Baseline):
    """Calls the tool that most often followed the last one in training; else the majority's."""

    which = "bigram"

    def _ranking(self, habits: Habits, request: Request) -> Iterable[str]:
        last = None
        for name, _ in calls_in(request.messages):
            last = name
        return [*habits.ranked_after(last), *habits.ranked()]


def _sample(*, text: str | None, calls: list[Any] | None, finish: str) -> Sample:
    return {
        "output_text": text,
        "output_tools": calls,
        "finish_reason": finish,
        "usage": None,
        "latency_ms": None,
    }
