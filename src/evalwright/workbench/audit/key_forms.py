"""The forms of keys and tokens that are known by how they look, whoever gave them out."""

from __future__ import annotations

import re

from evalwright.chat import any_of

_MARKS = ("sk-", "AKIA", "ASIA", "ghp_", "gho_", "github_pat_", "xox", "AIza", "eyJ", "-----BEGIN", "glpat-", "hf_")
"""A text without any of these holds no secret that we know; looking for them first is many times faster."""
KEY_FORM = re.compile(
    r"(?<![A-Za-z0-9_-])(?:sk-[A-Za-z0-9_-]{20,}|A(?:KI|SI)A[0-9A-Z]{16}(?![0-9A-Z])|gh[po]_[A-Za-z0-9]{36}"
    r"|github_pat_[A-Za-z0-9_]{22,}|xox[abpr]-[A-Za-z0-9-]{10,}|AIza[0-9A-Za-z_-]{35}|glpat-[A-Za-z0-9_-]{20}"
    r"|hf_[A-Za-z0-9]{30,}|eyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,})"
    r"|-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----"
)


holds_key_mark = any_of(_MARKS)
"""Whether a text may hold a key at all."""


def holds_key(text: str) -> bool:
    """Whether a text holds a key or token of a known form."""
    return holds_key_mark(text) and KEY_FORM.search(text) is not None
