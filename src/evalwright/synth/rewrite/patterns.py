"""Patterns that are written down by language in a data file, made into one that finds what is said in any of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


def said_in_any(patterns: Mapping[str, Sequence[str]], **parts: str) -> re.Pattern[str]:
    """One pattern of all languages, whatever the case of letters; `{name}` in one stands for the part of this name."""
    joined = "|".join(pattern for of_language in patterns.values() for pattern in of_language)
    for name, part in parts.items():
        joined = joined.replace(f"{{{name}}}", part)
    return re.compile(joined, re.IGNORECASE)
