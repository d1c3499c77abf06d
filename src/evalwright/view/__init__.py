"""The local web viewer: runs, items, comparisons and conversations in the browser, read from the files as they are."""

from __future__ import annotations

from .app import make_app
from .guard import Names, loopback_names
from .item_answers import ComparePage, ConversationPage, FilePage, ItemPage, ItemsPage
from .library import Library, entry_id
from .run_answers import Everything, RunPage
from .server import PORT, Place, listen, serve

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
    "Place",
    "RunPage",
    "entry_id",
    "listen",
    "loopback_names",
    "make_app",
    "serve",
]
