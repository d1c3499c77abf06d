"""Requests to a model, through the engine: limited, retried, journalled, and never sent twice for the same content."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalwright.chat import loads_line
from evalwright.data import safe_name
from evalwright.engine import Journal, RetryPolicy, sole_writer
from evalwright.models import Model, Request, Sample
from evalwright.tasks import Asked, Asking, collect

FOLDER = ".requests"


class Asker:
    """One model and its journal in the folder of a data set."""

    def __init__(
        self, model: Model, out: Path, *, concurrency: int | None = None, show: bool = False, tries: int = 5
    ) -> None:
        self.model = model
        self._folder = out / FOLDER
        self._path = self._folder / f"{safe_name(model.name)}.jsonl"
        self._concurrency = concurrency
        self._show = show
        self._policy = RetryPolicy(tries=tries)
        self.asked = self.failed = 0

    def ask(self, label: str, requests: Sequence[Request]) -> list[Sample | None]:
        """An answer to each request, in order; None where there was none for good.

        Raises what stopped the run (a key, an address, the disk), and KeyboardInterrupt where the user did.
        """
        if not requests:
            return []
        self._folder.mkdir(parents=True, exist_ok=True)
        with sole_writer(self._folder):
            journal = Journal(self._path)
            try:
                return self._collected(label, requests, journal)
            finally:
                journal.close()

    def _collected(self, label: str, requests: Sequence[Request], journal: Journal) -> list[Sample | None]:
        number = len(requests)
        asking = Asking(label, self.model, number, number, self._policy, self._concurrency, self._show)
        answers = collect(asking, journal, (Asked(slot, request) for slot, request in enumerate(requests)))
        if answers.outcome.interrupted:
            raise KeyboardInterrupt
        if answers.outcome.stopped is not None:
            raise answers.outcome.stopped
        found = [_sample(answers.line(slot)) for slot in range(number)]
        self.asked += number
        self.failed += sum(sample is None for sample in found)
        return found


def _sample(line: bytes | None) -> Sample | None:
    record: Any = loads_line(line) if line is not None else None
    return record.get("sample") if isinstance(record, dict) else None
