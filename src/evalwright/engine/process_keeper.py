"""A small process that starts a command and answers for all that the command starts: run as a script, by its path.

It adopts descendants that were left alone (a Linux subreaper), so that one which left its session is still found. When
the command ends, or the owner closes its end of the lifeline or dies in any way, every descendant is ended, and the
command's scratch folder, where it has one, is removed. It imports the standard library alone, because it is started
without the package and has to be there in milliseconds.

    python -I -S process_keeper.py LIFELINE GRACE SCRATCH COMMAND...
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_KILL_SECONDS = 10.0
_WATCH_SECONDS = 1.0
"""How often the owner is looked for, should a copy of its lifeline be held by somebody else."""
_ON_LINUX = sys.platform.startswith("linux")
_RESTORED = (signal.SIGPIPE, signal.SIGXFSZ)
"""What Python ignores, and other programs expect as it was."""


def main(lifeline: int, grace: float, command: list[str]) -> int:
    """Start the command, keep it until it or its owner ends, and leave nothing behind."""
    owner = os.getppid()
    os.set_inheritable(lifeline, False)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    woken = _wake_on_signals()
    with socket.socket(fileno=lifeline) as line:
        lead, errno = _start(command)
        _let_go_of(lifeline, *woken)
        with suppress(OSError):
            line.sendall(f"{errno} {lead}\n".encode())
        status = None
        while status is None and _owner_lives(line, woken[0], owner):
            status = _reap(lead)
        end_all(lead, grace if status is None else 0.0)
    return 0 if status is None else status


def end_all(lead: int, grace: float) -> None:
    """End every descendant: asked first where there is time for it, then killed until none is left."""
    if grace > 0:
        _signal_all(lead, signal.SIGTERM)
        _wait_for_none(lead, grace)
    until = time.monotonic() + _KILL_SECONDS
    while descendants() and time.monotonic() < until:
        _signal_all(lead, signal.SIGKILL)
        _wait_for_none(lead, 0.02)


def descendants(root: int | None = None) -> list[int]:
    """The living processes below one (this one, unless told), the nearest first."""
    below: dict[int, list[int]] = {}
    for pid, parent in _parents():
        below.setdefault(parent, []).append(pid)
    found: list[int] = []
    level = below.get(os.getpid() if root is None else root, [])
    while level:
        found += level
        level = [child for pid in level for child in below.get(pid, [])]
    return found


def _parents() -> list[tuple[int, int]]:
    """Every living process with its parent."""
    if not _ON_LINUX:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=False)
        rows = [line.split() for line in listed.stdout.splitlines()]
        return [(int(row[0]), int(row[1])) for row in rows if len(row) == 3 and "Z" not in row[2]]
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                # The name may hold anything, so what follows its last bracket is read.
                state, parent = (entry / "stat").read_bytes().rpartition(b")")[2].split()[:2]
                if state not in (b"Z", b"X"):
                    found.append((int(entry.name), int(parent)))
    return found


def _start(command: list[str]) -> tuple[int, int]:
    """Fork and execute: the process, and the error number if that was not possible."""
    heard, told = os.pipe()
    lead = os.fork()
    if lead == 0:
        try:
            os.setsid()
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            for number in _RESTORED:
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(told, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(told)
    errno = os.read(heard, 20)
    os.close(heard)
    return lead, int(errno or 0)


def _let_go_of(*kept: int) -> None:
    """Close all that was passed on, so that the command's ends of its pipes are the only ones."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(quiet, number)
    for entry in list(Path("/dev/fd").iterdir()):
        if int(entry.name) > 2 and int(entry.name) not in kept:
            with suppress(OSError):
                os.close(int(entry.name))


def _wake_on_signals() -> tuple[int, int]:
    """A pipe that says when a child ended; the signals that end programs are not for this one."""
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        # A handler and not SIG_IGN, which the command would inherit.
        signal.signal(number, lambda *_: None)
    return woken, wake


def _owner_lives(line: socket.socket, woken: int, owner: int) -> bool:
    """Wait for something to happen; false once the owner let go."""
    ready, _, _ = select.select([line.fileno(), woken], [], [], _WATCH_SECONDS)
    with suppress(BlockingIOError):
        os.read(woken, 4096)
    return line.fileno() not in ready and os.getppid() == owner


def _reap(lead: int) -> int | None:
    """Take leave of children that ended; how the command ended, if it did."""
    status = None
    with suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == lead:
                code = os.waitstatus_to_exitcode(ended)
                status = code if code >= 0 else 128 - code
    return status


def _signal_all(lead: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(lead, number)
    for pid in descendants():
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _wait_for_none(lead: int, seconds: float) -> None:
    until = time.monotonic() + seconds
    while True:
        _reap(lead)
        if not descendants() or time.monotonic() >= until:
            return
        time.sleep(0.005)


def _prctl(option: int, value: int) -> None:
    if _ON_LINUX:
        ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


if __name__ == "__main__":
    ended = main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[4:])
    if sys.argv[3]:
        shutil.rmtree(sys.argv[3], ignore_errors=True)
    sys.exit(ended)
