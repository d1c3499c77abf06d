"""The one table of all rules, in Markdown; `docs/audit-rules.md` is this text, and a test keeps it so."""

from __future__ import annotations

from .all_rules import RULES

_HEAD = """# The rules of `audit`

Made from the rules themselves. `--rule NAME` runs only the named ones, `--ignore NAME` leaves one out; both can be
given several times. An error makes `evalwright audit` end with exit code 1. Rules of the family *leakage* run with
`--against OTHER`; rules marked *off* run only when they are named.

| rule | severity | family | what is wrong |
|---|---|---|---|
"""
_FAMILIES = (
    "shape",
    "schema",
    "protocol",
    "grounding",
    "consistency",
    "duplicates",
    "leakage",
    "services",
    "privacy",
    "coverage",
)


def rules_table() -> str:
    """The page about the rules."""
    rows = [
        f"| `{rule.name}` | {rule.severity}{'' if rule.on else ' (off)'} | {rule.family} | {rule.about} |\n"
        for family in _FAMILIES
        for rule in RULES.values()
        if rule.family == family
    ]
    return _HEAD + "".join(rows)
