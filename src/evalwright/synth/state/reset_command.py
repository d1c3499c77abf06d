"""A command of the user's that puts a state back: run to its end, with a limit, before a conversation begins.

What it leaves running on purpose, such as a service that it starts anew, lives on; its output goes to a file, so that
nobody waits for those to close it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress

from evalwright.errors import UsageError

SECONDS = 120.0
_SHOWN = 300


def split_reset_command(text: str) -> list[str]:
    """The words of the command; UsageError where they cannot be told apart."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError.named("state.reset_quote", text=text[:200], error=error) from None
    if not words:
        raise UsageError.named("state.reset_empty")
    return words


def run_reset_command(text: str, env: Mapping[str, str], seconds: float = SECONDS) -> None:
    """Run the command; UsageError where it fails, cannot be started, or does not end."""
    words = split_reset_command(text)
    with tempfile.TemporaryFile() as said:
        try:
            running = subprocess.Popen(
                words,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError.named("state.reset_not_started", text=text[:200], strerror=error.strerror) from None
        try:
            code = running.wait(seconds)
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                raise UsageError.named("state.reset_late", text=text[:200], seconds=f"{seconds:g}") from None
            raise
        if code:
            said.seek(max(os.fstat(said.fileno()).st_size - _SHOWN, 0))
            last = " ".join(said.read().decode("utf-8", "replace").split())
            raise UsageError.named("state.reset_failed", text=text[:200], code=code, said=last)
