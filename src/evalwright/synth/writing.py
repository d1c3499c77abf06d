"""Writing a made data set: rows as they are accepted, the manifest last, nothing that looks whole before it is.

While rows are written nobody else writes to the folder; a data set that is there already is replaced only when the
new rows are all on the disk. What a process that was killed left behind is swept away by the next one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from evalwright._version import __version__
from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import dumps_canonical, dumps_pretty, is_forced, is_guarded, refuse_inputs, sha256_of, write_atomic
from evalwright.errors import RunLockedError, StorageError, UsageError
from evalwright.text import phrase

from .manifest_types import FileFacts

FILES = {"train": "train.jsonl", "valid": "valid.jsonl"}
TWINS = "negatives.jsonl"
MANIFEST = "manifest.json"
JOURNALS = ".requests"
"""The folder beside the data set in which the answers of models are kept."""
_PAGE = "report.html"
_ALL = (*FILES.values(), TWINS, MANIFEST, _PAGE)
_CURE = phrase("cures.other_folder")
_PIECE = 1 << 16

STARTER = "scenarios.yaml"
"""A scenario file to fill in, beside the rows of what could be said without one."""


class RowFile:
    """One file of rows on its way, with what the manifest says of it."""

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path = path
        self._stream = stream
        self._hash = hashlib.sha256()
        self._rows = 0
        self.digests = bytearray()
        """The fingerprints of the rows, a line each: the most of what is remembered of a row, and therefore packed."""

    def write(self, line: bytes, digest: str) -> None:
        """Add one row, as `RowLines` writes it."""
        try:
            for part in (line, b"\n"):
                self._stream.write(part)
                self._hash.update(part)
        except OSError as error:
            raise self._full(error) from None
        self._rows += 1
        self.digests += f"{digest}\n".encode()

    def begin_again(self) -> None:
        """Forget the rows: others are written in their place."""
        self._stream.seek(0)
        self._stream.truncate()
        self._hash, self._rows, self.digests = hashlib.sha256(), 0, bytearray()

    def settle(self) -> None:
        """Put all rows on the disk, or learn that they do not fit there."""
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._full(error) from None

    def _full(self, error: OSError) -> StorageError:
        return StorageError.named("synth.not_written", path=self._path, strerror=error.strerror)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return not self._rows

    def to_dict(self) -> FileFacts:
        """What the manifest holds of this file, its digests aside."""
        return {"sha256": self._hash.hexdigest(), "rows": self._rows}


@contextmanager
def open_rows(out: Path, *, valid: bool = True, twins: bool = False) -> Iterator[dict[str, RowFile]]:
    """The files of a data set; they appear under their names together, when all went well."""
    check_place(out)
    wanted = {"train": True, "valid": valid, "twins": twins}
    names = {key: name for key, name in (FILES | {"twins": TWINS}).items() if wanted[key]}
    with _locked_folder(out):
        with ExitStack() as stack:
            files = {
                key: RowFile(out / name, stack.enter_context(write_atomic(out / name))) for key, name in names.items()
            }
            yield files
            for file in files.values():
                file.settle()
            # From here on the folder is known as ours, but holds no whole data set until its manifest is written.
            write_manifest(out, {"format": 1, "evalwright": __version__, "unfinished": True}, {})
        for name in {*FILES.values(), TWINS} - {names[key] for key in files}:  # whoever wrote may have dropped one
            (out / name).unlink(missing_ok=True)


def check_place(out: Path) -> None:
    """Refuse a folder that holds files of these names which were not made here, or are read by this command."""
    refuse_inputs(*(out / name for name in _ALL))
    try:
        if out.exists() and not out.is_dir():
            raise UsageError.named("synth.is_file", out=out)
        strangers = [name for name in _ALL if (out / name).exists()]
        folders = [name for name in strangers if (out / name).is_dir()]
    except OSError as error:
        raise UsageError.named("synth.unusable", out=str(out)[:200], strerror=error.strerror, cure=_CURE) from None
    if folders:
        raise UsageError.named("synth.is_folder", out=out / folders[0], cure=_CURE)
    if strangers and not is_forced() and not _is_ours(out / MANIFEST):
        raise UsageError.named("synth.stranger", path=out / strangers[0], manifest=MANIFEST)


def check_earlier_set(out: Path, source: str) -> None:
    """Refuse to replace, unasked, a data set that was made from other tools or changed since."""
    check_place(out)
    if is_forced() or not is_guarded():
        return
    told = _manifest_or_empty(out / MANIFEST)
    made_from, files = told.get("source"), told.get("files")
    if isinstance(made_from, dict) and made_from.get("text") not in (None, source):
        raise UsageError.named("outputs.other_tools", path=out, source=str(made_from["text"])[:100])
    for name, part in files.items() if isinstance(files, dict) else ():
        if name in _ALL and (out / name).is_file() and sha256_of(out / name) != part.get("sha256"):
            raise UsageError.named("outputs.changed_set", path=out / name)


def write_manifest(out: Path, manifest: Mapping[str, Any], digests: Mapping[str, bytes | bytearray]) -> None:
    """The manifest, with a digest of itself: once it is there, the data set is whole.

    `digests`: for each of its files those of the rows, a line each. They go into the text itself, since there may be
    more of them than one would like to hold several times over.
    """
    mark = hashlib.sha256(b"lists of " + dumps_canonical(manifest)).hexdigest()  # so it stands nowhere in the manifest
    files = {name: {**told, "digests": mark} for name, told in manifest.get("files", {}).items()}
    said = {**manifest, "files": files} if files else dict(manifest)
    digest = hashlib.sha256()
    for part in _fill_digest_lists(dumps_canonical(said), mark, [digests[name] for name in sorted(files)], b"", b""):
        digest.update(part)
    shown = dumps_pretty(said | {"digest": digest.hexdigest()})
    with write_atomic(out / MANIFEST) as stream:
        for part in _fill_digest_lists(
            shown, mark, [digests[name] for name in files], b"\n" + 8 * b" ", b"\n" + 6 * b" "
        ):
            stream.write(part)


def leave_starter(out: Path, text: str) -> Path | None:
    """Put a scenario file to go on with beside the rows; one that is there is somebody's, and stays."""
    path = out / STARTER
    if not text or path.exists():
        return None
    out.mkdir(parents=True, exist_ok=True)
    with write_atomic(path) as stream:
        stream.write(text.encode("utf-8"))
    return path


