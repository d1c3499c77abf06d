"""Finding a value in a text as a whole token.

A token does not end inside a longer run of ASCII letters, digits or underscores, so "1" is not found in "10" and
"#E48210" is found in Chinese text that has no spaces; a Chinese value has no edges. A number does not end inside
a longer number either: "12" is not found in "12.50", nor "1" in "1,000".
"""

from __future__ import annotations

import re

WORD = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_DIGITS = frozenset("0123456789")
_TRIES = 64
"""Near misses after which the slower search, whose time does not depend on them, takes over."""
_GROUP = re.compile(r",\d{3}(?!\d)")


def find_token(text: str, value: str) -> int:
    """Where the value stands in the text as a whole token; -1 where it does not."""
    at, tries = text.find(value) if value else -1, 0
    while at >= 0:
        if is_token(text, value, at):
            return at
        tries += 1
        if tries > _TRIES:
            return _find_slowly(text, value, at + 1, number=value.isdigit() and value.isascii())
        at = text.find(value, at + 1)
    return -1


def is_token(text: str, value: str, at: int) -> bool:
    """Whether the value, which stands there in the text, is a whole token there."""
    end = at + len(value)
    if at and text[at - 1] in WORD and value[0] in WORD:
        return False
    if end < len(text) and text[end] in WORD and value[-1] in WORD:
        return False
    return not (value.isdigit() and value.isascii() and inside_number(text, at, end))


def inside_number(text: str, start: int, end: int) -> bool:
    """Whether the digits are a part of a longer number, such as 12 in 12.50 or 000 in 1,000."""
    after = text[end : end + 2]
    if len(after) == 2 and after[0] == "." and after[1] in _DIGITS:
        return True
    if after[:1] == "," and _GROUP.match(text, end):
        return True
    before = text[start - 2 : start] if start >= 2 else ""
    return bool(before) and before[0] in _DIGITS and (before[1] == "." or (before[1] == "," and end - start == 3))


def _find_slowly(text: str, value: str, start: int, *, number: bool) -> int:
    before = r"(?<![0-9A-Za-z_])" if value[0] in WORD else ""
    after = r"(?![0-9A-Za-z_])" if value[-1] in WORD else ""
    if number:
        before, after = before + r"(?<!\d\.)", after + r"(?!\.\d)"
    found = re.compile(before + re.escape(value) + after).search(text, start)
    return found.start() if found else -1
