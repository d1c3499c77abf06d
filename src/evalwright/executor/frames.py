"""What goes between driver and worker: frames of a number, a kind, the processor time so far, and a body of bytes.

With a frame may go open files (the descriptors of what the driver writes), which the kernel opens in the worker too.
"""

from __future__ import annotations

import pickle
import socket
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

SentApart = pickle.PickleBuffer
"""Bytes inside a result that go to the driver as they are, copied nowhere on the way."""
FUNCTION = -1
"""The number of a frame that brings no piece but the function for those that follow."""
_HEAD = struct.Struct("<qQdBI")
_LENGTH = struct.Struct("<Q")
_FAILED, _HOLDS = 1, 2
_SHORT = 1 << 16
_MOST_FILES = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    number: int
    """Of the piece."""
    body: bytes
    failed: bool = False
    """Whether the body is an error."""
    seconds: float = 0.0
    """Processor time of the worker so far."""
    apart: Sequence[memoryview] = ()
    """What belongs to the body and goes beside it."""
    holds: bool = False
    """Lines of a result stay with the worker. To a worker: the body says where they go; and back: they are there."""
    files: Sequence[int] = ()
    """Descriptors; those of a frame that was read are for whoever read it to close."""


def packed(value: Any) -> bytes:
    """A value as bytes for another process of ours."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def packed_apart(value: Any) -> tuple[bytes, list[memoryview]]:
    """The same, without what is to be sent apart."""
    apart: list[pickle.PickleBuffer] = []
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL, buffer_callback=apart.append)
    return body, [buffer.raw() for buffer in apart]


def unpacked(body: bytes | memoryview, apart: Iterable[memoryview] = ()) -> Any:
    """The value again."""
    # It comes from a process that we started, over a socket of its own.
    return pickle.loads(body, buffers=apart)  # noqa: S301


def write_frame(line: socket.socket, frame: Frame) -> None:
    """Send a whole frame; OSError where nobody takes it."""
    lengths = b"".join(_LENGTH.pack(part.nbytes) for part in frame.apart)
    kind = _FAILED * frame.failed + _HOLDS * frame.holds
    head = _HEAD.pack(frame.number, len(frame.body), frame.seconds, kind, len(frame.apart)) + lengths
    sent = socket.send_fds(line, [head], list(frame.files)) if frame.files else 0
    if len(frame.body) < _SHORT:  # every sending wakes whoever waits
        line.sendall(head[sent:] + frame.body)
    else:
        line.sendall(head[sent:])
        line.sendall(frame.body)
    for part in frame.apart:
        line.sendall(part)


def read_frame(line: socket.socket) -> Frame | None:
    """The next frame; None where the other side has ended, be it in the middle of one."""
    head, files = _read_head(line)
    if head is None:
        return None
    number, length, seconds, kind, count = _HEAD.unpack(head)
    lengths = _read_bytes(line, count * _LENGTH.size)
    if lengths is None:
        return None
    parts = [_read_bytes(line, each) for each in (length, *(one for (one,) in _LENGTH.iter_unpack(lengths)))]
    if None in parts:
        return None
    body, *apart = (part for part in parts if part is not None)
    failed, holds = bool(kind & _FAILED), bool(kind & _HOLDS)
    return Frame(number, body, failed, seconds, tuple(map(memoryview, apart)), holds, files)


def _read_head(line: socket.socket) -> tuple[bytes | None, list[int]]:
    """The beginning of a frame, and the files that came with it."""
    try:
        head, files, _, _ = socket.recv_fds(line, _HEAD.size, _MOST_FILES, socket.MSG_WAITALL)
    except OSError:
        return None, []
    rest = _read_bytes(line, _HEAD.size - len(head)) if head else None
    return (None if rest is None else head + rest), files


def _read_bytes(line: socket.socket, length: int) -> bytes | None:
    """So many bytes; taken at once, they lie where nothing was cleared for them before."""
    parts: list[bytes] = []
    while length:
        try:
            part = line.recv(length, socket.MSG_WAITALL)
        except OSError:
            return None
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)
