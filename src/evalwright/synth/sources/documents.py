"""A JSON or YAML file from anywhere as a plain value, or an error that says what is wrong with it.

The file may be hostile: it has a size limit, a depth limit, and a limit on what it grows to when YAML's aliases are
written out. YAML is read as YAML 1.2 reads it, so that `no` is a word and a zip code keeps its zero.
"""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.errors import InputError
from evalwright.text import phrase

MAX_BYTES = 20 * 1024 * 1024
MAX_DEPTH = 100
_MAX_ALIASED = 100_000
"""Values that aliases may add to those that are written."""
_CURE = phrase("cures.tools_document")
_BOOLEAN = re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$")
_INTEGER = re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,30})$")
_FLOAT = re.compile(r"^[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)$")
_NULL = re.compile(r"^(?:~|null|Null|NULL|)$")


@dataclass(frozen=True, slots=True)
class JsonLines:
    """What stood in a file with a JSON value on each line."""

    numbered: list[tuple[int, Any]]
    """The number of the line, and its value."""


def read_document(path: Path) -> Any:
    """The value of a JSON or YAML file; InputError where it cannot be read."""
    text = _read_document_text(path)
    if not text.strip():
        raise InputError.named("source.empty", path=path, cure=_CURE)
    if text.lstrip()[:1] in ("{", "[") or path.suffix.lower() == ".json":
        try:
            return loads(text)
        except JsonError as error:
            lines = _json_lines(text)
            if lines is not None:
                return lines
            if path.suffix.lower() not in (".yaml", ".yml"):
                raise InputError.named("source.not_json", path=path, error=error, cure=_CURE) from None
    return _from_yaml(text, path)


def _json_lines(text: str) -> JsonLines | None:
    """The values of the lines, if there are several and each is an object or a list."""
    numbered = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = loads(line)
        except JsonError:
            return None
        if not isinstance(value, dict | list):
            return None
        numbered.append((number, value))
    return JsonLines(numbered) if len(numbered) > 1 else None


def _read_document_text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError.named("source.unreadable", path=path, strerror=error.strerror) from None
    if len(raw) > MAX_BYTES:
        raise InputError.named("source.too_large", path=path)
    wide = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return raw.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise InputError.named("source.not_utf8", path=path) from None


def _from_yaml(text: str, path: Path) -> Any:
    import yaml

    try:
        written = _count_events(text)
        return _Plain(written + _MAX_ALIASED).value(yaml.load(text, _loader()), 0)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        words = getattr(error, "problem", None) or str(error)
        line = mark.line + 1 if mark is not None else None
        raise InputError.named(
            "source.not_yaml", path=path, line=line, split=" ".join(str(words).split()), cure=_CURE
        ) from None
    except (_LimitError, RecursionError, ValueError, TypeError) as error:
        raise InputError.named(
            "source.unusable", path=path, split=" ".join(str(error).split())[:200], cure=_CURE
        ) from None


class _LimitError(Exception):
    """A document that is larger than its file."""


def _count_events(text: str) -> int:
    """How much is written; refuses depth before anything is built, since the builder would run out of stack."""
    import yaml

    depth = count = 0
    for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        count += 1
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _LimitError(phrase("synth.document.deep", max_depth=MAX_DEPTH))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return count


@cache
def _loader() -> Any:
    """A safe loader with the plain words of YAML 1.2: no dates, no octal numbers, no merge keys, no `yes`."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012

    for kind, pattern, first in (
        ("null", _NULL, [*"~nN", ""]),
        ("bool", _BOOLEAN, [*"tTfF"]),
        ("int", _INTEGER, [*"-+0123456789"]),
        ("float", _FLOAT, [*"-+.0123456789"]),
    ):
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", pattern, first)
    return Loader


class _Plain:
    """Copies what YAML gave into what JSON could have given, counting as it goes."""

    def __init__(self, allowance: int) -> None:
        self._left = allowance

    def value(self, given: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise _LimitError(phrase("synth.document.aliases"))
        if isinstance(given, dict):
            return {self._text_key(key): self.value(inner, depth + 1) for key, inner in given.items()}
        if isinstance(given, (list, tuple, set)):
            return [self.value(inner, depth + 1) for inner in given]
        if given is None or isinstance(given, (bool, int, str)):
            return given
        if isinstance(given, float):
            return given if math.isfinite(given) else None
        return str(given)

    @staticmethod
    def _text_key(key: Any) -> str:
        """Keys are text: the response `200` is written without quotes more often than not."""
        if isinstance(key, bool):
            return "true" if key else "false"
        return key if isinstance(key, str) else "null" if key is None else str(key)
