"""The one table of all rules, in Markdown; `docs/audit-rules.md` is this text, and a test keeps it so."""

from __future__ import annotations

from collections.abc import Sequence

from .all_rules import RULES
from .registry import Rule

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
    "dialogue",
    "consistency",
    "duplicates",
    "leakage",
    "services",
    "privacy",
    "coverage",
    "replay",
    "policy",
    "claims",
    "language",
)
_NEED_ENVIRONMENT = """
Rules of the families *replay* and *policy* run with `--env NAME`: every call is executed again in a fresh state of that
environment, and the rules of its policy hold. Those of *claims* and *language* run with it too, and alone when they are
named.

With `--rules-from FILE` conversations are held to the rules of a file: a scenario file, the manifest.json of a data
set, or a list of rules ([rules.md](rules.md)). What they find is called `policy-broken`, or as the rule is named; the
other names of the family *policy* are those that rules of bundled domains have.
"""


def rules_table(extra_rules: Sequence[Rule] = ()) -> str:
    """The page about the rules, with those of later rooms where they are given."""
    known = [*RULES.values(), *extra_rules]
    rows = [
        f"| `{rule.name}` | {rule.severity}{'' if rule.on else ' (off)'} | {rule.family} | {rule.about} |\n"
        for family in _FAMILIES
        for rule in known
        if rule.family == family
    ]
    return _HEAD + "".join(rows) + (_NEED_ENVIRONMENT if extra_rules else "")
