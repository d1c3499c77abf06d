"""What fine-tuning services refuse: audit's rules about services, asked of each record as it will be sent.

What they refuse for certain makes the row unfit; what they may refuse, or cut, is counted by the rule's name.
"""

from __future__ import annotations

from evalwright.chat import read_conversation, toolbox
from evalwright.data import ConversationRow
from evalwright.text import phrase

from ..audit.all_rules import RULES
from ..audit.registry import Memory
from ..audit.row_context import Case
from ..audit.services import MIN_EXAMPLES
from .parts import Record, Unfit

MAX_BYTES = 512 * 1024 * 1024
TOO_FEW, TOO_LARGE = "too-few-conversations", "file-too-large"
_ALSO = ("unknown-tool", "unreadable-arguments", "repeated-tool", "result-without-call", "unanswered-call")
"""Rules of other families whose faults services refuse or mislearn from; counted, not refused."""


class Limits:
    """The rules of one file."""

    def __init__(self) -> None:
        self._memory = Memory()
        self._rules = [rule for rule in RULES.values() if rule.family == "services" and rule.at_end is None]
        self._also = [RULES[name] for name in _ALSO]

    def of_record(self, record: Record, label: str, row: ConversationRow) -> list[str]:
        """The names of the limits that a record touches; Unfit where it would be refused."""
        conversation = read_conversation(record)
        case = Case(conversation, toolbox(conversation.tools), record, label, row.line, row.position, {})
        case.new_tools = True
        touched = []
        for rule in self._rules:
            for hit in rule.check(case, self._memory):
                if rule.severity == "error":
                    raise Unfit(phrase("convert.unfit.limit", rule=rule.name, text=hit.text))
                touched.append(rule.name)
        touched += [rule.name for rule in self._also for _ in rule.check(case, self._memory)]
        return list(dict.fromkeys(touched))

    @staticmethod
    def of_file(conversations: int, size: int) -> list[str]:
        """The names of the limits that the whole file touches."""
        found = [TOO_FEW] if conversations < MIN_EXAMPLES else []
        return [*found, TOO_LARGE] if size > MAX_BYTES else found
