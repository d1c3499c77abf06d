"""What can go wrong with workers, besides what goes wrong in the work itself."""

from __future__ import annotations

from evalwright.errors import INCOMPLETE, EvalwrightError


class WorkerLostError(EvalwrightError):
    """One piece of work has cost several workers their lives; nothing was written."""

    exit_code = INCOMPLETE
