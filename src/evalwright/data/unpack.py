"""What a file is, by its first bytes, and its rows as lines: one function for each way that rows lie in files.

Nothing is guessed from a name but tables (`.csv`, `.tsv`), which have no mark of their own. A file whose first line is
a whole object is lines; that is nearly every file, and is known from that line alone.
"""

from __future__ import annotations

import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from evalwright.chat import JsonError, loads_line
from evalwright.errors import InputError
from evalwright.text import phrase, said_by

from .encode import dumps
from .file_access import label_of, open_binary

if TYPE_CHECKING:
    from .json_scan import JsonScanner

_GZIP, _ZSTD, _PARQUET, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1", b"PK\x03\x04"
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 1 << 16
_LINES_LOOKED_AT = 20
_LONGEST_FIRST_LINE = 32 * 1024 * 1024
_TABLES = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no row where one was due."""

    text: str


Lines = Iterator[bytes | Fault]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a file."""

    container: str
    lines: Lines


def is_plain_lines(path: Path) -> bool:
    """Whether the file can be read as lines as it lies there."""
    if path.suffix.lower() in _TABLES:
        return False
    with open_binary(path) as stream:
        return stream.seekable() and _container_of(stream) == "lines"


def rows_of(path: Path, stream: BinaryIO | None = None) -> Rows:
    """The rows of a file, or of the stream that it was copied to."""
    if stream is not None:
        return _rows_in(path.name, label_of(path), stream)
    with open_binary(path) as given:
        if given.seekable():
            return _rows_in(path.name, label_of(path), path.open("rb"))
        return _unpacked(path.name, label_of(path), given)


def _rows_in(name: str, label: str, stream: BinaryIO) -> Rows:
    stream.seek(0)
    container = _container_of(stream)
    stream.seek(0)
    if container in _OPENERS:
        with stream:
            inner = _unpacked(_without_ending(name), label, _OPENERS[container](stream))
        return Rows(f"{container}, {inner.container}", inner.lines)
    delimiter = _TABLES.get(Path(name).suffix.lower())
    if delimiter is not None and container == "lines":
        return Rows("table", _table_lines(label, delimiter, stream))
    if container == "lines":
        return Rows("lines", _plain_lines(label, stream))
    return Rows(container, _READERS[container](label, stream))


def _without_ending(name: str) -> str:
    return Path(name).stem if Path(name).suffix.lower() in (".gz", ".zst") else name


def _unpacked(name: str, label: str, stream: BinaryIO) -> Rows:
    """The rows of what a stream gives, which is copied first: what it is must be looked at twice."""
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - it is read long after this
    try:
        shutil.copyfileobj(stream, copy, 1 << 20)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        copy.close()
        if getattr(error, "errno", None) == 28:
            raise
        raise InputError.named("data.not_unpacked", path=label, error=str(error)[:200]) from None
    copy.flush()
    return _rows_in(name, label, cast("BinaryIO", copy))


def _container_of(stream: BinaryIO) -> str:
    """How the rows lie in a file, by its beginning."""
    head = stream.read(_LOOKED_AT)
    for mark, name in ((_GZIP, "gzip"), (_ZSTD, "zstd"), (_PARQUET, "parquet"), (_ZIP, "zip")):
        if head.startswith(mark):
            return name
    start = head.removeprefix(_BOM).lstrip()
    if start.startswith(b"[") and b"\n" not in start:
        return "array"
    stream.seek(0)
    lines = (line for line in _first_lines(stream) if line.strip())
    first = next(lines, b"").removeprefix(_BOM).strip()
    if first.startswith(b"["):
        second = next(lines, b"").strip()
        return "lines" if first.endswith(b"]") and second.startswith((b"[", b"{")) else "array"
    if not first.startswith(b"{"):
        return "lines"
    if first.endswith(b"}") and len(first) < _LONGEST_FIRST_LINE:
        second = next(lines, b"")
        return "lines" if second or not _holds_rows(first) else "document"
    # The first line is no whole object: a document over several lines, or lines the first of which is broken.
    return "lines" if any(_is_object(line) for line in lines) else "document"


def _first_lines(stream: BinaryIO) -> Iterator[bytes]:
    return islice(iter(lambda: stream.readline(_LONGEST_FIRST_LINE), b""), _LINES_LOOKED_AT)


def _is_object(line: bytes) -> bool:
    """Whether a line that begins at its first column is an object by itself."""
    if not line.startswith(b"{") or not line.rstrip().endswith(b"}"):
        return False
    try:
        return bool(loads_line(line))
    except (JsonError, UnicodeDecodeError):
        return False


def _holds_rows(line: bytes) -> bool:
    """Whether the only line of a file is a document around its rows."""
    import io

    from .json_document import document_rows
    from .json_scan import JsonScanner

    found = next(document_rows(JsonScanner(io.BytesIO(line))), None)
    return found is not None and found.strip() != line


def _plain_lines(label: str, stream: BinaryIO) -> Lines:
    with stream:
        first = stream.read(2)
        if first in _UTF16:
            yield Fault(phrase("bad_row.utf16"))
            return
        stream.seek(0)
        start = stream.read(len(_BOM))
        stream.seek(len(_BOM) if start == _BOM else 0)
        yield from stream


def _array_lines(label: str, stream: BinaryIO) -> Lines:
    yield from _scanned(stream, lambda scanner: scanner.elements())


def _document_lines(label: str, stream: BinaryIO) -> Lines:
    from .json_document import document_rows

    yield from _scanned(stream, document_rows)


def _scanned(stream: BinaryIO, rows: Callable[[JsonScanner], Iterator[bytes]]) -> Lines:
    from .json_scan import BrokenJsonError, JsonScanner

    with stream:
        start = stream.read(len(_BOM))
        stream.seek(len(_BOM) if start == _BOM else 0)
        scanner = JsonScanner(stream)
        try:
            for row in rows(scanner):
                yield row.translate(_ONE_LINE) if b"\n" in row else row
            if scanner.peek():
                raise BrokenJsonError(scanner.position, phrase("json.parser.extra"))
        except BrokenJsonError as error:
            yield Fault(said_by(error))


_ONE_LINE = bytes(32 if byte in b"\r\n" else byte for byte in range(256))
"""Line ends between the tokens of a row as spaces; inside texts there are none."""


def _table_lines(label: str, delimiter: str, stream: BinaryIO) -> Lines:
    from .tables import table_rows

    with stream:
        for row in table_rows(label, stream, delimiter):
            yield dumps(row) if isinstance(row, dict) else Fault(row)


def _parquet_lines(label: str, stream: BinaryIO) -> Lines:
    from .parquet_rows import read_parquet

    with stream:
        yield from (dumps(record) for record in read_parquet(stream, label))


def _zip_lines(label: str, stream: BinaryIO) -> Lines:
    from .zipped import zipped_rows

    with stream:
        for row in zipped_rows(stream, label):
            yield row if isinstance(row, bytes) else Fault(row)


def _from_gzip(stream: BinaryIO) -> BinaryIO:
    import gzip

    return cast("BinaryIO", gzip.GzipFile(fileobj=stream))


def _from_zstd(stream: BinaryIO) -> BinaryIO:
    from .zstd import open_zstd

    return open_zstd(stream)


_OPENERS: dict[str, Callable[[BinaryIO], BinaryIO]] = {"gzip": _from_gzip, "zstd": _from_zstd}
_READERS: dict[str, Callable[[str, BinaryIO], Lines]] = {
    "array": _array_lines,
    "document": _document_lines,
    "parquet": _parquet_lines,
    "zip": _zip_lines,
}
