"""A finished run that is asked for again: a seal says what was asked and what every file of the run is, by hashes.

Settings, data and files flow in; whether all is as it was when the run was reported flows out. Then nothing is asked,
graded or reported again; where answers are still owed, only what is new is graded. Hashes alone are believed, never the
times of files: one changed byte in the data, the journals, the reviews, the reports or the configuration, another
setting, another version: all is looked at anew.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

import orjson

from evalwright._version import __version__
from evalwright.data import dumps_canonical, dumps_pretty, sha256_of, write_atomic
from evalwright.rundir import CONFIG
from evalwright.tasks import is_our_own
from evalwright.text import spoken_language

from .adopt_parts import MERGING
from .config import EvalConfig
from .open_or_resume import OpenRun
from .slices import PARTS
from .sources import Source

SEAL = ".seal"
_FORMAT = 2
_BESIDE = (".lock", SEAL, f"{PARTS}/{MERGING}")


class SealDocument(TypedDict):
    """What the file holds."""

    format: int
    asked: str
    """The hash of all that was asked, of whom, and by which version."""
    complete: bool
    """Whether nothing was owed."""
    files: dict[str, str]
    """The SHA-256 of every other file of the run, by its path from there."""


def asked_digest(config: EvalConfig, opened: OpenRun, sources: Sequence[Source]) -> str | None:
    """The hash of all that decides the files of a run besides its answers; None where that cannot be known.

    What strangers wrote, judges and environments may decide otherwise tomorrow, so that such a run is graded again.
    """
    own = all(is_our_own(each) for source in sources for each in (source.task, *source.scorers))
    plain = config.criteria is None and config.environment is None and not any(part.judge for part in opened.parts)
    fixed = not any(source.passing or getattr(source.task, "examples", ()) for source in sources)
    if config.rerun_review or not (own and plain and fixed):
        return None
    asked = {
        "versions": [_FORMAT, __version__, platform.python_version(), spoken_language()],
        "models": [dict(model) for model in opened.models],
        "parts": [part.entry() for part in opened.parts],
        "generation": dict(config.generation),
        "private": opened.private,
        "kept": config.keep_data,
    }
    try:
        return hashlib.sha256(dumps_canonical(asked)).hexdigest()
    except TypeError:  # a value that no JSON has
        return None


def hash_of_config(run: Path) -> str | None:
    """The SHA-256 of a run's configuration as it lies there; None where there is none."""
    path = run / CONFIG
    return sha256_of(path) if path.is_file() else None


def sealed_before(run: Path, asked: str, config: str | None) -> SealDocument | None:
    """The seal, where this was asked before and everything is as it was; `config`: the hash of config.json then."""
    seal = _read_seal(run)
    if seal is None or (seal["format"], seal["asked"]) != (_FORMAT, asked) or seal["files"].get(CONFIG) != config:
        return None
    paths = _files_of(run)
    if set(paths) != set(seal["files"]):
        return None
    same = all(sha256_of(path) == seal["files"][name] for name, path in paths.items() if name != CONFIG)
    return seal if same else None


def write_seal(run: Path, asked: str, *, complete: bool = True) -> None:
    """Say that all that was answered in this run is graded, and what it is."""
    made: SealDocument = {
        "format": _FORMAT,
        "asked": asked,
        "complete": complete,
        "files": {name: sha256_of(path) for name, path in _files_of(run).items()},
    }
    with write_atomic(run / SEAL) as out:
        out.write(dumps_pretty(made))


def renew_seal(run: Path, asked: str) -> None:
    """The same where only the configuration was written anew, such as for another number of requests in flight."""
    seal = _read_seal(run)
    if seal is None or seal["files"].get(CONFIG) != hash_of_config(run):
        write_seal(run, asked)


def _read_seal(run: Path) -> SealDocument | None:
    try:
        found = orjson.loads((run / SEAL).read_bytes())
        made: SealDocument = {
            "format": found["format"],
            "asked": found["asked"],
            "complete": found["complete"] is True,
            "files": dict(found["files"]),
        }
        return made
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _files_of(run: Path) -> dict[str, Path]:
    paths = (path for path in sorted(run.rglob("*")) if not path.is_dir())
    return {path.relative_to(run).as_posix(): path for path in paths if path.relative_to(run).as_posix() not in _BESIDE}
