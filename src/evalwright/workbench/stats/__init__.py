"""What is in a file of conversations: the describe table, roles, words, tools, transitions, plans, openings.

`stats` streams files once and gives a `Stats` with one `FileStats` a file; `data.plots` draws them.
"""

from .collect import Stats, stats
from .documents import FileDocument, StatsDocument
from .file_stats import END, START, FileStats
from .tables import TABLES

__all__ = ["END", "START", "TABLES", "FileDocument", "FileStats", "Stats", "StatsDocument", "stats"]
