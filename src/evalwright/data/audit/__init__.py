"""Checking anyone's conversations with no model: small rules, each with a name, a severity and a sentence.

`audit` streams conversations past every rule and gives an `Audit`. A rule is a function in the file of its family,
registered by decorator; `all_rules` lists the files.
"""

from .door import audit, rules_table
from .finding import Finding, visible
from .result import Audit

__all__ = ["Audit", "Finding", "audit", "rules_table", "visible"]
