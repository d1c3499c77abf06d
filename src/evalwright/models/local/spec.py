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
from typing import Any, Literal, TypedDict
from urllib.parse import parse_qsl

from evalwright.errors import UsageError
from evalwright.text import phrase

HF_CURE = phrase("cures.install_local")
_SETTINGS = re.compile(r"\?(\w+=.*)\Z", re.DOTALL)
GGUF_CURE = phrase("cures.install_gguf")


class LocalSettings(TypedDict, total=False):
    """The settings after `?`: of a checkpoint, or of a GGUF file."""

    dtype: str
    device: str
    batch: int
    context: int
    revision: str
    trust_remote_code: bool
    threads: int
    gpu_layers: int
    grammar: str


@dataclass(frozen=True, slots=True)
class LocalSpec:
    """Which weights, and with which settings."""

    base: str
    adapter: str | None
    settings: LocalSettings


SettingName = Literal[
    "dtype", "device", "batch", "context", "revision", "trust_remote_code", "threads", "gpu_layers", "grammar"
]
SettingReaders = Mapping[SettingName, Callable[[str], Any]]
"""Which settings a kind of model takes, and how the text of each is read."""


def read_spec(kind: str, rest: str, readers: SettingReaders) -> LocalSpec:
    """The parts of what stands after `kind:`; `readers` say which settings there are and how each is read."""
    found = None if Path(rest).exists() else _SETTINGS.search(rest)
    place, settings = (rest[: found.start()], found[1]) if found else (rest, "")
    base, adapter = place, ""
    if "+" in place and not Path(place).exists():
        base, _, adapter = place.rpartition("+")
    if not base:
        raise UsageError.named("model.no_name", kind=kind)
    return LocalSpec(base, adapter or None, _settings(kind, settings, readers))


def need(kind: str, packages: tuple[str, ...], cure: str) -> None:
    """UsageError where a package that this kind of model needs is not installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError.named("model.not_installed", kind=kind, missing=" and ".join(missing), cure=cure)


def positive(text: str) -> int:
    """A whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError(phrase("model.at_least_one"))
    return number


def switch(text: str) -> bool:
    """1 or 0."""
    if text.lower() not in ("0", "1", "true", "false"):
        raise ValueError(phrase("model.one_or_zero"))
    return text.lower() in ("1", "true")


def one_of(*words: str) -> Callable[[str], str]:
    """A reader that takes one of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(phrase("model.one_of", words=", ".join(words)))
        return text

    return read


def _settings(kind: str, text: str, readers: SettingReaders) -> LocalSettings:
    found: LocalSettings = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        setting = next((known for known in readers if known == name), None)
        if setting is None:
            close = difflib.get_close_matches(name, list(readers), n=1, cutoff=0.5)
            cure = (
                phrase("cures.near", close=repr(close[0]))
                if close
                else phrase("cures.there_are", readers=", ".join(readers))
            )
            raise UsageError.named("model.spec_setting", kind=kind, name=repr(name), cure=cure)
        try:
            found[setting] = readers[setting](value)
        except ValueError as error:
            raise UsageError.named("model.spec_value", kind=kind, name=name, value=value, error=error) from None
    return found
