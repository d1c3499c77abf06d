"""Checking anyone's conversations with no model: small rules, each with a name, a severity and a sentence.

`audit` streams conversations past every rule and gives an `Audit`. A rule is a function in the file of its family,
registered by decorator; `all_rules` lists the files.
"""

from .door import audit, rules_table
from .empty_results import is_empty_result
from .entity_sides import EntitySides
from .finding import Finding, FindingDocument, Hit, Severity, quoted, visible
from .key_forms import holds_key
from .registry import Family, Memory, Place, Rule, audit_rule_names, register_rule
from .result import Audit, AuditDocument
from .row_context import CallAt, Case
from .single import RowAudit

__all__ = [
    "Audit",
    "AuditDocument",
    "CallAt",
    "Case",
    "EntitySides",
    "Family",
    "Finding",
    "FindingDocument",
    "Hit",
    "Memory",
    "Place",
    "RowAudit",
    "Rule",
    "Severity",
    "audit",
    "audit_rule_names",
    "holds_key",
    "is_empty_result",
    "quoted",
    "register_rule",
    "rules_table",
    "visible",
]
