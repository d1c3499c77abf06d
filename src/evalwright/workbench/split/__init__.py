"""Two files that have nothing in common: conversations that share a user, a plan or their wording stay together.

`split` gives a `Split`: the sizes, the share that was reached, and a matrix of leaks that must be zero.
"""

from .door import split
from .result import SPLIT_FILES, Split

__all__ = ["SPLIT_FILES", "Split", "split"]
