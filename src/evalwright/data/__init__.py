"""Files of conversations and items: read, write, cut into questions, and say where a value came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

from .opened import Opened, opened
from .read_log import FileRead, ReadDocument, map_logged, note_dialects, read_documents, read_log
from .stated_environment import injected_faults, stated_environment
from .table_places import NoPlacesError, table_places, table_row_at

if TYPE_CHECKING:
    from .atomic_write import sha256_of, sync_directory
    from .conversation_rows import (
        ConversationReader,
        ConversationRow,
        RowSource,
        label_of_source,
        read_conversations,
        scan_conversations,
    )
    from .encode import dumps, dumps_canonical, dumps_pretty
    from .file_access import label_of, open_binary
    from .files import as_file, write_atomic, write_together
    from .folders import files_behind, one_file_behind
    from .frames import data_frame
    from .gc_pause import paused_gc
    from .grouping import group_of
    from .hashed_file import digest_of_blocks
    from .id_survey import IdSurvey
    from .ids import IdFacts, IdPlan, own_id, plan_ids
    from .items import BESIDE_THE_QUESTION, Item, read_item, unwrap
    from .line_checksums import Seal, document_checksum, loads_sealed, seal_of, sealed
    from .marks import (
        MARK_KINDS,
        MARKS_FILE,
        Mark,
        Marks,
        MarksDocument,
        item_digest,
        read_marks,
        same_mark,
        write_mark,
    )
    from .names import differ_by_case, joined_name, older_safe_name, safe_name
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
    from .parquet_rows import PARQUET_BATCH, parquet_library, parquet_record
    from .remote import address_of, check_address, copy_folder, is_address, local_copy
    from .rows import BadRow, Row, read_rows, scan_places, scan_rows
    from .samples import RecordedError, read_sample
    from .samples_file import SamplesFile, seekable_file
    from .shared_tools import SharedTools
    from .source_pieces import SourcePiece, SourcePieces, position_of
    from .splits import SplitFile, split_file
    from .tables import record_splits, scan_records

__all__ = [
    "BESIDE_THE_QUESTION",
    "MARKS_FILE",
    "MARK_KINDS",
    "PARQUET_BATCH",
    "RUN_CONFIG",
    "RUN_FOLDERS",
    "BadRow",
    "ConversationReader",
    "ConversationRow",
    "FileRead",
    "IdFacts",
    "IdPlan",
    "IdSurvey",
    "Item",
    "Mark",
    "Marks",
    "MarksDocument",
    "NoPlacesError",
    "Opened",
    "ReadDocument",
    "RecordedError",
    "Row",
    "RowSource",
    "SamplesFile",
    "Seal",
    "SharedTools",
    "SourcePiece",
    "SourcePieces",
    "SplitFile",
    "address_of",
    "as_file",
    "check_address",
    "check_outputs",
    "claim_run_folder",
    "copy_folder",
    "data_frame",
    "declare_outputs",
    "differ_by_case",
    "digest_of_blocks",
    "document_checksum",
    "dumps",
    "dumps_canonical",
    "dumps_pretty",
    "files_behind",
    "group_of",
    "guarded_outputs",
    "injected_faults",
    "is_address",
    "is_forced",
    "is_guarded",
    "is_replaceable",
    "item_digest",
    "joined_name",
    "label_of",
    "label_of_source",
    "loads_sealed",
    "local_copy",
    "map_logged",
    "note_dialects",
    "older_safe_name",
    "one_file_behind",
    "open_binary",
    "opened",
    "own_id",
    "parquet_library",
    "parquet_record",
    "paused_gc",
    "plan_ids",
    "position_of",
    "read_conversations",
    "read_documents",
    "read_item",
    "read_log",
    "read_marks",
    "read_rows",
    "read_sample",
    "record_splits",
    "refuse_inputs",
    "safe_name",
    "same_mark",
    "scan_conversations",
    "scan_places",
    "scan_records",
    "scan_rows",
    "seal_of",
    "sealed",
    "seekable_file",
    "sha256_of",
    "split_file",
    "stated_environment",
    "sync_directory",
    "table_places",
    "table_row_at",
    "unwrap",
    "write_atomic",
    "write_mark",
    "write_together",
]

_LATE = {
    "atomic_write": "sha256_of sync_directory",
    "conversation_rows": (
        "ConversationReader ConversationRow RowSource label_of_source read_conversations scan_conversations"
    ),
    "encode": "dumps dumps_canonical dumps_pretty",
    "file_access": "label_of open_binary",
    "files": "as_file write_atomic write_together",
    "hashed_file": "digest_of_blocks",
    "folders": "files_behind one_file_behind",
    "frames": "data_frame",
    "gc_pause": "paused_gc seldom_collected=paused_gc",
    "grouping": "group_of",
    "id_survey": "IdSurvey",
    "ids": "IdFacts IdPlan own_id plan_ids",
    "items": "BESIDE_THE_QUESTION Item read_item unwrap",
    "line_checksums": "Seal document_checksum loads_sealed seal_of sealed",
    "marks": "MARK_KINDS MARKS_FILE Mark Marks MarksDocument item_digest read_marks same_mark write_mark",
    "names": "differ_by_case joined_name older_safe_name safe_name",
    "outputs": (
        "RUN_CONFIG RUN_FOLDERS check_outputs claim_run_folder declare_outputs guarded_outputs is_forced "
        "is_guarded is_replaceable refuse_inputs"
    ),
    "parquet_rows": "PARQUET_BATCH parquet_library parquet_record",
    "remote": "address_of check_address copy_folder is_address local_copy",
    "rows": "BadRow Row read_rows scan_places scan_rows",
    "samples": "RecordedError read_sample",
    "samples_file": "SamplesFile seekable_file",
    "shared_tools": "SharedTools",
    "source_pieces": "SourcePiece SourcePieces position_of",
    "splits": "SplitFile split_file",
    "tables": "record_splits scan_records",
}
_MOVED = {
    ".workbench.audit.registry": "rule",
    ".text": (
        "StatusLine cut escaped fitted_facts markup notebook_table rate_text terminal_columns time_left width wrap"
    ),
    ".workbench": (
        "Argument Audit CallAt Case Converted CurateRules Curated Drawn ExpandOptions Expanded FORMATS Family "
        "FileStats Finding FreeForm Hit Memory PICTURE_FILES Provenance Reason Rejection RowAudit Rule SPLIT_FILES "
        "Severity Source Split Stats Trace audit convert curate dates_in draw_plots expand expand_file file_labels "
        "new_sketches quoted rules_table show split stats trace_text visible"
    ),
}
"""Names that live in other rooms now, or are called otherwise, and are still found here."""

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {**_LATE, **_MOVED})
