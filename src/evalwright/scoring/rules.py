"""How strictly two calls are compared: the mode, and the parameters that a user has freed from a rule.

A value that flows from the configuration into every comparison. It is written out in the header of the
standalone grader, so it holds plain data alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .argument_rules import NO_ARGUMENT_RULES, ArgumentRule, ArgumentRules, merged_rules, read_argument_rules

MODES = ("schema", "exact", "foundry")


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The settings of a comparison. Parameters are named per tool, nested ones with dots: `address.city`."""

    mode: Literal["schema", "exact", "foundry"] = "schema"
    ignore: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters that are not compared."""
    unordered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters whose lists may come in any order."""
    casefold: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters whose texts are compared without regard to case."""

    arguments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further rules by tool and parameter, as `--match-rules` gives them; `*` is every tool, or every parameter."""
    by_tool: Mapping[str, ArgumentRules] = field(init=False, repr=False, compare=False)
    """The same, read."""

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(f"the match mode is one of {', '.join(MODES)}, not {self.mode!r}")
        read = {str(tool): read_argument_rules(rules) for tool, rules in self.arguments.items()}
        object.__setattr__(self, "by_tool", read)


DEFAULT_RULES = MatchRules()


def rules_for(rules: MatchRules, tool: str, own: ArgumentRules) -> ArgumentRules:
    """What holds for the parameters of one call: the settings for its tool, and its own rules."""
    if not (rules.ignore or rules.unordered or rules.casefold or rules.arguments):
        return own
    freed: dict[str, ArgumentRule] = {}
    for flag, setting in (("ignore", rules.ignore), ("unordered", rules.unordered), ("casefold", rules.casefold)):
        for param in setting.get(tool, ()):
            flags = freed[param].flags if param in freed else frozenset[str]()
            freed[param] = ArgumentRule(flags | {flag})
    for stated in (rules.by_tool.get("*", NO_ARGUMENT_RULES), rules.by_tool.get(tool, NO_ARGUMENT_RULES)):
        freed = dict(merged_rules(freed, stated))
    return merged_rules(freed, own)
