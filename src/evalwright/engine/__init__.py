"""How thousands of requests are carried out: limits, retries, deadlines, the journal, resuming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .breaker import Breaker, cure_text, said_by
    from .budget import Budget
    from .concurrency import CEILING, Gate
    from .descriptors import REQUESTS_AT_ONCE
    from .http_limits import HttpLimits, http_settings
    from .journal import Entry, FailedAnswer, Journal, JournalRecord, damaged_line, read_entry
    from .lock import fellow_writer, is_held, sole_writer
    from .pace import Pace
    from .process_confine import HIDDEN, NO_NETWORK, NO_TCP, READ_ONLY
    from .process_syscalls import NO_PROCESSES
    from .process_tree import SYSCALLS_FILE, ProcessTree, confined_command
    from .progress import Progress
    from .retry import RetryPolicy
    from .runner import Batch, Job, Outcome, run_batch

__all__ = [
    "CEILING",
    "HIDDEN",
    "NO_NETWORK",
    "NO_PROCESSES",
    "NO_TCP",
    "READ_ONLY",
    "REQUESTS_AT_ONCE",
    "SYSCALLS_FILE",
    "Batch",
    "Breaker",
    "Budget",
    "Entry",
    "FailedAnswer",
    "Gate",
    "HttpLimits",
    "Job",
    "Journal",
    "JournalRecord",
    "Outcome",
    "Pace",
    "ProcessTree",
    "Progress",
    "RetryPolicy",
    "confined_command",
    "cure_text",
    "damaged_line",
    "fellow_writer",
    "http_settings",
    "is_held",
    "read_entry",
    "run_batch",
    "said_by",
    "sole_writer",
]

_LATE = {
    "breaker": "Breaker cure_text said_by",
    "budget": "Budget",
    "concurrency": "CEILING Gate",
    "descriptors": "REQUESTS_AT_ONCE",
    "http_limits": "HttpLimits http_settings",
    "journal": "Entry FailedAnswer Journal JournalRecord damaged_line read_entry",
    "lock": "fellow_writer is_held sole_writer",
    "pace": "Pace",
    "process_confine": "HIDDEN NO_NETWORK NO_TCP READ_ONLY",
    "process_syscalls": "NO_PROCESSES",
    "process_tree": "SYSCALLS_FILE ProcessTree confined_command",
    "progress": "Progress",
    "retry": "RetryPolicy",
    "runner": "Batch Job Outcome run_batch",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
