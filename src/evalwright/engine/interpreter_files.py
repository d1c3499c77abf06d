"""Which files this Python needs to run somebody's code: the interpreter, its libraries and its installed packages."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")
_PACKAGES = ("site-packages", "dist-packages")


@cache
def interpreter_files() -> tuple[str, ...]:
    """The paths, links on the way to them included; a folder stands for all that is in it."""
    paths = [sys.executable, f"{sys.prefix}/pyvenv.cfg", f"{sys.base_prefix}/lib", *_LIBRARIES]
    paths += [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    paths += [entry for entry in sys.path if Path(entry).name in _PACKAGES]
    found = dict.fromkeys(step for path in paths for step in _with_links(path))
    inside = [path for path in found if not any(str(each) in found for each in Path(path).parents)]
    return tuple(inside)


def _with_links(path: str) -> Iterator[str]:
    """The path without links, and every link that leads there."""
    for _ in range(40):
        link = next((str(each) for each in reversed((Path(path), *Path(path).parents)) if each.is_symlink()), None)
        if link is None:
            break
        yield link
        rest = os.path.relpath(path, link)
        target = os.path.join(os.path.dirname(link), os.readlink(link))  # noqa: PTH115, PTH118, PTH120 - `..` after links
        path = os.path.normpath(target if rest == "." else os.path.join(target, rest))  # noqa: PTH118
    if os.path.lexists(path):
        yield path
