"""What goes between driver and worker: frames of a number, a flag, the processor time so far, and a body of bytes."""

from __future__ import annotations

import pickle
import socket
import struct
from dataclasses import dataclass
from typing import Any

FUNCTION = -1
"""The number of a frame that brings no piece but the function for those that follow."""
_HEAD = struct.Struct("<qQd?")


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    number: int
    """Of the piece."""
    body: bytes | bytearray
    failed: bool = False
    """Whether the body is an error."""
    seconds: float = 0.0
    """Processor time of the worker so far."""


def packed(value: Any) -> bytes:
    """A value as bytes for another process of ours."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def unpacked(body: bytes | bytearray) -> Any:
    """The value again."""
    return pickle.loads(body)  # noqa: S301 - it comes from a process that we started, over a socket of its own


def write_frame(line: socket.socket, frame: Frame) -> None:
    """Send a whole frame; OSError where nobody takes it."""
    line.sendall(_HEAD.pack(frame.number, len(frame.body), frame.seconds, frame.failed))
    line.sendall(frame.body)


def read_frame(line: socket.socket) -> Frame | None:
    """The next frame; None where the other side has ended, be it in the middle of one."""
    head = _read_bytes(line, _HEAD.size)
    if head is None:
        return None
    number, length, seconds, failed = _HEAD.unpack(head)
    body = _read_bytes(line, length)
    return None if body is None else Frame(number, body, failed, seconds)


def _read_bytes(line: socket.socket, length: int) -> bytearray | None:
    made = bytearray(length)
    view, got = memoryview(made), 0
    while got < length:
        try:
            count = line.recv_into(view[got:])
        except OSError:
            return None
        if not count:
            return None
        got += count
    return made
