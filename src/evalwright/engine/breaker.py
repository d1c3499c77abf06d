"""When asking on is pointless: a server that fails everybody is asked a few times, not once per item and try.

The runner tells of every attempt; the breaker says when to stop, and why. A batch is one model's: whether others stop
with it is decided in `tasks.stops`, by the kind of failure. Failures that ask for patience (429, or a
`Retry-After`) count for nothing: they say themselves when they pass.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from evalwright.errors import RunPausedError, RunStoppedError
from evalwright.models import AnswerError, Cause, cause_of, is_of_server
from evalwright.text import in_words, localized

_ATTEMPTS = 20
"""Failed requests in a row, and no answer yet."""
_ATTEMPTS_LATER, _SECONDS_LATER = 100, 30.0
"""The same of a server that has answered in this batch: it is given the time to be started again."""
_ALIKE = 10
"""Items that failed for good with one cause that does not pass, and no answer yet."""
_GIVEN_UP = 20
"""Items given up in a row with one cause, whatever was answered before."""
_UNREACHABLE = 10
_PROVEN = 5
"""A server that has answered in this journal before gets so many times the patience."""


@dataclass(slots=True)
class Breaker:
    """Counts failures of one batch."""

    proven: bool = False
    """Whether this model has answered before, in an earlier run into the same journal."""
    _answered: bool = False
    _last_answer: float = 0.0
    _failed_in_a_row: int = 0
    _in_a_row: int = 0
    _last: Cause | None = None
    """Items given up with one cause, one after the other, and that cause."""
    _causes: Counter[Cause] = field(default_factory=Counter)

    def answered(self) -> None:
        """A request was answered."""
        self._answered = True
        self._last_answer = time.monotonic()
        self._failed_in_a_row = self._in_a_row = 0

    def failed(self, error: AnswerError) -> RunPausedError | None:
        """A request failed; why the run had better stop, where it had."""
        if not is_of_server(error.kind):
            self.answered()
            return None
        if error.kind == "http_429" or error.retry_after is not None:
            return None
        self._failed_in_a_row += 1
        if self._answered:
            waited = time.monotonic() - self._last_answer
            stop = self._failed_in_a_row >= _ATTEMPTS_LATER and waited >= _SECONDS_LATER
            return _paused("failures.broken_down", error, self._failed_in_a_row) if stop else None
        stop = self._failed_in_a_row >= _ATTEMPTS * self._patience
        return _paused("failures.breaker_open", error, self._failed_in_a_row) if stop else None

    def given_up(self, error: AnswerError, identifier: str) -> RunStoppedError | None:
        """An item failed for good; why the run had better stop, where it had."""
        if not is_of_server(error.kind):
            return None
        cause = cause_of(error.kind, error.message, identifier)
        if not error.retry:
            return self._alike(error, cause)
        self._in_a_row = self._in_a_row + 1 if cause == self._last else 1
        self._last = cause
        if error.kind == "unreachable" and self._in_a_row >= _UNREACHABLE:
            return _paused("failures.unreachable_now", error, self._in_a_row)
        if self._in_a_row >= _GIVEN_UP:
            return _paused("failures.given_up", error, self._in_a_row)
        return None

    def _alike(self, error: AnswerError, cause: Cause) -> RunStoppedError | None:
        """A cause that does not pass by itself is a wrong setting once it has met everybody."""
        self._causes[cause] += 1
        count = self._causes[cause]
        if self._answered or len(self._causes) > 1 or count < _ALIKE * self._patience:
            return None
        said = localized("failures.all_alike", n=count, what=said_by(error.kind, in_words(error.message)))
        return RunStoppedError(said, cure=cure_text(cause.cure)).caused_by(error.kind)

    @property
    def _patience(self) -> int:
        return _PROVEN if self.proven else 1


def said_by(kind: str, message: str) -> str:
    """What failed, in the server's own words after its status, or in ours: `HTTP 400: ...`."""
    status = kind.removeprefix("http_")
    return message if status == kind else f"HTTP {status}: {message}"


def cure_text(name: str | None, lang: str | None = None) -> str | None:
    """What helps against a cause, in words."""
    return None if name is None else localized(f"failures.cures.{name}", lang)


def _paused(sentence: str, error: AnswerError, count: int) -> RunPausedError:
    cause = cause_of(error.kind, error.message)
    said = localized(sentence, n=count, what=said_by(error.kind, in_words(error.message)))
    return RunPausedError(said, cure=cure_text(cause.cure)).caused_by(error.kind)
