"""Reading a manifest that may have been written by anyone: every field is looked at before it is used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import safe_name
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

from ..rules import Rules, rules_from, rules_in_manifest
from .digests import MESSAGE_DIGITS, ROW_DIGITS

MANIFEST = "manifest.json"
FORMAT = 1
_MAX_BYTES = 1_000_000_000
_HEX = re.compile(r"[0-9a-f]+")


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
    options: JsonObject
    locales: dict[str, str]
    """The hash of the state at the beginning, by locale."""
    simulated: bool
    files: dict[str, FileEntry]
    wanted: int | None = None
    coverage: Mapping[str, Any] = field(default_factory=dict)
    """What it says that the rows hold."""
    rules: Rules | None = None
    """What the assistant had to keep to; None where it says nothing of that."""


def read_manifest(directory: str | Path) -> Manifest:
    """The manifest of a directory; InputError where there is none that can be used."""
    folder = Path(directory)
    if not folder.is_dir():
        raise InputError.named("verify.a_file" if folder.exists() else "verify.directory", path=folder)
    path = folder / MANIFEST
    raw = _read_manifest_json(path)
    if raw.get("format") != FORMAT:
        raise InputError.named("verify.format", path=path, format=FORMAT)
    environment = _manifest_object_field(raw, "environment", path, optional=True)
    name, seed = environment.get("name"), environment.get("seed", raw.get("seed", 0))
    return Manifest(
        path,
        str(raw.get("evalwright", "")),
        name if isinstance(name, str) else None,
        seed if type(seed) is int else 0,
        _manifest_object_field(environment, "options", path, optional=True),
        {
            str(key): str(value)
            for key, value in _manifest_object_field(environment, "locales", path, optional=True).items()
        },
        raw.get("simulated") is True,
        _files(_manifest_object_field(raw, "files", path), path),
        raw["n"] if type(raw.get("n")) is int else None,
        _manifest_object_field(raw, "coverage", path, optional=True),
        _manifest_rules(raw, path),
    )


def _read_manifest_json(path: Path) -> JsonObject:
    try:
        if path.stat().st_size > _MAX_BYTES or not path.is_file():
            raise _unusable(path, "too_large")
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise InputError.named("verify.no_manifest", path=path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(path, "unreadable", error=error) from None
    try:
        raw = loads(text)
    except JsonError as error:
        raise InputError.named("verify.not_json", path=path, error=error.problem) from None
    if not isinstance(raw, dict):
        raise _unusable(path, "no_object")
    return raw


def _unusable(path: Path, problem: str, **values: object) -> InputError:
    """The error for a manifest that is there but cannot be used."""
    return InputError.named("verify.unusable", path=path, problem=phrase(f"verify.manifest.{problem}", **values))


def _manifest_object_field(raw: Mapping[str, Any], key: str, path: Path, *, optional: bool = False) -> JsonObject:
    value = raw.get(key)
    if value is None and optional:
        return {}
    if not isinstance(value, dict):
        raise _unusable(path, "missing" if value is None else "kind", key=key)
    return value


def _manifest_rules(raw: JsonObject, path: Path) -> Rules | None:
    data = rules_in_manifest(raw)
    if data is None:
        return None
    rules = rules_from(data)
    for finding in rules.findings:
        raise _unusable(path, "rules", reason=finding.message)
    return rules


def _files(raw: JsonObject, path: Path) -> dict[str, FileEntry]:
    if not raw:
        raise _unusable(path, "no_files")
    return {name: _read_file_entry(name, entry, path) for name, entry in raw.items()}


def _read_file_entry(name: str, entry: Any, path: Path) -> FileEntry:
    if safe_name(name) != name or not name.endswith(".jsonl"):
        raise _unusable(path, "file_name", name=repr(name[:80]))
    if not isinstance(entry, dict) or type(entry.get("rows")) is not int or not isinstance(entry.get("sha256"), str):
        raise _unusable(path, "entry", name=name)
    digests = entry.get("digests")
    if not isinstance(digests, list) or not all(map(_is_digest, digests)):
        raise _unusable(path, "digests", name=name)
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
            raise UsageError.named("verify.missing_file", path=path, path_2=manifest.path)
