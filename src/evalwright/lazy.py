"""One way to load late: a package names what it offers and where it lives, and each is imported at its first use.

So that `import evalwright` costs nothing, and a run over tool calls loads no word lists. The package keeps its imports
under `TYPE_CHECKING` for readers and type checkers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


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
