"""Requests to a model, through the engine: limited, retried, journalled, and never sent twice for the same content.

The journal lies in the folder of the data set, so that a run which was broken off, killed or is repeated with more
conversations asks only for what it has no answer to yet. Nothing in it is part of the data set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict

from evalwright.chat import JsonObject, loads_line
from evalwright.data import older_safe_name, safe_name
from evalwright.engine import Budget, Journal, RetryPolicy
from evalwright.errors import RunStoppedError
from evalwright.models import Model, Request, Sample
from evalwright.run import Asked, Asking, collect
from evalwright.secrecy import shown_settings
from evalwright.text import phrase

from ..writing import JOURNALS

_REFUSED = ("http_400", "http_422")
_LEAVE_OUT = phrase("cures.leave_out_setting", example="'{\"temperature\": null}'")
_AGAIN = phrase("cures.see_to_server")

Tick = Callable[[], None]
"""Told of every request that is about to be sent or found."""


class _Failure(TypedDict, total=False):
    """Why a request got no answer, as a line of the journal says it."""

    kind: str
    message: str


class Asker:
    """One model, its settings, and its journal in the folder of a data set (which one process writes at a time)."""

    def __init__(
        self,
        model: Model,
        out: Path,
        *,
        generation: Mapping[str, Any] | None = None,
        policy: RetryPolicy | None = None,
        concurrency: int | None = None,
        show: bool = False,
        budget: Budget | None = None,
    ) -> None:
        """`generation`: settings in place of ours; one that is None is not sent."""
        self.model = model
        self._path = _journal(out / JOURNALS, model.name)
        self._generation = dict(generation or {})
        self._policy = policy or RetryPolicy()
        self._concurrency = concurrency
        self._show = show
        self._budget = budget or Budget()
        self._answered = False

    def settings(self, ours: Mapping[str, Any]) -> JsonObject:
        """What is sent along where these are our wishes and the user's come first."""
        return {name: value for name, value in {**ours, **self._generation}.items() if value is not None}

    def describe(self, ours: Mapping[str, Any]) -> JsonObject:
        """Who is asked and how, for the manifest."""
        return {"name": self.model.name, **self.model.identity(), "settings": shown_settings(self.settings(ours))}

    def ask(self, label: str, requests: Sequence[Request], tick: Tick | None = None) -> list[Sample | None]:
        """An answer to each request, in order; None where there was none for good.

        Raises what stopped the run (a key, an address, the disk, a server that answers nobody), and KeyboardInterrupt
        where the user did.
        """
        if not requests:
            return []
        sent = [replace(request, settings=self.settings(request.settings)) for request in requests]
        slots: dict[bytes, int] = {}
        own = [slots.setdefault(self.model.prepare(request), len(slots)) for request in sent]
        journal = Journal(self._path)
        try:
            lines = self._collected(label, list(dict(zip(own, sent, strict=True)).values()), journal, tick)
        finally:
            journal.close()
        return [_sample(lines[slot]) for slot in own]

    def _collected(self, label: str, requests: list[Request], journal: Journal, tick: Tick | None) -> list[Any]:
        number = len(requests)
        asking = Asking(
            label, self.model, number, number, self._policy, self._concurrency, self._show, budget=self._budget
        )
        answers = collect(asking, journal, (_asked_with_tick(slot, each, tick) for slot, each in enumerate(requests)))
        if answers.outcome.interrupted:
            raise KeyboardInterrupt
        if answers.outcome.stopped is not None:
            raise answers.outcome.stopped
        lines = [_read_answer_line(answers.line(slot)) for slot in range(number)]
        self._answered = self._answered or any(_sample(line) is not None for line in lines)
        if not self._answered:
            raise self._nobody_answered(lines)
        return lines

    def _nobody_answered(self, lines: list[Any]) -> RunStoppedError:
        """What is said of a model that has not answered one request: going on would only repeat it."""
        error: _Failure = next(
            (line["error"] for line in lines if isinstance(line, dict) and "error" in line), _Failure()
        )
        kind, text = error.get("kind", phrase("synth.no_answer")), error.get("message", phrase("synth.said_nothing"))
        count = phrase("synth.requests", num=len(lines)) if len(lines) > 1 else phrase("synth.only_request")
        cure = _LEAVE_OUT if kind in _REFUSED else _AGAIN
        return RunStoppedError.named(
            "synth.none_answered", model=self.model.name, count=count, text=text, kind=kind, cure=cure
        )


def _journal(folder: Path, model: str) -> Path:
    """The journal of a model; where only an older version wrote one, that goes on (digests tell whose answers are)."""
    path, older = (folder / f"{name(model)}.jsonl" for name in (safe_name, older_safe_name))
    return older if older.exists() and not path.exists() else path


def _asked_with_tick(slot: int, request: Request, tick: Tick | None) -> Asked:
    if tick is not None:
        tick()
    return Asked(slot, request)


def _read_answer_line(line: bytes | None) -> Any:
    return loads_line(line) if line is not None else None


def _sample(line: Any) -> Sample | None:
    return line.get("sample") if isinstance(line, dict) else None
