"""Conversations in the dialects of others: one writer per format, one reader (chat's) for all of them.

`convert` gives a `Converted`, which names by field what the target could not hold: every record is read back and
compared with what went in, so nothing is lost in silence.
"""

from .door import FORMATS, convert
from .result import Converted

__all__ = ["FORMATS", "Converted", "convert"]
