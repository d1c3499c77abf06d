"""Rules that the scenarios themselves break: whatever is drawn, no conversation of theirs could keep such a rule.

Rules and steps flow in, findings flow out at the step that breaks one. What depends on values (the same id as an
earlier result) is found when rows are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules import Rules
from ..rules.model import AtMost, Before, DirectlyAfter
from .findings import Findings
from .model import Scenario, Step


def check_rules(scenarios: Iterable[Scenario], rules: Rules, findings: Findings) -> None:
    """Steps that break a rule in every conversation."""
    for scenario in scenarios:
        for rule in rules.rules:
            if isinstance(rule, Before):
                _check_before(rule, scenario.steps, findings)
            elif isinstance(rule, DirectlyAfter):
                _check_directly_after(rule, scenario.steps, findings)
            elif isinstance(rule, AtMost):
                _check_at_most(rule, scenario.steps, findings)


def _check_before(rule: Before, steps: Sequence[Step], findings: Findings) -> None:
    for at, step in enumerate(steps):
        if step.tool in rule.tools and not any(earlier.tool in rule.call for earlier in steps[:at]):
            findings.add(step.line, "rule_before", tool=step.tool, call=str(rule.call), line=rule.heading.line)


def _check_directly_after(rule: DirectlyAfter, steps: Sequence[Step], findings: Findings) -> None:
    for at, step in enumerate(steps):
        if step.tool in rule.tools and not any(later.tool in rule.call for later in steps[at + 1 : at + 2]):
            findings.add(step.line, "rule_after", tool=step.tool, call=str(rule.call), line=rule.heading.line)


def _check_at_most(rule: AtMost, steps: Sequence[Step], findings: Findings) -> None:
    if rule.per != "conversation" or rule.each:
        return
    meant = [step for step in steps if step.tool in rule.tools]
    if len(meant) > rule.number:
        findings.add(meant[rule.number].line, "rule_at_most", number=rule.number, line=rule.heading.line)
