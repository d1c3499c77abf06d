"""What went wrong with an MCP server, in words that help.

The SDK reports trouble as groups of exceptions of several libraries; here the first real one is found and said in one
line with its cure. Libraries are known by the names of their exceptions, so that nothing heavy is imported to fail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evalwright.text import listed, phrase

_CLOSED = -32000
_TIMED_OUT = -32001
"""The SDK's codes for a connection that ended and an answer that did not come."""
WANT_A_KEY = (401, 403)
_GONE = {"ConnectError", "ReadError", "WriteError", "RemoteProtocolError", "ClosedResourceError", "BrokenResourceError"}

_NO_SESSION = re.compile(r"(?i)\bsession\b.*\b(terminated|not found|expired|unknown|invalid)\b")
"""What HTTP servers answer that were started again and do not know the session any more."""


class Trouble(NamedTuple):
    """What happened, and what to do."""

    message: str
    cure: str


def leaf(error: BaseException) -> BaseException:
    """The first real exception of nested groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def is_gone(error: BaseException) -> bool:
    """Whether the server or the session with it has ended."""
    error = leaf(error)
    if getattr(error, "code", None) == _CLOSED or type(error).__name__ in _GONE:
        return True
    return hasattr(error, "code") and _NO_SESSION.search(str(getattr(error, "message", ""))) is not None


def is_late(error: BaseException) -> bool:
    """Whether an answer did not come in time."""
    error = leaf(error)
    return isinstance(error, TimeoutError) or getattr(error, "code", None) == _TIMED_OUT


def key_trouble(status: int, headers: Sequence[str]) -> Trouble:
    """A server that lets nobody in without a key; `headers`: the names of those that it was sent."""
    message = phrase("synth.trouble.key", status=status)
    if headers:
        return Trouble(message, phrase("cures.check_header", names=listed(headers)))
    return Trouble(message, phrase("cures.give_header", example="'Authorization: Bearer ${TOKEN}'"))


def trouble_of(error: BaseException, command: Sequence[str], noise: str, seconds: float) -> Trouble:
    """Why a connection could not be made; `noise` is the last line of the server's standard error."""
    error = leaf(error)
    if command:
        return _of_command(error, command[0], noise, seconds)
    if is_late(error) or type(error).__name__.endswith("Timeout"):
        return Trouble(phrase("synth.trouble.late", seconds=f"{seconds:g}"), phrase("cures.check_mcp"))
    if isinstance(error, OSError) or type(error).__name__ in _GONE:
        return Trouble(
            phrase("synth.trouble.unreachable", error=_first_error_line(error)), phrase("cures.check_address")
        )
    return Trouble(phrase("synth.trouble.not_mcp", error=_first_error_line(error)), phrase("cures.whole_address"))


def _of_command(error: BaseException, program: str, noise: str, seconds: float) -> Trouble:
    said = f": {noise}" if noise else ""
    if isinstance(error, FileNotFoundError):
        return Trouble(phrase("synth.trouble.not_found", program=repr(program)), phrase("cures.check_path"))
    if isinstance(error, PermissionError):
        return Trouble(phrase("synth.trouble.not_allowed", program=repr(program)), phrase("cures.check_permissions"))
    if is_late(error):
        return Trouble(phrase("synth.trouble.command_late", seconds=f"{seconds:g}", said=said), phrase("cures.by_hand"))
    if is_gone(error):
        return Trouble(phrase("synth.trouble.command_ended", said=said), phrase("cures.by_hand_why"))
    return Trouble(phrase("synth.trouble.command_not_mcp", error=_first_error_line(error)), phrase("cures.stdio"))


def _first_error_line(error: BaseException) -> str:
    """The first line of an exception's own words."""
    text = str(getattr(error, "message", "")) or str(error) or type(error).__name__
    return text.strip().split("\n")[0][:200]
