"""Reviews that a seal vouches for: of answers that were graded before, they are copied and not made again.

The old reviews flow by in their order, which is that of the items; whoever has an answer that stood in the journal when
the seal was made gets its line. What does not fit is graded, so that nothing depends on this but time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import orjson

from evalwright.tasks import ReviewLine


class KeptReview(NamedTuple):
    """A review as it was, and its line."""

    review: ReviewLine
    line: bytes


class KeptReviews:
    """The reviews of an earlier pass."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        """`size`: bytes of the journal whose answers were graded then."""
        self._stream, self._size = stream, size
        self._next = self._read_next()

    def take(self, identifier: str, offset: int) -> KeptReview | None:
        """The review of the answer at this place of the journal, where it was made before."""
        found = self._next
        if found is None or found.review.get("id") != identifier:
            return None
        self._next = self._read_next()
        return found if 0 <= offset < self._size else None

    def _read_next(self) -> KeptReview | None:
        line = self._stream.readline()
        return KeptReview(orjson.loads(line), line) if line.endswith(b"\n") else None


@contextmanager
def open_kept(reviews: Path, size: int) -> Iterator[KeptReviews | None]:
    """The reviews of answers in the first `size` bytes of a journal, made before; None where there are none."""
    if not size or not reviews.is_file():
        yield None
        return
    with reviews.open("rb") as stream:
        yield KeptReviews(stream, size)
