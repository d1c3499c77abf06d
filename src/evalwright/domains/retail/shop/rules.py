"""The rules that code holds conversations in the shop to, from `rules.yaml`: those about the tools that are offered."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from .files import shop_text
from .policy import TRANSFER_SENTENCE

_OF_TOOLS = ("confirm", "before", "directly_after", "says_after", "tools", "call", "found_by", "things")


@lru_cache(maxsize=2)
def shop_rules(tools: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rules as plain data, for a shop with these tools; shared, so nobody changes them."""
    import yaml

    rules = [_for_tools(rule, tools) for rule in yaml.safe_load(shop_text("rules.yaml"))]
    return [rule | TRANSFER_SENTENCE if "says_after" in rule else rule for rule in rules if all(rule.values())]


def _for_tools(rule: dict[str, Any], tools: tuple[str, ...]) -> dict[str, Any]:
    return {key: _about_tools(value, tools) if key in _OF_TOOLS else value for key, value in rule.items()}


def _about_tools(patterns: str | list[str], tools: tuple[str, ...]) -> list[str]:
    """The patterns that mean one of these tools."""
    each = [patterns] if isinstance(patterns, str) else patterns
    return [pattern for pattern in each if any(fnmatchcase(tool, pattern) for tool in tools)]
