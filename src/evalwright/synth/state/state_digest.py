"""The digest of what a server works on: a folder, a file, a database, a repository, by what it holds.

Equal content gives equal digests on every machine. What only tells how and where something was written is left out:
times, owners, the version of SQLite that wrote a file, what git remembers of the files on a disk.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

_SQLITE = b"SQLite format 3\x00"
_SQLITE_COUNTERS = ((24, 28), (92, 100))
"""Where a database keeps how often it was changed, and by which version."""
_GIT_LEFT_OUT = ("objects", "logs", "hooks", "info", "description", "ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG")
"""Parts of a repository that follow from the others, or tell when it was used."""
_INDEX_HEAD, _INDEX_ENTRY = 12, 62
_STAT_BYTES = 24
"""Of each entry of git's index: times, device and inode."""


def state_digest(path: Path) -> str:
    """The digest of a file, or of all that a folder holds."""
    whole = hashlib.sha256()
    for name, kind, content in _parts_of(path):
        whole.update(f"{kind} {len(name)} {name} {len(content)} ".encode("utf-8", "surrogateescape"))
        whole.update(content)
    return whole.hexdigest()


def _parts_of(path: Path) -> Iterator[tuple[str, str, bytes]]:
    if not path.is_dir():
        yield "", "file", _file_content(path)
        return
    for folder, folders, files in os.walk(path):
        here = Path(folder)
        if here.name == ".git":
            folders[:] = [name for name in folders if name not in _GIT_LEFT_OUT]
        folders.sort()
        for name in sorted([*files, *(each for each in folders if (here / each).is_symlink())]):
            each = here / name
            if here.name == ".git" and name in _GIT_LEFT_OUT:
                continue
            shown = each.relative_to(path).as_posix()
            if each.is_symlink():
                yield shown, "link", os.fsencode(each.readlink())
            elif each.is_file():
                yield shown, "program" if os.access(each, os.X_OK) else "file", _file_content(each)


def _file_content(path: Path) -> bytes:
    content = path.read_bytes()
    if content.startswith(_SQLITE):
        made = bytearray(content)
        for begin, end in _SQLITE_COUNTERS:
            made[begin:end] = bytes(end - begin)
        return bytes(made)
    if path.name == "index" and content.startswith(b"DIRC"):
        return _index_entries(content)
    return content


def _index_entries(content: bytes) -> bytes:
    """What git's index says of files, without what it remembers of a disk; as it is where its form is another."""
    if int.from_bytes(content[4:8]) != 2:
        return content
    made, at = [content[:_INDEX_HEAD]], _INDEX_HEAD
    for _ in range(int.from_bytes(content[8:12])):
        name_end = content.find(b"\0", at + _INDEX_ENTRY)
        if name_end < 0:
            return content
        mode = content[at + _STAT_BYTES : at + _STAT_BYTES + 4]
        made.append(mode + content[at + 40 : name_end + 1])
        at += (name_end - at + 8) // 8 * 8
    return b"".join(made)
