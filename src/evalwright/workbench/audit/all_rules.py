"""Every rule, loaded: importing the files of the rules registers them."""

from . import consistency, coverage, duplicates, grounding, leakage, privacy, protocol, schema, services, shape
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
    "schema",
    "services",
    "shape",
]
