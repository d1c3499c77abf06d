"""Rules of a policy as data: read, looked at for sense, and held to conversations."""

from .earlier_policy import rules_of_policy
from .files import read_rules, rules_in_manifest
from .model import NO_RULES, POLICY_BROKEN, Confirm, PolicyRule, Rules, SaysAfter
from .reading import KINDS, rules_from
from .sense import arguments_by_tool

__all__ = [
    "KINDS",
    "NO_RULES",
    "POLICY_BROKEN",
    "Confirm",
    "PolicyRule",
    "Rules",
    "SaysAfter",
    "arguments_by_tool",
    "read_rules",
    "rules_from",
    "rules_in_manifest",
    "rules_of_policy",
]
