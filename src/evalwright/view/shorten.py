"""Making data fit to be sent: very long texts and lists are cut, with a mark that says how much is missing."""

from __future__ import annotations

from typing import Any

from evalwright.text import localized

LONGEST = 100_000
_MOST_PARTS = 2_000
_DEEPEST = 60


def shorten(value: Any, longest: int = LONGEST, depth: int = 0) -> Any:
    """A value of JSON with every long text and list cut."""
    if isinstance(value, str):
        return cut(value, longest)
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, dict):
        kept = {cut(str(key), 1_000): shorten(inner, longest, depth + 1) for key, inner in _first(value.items())}
        return kept if len(value) <= _MOST_PARTS else {**kept, "…": f"{len(value) - _MOST_PARTS:,} more"}
    if isinstance(value, list | tuple):
        kept_list = [shorten(inner, longest, depth + 1) for inner in value[:_MOST_PARTS]]
        return kept_list if len(value) <= _MOST_PARTS else [*kept_list, f"… {len(value) - _MOST_PARTS:,} more"]
    return value


def cut(text: str, longest: int) -> str:
    """A text, its end cut where it is too long; halves of surrogate pairs, which UTF-8 cannot say, become marks."""
    if len(text) > longest:
        text = localized("viewer_errors.shortened", text=text[:longest], num=len(text) - longest)
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _first(items: Any) -> list[Any]:
    return [item for _, item in zip(range(_MOST_PARTS), items, strict=False)]
