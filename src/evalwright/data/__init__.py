"""Files of conversations and items: read, write, cut into questions, and say where a value came from."""

from .alike import new_sketches
from .audit import (
    Audit,
    CallAt,
    Case,
    Family,
    Finding,
    Hit,
    Memory,
    RowAudit,
    Rule,
    Severity,
    audit,
    quoted,
    rule,
    rules_table,
    visible,
)
from .collecting import seldom_collected
from .convert import FORMATS, Converted, convert
from .curate import Curated, CurateRules, Reason, Rejection, curate
from .encode import dumps, dumps_canonical, dumps_pretty
from .expand import Expanded, ExpandOptions, expand, expand_file
from .files import as_file, write_atomic
from .ids import IdPlan, own_id, plan_ids
from .items import Item, read_item, unwrap
from .names import differ_by_case, joined_name, older_safe_name, safe_name
from .notebook import markup, notebook_table
from .outputs import (
    RUN_CONFIG,
    RUN_FOLDERS,
    check_outputs,
    claim_run_folder,
    declare_outputs,
    guarded_outputs,
    is_forced,
    is_guarded,
    is_replaceable,
    refuse_inputs,
)
from .plots import PICTURE_FILES, Drawn, draw_plots, file_labels
from .provenance import Argument, FreeForm, Provenance
from .provenance_dates import dates_in
from .provenance_source import Source
from .replacing import sha256_of, sync_directory
from .rows import BadRow, Row, label_of, open_binary, read_rows, scan_rows
from .samples import RecordedError, read_sample
from .samples_file import SamplesFile, seekable_file
from .sealed import Seal, document_checksum, loads_sealed, seal_of, sealed
from .shared_tools import SharedTools
from .show import show
from .show_text import trace_text
from .show_trace import Trace
from .show_wrap import wrap
from .split import SPLIT_FILES, Split, split
from .stats import FileStats, Stats, stats
from .status_line import StatusLine, fitted_facts, rate_text, time_left
from .tables import scan_records
from .terminal import cut, escaped, terminal_columns, width

__all__ = [
    "FORMATS",
    "PICTURE_FILES",
    "RUN_CONFIG",
    "RUN_FOLDERS",
    "SPLIT_FILES",
    "Argument",
    "Audit",
    "BadRow",
    "CallAt",
    "Case",
    "Converted",
    "CurateRules",
    "Curated",
    "Drawn",
    "ExpandOptions",
    "Expanded",
    "Family",
    "FileStats",
    "Finding",
    "FreeForm",
    "Hit",
    "IdPlan",
    "Item",
    "Memory",
    "Provenance",
    "Reason",
    "RecordedError",
    "Rejection",
    "Row",
    "RowAudit",
    "Rule",
    "SamplesFile",
    "Seal",
    "Severity",
    "SharedTools",
    "Source",
    "Split",
    "Stats",
    "StatusLine",
    "Trace",
    "as_file",
    "audit",
    "check_outputs",
    "claim_run_folder",
    "convert",
    "curate",
    "cut",
    "dates_in",
    "declare_outputs",
    "differ_by_case",
    "document_checksum",
    "draw_plots",
    "dumps",
    "dumps_canonical",
    "dumps_pretty",
    "escaped",
    "expand",
    "expand_file",
    "file_labels",
    "fitted_facts",
    "guarded_outputs",
    "is_forced",
    "is_guarded",
    "is_replaceable",
    "joined_name",
    "label_of",
    "loads_sealed",
    "markup",
    "new_sketches",
    "notebook_table",
    "older_safe_name",
    "open_binary",
    "own_id",
    "plan_ids",
    "quoted",
    "rate_text",
    "read_item",
    "read_rows",
    "read_sample",
    "refuse_inputs",
    "rule",
    "rules_table",
    "safe_name",
    "scan_records",
    "scan_rows",
    "seal_of",
    "sealed",
    "seekable_file",
    "seldom_collected",
    "sha256_of",
    "show",
    "split",
    "stats",
    "sync_directory",
    "terminal_columns",
    "time_left",
    "trace_text",
    "unwrap",
    "visible",
    "width",
    "wrap",
    "write_atomic",
]
