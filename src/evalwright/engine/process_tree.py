"""A command and everything it starts, which end together: when told to, and when this process ends in any way.

A command that a user names (a grader, an MCP server) may start others, leave its session, or be left behind when we
are killed. So a keeper stands between (`process_keeper`): it holds one end of a socket, the lifeline, and ends the
whole tree when ours is closed, which the kernel does for a process that dies. On Linux the keeper also adopts what
double-forked; elsewhere a process that left its session and lost its parent may escape.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from evalwright.text import phrase

from . import process_confine, process_keeper, process_syscalls
from .interpreter_files import interpreter_files

SYSCALLS_FILE = process_syscalls.__file__
"""For a confined command that gives up system calls as well, before it runs somebody's code."""
_START_SECONDS = 30.0
_END_SECONDS = 15.0


def confined_command(command: Sequence[str], scratch: str | Path, readable: Sequence[str] = ()) -> list[str]:
    """The command without network, with nothing to read but Python and `readable`, and nothing to write to but scratch.

    All that as far as the system lets it: the command finds in its environment what came of it.
    """
    shown = json.dumps([*interpreter_files(), *readable])
    return [sys.executable, "-I", "-S", process_confine.__file__, str(scratch), shown, *command]


class ProcessTree:
    """A running command; closing the tree ends the command and all its descendants."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.DEVNULL,
        pass_fds: Sequence[int] = (),
        grace: float = 0.0,
        scratch: str = "",
    ) -> None:
        """Start it; OSError where that is not possible.

        `grace` is the time between asking it to end and killing it; a `scratch` folder is removed when all have ended.
        """
        self._grace = grace
        self._lifeline, theirs = socket.socketpair()
        with theirs, ExitStack() as opened:
            opened.enter_context(self._lifeline)
            self._keeper = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    process_keeper.__file__,
                    str(theirs.fileno()),
                    str(grace),
                    scratch,
                    *command,
                ],
                env=dict(env),
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=(theirs.fileno(), *pass_fds),
                start_new_session=True,
            )
            opened.pop_all()
        self.pid = 0
        """The command's own process."""
        try:
            self._hear_start(command[0])
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> ProcessTree:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def stdin(self) -> IO[bytes] | None:
        """Our end of its standard input, where that is a pipe."""
        return self._keeper.stdin

    @property
    def stdout(self) -> IO[bytes] | None:
        """Our end of its standard output, where that is a pipe."""
        return self._keeper.stdout

    @property
    def stderr(self) -> IO[bytes] | None:
        """Our end of its standard error, where that is a pipe."""
        return self._keeper.stderr

    def is_running(self) -> bool:
        """Whether the command, or what it left behind, is still there."""
        return self._keeper.poll() is None

    def code(self) -> int | None:
        """How the command ended (128 and the signal's number where one ended it); None while it goes on."""
        return self._keeper.poll()

    def end(self) -> None:
        """End the command and all its descendants, and close our ends of its pipes."""
        self._lifeline.close()
        try:
            self._keeper.wait(self._grace + _END_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        if self._keeper.returncode < 0 and self.pid:
            # The keeper was killed before it could do its work.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _hear_start(self, program: str) -> None:
        self._lifeline.settimeout(_START_SECONDS)
        said = b""
        while not said.endswith(b"\n"):
            part = self._lifeline.recv(100)
            if not part:
                raise ChildProcessError(phrase("progress.not_started", program=program))
            said += part
        errno, pid = map(int, said.split())
        if errno:
            raise OSError(errno, os.strerror(errno), program)
        self.pid = pid
