"""The result of an audit: the findings, and the numbers over all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypedDict

from evalwright.data import data_frame
from evalwright.text import localized, localized_section, notebook_table

from .finding import SEVERITIES, Finding, FindingDocument, Severity

MAX_FINDINGS = 5_000
"""Findings of one rule that are kept; all are counted."""


class RuleNumbers(TypedDict):
    """What one rule found."""

    severity: Severity
    findings: int
    conversations: int


class AuditSummary(TypedDict):
    """The numbers of an audit."""

    files: list[str]
    messages: int
    calls: int
    errors: int
    warnings: int
    infos: int
    without_errors: int
    rules: dict[str, RuleNumbers]
    findings_left_out: int
    bounds_reached: list[str]


class AuditDocument(TypedDict):
    """The document of `audit --json`."""

    conversations: int
    findings: list[FindingDocument]
    summary: AuditSummary


@dataclass(slots=True)
class Audit:
    """What was found in one or more files."""

    files: list[str] = field(default_factory=list)
    conversations: int = 0
    messages: int = 0
    calls: int = 0
    findings: list[Finding] = field(default_factory=list)
    """In the order of the files; of each rule the first `limit`."""
    counts: Counter[str] = field(default_factory=Counter)
    """All findings by rule, kept or not."""
    severities: dict[str, Severity] = field(default_factory=dict)
    """The severity of every rule that found something."""
    about: dict[str, str] = field(default_factory=dict)
    """What is wrong where a rule finds something, by rule."""
    touched: Counter[str] = field(default_factory=Counter)
    """Conversations with at least one finding, by rule."""
    clean: int = 0
    """Conversations without an error."""
    limit: int = MAX_FINDINGS
    full: list[str] = field(default_factory=list)
    """Memories that reached their bound: beyond it, such faults are not seen."""

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return self.by_severity()["error"]

    def by_severity(self) -> dict[str, int]:
        """All findings by severity."""
        found = dict.fromkeys(SEVERITIES, 0)
        for rule, count in self.counts.items():
            found[self.severities[rule]] += count
        return {str(severity): count for severity, count in found.items()}

    def of(self, rule: str) -> list[Finding]:
        """The findings of one rule."""
        return [finding for finding in self.findings if finding.rule == rule]

    def add(self, finding: Finding) -> None:
        """Count a finding, and keep it while there is room."""
        if self.count(finding.rule, finding.severity):
            self.findings.append(finding)

    def count(self, rule: str, severity: Severity) -> bool:
        """Count a finding of a rule: whether there is room to keep it."""
        self.counts[rule] += 1
        self.severities[rule] = severity
        return not self.limit or self.counts[rule] <= self.limit

    @property
    def summary(self) -> AuditSummary:
        """The numbers: what was read, and what was found by severity and by rule."""
        rules = sorted(
            self.counts, key=lambda name: (SEVERITIES.index(self.severities[name]), -self.counts[name], name)
        )
        return {
            "files": self.files,
            "messages": self.messages,
            "calls": self.calls,
            "errors": self.errors,
            "warnings": self.by_severity()["warning"],
            "infos": self.by_severity()["info"],
            "without_errors": self.clean,
            "rules": {
                name: {
                    "severity": self.severities[name],
                    "findings": self.counts[name],
                    "conversations": self.touched[name],
                }
                for name in rules
            },
            "findings_left_out": sum(self.counts.values()) - len(self.findings),
            "bounds_reached": self.full,
        }

    def to_dict(self) -> AuditDocument:
        """The document of `audit --json`."""
        return {
            "conversations": self.conversations,
            "findings": [finding.to_dict() for finding in self.findings],
            "summary": self.summary,
        }

    def __repr__(self) -> str:
        found = self.by_severity()
        words = {"conversations": self.conversations, "errors": found["error"], "warnings": found["warning"]}
        return f"Audit({', '.join(f'{count:,} {name}' for name, count in words.items())})"

    def _repr_html_(self) -> str:
        rules = self.summary["rules"].items()
        rows = [(name, each["severity"], each["findings"], each["conversations"]) for name, each in rules]
        headers = localized_section("notebook")["audit_headers"] if rows else ()
        clean = localized("notebook.audit_clean", clean=self.clean, conversations=self.conversations)
        return notebook_table(repr(self), headers, rows, "llrr", [clean])

    def to_html(self) -> str:
        """The result as a self-contained page."""
        from .page import html_page

        return html_page(self)

    def to_pandas(self) -> Any:
        """The findings as a pandas table; pandas must be installed."""
        columns = ["rule", "severity", "file", "line", "conversation", "message", "path", "text"]
        return data_frame([finding.to_dict() for finding in self.findings], columns)
