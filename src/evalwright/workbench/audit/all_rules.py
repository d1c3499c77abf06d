"""Every rule, loaded: importing the files of the rules registers them."""

from . import (
    consistency,
    coverage,
    duplicates,
    grounding,
    leakage,
    privacy,
    protocol,
    repeats,
    schema,
    services,
    shape,
    shared_calls,
    telling,
    tool_naming,
)
from .registry import RULES, choose

__all__ = [
    "RULES",
    "choose",
    "consistency",
    "coverage",
    "duplicates",
    "grounding",
    "leakage",
    "privacy",
    "protocol",
    "repeats",
    "schema",
    "services",
    "shape",
    "shared_calls",
    "telling",
    "tool_naming",
]
