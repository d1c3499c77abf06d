"""What an address says about the way to it."""

from __future__ import annotations

from urllib.parse import urlsplit


def on_this_machine(url: str) -> bool:
    """Whether it is served here, where no proxy stands between."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
