"""Checking conversations: replay, end state, policy, claims and language, on top of the audit's own rules.

`Checker` looks at rows in memory, `verify` proves a directory from its manifest, `environment_rules` and `lone_rules`
hand the same checks to an audit of anyone's files.
"""

from ..verification.dataset import Verified, verify
from .answers import explicit_no, explicit_yes, read_answer
from .checker import Checker, environment_rules, every_rule, file_rules, lone_rules
from .digests import row_digest, tools_digest

__all__ = [
    "Checker",
    "Verified",
    "environment_rules",
    "every_rule",
    "explicit_no",
    "explicit_yes",
    "file_rules",
    "lone_rules",
    "read_answer",
    "row_digest",
    "tools_digest",
    "verify",
]
