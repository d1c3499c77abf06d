"""Runs that wait and runs that go on: each is a process of its own, some at once, the others in order.

The document of a run says how it stands, on disk, before anything is done about it; so a server that was killed finds
what it owes when it starts, and goes on with it. A process that ends without a result is started again, as long as it
gets further each time. To every address of models there is one limit of requests at once, shared out to the runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from evalwright.chat import JsonObject
from evalwright.engine import REQUESTS_AT_ONCE, ProcessTree
from evalwright.errors import EvalwrightError
from evalwright.text import localized

from .api_errors import ApiError, refused
from .objects import ENDED
from .quotas import Quotas
from .run_files import LOG, PLAN, RESULT, RunPlan, read_json, write_json
from .run_process import LOCKED
from .store import Store

_TRIES = 5
"""Of a process that ends without a result and without having got further."""
_LOCKED_SECONDS = 0.1
_POLL_SECONDS = 0.02
_LOG_BYTES = 4000
MakePlan = Callable[[JsonObject], tuple[RunPlan, list[str]]]
"""From a run's document to what its process is told, and the addresses that it asks."""


@dataclass(slots=True)
class Shares:
    """How many requests at once each run may have, to any address."""

    most: int
    _given: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, places: Iterable[str]) -> int:
        """Half of what is left everywhere that the run asks, and at least one."""
        wanted = sorted(set(places))
        with self._lock:
            share = min((max(1, (self.most - self._given.get(place, 0)) // 2) for place in wanted), default=self.most)
            for place in wanted:
                self._given[place] = self._given.get(place, 0) + share
        return share

    def give_back(self, places: Iterable[str], share: int) -> None:
        """The run is over."""
        with self._lock:
            for place in set(places):
                self._given[place] -= share


class RunQueue:
    """Starts processes, watches them, and writes down how they ended."""

    def __init__(self, store: Store, quotas: Quotas, make_plan: MakePlan) -> None:
        self._store = store
        self._quotas = quotas
        self._make_plan = make_plan
        self._shares = Shares(quotas.requests_at_once)
        self._waiting: deque[str] = deque()
        self._changed = threading.Condition()
        self._going = False
        self._ended: set[str] = set()
        """Runs that were cancelled or deleted while their process went on."""
        self._running: set[str] = set()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Go on with what is owed."""
        self._going = True
        owed = [head.id for head in self._store.runs.heads() if head.status not in ENDED]
        self._waiting.extend(owed)
        for number in range(self._quotas.runs_at_once):
            thread = threading.Thread(target=self._work, name=f"runs-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End every process; what is not finished is owed."""
        with self._changed:
            self._going = False
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(20)

    def check_room(self) -> None:
        """ApiError where too many wait already."""
        if len(self._waiting) >= self._quotas.queued_runs:
            raise refused("queue_full", 429)

    def submit(self, run_id: str) -> None:
        """A new run, on disk already."""
        with self._changed:
            self._waiting.append(run_id)
            self._changed.notify()

    def end(self, run_id: str, *, seconds: float = 20.0) -> None:
        """End the process of a run and wait until it is gone; nothing where there is none."""
        with self._changed:
            with suppress(ValueError):
                self._waiting.remove(run_id)
            self._ended.add(run_id)
            self._changed.notify_all()
            self._changed.wait_for(lambda: run_id not in self._running, seconds)
            self._ended.discard(run_id)

    def _work(self) -> None:
        while (run_id := self._next()) is not None:
            try:
                self._carry_out(run_id)
            except Exception as error:  # a fault of ours must not end the thread that all other runs wait for
                self._note_end_of(run_id, _broken(f"{type(error).__name__}: {error}"))
            finally:
                with self._changed:
                    self._running.discard(run_id)
                    self._changed.notify_all()

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._going)
            if not self._going:
                return None
            run_id = self._waiting.popleft()
            self._running.add(run_id)
            return run_id

    def _carry_out(self, run_id: str) -> None:
        def begin(document: JsonObject) -> JsonObject | None:
            return None if document["status"] in ENDED else {**document, "status": "in_progress"}

        document = self._store.runs.change(run_id, begin)
        if document is None or document["status"] in ENDED:
            return
        folder = self._store.runs.place(run_id)
        try:
            plan, places = self._make_plan(document)
        except (ApiError, EvalwrightError) as error:
            self._note_end_of(run_id, _broken(str(error)))
            return
        write_json(folder / PLAN, plan)
        share = self._shares.take(places)
        try:
            self._run_until_result(run_id, folder, share if places else None)
        finally:
            self._shares.give_back(places, share)

    def _run_until_result(self, run_id: str, folder: Path, share: int | None) -> None:
        tries, size = 0, -1
        while self._may_go_on(run_id) and tries < _TRIES:
            code = self._one_process(run_id, folder, share)
            if (result := read_json(folder / RESULT)) is not None:
                self._note_end_of(run_id, result)
                return
            if code == LOCKED:
                time.sleep(_LOCKED_SECONDS)
                continue
            now = _bytes_under(self._store.output(run_id))
            tries, size = (tries + 1, size) if now <= size else (1, now)
        if self._may_go_on(run_id):
            self._note_end_of(run_id, _broken(_last_words(folder / LOG)))

    def _may_go_on(self, run_id: str) -> bool:
        return self._going and run_id not in self._ended

    def _one_process(self, run_id: str, folder: Path, share: int | None) -> int:
        """Start the process and wait; how it ended."""
        command = [sys.executable, "-m", "evalwright.serve.run_process", str(folder)]
        shared = {} if share is None else {REQUESTS_AT_ONCE: str(share)}
        environment = {**os.environ, **shared, "EVALWRIGHT_LANG": "en"}
        with (
            (folder / LOG).open("wb") as log,
            ProcessTree(command, env=environment, stdout=subprocess.DEVNULL, stderr=log.fileno()) as tree,
        ):
            while (code := tree.code()) is None and self._may_go_on(run_id):
                with self._changed:
                    self._changed.wait(_POLL_SECONDS)
        return 0 if code is None else code

    def _note_end_of(self, run_id: str, result: JsonObject) -> None:
        """Write down how a run ended, unless somebody ended it first."""

        def end(document: JsonObject) -> JsonObject | None:
            return None if document["status"] in ENDED else {**document, **result}

        self._store.runs.change(run_id, end)


def _broken(message: str) -> JsonObject:
    return {
        "status": "failed",
        "error": {"code": "run_failed", "message": message},
        "per_testing_criteria_results": [],
        "per_model_usage": [],
    }


def _last_words(log: Path) -> str:
    """What a process that broke off said last."""
    from evalwright.secrecy import shown_text

    with suppress(OSError):
        said = log.read_bytes()[-_LOG_BYTES:].decode("utf-8", "replace").strip().splitlines()
        if said:
            return localized("serve.broke_off", said=shown_text(said[-1]))
    return localized("serve.broke_off_silently")


def _bytes_under(folder: Path) -> int:
    found = 0
    for path in folder.rglob("*.jsonl"):
        with suppress(OSError):
            found += path.stat().st_size
    return found
