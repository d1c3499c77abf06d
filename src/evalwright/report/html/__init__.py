"""One self-contained page per run: numbers with intervals, pictures, and every kind of failure with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .comparison import comparison_page
    from .page import write_html
    from .synthesis import write_synthesis_page

__all__ = ["comparison_page", "write_html", "write_synthesis_page"]

_LATE = {"comparison": "comparison_page", "page": "write_html", "synthesis": "write_synthesis_page"}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
