"""What is done to conversations: audit, stats, show, curate, split, convert, import, expand; where values came from."""

from __future__ import annotations

from .alike import are_alike, new_sketches
from .audit import (
    Audit,
    AuditDocument,
    CallAt,
    Case,
    EntitySides,
    Family,
    Finding,
    FindingDocument,
    Hit,
    Memory,
    Place,
    RowAudit,
    Rule,
    Severity,
    audit,
    audit_rule_names,
    holds_key,
    is_empty_result,
    quoted,
    register_rule,
    rules_table,
    visible,
)
from .convert import FORMATS, Converted, convert
from .curate import Curated, CurateRules, Reason, Rejection, curate
from .expand import Expanded, ExpandOptions, expand
from .expand_file import expand_file
from .imports import (
    HostedExport,
    HostedRun,
    Imported,
    Sampling,
    import_files,
    is_hosted_file,
    recorded_criteria,
    write_hosted_rows,
)
from .plots import PICTURE_FILES, Drawn, draw_plots, file_labels
from .provenance import Argument, FreeForm, Provenance
from .provenance_dates import dates_in
from .provenance_source import Source
from .redaction import Redactor, new_redaction_key, read_redaction_key, read_value_list
from .result_lines import is_id
from .result_text import Cell, ResultText, read_result_text
from .said_value import is_said
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
    "Cell",
    "Converted",
    "CurateRules",
    "Curated",
    "Drawn",
    "EntitySides",
    "ExpandOptions",
    "Expanded",
    "Family",
    "FileDocument",
    "FileStats",
    "Finding",
    "FindingDocument",
    "FreeForm",
    "Hit",
    "HostedExport",
    "HostedRun",
    "Imported",
    "Memory",
    "Place",
    "Provenance",
    "Reason",
    "Redactor",
    "Rejection",
    "ResultText",
    "RowAudit",
    "Rule",
    "Sampling",
    "Severity",
    "Source",
    "Split",
    "Stats",
    "StatsDocument",
    "Trace",
    "TraceDocument",
    "are_alike",
    "audit",
    "audit_rule_names",
    "convert",
    "curate",
    "dates_in",
    "draw_plots",
    "expand",
    "expand_file",
    "file_labels",
    "holds_key",
    "import_files",
    "is_empty_result",
    "is_hosted_file",
    "is_id",
    "is_said",
    "new_redaction_key",
    "new_sketches",
    "quoted",
    "read_redaction_key",
    "read_result_text",
    "read_value_list",
    "recorded_criteria",
    "register_rule",
    "rules_table",
    "show",
    "split",
    "stats",
    "trace_text",
    "visible",
    "write_hosted_rows",
]
