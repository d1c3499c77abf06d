"""Names from data (models, data sets, subsets) as plain file names that nobody shares.

A name that any file system keeps as it is stays as it is. Every other one (a slash, a letter that can be composed in
two ways, a name that is too long or reserved) becomes a readable form with a hash of the whole name behind it, so that
two names never meet in one folder. On a disk that does not tell `M` from `m` such a pair is refused (see `growing`).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from evalwright.lazy import late_pattern

_UNSAFE = late_pattern(r"[^\w.\-+=@,]+", re.UNICODE)
_RESERVED = late_pattern(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_MARK_DIGITS = 10
_MARKED = late_pattern(rf"-[0-9a-f]{{{_MARK_DIGITS}}}$")
_MAX_NAME_BYTES = 120


def safe_name(text: str) -> str:
    """A name as one plain file name; different names give different ones."""
    cleaned = _cleaned(text)
    return text if cleaned == text and _is_plain(text) else f"{cleaned.rstrip('.') or 'unnamed'}-{_mark(text)}"


def joined_name(first: str, second: str, *, known: bool) -> str:
    """Two names as one file name, joined by `_`.

    `known`: the first is one of a fixed set, so that where it ends is clear; else `a_b` and `c`, `a` and `b_c` would
    meet, and a hash of both tells them apart.
    """
    joined = f"{first}_{second}"
    if known:
        return safe_name(joined)
    mark = _mark(f"{first}\0{second}")
    return f"{_cleaned(joined).rstrip('.') or 'unnamed'}-{mark}"


def differ_by_case(names: Iterable[str]) -> tuple[str, str] | None:
    """Two file names that a disk may take for one, where there are such."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            return other, name
    return None


def older_safe_name(text: str) -> str:
    """The file name of a name in runs of format 1, where different names could share one."""
    readable = text.replace("/", "_").replace(":", "_")
    cleaned = _cleaned(readable)
    if cleaned == readable and cleaned and not _RESERVED.match(cleaned) and not cleaned.endswith("."):
        return cleaned
    return f"{cleaned.rstrip('.') or 'unnamed'}-{_digest(text)[:8]}"


def _cleaned(text: str) -> str:
    cleaned = _UNSAFE.sub("_", text).lstrip(".")
    while len(cleaned.encode("utf-8", "replace")) > _MAX_NAME_BYTES:
        cleaned = cleaned[: len(cleaned) - 8]
    return cleaned


def _is_plain(text: str) -> bool:
    """Whether every file system keeps the name, and no other plain name is taken for it."""
    if not text or text.endswith(".") or _RESERVED.match(text) or _MARKED.search(text):
        return False
    return unicodedata.normalize("NFC", text) == text


def _mark(text: str) -> str:
    return _digest(text)[:_MARK_DIGITS]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
