"""Keeping the good conversations: rules from a file or from flags, and for each conversation what it failed.

`curate` streams a file past the rules and gives a `Curated`. What a rule looks for is decided by `audit` wherever audit
has a word for it; only the order of calls, the limits and the caps are decided here.
"""

from .door import curate
from .result import Curated, Reason, Rejection
from .rules import CurateRules, Sequence

__all__ = ["CurateRules", "Curated", "Reason", "Rejection", "Sequence", "curate"]
