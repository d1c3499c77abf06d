"""The process of one worker: pieces come in over a socket, results go out; it ends when the driver does.

A thread reads what comes. It sees at once that the driver is gone, however it went, and ends the process in the middle
of a piece: nobody waits for it any more.
"""

from __future__ import annotations

import gc
import os
import queue
import socket
import threading
import time
import traceback

from evalwright.errors import EvalwrightError
from evalwright.text import use_language

from .frames import FUNCTION, Frame, packed, packed_apart, read_frame, unpacked, write_frame
from .held import kept_here, write_there

_OBJECTS = 50_000
"""New objects after which a search for cyclic garbage begins: pieces are trees of objects, which go without it."""


def main(descriptor: int) -> None:
    """Do pieces until no more come."""
    line = socket.socket(fileno=descriptor)
    line.setblocking(True)
    waiting: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    language = unpacked(_first_message(line))
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])
    threading.Thread(target=_listen, args=(line, waiting), daemon=True).start()
    with use_language(language):
        _work(line, waiting)


def _first_message(line: socket.socket) -> bytes:
    frame = read_frame(line)
    if frame is None:
        os._exit(0)
    return frame.body


def _listen(line: socket.socket, waiting: queue.SimpleQueue[Frame]) -> None:
    """Take what the driver sends; when there is nobody to send, there is nothing left to do."""
    try:
        while (frame := read_frame(line)) is not None:
            waiting.put(frame)
    finally:
        os._exit(0)


def _work(line: socket.socket, waiting: queue.SimpleQueue[Frame]) -> None:
    """Do one piece after another; a frame without a piece brings the function for those that follow."""
    brought, fn = b"", None
    held: dict[int, list[bytes]] = {}
    """Of pieces that were done: the lines that are written when the driver says where."""
    while True:
        frame = waiting.get()
        if frame.number == FUNCTION:
            brought, fn = frame.body, None
            continue
        try:
            if frame.holds:
                done = _placed(frame, held.pop(frame.number))
            else:
                is_new = fn is None
                if fn is None:
                    fn = unpacked(brought)
                made = fn(unpacked(frame.body))
                if is_new:
                    gc.freeze()  # what was loaded by its first piece stays, and need not be looked through again
                with kept_here() as kept:
                    body, apart = packed_apart(made)
                del made
                if kept:
                    held[frame.number] = kept
                done = Frame(frame.number, body, apart=apart, holds=bool(kept), seconds=time.process_time())
        except Exception as error:  # it is raised in the driver
            failed = _pickled_error(error)
            done = Frame(frame.number, failed, failed=True, holds=frame.holds, seconds=time.process_time())
        try:
            write_frame(line, done)
        except OSError:  # nobody is there any more
            os._exit(0)


def _placed(frame: Frame, kept: list[bytes]) -> Frame:
    """Put the lines of a piece where the driver says."""
    try:
        told = write_there(kept, unpacked(frame.body), frame.files)
    finally:
        for handle in frame.files:
            os.close(handle)
    return Frame(frame.number, packed(told), holds=True, seconds=time.process_time())


def _pickled_error(error: Exception) -> bytes:
    """An error as it is, with where it happened; or what it said, where it cannot be sent."""
    if not isinstance(error, EvalwrightError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        made = packed(error)
        unpacked(made)
    except Exception:  # whatever its class does when it is made again
        return packed(RuntimeError("".join(traceback.format_exception(error))))
    return made
