"""How thousands of requests are carried out: limits, retries, deadlines, the journal, resuming."""

from .gate import Gate
from .journal import Entry, Journal, damaged_line, read_entry
from .lock import sole_writer
from .progress import Progress
from .retry import RetryPolicy
from .runner import Batch, Job, Outcome, run_batch

__all__ = [
    "Batch",
    "Entry",
    "Gate",
    "Job",
    "Journal",
    "Outcome",
    "Progress",
    "RetryPolicy",
    "damaged_line",
    "read_entry",
    "run_batch",
    "sole_writer",
]
