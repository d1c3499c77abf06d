"""The run directory: where everything in it lies, its configuration, and how a damaged one is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .config_document import ConfigDocument, PartEntry, PrivateMark, RunDocument
    from .config_file import (
        CONFIG,
        FORMAT,
        DataConfig,
        PartConfig,
        RunConfig,
        read_document,
        read_report,
        read_run_config,
    )
    from .config_writing import run_document
    from .layout import JOURNALS, KEPT_DATA, SET_ASIDE, OlderNames, PartName, RunDir, make_run_dir, not_a_folder
    from .repair import Owed, Repair, repair_run, require_sound

__all__ = [
    "CONFIG",
    "FORMAT",
    "JOURNALS",
    "KEPT_DATA",
    "SET_ASIDE",
    "ConfigDocument",
    "DataConfig",
    "OlderNames",
    "Owed",
    "PartConfig",
    "PartEntry",
    "PartName",
    "PrivateMark",
    "Repair",
    "RunConfig",
    "RunDir",
    "RunDocument",
    "make_run_dir",
    "not_a_folder",
    "read_document",
    "read_report",
    "read_run_config",
    "repair_run",
    "require_sound",
    "run_document",
]

_LATE = {
    "config_document": "ConfigDocument PartEntry PrivateMark RunDocument",
    "config_file": "CONFIG FORMAT DataConfig PartConfig RunConfig read_document read_report read_run_config",
    "config_writing": "run_document",
    "layout": "JOURNALS KEPT_DATA SET_ASIDE OlderNames PartName RunDir make_run_dir not_a_folder",
    "repair": "Owed Repair repair_run require_sound",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
