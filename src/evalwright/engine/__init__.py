"""How thousands of requests are carried out: limits, retries, deadlines, the journal, resuming."""

from .breaker import Breaker, cure_text, said_by
from .budget import Budget
from .gate import Gate
from .journal import Entry, Journal
from .lock import sole_writer
from .progress import Progress
from .retry import RetryPolicy
from .runner import Batch, Job, Outcome, run_batch

__all__ = [
    "Batch",
    "Breaker",
    "Budget",
    "Entry",
    "Gate",
    "Job",
    "Journal",
    "Outcome",
    "Progress",
    "RetryPolicy",
    "cure_text",
    "run_batch",
    "said_by",
    "sole_writer",
]
