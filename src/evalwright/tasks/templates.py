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
    return _place_pattern(tuple(values)).sub(lambda found: values[found[1]], template)


@lru_cache(maxsize=64)
def _place_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds the places of these names: a template is filled for every record."""
    return re.compile(rf"\{{({'|'.join(map(re.escape, names))})\}}")


def require_place(template: str, places: tuple[str, ...], setting: str) -> str:
    """The template, if it has one of these places; else nothing of the record would reach the model."""
    if not any(f"{{{place}}}" in template for place in places):
        wanted = " or ".join(f"{{{place}}}" for place in places)
        raise UsageError.named("task.no_place", setting=setting, wanted=wanted)
    return template


def is_chinese(text: str) -> bool:
    """Whether the text is written in Chinese, at least in part."""
    return _CHINESE.search(text) is not None
