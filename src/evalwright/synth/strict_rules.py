"""Which rules a row that we write has to keep: every error, and some that only warn about the rows of others."""

from __future__ import annotations

from evalwright.workbench import Rule

_STRICT = frozenset(
    {
        *("wrong-language", "repeated-text", "broken-text", "result-not-told", "tool-named-by-user"),
        *("ungrounded-part", "secret"),
    }
)


def must_hold(rule: Rule) -> bool:
    """Whether a conversation that breaks this rule is not written."""
    return rule.severity == "error" or rule.name in _STRICT
