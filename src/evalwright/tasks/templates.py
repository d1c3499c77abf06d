"""Prompt templates: named places filled in one pass, everything else left alone.

Values are never looked at again and other braces mean nothing, so a question about `{x}` or a template with JSON in
it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from evalwright.errors import UsageError

_CHINESE = re.compile("[\u4e00-\u9fff]")


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with `{name}` replaced for every name that there is a value for."""
    parts = _template_parts(template, tuple(values))
    return "".join([values[part] if at % 2 else part for at, part in enumerate(parts)])


@lru_cache(maxsize=64)
def _template_parts(template: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """A template taken apart, text and names in turn: it is filled for every record."""
    return tuple(re.split(rf"\{{({'|'.join(map(re.escape, names))})\}}", template))


def require_place(template: str, places: tuple[str, ...], setting: str) -> str:
    """The template, if it has one of these places; else nothing of the record would reach the model."""
    if not any(f"{{{place}}}" in template for place in places):
        wanted = " or ".join(f"{{{place}}}" for place in places)
        raise UsageError.named("task.no_place", setting=setting, wanted=wanted)
    return template


def is_chinese(text: str) -> bool:
    """Whether the text is written in Chinese, at least in part."""
    return _CHINESE.search(text) is not None
