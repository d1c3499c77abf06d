"""How calls are compared, as the options of a task say it: the mode, and rules by tool and parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.errors import UsageError
from evalwright.scoring import MatchRules
from evalwright.text import phrase, said_by


def match_rules_of(options: Mapping[str, Any]) -> MatchRules:
    """The settings of a comparison; UsageError for rules that are none."""
    rules = options.get("match_rules") or {}
    if not isinstance(rules, Mapping):
        raise UsageError.named("task.match_rules", problem=phrase("call.rules.not_object"))
    try:
        return MatchRules(mode=options.get("match", "schema"), arguments=rules)
    except ValueError as error:
        raise UsageError.named("task.match_rules", problem=said_by(error)) from None
