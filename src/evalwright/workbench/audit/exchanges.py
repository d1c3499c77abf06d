"""Questions and answers: what a user said, the calls that followed, and what the assistant then told.

A conversation's roles, calls and texts flow in, its exchanges flow out. Rules about what is told look at the last
results before an answer: what came of earlier calls may have been only a step on the way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_ANSWERED = re.compile("[cta]*t(a+)(?![cta])")


class Exchange(NamedTuple):
    """One answer that comes after calls."""

    user: str
    """What the user said; empty where nobody did."""
    calls: range
    """The calls of the exchange, by their places among all calls."""
    last: range
    """Those of the last message with calls."""
    at: int
    """The index of the assistant's first text after the last result."""
    answer: str


def exchanges_in(roles: str, callers: Sequence[int], texts: Sequence[str]) -> list[Exchange]:
    """The exchanges, by the letters of the roles; `callers`: for each call the index of its message."""
    found, at = [], 0
    for match in _ANSWERED.finditer(roles):
        begin, first, end = match.start(), match.start(1), match.end()
        while at < len(callers) and callers[at] < begin:
            at += 1
        start = at
        while at < len(callers) and callers[at] < first:
            at += 1
        if at > start:
            last = start + callers[start:at].index(callers[at - 1])
            user = texts[begin - 1] if begin and roles[begin - 1] == "u" else ""
            answer = texts[first] if end == first + 1 else "\n".join(texts[first:end])
            found.append(Exchange(user, range(start, at), range(last, at), first, answer))
    return found
