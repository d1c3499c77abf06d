"""The rules of a policy as checks: one for each name that findings of theirs have.

What is looked for is data (`synth.rules`). A rule without a name of its own is found as `policy-broken`; names for
which there is a sentence are listed with all other checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalwright.text import phrase
from evalwright.workbench import Hit, Severity

from ..rules import POLICY_BROKEN, Rules
from ..rules.holding import Part, parts_by_name
from .context import Check, Spec
from .conversation_view import View

_KNOWN: dict[str, Severity] = {
    POLICY_BROKEN: "error",
    "unconfirmed-write": "error",
    "unnamed-argument": "error",
    "unauthenticated": "error",
    "details-not-read": "warning",
    "another-user": "error",
    "told-anothers-order": "error",
    "several-calls": "error",
    "order-not-read": "error",
    "changed-twice": "error",
    "transfer-ending": "error",
}


def policy_specs(rules: Rules) -> list[Spec]:
    """What can be found by these rules."""
    return [
        Spec(name, parts[0].rule.heading.severity, "policy", _about(name), _check_of(parts))
        for name, parts in parts_by_name(rules).items()
    ]


def known_policy_specs() -> list[Spec]:
    """The names that findings of a policy may have and that have a sentence of their own, for the table of rules."""
    return [Spec(name, severity, "policy", _about(name), _check_of(())) for name, severity in _KNOWN.items()]


def _about(name: str) -> str:
    return phrase(f"audit.rules.{name}" if name in _KNOWN else f"audit.rules.{POLICY_BROKEN}")


def _check_of(parts: Sequence[Part]) -> Check:
    def look(view: View) -> Iterator[Hit]:
        for part in parts:
            yield from part.hits(view)

    return look
