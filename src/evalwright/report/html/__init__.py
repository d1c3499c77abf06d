"""One self-contained page per run: numbers with intervals, pictures, and every kind of failure with its reason."""

from .comparison import comparison_page
from .page import write_html
from .synthesis import write_synthesis_page

__all__ = ["comparison_page", "write_html", "write_synthesis_page"]
