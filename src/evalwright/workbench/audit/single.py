"""Auditing conversations one at a time, in memory: what a maker of data asks before it writes a row.

The same rules as in an audit of files, less those that need more than one conversation; nothing is read from JSON
again, and tools that are the same object as before are not compiled again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evalwright.chat import Conversation, JsonObject
from evalwright.data import BadRow

from ..provenance import FreeForm
from .finding import Finding, visible
from .registry import Memory, Rule

_FAMILIES = ("shape", "schema", "protocol", "grounding", "dialogue", "services")
_ALSO = ("secret",)
"""Rules of other families that whoever writes rows must keep to."""
_OF_MANY = ("repeated-id",)
"""Rules of these families that compare conversations with each other."""


class RowAudit:
    """The rules about single conversations, with `extra_rules` beside our own."""

    def __init__(
        self,
        extra_rules: Sequence[Rule] = (),
        *,
        free_form: FreeForm | None = None,
        wanted: Callable[[Rule], bool] | None = None,
    ) -> None:
        """`wanted`: which of all these rules to look at; else all."""
        from .all_rules import RULES
        from .case_reader import GIVEN, CaseReader, MetTools
        from .run import finding_of
        from .traits import RulePlan

        known = [rule for rule in RULES.values() if rule.on and rule.at_end is None]
        own = [rule for rule in known if rule.family in _FAMILIES or rule.name in _ALSO]
        rules = [rule for rule in own if rule.name not in _OF_MANY] + list(extra_rules)
        self._plan = RulePlan(rules if wanted is None else list(filter(wanted, rules)))
        self._reader = CaseReader(free_form or {})
        self._memory = Memory()
        self._met = MetTools()
        self._finding_of, self._file = finding_of, GIVEN

    def check(self, row: JsonObject | Conversation) -> list[Finding]:
        """Everything that is wrong with one conversation."""
        case = self._reader.case(row, self._file, None, 0)
        if isinstance(case, BadRow):
            return [Finding("unreadable-row", "error", self._file, None, None, None, "", visible(case.text))]
        case.new_tools = self._met.is_new(case.tools)
        return [
            self._finding_of(rule, hit, self._file, None, case.name)
            for _, rule in self._plan.rules_for(case)
            for hit in rule.check(case, self._memory)
        ]
