"""What a user writes for a local model: `PATH[+ADAPTER][?key=value&...]`, taken apart and checked.

A path that exists is taken as it is, so that `+` and `?` may stand in names.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from evalwright.errors import UsageError

HF_CURE = "pip install torch==2.13.0 (alone and first: a CPU build), then pip install 'evalwright[local]'"
_SETTINGS = re.compile(r"\?(\w+=.*)\Z", re.DOTALL)
GGUF_CURE = "pip install 'evalwright[gguf]' (it compiles llama.cpp, which takes some minutes)"


@dataclass(frozen=True, slots=True)
class LocalSpec:
    """Which weights, and with which settings."""

    base: str
    adapter: str | None
    settings: dict[str, Any]


def read_spec(kind: str, rest: str, readers: Mapping[str, Callable[[str], Any]]) -> LocalSpec:
    """The parts of what stands after `kind:`; `readers` say which settings there are and how each is read."""
    found = None if Path(rest).exists() else _SETTINGS.search(rest)
    place, settings = (rest[: found.start()], found[1]) if found else (rest, "")
    base, adapter = place, ""
    if "+" in place and not Path(place).exists():
        base, _, adapter = place.rpartition("+")
    if not base:
        raise UsageError(
            f"{kind}: names no model", cure=f"Write {kind}:PATH, {kind}:PATH+ADAPTER or {kind}:PATH?key=value"
        )
    return LocalSpec(base, adapter or None, _settings(kind, settings, readers))


def need(kind: str, packages: tuple[str, ...], cure: str) -> None:
    """UsageError where a package that this kind of model needs is not installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError(f"{kind}: needs {' and '.join(missing)}, which is not installed", cure=cure)


def positive(text: str) -> int:
    """A whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError("must be at least 1")
    return number


def switch(text: str) -> bool:
    """1 or 0."""
    if text.lower() not in ("0", "1", "true", "false"):
        raise ValueError("must be 1 or 0")
    return text.lower() in ("1", "true")


def one_of(*words: str) -> Callable[[str], str]:
    """A reader that takes one of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return text

    return read


def _settings(kind: str, text: str, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        if name not in readers:
            close = difflib.get_close_matches(name, list(readers), n=1, cutoff=0.5)
            cure = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(readers)}"
            raise UsageError(f"{kind}: there is no setting {name!r}", cure=cure)
        try:
            found[name] = readers[name](value)
        except ValueError as error:
            raise UsageError(f"{kind}: {name}={value} cannot be used: {error}") from None
    return found
