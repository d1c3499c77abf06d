"""One way to load late: a package names what it offers and where it lives, and each is imported at its first use.

So that `import evalwright` costs nothing, and a run over tool calls loads no word lists. The package keeps its imports
under `TYPE_CHECKING` for readers and type checkers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, cast


def lazy_names(package: str, files: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose files offer these names, "A B C"; `name=inner` offers `inner` as `name`."""
    homes: dict[str, tuple[str, str]] = {}
    for file, names in files.items():
        for entry in names.split():
            name, _, inner = entry.partition("=")
            homes[name] = (file, inner or name)

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        file, inner = homes[name]
        value = getattr(import_module(f".{file}", package), inner)
        setattr(sys.modules[package], name, value)
        return value

    return load


def late_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used: most of a module's never are in one command."""
    return cast("re.Pattern[str]", _LatePattern(pattern, flags))


class _LatePattern:
    """Stands for a pattern; each of its methods is fetched once, so that later calls cost what they always do."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._wanted = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self.pattern, self._wanted), name)
        setattr(self, name, value)
        return value
