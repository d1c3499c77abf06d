"""Copying what a server works on, and putting a copy back: only what changed is copied again.

Every file and folder of a copy has one time, so that no listing tells when or where it was made. A link that leads out
of what is copied is followed, so that nothing outside can be changed through it.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FIXED_TIME = 1_704_067_200
"""Monday, 1 January 2024, 00:00 UTC."""
_BESIDE_A_DATABASE = ("-wal", "-journal")


class Signature(NamedTuple):
    """What shows that a file was touched."""

    kind: int
    size: int
    written: int
    changed: int
    """Nanoseconds. The first is the fixed time until somebody writes, the second cannot be set back by whoever does."""
    inode: int


def copy_tree(original: Path, target: Path, name: str = "") -> None:
    """Copy a folder, or a file under a name with what a database keeps beside it, to a folder that is made for it."""
    target.mkdir(mode=0o700)
    if original.is_dir():
        _copy_folder(original, target, original.resolve())
    else:
        for ending in ("", *_BESIDE_A_DATABASE):
            beside = original.with_name(original.name + ending)
            if beside.is_file():
                shutil.copyfile(beside, target / f"{name}{ending}")
    set_times(target)


def _copy_folder(original: Path, target: Path, root: Path) -> None:
    for entry in sorted(os.scandir(original), key=lambda each: each.name):
        source, made = Path(entry.path), target / entry.name
        if entry.is_symlink() and _stays_inside(source, root):
            made.symlink_to(_link_inside(source, root))
        elif entry.is_dir():
            made.mkdir()
            _copy_folder(source, made, root if not entry.is_symlink() else source.resolve())
            made.chmod(stat.S_IMODE(source.stat().st_mode) | stat.S_IRWXU)
        elif entry.is_file():
            shutil.copyfile(source, made)
            made.chmod(stat.S_IMODE(source.stat().st_mode) | stat.S_IRUSR | stat.S_IWUSR)


def _stays_inside(link: Path, root: Path) -> bool:
    """Whether a link leads to something inside; one that leads nowhere harms nobody."""
    return not link.exists() or link.resolve().is_relative_to(root)


def _link_inside(link: Path, root: Path) -> str:
    """Where a link leads, told from where it stands, so that a copy of it leads into the copy."""
    target = link.readlink()
    if not target.is_absolute() or not link.exists():
        return str(target)
    return os.path.relpath(link.resolve(), link.parent.resolve())


def set_times(folder: Path) -> None:
    """Give one time to everything in a folder, and to itself."""
    for path in [*walk(folder), folder]:
        with suppress(OSError):
            os.utime(path, (FIXED_TIME, FIXED_TIME), follow_symlinks=False)


def walk(folder: Path) -> Iterator[Path]:
    """All that a folder holds, what is inside before what it is in."""
    for here, folders, files in os.walk(folder, topdown=False):
        for name in [*files, *folders]:
            yield Path(here) / name


def signatures(folder: Path) -> dict[Path, Signature]:
    """What every file and folder looks like now, by its path inside."""
    return {path.relative_to(folder): _signature(path) for path in walk(folder)}


def _signature(path: Path) -> Signature:
    found = path.lstat()
    is_folder = stat.S_ISDIR(found.st_mode)
    told = (0, 0, 0) if is_folder else (found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    return Signature(stat.S_IFMT(found.st_mode), *told, found.st_ino)


def restore_tree(kept: Path, target: Path, before: dict[Path, Signature]) -> bool:
    """Make a folder what it was when it was copied from `kept`; whether anything had changed."""
    now = signatures(target)
    touched = [path for path, signature in now.items() if before.get(path) != signature]
    gone = [path for path in before if path not in now]
    if not touched and not gone:
        return False
    for path in touched:  # what is inside comes before what it is in
        if path not in before or stat.S_IFMT((kept / path).lstat().st_mode) != now[path].kind:
            _remove(target / path)
    for path in sorted([*gone, *touched]):
        _bring_back(kept / path, target / path)
    set_times(target)
    return True


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _bring_back(kept: Path, target: Path) -> None:
    """Copy one file, link or empty folder; into the file that is there, which a server may hold open."""
    if kept.is_symlink():
        _remove(target)
        target.symlink_to(kept.readlink())
    elif kept.is_dir():
        target.mkdir(exist_ok=True)
    elif kept.is_file():
        shutil.copyfile(kept, target, follow_symlinks=False)
        target.chmod(stat.S_IMODE(kept.stat().st_mode))
