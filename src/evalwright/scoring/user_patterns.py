"""A user's own pattern for reading a judge's reply, made safe to run.

Python's matcher cannot be stopped, and a clumsy pattern on an unlucky reply can run for years. So the work is bounded
before it starts, and the same way on every machine (a time-out would make scores depend on the clock): a repeat of
something that itself varies in length is refused, long runs of blanks, digits or one character are cut short, and
the more open repeats a pattern has, the shorter is the end of the reply that it is tried on.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evalwright.errors import UsageError

MAX_REPLY = 20_000
"""Characters at the end of a reply that are read at all."""

_WINDOWS = (MAX_REPLY, MAX_REPLY, 1_000, 250, 100)
"""By the number of open repeats: each one multiplies the worst case by the length of the text."""
_FEW = 4
"""Times a part of varying length may be repeated."""
_OPEN_FROM = 64
_RUNS = re.compile(r"(\s{50})\s+|(\d{50})\d+|((.)\4{49})\4+", re.DOTALL)
_BLANKS = {"CATEGORY_SPACE", *(str(ord(blank)) for blank in " \t\r\n\u3000")}

_parser: Any = importlib.import_module("re._parser")


@dataclass(frozen=True, slots=True)
class UserPattern:
    """A compiled pattern and how much of a reply's end it is tried on."""

    regex: re.Pattern[str]
    window: int

    def last(self, text: str) -> str | None:
        """The last thing it found: its first group that took part, else the whole match; None where nothing matched."""
        short = _RUNS.sub(lambda run: run[1] or run[2] or run[3], text)[-self.window :]
        found = None
        for match in self.regex.finditer(short):
            groups = [group for group in match.groups() if group is not None]
            taken = (groups[0] if groups else match.group()).strip()
            found = taken or found
        return found


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> UserPattern:
    """The pattern, or UsageError where it does not compile or could run without end."""
    try:
        regex = re.compile(text)
        degree = _open_repeats(_parser.parse(text))
    except (re.error, RecursionError, OverflowError) as error:
        reason = str(error) or type(error).__name__
        raise UsageError.named("scoring.pattern_invalid", text=repr(text[:200]), reason=reason) from None
    if degree >= len(_WINDOWS):
        raise UsageError.named("scoring.pattern_repeats", text=repr(text[:200]), degree=degree, num=len(_WINDOWS) - 1)
    return UserPattern(regex, _WINDOWS[degree])


def _open_repeats(parsed: Any) -> int:
    """How many repeats multiply in the worst case; UsageError where they do so without bound."""
    return sum(_node_repeats(str(op), argument) for op, argument in parsed)


def _node_repeats(op: str, argument: Any) -> int:
    if op in ("MAX_REPEAT", "MIN_REPEAT"):
        return _repeat(*argument)
    if op == "BRANCH":
        return max(_open_repeats(branch) for branch in argument[1])
    if op == "SUBPATTERN":
        return _open_repeats(argument[-1])
    if op in ("ASSERT", "ASSERT_NOT"):
        return _open_repeats(argument[1])
    if op == "GROUPREF_EXISTS":
        return max(_open_repeats(branch) for branch in argument[1:] if branch is not None)
    if op == "ATOMIC_GROUP":
        return _open_repeats(argument)
    # A possessive repeat never gives anything back, so whatever it holds is tried once.
    return 0


def _repeat(least: int, most: Any, body: Any) -> int:
    count = int(most)
    if count > _FEW and _varies(body):
        raise UsageError.named("scoring.pattern_nested")
    inner = _open_repeats(body) * min(count, _FEW)
    return inner + (count - least >= _OPEN_FROM and not _narrow(body))


def _varies(body: Any) -> bool:
    """Whether one round of a repeat can match the same text in more than one way."""
    return any(_node_varies(str(op), argument) for op, argument in body)


def _node_varies(op: str, argument: Any) -> bool:
    if op in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, body = argument
        return bool(least != most) or _varies(body)
    if op == "SUBPATTERN":
        return _varies(argument[-1])
    return op in ("BRANCH", "GROUPREF_EXISTS")


def _narrow(body: Any) -> bool:
    """Whether it repeats only blanks, only digits or one character: long runs of those have been cut."""
    if len(body) != 1:
        return False
    op, argument = body[0]
    if str(op) == "LITERAL":
        return True
    members = {str(member[1]) for member in argument} if str(op) == "IN" else {""}
    return members <= _BLANKS or members == {"CATEGORY_DIGIT"}
