"""Checking anyone's conversations with no model: small rules, each with a name, a severity and a sentence.

`audit` streams conversations past every rule and gives an `Audit`. Importing the rule files registers the rules, in
the order of the table in the documents.
"""

from . import (
    consistency,
    coverage,
    duplicates,
    grounding,
    leakage,
    privacy,
    protocol,
    schema,
    services,
    shape,
)
from .finding import Finding, visible
from .page import html_page
from .registry import RULES, Rule
from .result import Audit
from .run import audit
from .table import rules_table

__all__ = [
    "RULES",
    "Audit",
    "Finding",
    "Rule",
    "audit",
    "consistency",
    "coverage",
    "duplicates",
    "grounding",
    "html_page",
    "leakage",
    "privacy",
    "protocol",
    "rules_table",
    "schema",
    "services",
    "shape",
    "visible",
]
