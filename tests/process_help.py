"""Looking for processes that should be gone: they are known by a word on their command line."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path

SLEEPER = "import time,sys; time.sleep(300)"


def new_word() -> str:
    """A word that no other process has on its command line."""
    return f"ew{uuid.uuid4().hex}"


def living(word: str) -> list[int]:
    """The processes with this word on their command line."""
    if not sys.platform.startswith("linux"):
        listed = subprocess.run(["ps", "-A", "-o", "pid=,command="], capture_output=True, text=True, check=True).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if word in line]
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                if word.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


def wait_for(word: str, *, count: int, seconds: float = 10.0) -> list[int]:
    """The processes of this word once there are so many of them, or when the time is up."""
    until = time.monotonic() + seconds
    while len(found := living(word)) != count and time.monotonic() < until:
        time.sleep(0.02)
    return found


def leaver(word: str) -> str:
    """Python that leaves a sleeper behind: in a session of its own, its parent gone, its descriptors closed."""
    return (
        "import os, sys, subprocess\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        f"        os.execv({sys.executable!r}, [{sys.executable!r}, '-S', '-c', {SLEEPER!r}, {word!r}])\n"
        "    os._exit(0)\n"
    )
