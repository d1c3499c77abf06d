"""Uploads, streamed to disk as they come: the fields of a form, and one file of any length below the quota.

The name that a client gives its file is text and nothing else: it is kept in the document and never touches a path.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, BinaryIO

from starlette.requests import ClientDisconnect, Request

from .api_errors import refused

_MAX_FIELD = 10_000
_MAX_NAME = 500
_MAX_PARTS = 32
_MAX_HEADER = 10_000
_SECONDS = 600


@dataclass(slots=True)
class Upload:
    """What came of a form."""

    fields: dict[str, str] = field(default_factory=dict)
    filename: str = ""
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)
    has_file: bool = False


class _Form:
    """Hears the parser, which hands over bytes as they come."""

    def __init__(self, out: BinaryIO, most: int) -> None:
        self.upload = Upload()
        self._out = out
        self._most = most
        self._header = [b"", b""]
        self._name: str | None = None
        self._is_file = False
        self._value = bytearray()
        self._parts = 0
        self._disposition = b""

    def callbacks(self) -> dict[str, Callable[..., None]]:
        return {
            "on_part_begin": self._part_begin,
            "on_header_field": self._header_field,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
            "on_part_data": self._part_data,
            "on_part_end": self._part_end,
        }

    def _part_begin(self) -> None:
        self._parts += 1
        if self._parts > _MAX_PARTS:
            raise refused("form")
        self._header, self._disposition, self._value = [b"", b""], b"", bytearray()
        self._name, self._is_file = None, False

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._add_to_header(0, data[start:end])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._add_to_header(1, data[start:end])

    def _add_to_header(self, which: int, more: bytes) -> None:
        self._header[which] += more
        if len(self._header[which]) > _MAX_HEADER:
            raise refused("form")

    def _header_end(self) -> None:
        if self._header[0].lower() == b"content-disposition":
            self._disposition = self._header[1]
        self._header = [b"", b""]

    def _headers_finished(self) -> None:
        read = Message()
        read["content-disposition"] = self._disposition.decode("utf-8", "replace").replace("\n", " ").replace("\r", " ")
        name, filename = read.get_param("name", header="content-disposition"), read.get_filename()
        self._name = name if isinstance(name, str) else None
        self._is_file = self._name == "file"
        if self._is_file:
            if self.upload.has_file:
                raise refused("one_file", param="file")
            self.upload.has_file = True
            self.upload.filename = (filename or "upload")[:_MAX_NAME]

    def _part_data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if not self._is_file:
            self._value += piece
            if len(self._value) > _MAX_FIELD:
                raise refused("form")
            return
        self.upload.size += len(piece)
        if self.upload.size > self._most:
            raise refused("file_long", 413, param="file", most=self._most // 1024 // 1024)
        self.upload.digest.update(piece)
        self._out.write(piece)

    def _part_end(self) -> None:
        if self._name is not None and not self._is_file:
            self.upload.fields[self._name] = self._value.decode("utf-8", "replace")


async def read_upload(request: Request, out: BinaryIO, most: int) -> Upload:
    """The form of a request, its file written to `out`; ApiError where it is none, or too long."""
    from python_multipart.exceptions import FormParserError
    from python_multipart.multipart import MultipartParser, parse_options_header

    _, options = parse_options_header(request.headers.get("content-type"))
    boundary = options.get(b"boundary")
    if not boundary:
        raise refused("form")
    form = _Form(out, most)
    try:
        parser = MultipartParser(boundary, form.callbacks())  # type: ignore[arg-type]
        async with asyncio.timeout(_SECONDS):
            async for piece in request.stream():
                parser.write(piece)
        parser.finalize()
    except (FormParserError, ValueError):
        raise refused("form") from None
    except (TimeoutError, ClientDisconnect):
        raise refused("body_slow", 408) from None
    if not form.upload.has_file:
        raise refused("needs", param="file", name="file")
    return form.upload
