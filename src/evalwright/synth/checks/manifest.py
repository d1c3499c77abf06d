"""Reading a manifest that may have been written by anyone: every field is looked at before it is used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.data import safe_name
from evalwright.errors import InputError, UsageError

from .digests import MESSAGE_DIGITS, ROW_DIGITS

MANIFEST = "manifest.json"
FORMAT = 1
_MAX_BYTES = 1_000_000_000
_HEX = re.compile(r"[0-9a-f]+")
_CURE = "Verify a directory that `evalwright synth` wrote"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What the manifest says of one file."""

    sha256: str
    rows: int
    digests: list[str]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is needed to prove a directory."""

    path: Path
    version: str
    environment: str | None
    """The name of the environment, where it has one."""
    seed: int
    options: dict[str, Any]
    locales: dict[str, str]
    """The hash of the state at the beginning, by locale."""
    simulated: bool
    files: dict[str, FileEntry]
    wanted: int | None = None
    coverage: Mapping[str, Any] = field(default_factory=dict)
    """What it says that the rows hold."""


def read_manifest(directory: str | Path) -> Manifest:
    """The manifest of a directory; InputError where there is none that can be used."""
    folder = Path(directory)
    if not folder.is_dir():
        what = "is a file, not a directory" if folder.exists() else "no such directory"
        raise InputError(what, path=folder, cure=_CURE)
    path = folder / MANIFEST
    raw = _read(path)
    if raw.get("format") != FORMAT:
        cure = "It was written by another version of evalwright, or is no manifest of a data set"
        raise InputError(f"its format is not {FORMAT}", path=path, cure=cure)
    environment = _object(raw, "environment", path, optional=True)
    name, seed = environment.get("name"), environment.get("seed", raw.get("seed", 0))
    return Manifest(
        path,
        str(raw.get("evalwright", "")),
        name if isinstance(name, str) else None,
        seed if type(seed) is int else 0,
        _object(environment, "options", path, optional=True),
        {str(key): str(value) for key, value in _object(environment, "locales", path, optional=True).items()},
        raw.get("simulated") is True,
        _files(_object(raw, "files", path), path),
        raw["n"] if type(raw.get("n")) is int else None,
        _object(raw, "coverage", path, optional=True),
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MAX_BYTES or not path.is_file():
            raise InputError("is larger than any manifest, or no plain file", path=path, cure=_CURE)
        text = path.read_text("utf-8")
    except FileNotFoundError:
        cure = f"{_CURE}; a synthesis that was broken off leaves no manifest and has to be made again"
        raise InputError("no such file", path=path, cure=cure) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read ({error})", path=path, cure=_CURE) from None
    try:
        raw = loads(text)
    except JsonError as error:
        raise InputError(f"not JSON: {error}", path=path, cure="Make the data set again with its seed") from None
    if not isinstance(raw, dict):
        raise InputError("is not an object", path=path, cure=_CURE)
    return raw


def _object(raw: Mapping[str, Any], key: str, path: Path, *, optional: bool = False) -> dict[str, Any]:
    value = raw.get(key)
    if value is None and optional:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{key} is {'missing' if value is None else 'not an object'}", path=path, cure=_CURE)
    return value


def _files(raw: dict[str, Any], path: Path) -> dict[str, FileEntry]:
    if not raw:
        raise InputError("it names no file", path=path, cure=_CURE)
    return {name: _entry(name, entry, path) for name, entry in raw.items()}


def _entry(name: str, entry: Any, path: Path) -> FileEntry:
    if safe_name(name) != name or not name.endswith(".jsonl"):
        raise InputError(f"{name[:80]!r} is no name of a file of rows", path=path, cure=_CURE)
    if not isinstance(entry, dict) or type(entry.get("rows")) is not int or not isinstance(entry.get("sha256"), str):
        raise InputError(f"files.{name} has no rows or sha256", path=path, cure=_CURE)
    digests = entry.get("digests")
    if not isinstance(digests, list) or not all(map(_is_digest, digests)):
        raise InputError(f"files.{name}.digests is no list of digests", path=path, cure=_CURE)
    return FileEntry(entry["sha256"], entry["rows"], digests)


def _is_digest(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) >= ROW_DIGITS
        and (len(value) - ROW_DIGITS) % MESSAGE_DIGITS == 0
        and _HEX.fullmatch(value) is not None
    )


def missing_files(manifest: Manifest) -> None:
    """UsageError where a file that the manifest names is not there."""
    for name in manifest.files:
        path = manifest.path.with_name(name)
        if not path.is_file():
            raise UsageError(f"{path}: no such file, though {manifest.path} names it", cure="Make the data set again")
