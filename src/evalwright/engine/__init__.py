"""How thousands of requests are carried out: limits, retries, deadlines, the journal, resuming."""

from __future__ import annotations

from .breaker import Breaker, cure_text, said_by
from .budget import Budget
from .concurrency import Gate
from .http_limits import HttpLimits, http_settings
from .journal import Entry, FailedAnswer, Journal, JournalRecord, damaged_line, read_entry
from .lock import sole_writer
from .process_confine import NO_NETWORK, NO_TCP, READ_ONLY
from .process_tree import ProcessTree, confined_command
from .progress import Progress
from .retry import RetryPolicy
from .runner import Batch, Job, Outcome, run_batch

__all__ = [
    "NO_NETWORK",
    "NO_TCP",
    "READ_ONLY",
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
    "ProcessTree",
    "Progress",
    "RetryPolicy",
    "confined_command",
    "cure_text",
    "damaged_line",
    "http_settings",
    "read_entry",
    "run_batch",
    "said_by",
    "sole_writer",
]
