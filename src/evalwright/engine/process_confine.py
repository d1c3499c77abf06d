"""Takes the network and the right to write files from a command, as far as the system lets it: run as a script.

Linux offers two ways, neither of which needs a privilege: namespaces of the user's own (no network devices, mounts that
are read-only, a process tree that the kernel ends as one) and landlock (no writing outside of a folder, no TCP). Both
are used where they are there; what came of it is told to the command in its environment, so that it can be said to the
user. Elsewhere, and in containers that refuse both, the command runs as it is. The standard library alone is imported.

    python -I -S process_confine.py SCRATCH COMMAND...
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path

TOLD = "EVALWRIGHT_CONFINED"
"""The variable of the environment: the words below that are true, with commas between."""
NO_NETWORK, NO_TCP, READ_ONLY = "no-network", "no-tcp", "read-only"

_NEW_USER, _NEW_REST = 0x10000000, 0x40000000 | 0x20000000 | 0x08000000 | 0x00020000
"""Namespaces: of users; of network, processes, System V messages and mounts."""
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_KEPT_CAPABILITIES = (1, 2)
"""To read files whoever owns them, where root runs this: a mount that is read-only is so for root as well."""
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 1 << 18
_MOUNT_SETATTR, _LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 442, 444, 445, 446
_AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = -100, 0x8000, 1
_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Landlock's rights to write, remove and make files of every kind."""


def main(scratch: str, command: list[str]) -> int:
    """Confine this process, and become the command or wait for it."""
    told: set[str] = set()
    is_apart = False
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        is_apart = _separate(libc)
        if is_apart:
            told.add(NO_NETWORK)
            told |= _make_mounts_read_only(libc, scratch)
        told |= _restrict(libc, scratch)
        for capability in range(64):
            if capability not in _KEPT_CAPABILITIES:
                libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    os.environ[TOLD] = ",".join(sorted(told))
    os.chdir(scratch)
    return _wait_for(libc, command) if is_apart else os.execvp(command[0], command)


def _separate(libc: ctypes.CDLL) -> bool:
    """Enter namespaces of our own: all of them, or none where one is refused."""
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0 and libc.unshare(_NEW_REST) == 0:
        return True
    if libc.unshare(_NEW_USER | _NEW_REST) != 0:
        return False
    for name, line in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with suppress(OSError):
            Path("/proc/self", name).write_text(line, encoding="ascii")
    return True


def _make_mounts_read_only(libc: ctypes.CDLL, scratch: str) -> set[str]:
    folder = os.fsencode(scratch)
    if libc.mount(None, b"/", None, ctypes.c_ulong(_MS_REC | _MS_PRIVATE), None) != 0:
        return set()
    libc.mount(folder, folder, None, ctypes.c_ulong(_MS_BIND), None)
    if not _set_mount(libc, b"/", _AT_RECURSIVE, struct.pack("=4Q", _ATTR_RDONLY, 0, 0, 0)):
        return set()
    _set_mount(libc, folder, 0, struct.pack("=4Q", 0, _ATTR_RDONLY, 0, 0))
    return {READ_ONLY}


def _set_mount(libc: ctypes.CDLL, path: bytes, flags: int, attributes: bytes) -> bool:
    size = ctypes.c_size_t(len(attributes))
    return bool(libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, path, flags, attributes, size) == 0)


def _restrict(libc: ctypes.CDLL, scratch: str) -> set[str]:
    """Landlock: changes in the scratch folder alone, and no TCP where this version knows it."""
    version = libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return set()
    changes = _CHANGES | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    attributes = struct.pack("=Q", changes)
    attributes += struct.pack("=Q", 3) if version >= 4 else b""  # bind and connect
    attributes += struct.pack("=Q", 3) if version >= 6 else b""  # abstract sockets and signals to others
    rules = libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return set()
    for path, allowed in ((scratch, changes), ("/dev", changes & (_WRITE_FILE | _TRUNCATE))):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        libc.syscall(_LANDLOCK_ADD, rules, 1, struct.pack("=Qi", allowed, place), 0)
        os.close(place)
    is_restricted = libc.syscall(_LANDLOCK_RESTRICT, rules, 0) == 0
    os.close(rules)
    if not is_restricted:
        return set()
    return {READ_ONLY, NO_TCP} if version >= 4 else {READ_ONLY}


def _wait_for(libc: ctypes.CDLL, command: list[str]) -> int:
    """Start the command as the first of its process namespace: when it ends, the kernel ends all the others there."""
    child = os.fork()
    if child == 0:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.execvp(command[0], command)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
