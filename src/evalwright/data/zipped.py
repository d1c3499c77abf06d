"""The rows of a zip of JSON documents, as inspect's logs (`.eval`) are: every sample is a document of its own."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, BinaryIO

from evalwright.errors import InputError
from evalwright.text import phrase

from .json_scan import MAX_VALUE_BYTES
from .zstd import open_zstd

_SAMPLES = "samples/"
_ZSTD = 93
_ENCRYPTED = 1
_HEAD = struct.Struct("<4s5H3L2H")
"""What stands before a member's name: its last two numbers are the lengths of the name and of what follows it."""
_MOST_MEMBERS = 1_000_000
_LINE_ENDS = bytes(32 if byte in b"\r\n" else byte for byte in range(256))


def zipped_rows(stream: BinaryIO, label: str) -> Iterator[bytes | str]:
    """The bytes of every row, or why one cannot be had."""
    try:
        with zipfile.ZipFile(stream) as archive:
            members = [each for each in archive.infolist() if each.filename.endswith((".json", ".jsonl"))]
            samples = [each for each in members if each.filename.startswith(_SAMPLES)]
            if len(members) > _MOST_MEMBERS or not members:
                raise InputError.named("data.no_json_in_zip", path=label)
            for member in sorted(samples or members, key=lambda each: each.filename):
                yield from _rows_of_member(archive, member)
    except (zipfile.BadZipFile, OSError) as error:
        raise InputError.named("data.not_unpacked", path=label, error=str(error)[:200]) from None


def _open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> IO[bytes]:
    """The bytes of a member; inspect packs with zstd, which the standard library of today does not know in a zip."""
    if member.compress_type != _ZSTD:
        return archive.open(member)
    stream = archive.fp
    assert stream is not None
    stream.seek(member.header_offset)
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size or not head.startswith(b"PK\x03\x04") or member.flag_bits & _ENCRYPTED:
        raise zipfile.BadZipFile(member.filename)
    name, extra = _HEAD.unpack(head)[-2:]
    stream.seek(name + extra, 1)
    return open_zstd(io.BytesIO(stream.read(member.compress_size)))


def _rows_of_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes | str]:
    try:
        with _open_member(archive, member) as stream:
            if member.filename.endswith(".jsonl"):
                yield from (line for line in stream if line.strip())
                return
            document = stream.read(MAX_VALUE_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        yield phrase("bad_row.member", name=member.filename[:200], error=str(error)[:200])
        return
    except OSError as error:
        yield phrase("bad_row.member", name=member.filename[:200], error=str(error)[:200])
        return
    if len(document) > MAX_VALUE_BYTES:
        yield phrase("bad_row.too_long", size=MAX_VALUE_BYTES // 2**20)
    else:
        yield document.translate(_LINE_ENDS)
