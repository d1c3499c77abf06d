"""Unpacking zstd: by the standard library where it has it, else by whichever package is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any, BinaryIO, cast

from evalwright.errors import UsageError


def open_zstd(stream: BinaryIO) -> BinaryIO:
    """What a packed stream holds; UsageError with the cure where nothing here can unpack it."""
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        try:
            library: Any = import_module(name)
        except ModuleNotFoundError:
            continue
        if name == "compression.zstd":
            return cast("BinaryIO", library.open(stream))
        if name == "zstandard":
            return cast("BinaryIO", library.ZstdDecompressor().stream_reader(stream, read_across_frames=True))
        return cast("BinaryIO", library.input_stream(stream, compression="zstd"))
    raise UsageError.named("data.no_zstd")
