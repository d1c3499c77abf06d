"""The one guard before every file that is written: no output is an input, and nothing of others is replaced unasked.

A verb declares what it reads and what it writes; `write_atomic` refuses a file that the verb did not declare, so that
none can forget to. Functions called from Python check their own inputs. What is ours is known from the ledger of
digests, or by a manifest or config beside it (see `data.ledger`, `synth.writing`, `claim_run_folder`).
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from evalwright.errors import UsageError

from .atomic_write import sha256_of
from .hashed_file import digest_of_blocks
from .ledger import was_written

Place = str | Path
"""A path, or `-` for standard input or output."""

RUN_CONFIG = "config.json"
RUN_FOLDERS = ("predictions", "judgements", "criteria", "reviews", "effects", "reports", "parts")
_RUN_PAGE = "report.html"


@dataclass(slots=True)
class _Declared:
    """What one command reads, and where it may write."""

    inputs: list[Place]
    force: bool
    files: list[Path] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def allows(self, path: Path) -> bool:
        place = _real_path(path)
        return any(place == _real_path(file) for file in self.files) or any(
            place.is_relative_to(_real_path(folder)) for folder in self.folders
        )


_declared: ContextVar[_Declared | None] = ContextVar("evalwright_outputs", default=None)


@contextmanager
def guarded_outputs(
    inputs: Iterable[Place], files: Iterable[Place] = (), folders: Iterable[Path] = (), *, force: bool = False
) -> Iterator[None]:
    """Carry out a command that reads and writes this; whatever else it declares or writes is checked on the way.

    `files` must be no inputs and, without `force`, ours where they exist. Of `folders` it is only said that the command
    writes there: what is inside is checked by whoever knows it.
    """
    before = _declared.set(_Declared(list(inputs), force))
    try:
        declare_outputs(*files, folders=folders)
        yield
    finally:
        _declared.reset(before)


def declare_outputs(*files: Place, folders: Iterable[Path] = ()) -> None:
    """Say what this command is going to write; UsageError where it must not. Outside of a command nothing is held."""
    declared = _declared.get()
    if declared is None:
        return
    check_outputs(declared.inputs, files)
    for file in files:
        if not declared.force and not is_replaceable(file):
            raise UsageError.named("outputs.foreign", path=file)
    declared.files += [Path(file) for file in files if str(file) != "-"]
    declared.folders += folders


def check_outputs(inputs: Iterable[Place], outputs: Sequence[Place]) -> None:
    """Refuse an output that is an input (by whatever name), and one file for two outputs."""
    read = list(inputs)
    for at, output in enumerate(outputs):
        for other in read:
            if _is_same(other, output):
                raise UsageError.named("outputs.input", path=_output_label(output))
        if str(output) != "-" and any(_is_one_file(other, output) for other in outputs[:at]):
            raise UsageError.named("outputs.twice", path=output)


def check_write(path: Path) -> None:
    """The last check, by `write_atomic`: the command said that it writes this, and does not read it."""
    declared = _declared.get()
    if declared is None:
        return
    if not declared.allows(path):
        raise RuntimeError(f"{path} was not declared as an output of this command")
    check_outputs(declared.inputs, [path])


def refuse_inputs(*files: Place) -> None:
    """Refuse these as outputs where the command reads one of them; whether they are ours is known to the caller."""
    declared = _declared.get()
    if declared is not None:
        check_outputs(declared.inputs, files)


def is_forced() -> bool:
    """Whether the command may replace what is not ours."""
    declared = _declared.get()
    return declared is not None and declared.force


def is_guarded() -> bool:
    """Whether a command is being carried out, which asks before it replaces what is not ours."""
    return _declared.get() is not None


def is_replaceable(path: Place) -> bool:
    """Whether nothing is lost by writing here: nothing there, nothing in it, a device, or what we wrote ourselves."""
    if str(path) == "-":
        return True
    place = Path(path)
    try:
        found = place.stat()
        if not stat.S_ISREG(found.st_mode) or not found.st_size:
            return True  # a folder is refused elsewhere, with its own words
        return _is_page_of_run(place) or _is_as_written(place)
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _is_as_written(path: Path) -> bool:
    # Earlier versions noted the hash of all bytes.
    return was_written(path, digest_of_blocks(path)) or was_written(path, sha256_of(path))


def claim_run_folder(folder: Path, inputs: Iterable[Place] = ()) -> None:
    """Declare a run directory as the place of this command's output; UsageError where it holds something else."""
    try:
        held = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        held = []  # nothing there yet, or a file: which is said when the directory is made
    if held and RUN_CONFIG not in held and not set(held) & set(RUN_FOLDERS):
        raise UsageError.named("outputs.no_run", path=folder, name=held[0])
    for given in inputs:
        if any(_is_inside(given, folder / name) for name in (RUN_CONFIG, _RUN_PAGE, *RUN_FOLDERS[3:])):
            raise UsageError.named("outputs.input", path=given)
    declare_outputs(folders=[folder])


def _is_page_of_run(path: Path) -> bool:
    """Whether this is the page of a run, which can be made again from what lies beside it."""
    return path.name == _RUN_PAGE and all((path.parent / name).exists() for name in (RUN_CONFIG, RUN_FOLDERS[0]))


def _is_one_file(one: Place, other: Place) -> bool:
    known = _identity(one, stdin=False)
    return _real_path(Path(one)) == _real_path(Path(other)) or (
        known is not None and known == _identity(other, stdin=False)
    )


def _is_same(given: Place, output: Place) -> bool:
    """Whether an input (a file or a folder) and an output are the same file, or the output lies in the folder."""
    if str(given) != "-" and _is_there(Path(given)) and _is_inside(output, Path(given)):
        return True
    one, other = _identity(given, stdin=True), _identity(output, stdin=False)
    return one is not None and one == other


def _is_inside(path: Place, folder: Path) -> bool:
    return str(path) != "-" and _real_path(Path(path)).is_relative_to(_real_path(folder))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, for one
        return False


def _real_path(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _identity(place: Place, *, stdin: bool) -> tuple[int, int] | None:
    """Device and number of a regular file; of `-`, those of what standard input or output is."""
    try:
        standard = sys.stdin if stdin else sys.stdout
        found = os.fstat(standard.fileno()) if str(place) == "-" else Path(place).stat()
    except (OSError, ValueError, AttributeError):  # not there, or no real stream
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _output_label(place: Place) -> str:
    return "standard output" if str(place) == "-" else str(place)
