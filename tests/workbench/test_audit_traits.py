"""A rule that is asked of some conversations alone finds the same as if it were asked of all."""

from __future__ import annotations

import copy
import sys

import pytest

from evalwright.workbench import audit

from .audit_faults import FAULTS
from .test_audit import GOOD, Record


def test_rules_find_nothing_where_they_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Record] = []
    for fault in FAULTS:
        records = copy.deepcopy(GOOD[:6])
        try:
            fault.put(records)
        except (StopIteration, IndexError):  # it needs more of the example
            continue
        rows += [record for record, good in zip(records, GOOD, strict=False) if record != good]
    found = audit(rows, limit=0)
    plans = sys.modules["evalwright.workbench.audit.traits"].RulePlan
    monkeypatch.setattr(plans, "rules_for", lambda plan, case: plan._rules)
    assert len(rows) > 20
    assert len(found.counts) > 15
    assert audit(rows, limit=0).to_dict() == found.to_dict()
