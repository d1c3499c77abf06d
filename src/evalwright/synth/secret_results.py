"""Results that hold what nobody should read: values of the environment, keys, tokens, passwords.

A server may print its environment, or keep tokens among its records. Such a result reaches no row, no file and no
screen; the tool that gave it is set aside.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from evalwright.secrecy import (
    Secret,
    has_password_in_address,
    holds_secret,
    is_harmless_value,
    is_placeholder,
    is_secret_name,
    looks_random,
)
from evalwright.workbench import holds_key

from .sources import McpTarget
from .sources.process_environment import server_environment

_SURE = re.compile(r"(?i)pass(?:word|wd|phrase)|secret|credential|api_?key|private_?key|access_?key|auth_?token|bearer")
"""Names that stand for a secret whatever the value looks like."""
_FIELD = re.compile(
    r"""(["']?)([A-Za-z][\w.-]{2,40})["']?\s*[:=]\s*(?:"([^"\n]{4,400})"|'([^'\n]{4,400})'|([^\s"',;}]{4,400}))"""
)
"""A named value as JSON, `key: value` lines and assignments have it."""
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_NOT_TOLD = re.compile(r"(?i)required|optional|string|hidden|redacted|masked|encrypted|undefined|your[_-]\w+|<.*>|\W+")
"""What stands in the place of a secret, or says what should."""
_SHORTEST_SECRET = 6
_MIXED = 5
"""How often letters and digits take turns in what was drawn by chance."""
_LISTED = 3
"""So many variables with their values are no chance: the environment is being printed."""


class SecretWatch:
    """Knows what must not be told."""

    def __init__(self, target: McpTarget | None = None) -> None:
        for name, value in _secrets_of_environment():
            Secret(value, name)
        given = server_environment(target.variables) if target is not None and target.command else {}
        self._variables = {name: value for name, value in given.items() if len(value) > 2}

    def finds(self, text: str) -> bool:
        """Whether a text holds a secret."""
        known = holds_secret(text) or holds_key(text) or has_password_in_address(text)
        return known or _has_secret_field(text) or self._prints_environment(text)

    def finds_in_definition(self, definition: Mapping[str, Any]) -> bool:
        """Whether the definition of a tool holds a secret; what it says about fields of its own is none."""
        text = json.dumps(definition, ensure_ascii=False)
        return holds_secret(text) or holds_key(text)

    def _prints_environment(self, text: str) -> bool:
        if len(self._variables) < _LISTED:
            return False
        there = [name for name in self._variables if name in text and self._variables[name] in text]
        return sum(_is_assigned(name, self._variables[name], text) for name in there) >= _LISTED


def _is_assigned(name: str, value: str, text: str) -> bool:
    return re.search(rf"""\b{re.escape(name)}["']?\s*[:=]\s*["']?{re.escape(value)}""", text) is not None


def _secrets_of_environment() -> Iterator[tuple[str, str]]:
    """The variables of this process that hold a secret by their name, or by how they look."""
    for name, value in os.environ.items():
        if value.startswith("/") or is_placeholder(value) or is_harmless_value(value) or "://" in value:
            continue
        sure = _SURE.search(name) is not None and len(value) >= _SHORTEST_SECRET
        if sure or (is_secret_name(name) and _is_key_like(value)):
            yield name, value


def _is_key_like(value: str) -> bool:
    return len(value) >= _SHORTEST_SECRET and any(char.isdigit() for char in value) and " " not in value


def _has_secret_field(text: str) -> bool:
    """Whether a value stands under a name that says it is a secret."""
    return any(
        _is_secret(found[2], found[3] or found[4] or found[5], bool(found[1])) for found in _FIELD.finditer(text)
    )


def _is_secret(name: str, value: str, quoted: bool) -> bool:
    if not is_secret_name(name) or is_placeholder(value) or is_harmless_value(value) or _NOT_TOLD.fullmatch(value):
        return False
    if _SURE.search(name) is None:  # a key may open a door, or name a row
        return _is_key_shaped(value)
    if len(value) < _SHORTEST_SECRET or any(map(str.isspace, value)):
        return False
    return quoted or not value.isalpha()


def _is_key_shaped(value: str) -> bool:
    """Whether letters and digits are mixed as nobody would write them; a number of a record is not."""
    plain = re.sub(r"[^A-Za-z0-9]", "", value)
    turns = sum(one.isdigit() != other.isdigit() for one, other in pairwise(plain))
    return looks_random(value) and turns >= _MIXED and "/" not in value and _UUID.fullmatch(value) is None
