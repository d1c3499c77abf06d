"""The local web viewer: runs, items, comparisons and conversations in the browser, read from the files as they are."""

from __future__ import annotations

from .app import make_app
from .guard import Names, loopback_names
from .item_answers import ComparePage, ConversationPage, FilePage, ItemPage, ItemsPage
from .library import Library
from .run_answers import Everything, RunPage
from .server import PORT, serve

__all__ = [
    "PORT",
    "ComparePage",
    "ConversationPage",
    "Everything",
    "FilePage",
    "ItemPage",
    "ItemsPage",
    "Library",
    "Names",
    "RunPage",
    "loopback_names",
    "make_app",
    "serve",
]
