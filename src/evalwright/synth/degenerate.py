"""Whether a set is worth writing: enough different calls for its size, a valid file that asks something new, answers.

Conversations are counted as they are written; what is wrong is asked for before the files appear. Each row may be true
and well said, and the set still teach one call by heart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from evalwright.chat import calls_of, is_failure
from evalwright.data import is_forced
from evalwright.errors import UsageError
from evalwright.executor import stable_hash_of
from evalwright.text import Sentence, listed, phrase
from evalwright.workbench import is_empty_result

from .plan import Draft, text_in
from .writing import FILES

_FEWEST_ROWS = 8
"""Smaller sets are looked at by hand."""
_ROWS_PER_CALL = 6
"""So many conversations for one different call are too many."""
_FEWEST_CALLS = 3
_MOST_EMPTY = 0.5
_MOST_CALLS = 2_000
"""Different calls that are remembered; a set with more is varied enough."""


class RowShape(NamedTuple):
    """What the calls of one conversation are."""

    results: int
    empty: int
    called: bool
    calls: tuple[tuple[int, bool], ...]
    """Each that did not fail, and whether it passes anything."""


def row_shape(draft: Draft) -> RowShape:
    """What the calls of a draft are."""
    results = (message for message in draft.messages if message["role"] == "tool")
    told = {message.get("tool_call_id"): text_in(message) for message in results}
    calls = list(chain.from_iterable(map(calls_of, draft.messages)))
    passed = [
        (stable_hash_of((call["function"]["name"], given)), given not in ("", "{}"))
        for call in calls
        if not is_failure(told.get(call["id"], ""))
        for given in (call["function"]["arguments"],)
    ]
    return RowShape(len(told), sum(map(is_empty_result, told.values())), bool(calls), tuple(passed))


class SetShape:
    """What the calls of a set are, on each side."""

    def __init__(self) -> None:
        self._rows = dict.fromkeys(FILES, 0)
        self._called = dict.fromkeys(FILES, False)
        self._calls: dict[str, dict[int, bool]] = {side: {} for side in FILES}
        """For each different call that did not fail whether it passes anything."""
        self._results = self._empty = 0

    @property
    def full(self) -> bool:
        """Whether there are so many different calls that nobody need count on."""
        return sum(map(len, self._calls.values())) >= _MOST_CALLS

    def add(self, told: RowShape | None, side: str) -> None:
        """Take notice of one conversation that is written; once this is `full`, nothing of it need be told."""
        self._rows[side] += 1
        if told is None or self.full:
            return
        self._results += told.results
        self._empty += told.empty
        self._called[side] = self._called[side] or told.called
        self._calls[side].update(told.calls)

    def check(self, *, force: bool, notes: Sequence[str] = ()) -> None:
        """Refuse a set that would teach little, unless it was asked for all the same. `notes`: why there is no more."""
        problems = [] if force or is_forced() else list(self.problems())
        if problems:
            raise UsageError.named("synth.degenerate", problems=listed([*problems, *notes], "semicolon"))

    def problems(self) -> Iterator[Sentence]:
        """What is wrong with the set as a whole."""
        rows, valid = sum(self._rows.values()), self._calls["valid"]
        if rows < _FEWEST_ROWS or self.full:
            return
        different = len(set(chain.from_iterable(self._calls.values())))
        if different * _ROWS_PER_CALL < rows:
            yield phrase("synth.few_calls", rows=rows, different=different)
        if self._rows["valid"] > 1 and not self._called["valid"]:
            yield phrase("synth.valid_no_call")
        passing = [call for call, passes in valid.items() if passes]
        if len(passing) >= _FEWEST_CALLS and all(call in self._calls["train"] for call in passing):
            yield phrase("synth.valid_in_train", calls=len(passing))
        if self._empty > _MOST_EMPTY * self._results:
            yield phrase("synth.empty_results", empty=self._empty, results=self._results)
