"""The local web viewer: runs, items, comparisons and conversations in the browser, read from the files as they are."""

from __future__ import annotations

from .app import make_app
from .guard import Names, loopback_names
from .library import Library
from .server import PORT, serve

__all__ = [
    "PORT",
    "Library",
    "Names",
    "loopback_names",
    "make_app",
    "serve",
]
