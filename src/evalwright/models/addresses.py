"""What an address says about the way to it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


def on_this_machine(url: str) -> bool:
    """Whether it is served here, where no proxy stands between."""
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")


def origin_of(url: str) -> str:
    """Scheme, host and port: what a key belongs to; the text itself where it is no address."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return url
    host = (parts.hostname or "").rstrip(".")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port != _PORTS.get(parts.scheme) else "")


def is_private_way(url: str) -> bool:
    """Whether nobody on the way can read along: it is encrypted, or does not leave this machine."""
    parts = urlsplit(url)
    if parts.scheme == "https" or on_this_machine(url):
        return True
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
