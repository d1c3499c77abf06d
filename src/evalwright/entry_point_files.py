"""The files in which packages say what they offer, read without the libraries that know all about packages.

Those take a thirtieth of a second, which every command would pay to learn that nobody offers us anything. Where a
package may, or where packages may lie elsewhere than in folders, they are asked after all.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

_RECORDS = (".dist-info", ".egg-info")


def may_offer(ourselves: str) -> bool:
    """Whether a package other than our own may have entry points for us."""
    others = (finder for finder in sys.meta_path if finder is not PathFinder)
    if any(hasattr(finder, "find_distributions") for finder in others):
        return True
    return any(_offers_in(folder or ".", ourselves) for folder in sys.path)


def _offers_in(folder: str, ourselves: str) -> bool:
    try:
        with os.scandir(folder) as entries:
            records = [entry for entry in entries if entry.name.endswith(_RECORDS)]
    except NotADirectoryError:
        return True  # an archive
    except OSError:
        return False
    mark = f"[{ourselves}.".encode()
    return any(mark in _points_of(entry) for entry in records if entry.name.partition("-")[0] != ourselves)


def _points_of(record: os.DirEntry[str]) -> bytes:
    try:
        with open(f"{record.path}/entry_points.txt", "rb") as stream:  # noqa: PTH123 - hundreds of them
            return stream.read()
    except OSError:
        return b""


def read_points(text: str, head: str) -> dict[str, dict[str, str]]:
    """Names and targets by group; `head` stands before the name of a group, in files of ours alone."""
    found: dict[str, dict[str, str]] = {}
    group: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("["):
            group = found.setdefault(line[len(head) :].strip(']" '), {}) if line.startswith(head) else {}
        elif " = " in line:
            name, _, target = line.partition(" = ")
            group[name.strip().strip('"')] = target.strip().strip('"')
    return found
