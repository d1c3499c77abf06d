"""How many tokens a text probably has, where nobody has counted them."""

from __future__ import annotations

_BYTES_PER_TOKEN = 4
"""About right for English and JSON, and for Chinese (three bytes a character, somewhat less than a token each)."""


def estimated_tokens(text: bytes) -> int:
    """The tokens of a text in UTF-8, by its length."""
    return -(-len(text) // _BYTES_PER_TOKEN)
