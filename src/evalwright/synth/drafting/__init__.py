"""Scenarios drafted from tools and what was seen of them: what people may want, in words of the descriptions."""

from collections.abc import Mapping
from typing import Any

from ..environment import Effect
from ..generic.toolview import views_of
from .feeds import result_view
from .line_forms import ids_of_lines
from .nouns import is_key, is_path, thing_of
from .purposes import Purpose, purpose_of
from .sayable import is_free_text
from .sql import select_queries, takes_sql

__all__ = [
    "Purpose",
    "ids_of_lines",
    "is_free_text",
    "is_key",
    "is_path",
    "purpose_of",
    "result_view",
    "select_queries",
    "takes_sql",
    "thing_of",
    "tool_purpose",
]


def tool_purpose(definition: Mapping[str, Any], effect: Effect = "read") -> str | None:
    """What a tool is for, as a user would say it, with `{name}` for its parameters; None where nobody would."""
    for view in views_of([definition], {definition["function"]["name"]: effect}).values():
        purpose = purpose_of(view)
        return str(purpose) if purpose is not None else None
    return None