def _fill_digest_lists(
    text: bytes, mark: str, digests: list[bytes | bytearray], before: bytes, end: bytes
) -> Iterator[bytes | bytearray]:
    """JSON with lists of digests in place of a mark. `before`: what comes before each digest; `end`: after the last."""
    first, *rest = text.split(f'"{mark}"'.encode())
    yield first
    for own, part in zip(digests, rest, strict=True):
        if own:
            yield b"[" + before + b'"'
            for at in range(0, len(own) - 1, _PIECE):
                yield own[at : min(at + _PIECE, len(own) - 1)].replace(b"\n", b'",' + before + b'"')
            yield b'"' + end + b"]"
        else:
            yield b"[]"
        yield part


def manifest_digest(manifest: Mapping[str, Any]) -> str:
    """The digest of all that a manifest says beside it."""
    said = {key: value for key, value in manifest.items() if key != "digest"}
    return hashlib.sha256(dumps_canonical(said)).hexdigest()


def _is_ours(path: Path) -> bool:
    return "evalwright" in _manifest_or_empty(path)


def _manifest_or_empty(path: Path) -> JsonObject:
    """What a manifest says; nothing where it is none."""
    try:
        told = loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, JsonError):
        return {}
    return told if isinstance(told, dict) else {}


@contextmanager
def _locked_folder(out: Path) -> Iterator[None]:
    """The folder for this process alone."""
    with folder_for_rows(out):
        try:
            handle = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise UsageError.named("synth.unusable", out=out, strerror=error.strerror, cure=_CURE) from None
        try:
            _lock(handle, out)
            for leftover in (path for name in _ALL for path in out.glob(f".{name}.*.tmp")):
                leftover.unlink(missing_ok=True)
            yield
        finally:
            os.close(handle)


@contextmanager
def folder_for_rows(out: Path) -> Iterator[None]:
    """The folder, made where it is missing, and taken away again if nothing was left in it."""
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError.named("synth.not_made", out=out, strerror=error.strerror, cure=_CURE) from None
    try:
        yield
    finally:
        with suppress(OSError):
            for folder in made:
                folder.rmdir()


def _lock(handle: int, out: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RunLockedError.named("synth.locked", out=out) from None
