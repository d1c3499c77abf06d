"""What is done to conversations: audit, stats, show, curate, split, convert, expand; and where values came from."""

from __future__ import annotations

from .alike import new_sketches
from .audit import (
    Audit,
    AuditDocument,
    CallAt,
    Case,
    Family,
    Finding,
    FindingDocument,
    Hit,
    Memory,
    RowAudit,
    Rule,
    Severity,
    audit,
    quoted,
    register_rule,
    rules_table,
    visible,
)
from .convert import FORMATS, Converted, convert
from .curate import Curated, CurateRules, Reason, Rejection, curate
from .expand import Expanded, ExpandOptions, expand, expand_file
from .plots import PICTURE_FILES, Drawn, draw_plots, file_labels
from .provenance import Argument, FreeForm, Provenance
from .provenance_dates import dates_in
from .provenance_source import Source
from .show import show
from .show_text import trace_text
from .show_trace import Trace, TraceDocument
from .split import SPLIT_FILES, Split, split
from .stats import FileDocument, FileStats, Stats, StatsDocument, stats

__all__ = [
    "FORMATS",
    "PICTURE_FILES",
    "SPLIT_FILES",
    "Argument",
    "Audit",
    "AuditDocument",
    "CallAt",
    "Case",
    "Converted",
    "CurateRules",
    "Curated",
    "Drawn",
    "ExpandOptions",
    "Expanded",
    "Family",
    "FileDocument",
    "FileStats",
    "Finding",
    "FindingDocument",
    "FreeForm",
    "Hit",
    "Memory",
    "Provenance",
    "Reason",
    "Rejection",
    "RowAudit",
    "Rule",
    "Severity",
    "Source",
    "Split",
    "Stats",
    "StatsDocument",
    "Trace",
    "TraceDocument",
    "audit",
    "convert",
    "curate",
    "dates_in",
    "draw_plots",
    "expand",
    "expand_file",
    "file_labels",
    "new_sketches",
    "quoted",
    "register_rule",
    "rules_table",
    "show",
    "split",
    "stats",
    "trace_text",
    "visible",
]
