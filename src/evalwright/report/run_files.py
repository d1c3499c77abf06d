"""Which files are read when a run is looked at: its own records, and the data it was made from.

A path flows in, files and folders flow out; whoever writes beside a run must not write over these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from evalwright.data import RUN_CONFIG, RUN_FOLDERS
from evalwright.errors import EvalwrightError
from evalwright.rundir import KEPT_DATA

from .runs import open_run


def run_inputs(path: Path) -> Iterator[Path]:
    """The files and folders of a run that are read, and its data files; of what is no run, nothing."""
    if not (path / RUN_CONFIG).is_file():
        return
    yield path / RUN_CONFIG
    for name in (*RUN_FOLDERS, KEPT_DATA):
        yield path / name
        yield from (path / name).rglob("*")  # each by itself, since it may have another name elsewhere
    try:
        config = open_run(path).config
    except EvalwrightError:
        return  # which is said when the run is opened
    for source in config["data"]:
        yield from _data_paths(source)


def _data_paths(source: Mapping[str, object]) -> Iterator[Path]:
    for key, value in source.items():
        if "path" in key and isinstance(value, str):
            yield Path(value)
