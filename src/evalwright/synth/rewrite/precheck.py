"""What is wrong with a conversation while it is still going on, so that nothing wrong is executed or goes further.

The checks are those of finished rows, less those that need the end or the calls executed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import Message
from evalwright.workbench import Rule

from ..checks import Checker
from ..environment import Environment
from ..rules import Rules
from ..strict_rules import must_hold
from .acceptance import Objection

_NEED_THE_END = ("shape", "protocol", "replay")


class Precheck:
    """The checks of conversations on their way, for one environment."""

    def __init__(self, environment: Environment, rules: Rules) -> None:
        self.rules = rules
        self._tools = environment.tools()
        self._checker = Checker(environment, replay=False, rules=rules, wanted=_can_be_told_early)

    def objections(self, messages: Sequence[Message], metadata: Mapping[str, Any]) -> list[Objection]:
        """Everything that is wrong so far."""
        row = {"id": "", "messages": list(messages), "tools": self._tools, "metadata": dict(metadata)}
        found = self._checker.check({**row, "parallel_tool_calls": False})
        return [Objection(each.rule, each.message, str(each.text)) for each in found]


def _can_be_told_early(rule: Rule) -> bool:
    return must_hold(rule) and rule.family not in _NEED_THE_END
