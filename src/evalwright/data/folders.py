"""The files behind a path: the file itself, the data files of a folder, or those that a pattern names.

In a folder, or in the folders in it where it has none itself, files are known by their endings; what data sets keep
about themselves (`dataset_info.json`, a manifest) is no data. They come in the order of their names, so that the same
folder gives the same rows.
"""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from pathlib import Path

from evalwright.errors import InputError

from .file_access import open_binary

_ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".eval")
_PACKED = (".gz", ".zst")
_ABOUT_DATA = frozenset(
    {"manifest.json", "config.json", "dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"}
)
_MOST_FILES = 10_000


@dataclass(frozen=True, slots=True)
class FileBehind:
    """One file that rows are read from."""

    path: Path
    is_whole: bool
    """Whether it is what was named; else it is one of a folder's."""
    state: tuple[int, ...]
    """What tells one state of the file from another."""


def files_behind(path: str | Path) -> list[FileBehind]:
    """The files that a path stands for; InputError where there is none."""
    place = Path(path)
    if _kind_of(place) == "folder":
        found = _data_files(place, "*") or _data_files(place, "*/*")
        if not found:
            with open_binary(path):
                pass  # which says what is wrong with a folder
    elif glob.has_magic(str(path)) and _kind_of(place) == "none":
        found = [Path(name) for name in sorted(glob.glob(str(path), recursive=True)) if Path(name).is_file()]  # noqa: PTH207
        if not found:
            raise InputError.named("data.no_match", path=path)
    else:
        return [FileBehind(place, True, _state_of(place))]
    if len(found) > _MOST_FILES:
        raise InputError.named("data.too_many", path=path, num=len(found), most=_MOST_FILES)
    return [FileBehind(inner, False, _state_of(inner)) for inner in found]


def one_file_behind(path: str | Path) -> Path:
    """The one file that a path stands for, for who needs its bytes; InputError where it stands for several."""
    found = files_behind(path)
    if len(found) > 1:
        raise InputError.named("data.several", path=path, num=len(found), first=found[0].path)
    return found[0].path


def _kind_of(path: Path) -> str:
    try:
        return "folder" if path.is_dir() else "file" if path.exists() else "none"
    except OSError:
        return "file"  # a name that is too long, for one: opening it says so


def _data_files(folder: Path, pattern: str) -> list[Path]:
    return [inner for inner in sorted(folder.glob(pattern)) if _is_data_file(inner, folder)]


def _is_data_file(path: Path, folder: Path) -> bool:
    name = path.name.lower()
    for packed in _PACKED:
        name = name.removesuffix(packed)
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return name.endswith(_ENDINGS) and name not in _ABOUT_DATA and not hidden and path.is_file()


def _state_of(path: Path) -> tuple[int, ...]:
    with open_binary(path) as stream:
        state = os.fstat(stream.fileno())
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns
