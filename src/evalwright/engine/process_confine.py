"""Takes network, files and privileges from a command, as far as the system lets it: run as a script.

Linux offers two ways, neither of which needs a privilege: namespaces of the user's own (no network devices, a root that
holds the named files alone, a process tree that the kernel ends as one) and landlock (no reading and writing elsewhere,
no TCP). Both are used where they are there; what came of it is told to the command in its environment, so that its
owner can refuse to go on. The standard library alone is imported.

    python -I -S process_confine.py SCRATCH READABLE COMMAND...

READABLE is a JSON list of paths. The command's own folder is `/scratch-of-the-command` (not `/tmp`, where Python itself
may lie), or SCRATCH itself where there are no namespaces.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

TOLD = "EVALWRIGHT_CONFINED"
"""The variable of the environment: the words below that are true, with commas between."""
NO_NETWORK, NO_TCP, READ_ONLY, HIDDEN = "no-network", "no-tcp", "read-only", "files-hidden"

_NEW_USER, _NEW_REST = 0x10000000, 0x40000000 | 0x20000000 | 0x08000000 | 0x00020000
"""Namespaces: of users; of network, processes, System V messages and mounts."""
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_KEPT_CAPABILITIES = (1,)
"""To read files whoever owns them, where root runs this: a mount that is read-only is so for root as well."""
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_MOVE, _MS_REC, _MS_PRIVATE = 2, 4, 0x1000, 0x2000, 0x4000, 1 << 18
_MOUNT_SETATTR, _LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 442, 444, 445, 446
_AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = -100, 0x8000, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _REFER, _TRUNCATE = 1, 1 << 1, 1 << 2, 1 << 3, 1 << 13, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Landlock's rights to write, remove and make files of every kind."""
_READS = _EXECUTE | _READ_FILE | _READ_DIR
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_OWN_FOLDER = "/scratch-of-the-command"
_OWN_BYTES = 64 * 1024**2


def main(scratch: str, readable: Sequence[str], command: list[str]) -> int:
    """Confine this process, and become the command or wait for it."""
    told: set[str] = set()
    is_apart = False
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        is_apart = _separate(libc)
        if is_apart:
            told.add(NO_NETWORK)
            if _enter_own_root(libc, scratch, readable):
                told |= {READ_ONLY, HIDDEN}
                scratch = _OWN_FOLDER
        told |= _restrict(libc, scratch, readable)
        for capability in range(64):
            if capability not in _KEPT_CAPABILITIES:
                libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    os.environ |= {TOLD: ",".join(sorted(told)), "HOME": scratch, "TMPDIR": scratch}
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


def _enter_own_root(libc: ctypes.CDLL, scratch: str, readable: Sequence[str]) -> bool:
    """Move into a root that holds the readable files and a small folder of one's own, and nothing else."""
    root = Path(scratch, ".root")
    root.mkdir()
    if not _mount(libc, None, "/", None, _MS_REC | _MS_PRIVATE) or not _mount_memory(libc, root, 1024**2):
        return False
    for path in (*readable, *_DEVICES):
        _show(libc, Path(path), root)
    own = Path(f"{root}{_OWN_FOLDER}")
    own.mkdir(exist_ok=True)
    if not _set_mount(libc, root, _AT_RECURSIVE, struct.pack("=4Q", _ATTR_RDONLY, 0, 0, 0)):
        return False
    if not _mount_memory(libc, own, _OWN_BYTES):
        return False
    os.chdir(root)
    if not _mount(libc, str(root), "/", None, _MS_MOVE):
        return False
    os.chroot(".")
    os.chdir("/")
    return True


def _show(libc: ctypes.CDLL, path: Path, root: Path) -> None:
    """Let a file, a folder or a link be seen in the new root."""
    place = Path(f"{root}{path}")
    if os.path.lexists(place):
        return
    with suppress(OSError):  # what is not there is not shown
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            place.symlink_to(path.readlink())
            return
        if path.is_dir():
            place.mkdir()
        elif path.exists():
            place.touch()
        else:
            return
        _mount(libc, str(path), str(place), None, _MS_BIND | _MS_REC)


def _mount_memory(libc: ctypes.CDLL, place: Path, size: int) -> bool:
    return _mount(libc, "tmpfs", str(place), "tmpfs", _MS_NOSUID | _MS_NODEV, f"size={size},mode=0755")


def _mount(
    libc: ctypes.CDLL, source: str | None, place: str, kind: str | None, flags: int, data: str | None = None
) -> bool:
    given = [None if each is None else os.fsencode(each) for each in (source, place, kind, data)]
    return bool(libc.mount(given[0], given[1], given[2], ctypes.c_ulong(flags), given[3]) == 0)


def _set_mount(libc: ctypes.CDLL, path: Path, flags: int, attributes: bytes) -> bool:
    size = ctypes.c_size_t(len(attributes))
    return bool(libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, os.fsencode(path), flags, attributes, size) == 0)


def _restrict(libc: ctypes.CDLL, scratch: str, readable: Sequence[str]) -> set[str]:
    """Landlock: reading what is named and changes in the scratch folder alone, and no TCP where it knows that."""
    version = libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return set()
    changes = _CHANGES | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    attributes = struct.pack("=Q", changes | _READS)
    attributes += struct.pack("=Q", 3) if version >= 4 else b""  # bind and connect
    attributes += struct.pack("=Q", 3) if version >= 6 else b""  # abstract sockets and signals to others
    rules = libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return set()
    _allow(libc, rules, scratch, changes | _READS)
    for path in readable:
        _allow(libc, rules, path, _READS)
    for path in _DEVICES:
        _allow(libc, rules, path, _READ_FILE | (changes & (_WRITE_FILE | _TRUNCATE)))
    is_restricted = libc.syscall(_LANDLOCK_RESTRICT, rules, 0) == 0
    os.close(rules)
    if not is_restricted:
        return set()
    return {READ_ONLY, HIDDEN, *([NO_TCP] if version >= 4 else [])}


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    """Let a file or a folder be used in these ways."""
    with suppress(OSError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if not os.path.isdir(path):  # noqa: PTH112 - the path is text here, and imports are dear
            rights &= _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
        libc.syscall(_LANDLOCK_ADD, rules, 1, struct.pack("=Qi", rights, place), 0)
        os.close(place)


def _wait_for(libc: ctypes.CDLL, command: list[str]) -> int:
    """Start the command as the first of its process namespace: when it ends, the kernel ends all the others there."""
    child = os.fork()
    if child == 0:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.execvp(command[0], command)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:]))
