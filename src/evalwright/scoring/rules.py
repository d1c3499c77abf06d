"""How strictly two calls are compared: the mode, and the parameters that a user has freed from a rule.

A value that flows from the configuration into every comparison. It is written out in the header of the
standalone grader, so it holds plain data alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

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

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(f"the match mode is one of {', '.join(MODES)}, not {self.mode!r}")


DEFAULT_RULES = MatchRules()
