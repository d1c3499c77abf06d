"""Which result fits which parameter: what plans are drawn from. `synth.explore` makes it from the calls of a world.

An edge is kept for what was seen: the value that a tool returned at a path was accepted by another as a parameter.
Records seen on the way are kept as what a user may know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import Toolbox

from .entity_types import Kinds
from .parameters import Param
from .toolview import ToolView
from .value_extraction import Bundle

_MAX_BUNDLES = 5_000
_PEERS = 24
"""Bundles that are compared before one is chosen for a tool."""


class Edge(NamedTuple):
    """A value of one tool's result that another tool takes."""

    producer: str
    path: str
    consumer: str
    param: str
    seen: bool
    """Whether it was seen to be accepted, not only to be of the same sort."""


@dataclass(slots=True)
class Flow:
    """What is known of a set of tools after trying them."""

    views: dict[str, ToolView]
    kinds: Kinds
    checks: Toolbox
    producers: dict[str, dict[str, None]] = field(default_factory=dict)
    """For each sort of value the tools that return it, in the order they were seen."""
    edges: dict[Edge, None] = field(default_factory=dict)
    known: list[Bundle] = field(default_factory=list)
    """What users know of themselves, as far as anybody told."""
    listed: set[str] = field(default_factory=set)
    """Sorts of values that lists in plain text name, such as paths: looked up there like ids."""
    bundles: list[Bundle] = field(default_factory=list)
    by_key: dict[str, list[int]] = field(default_factory=dict)
    usable: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Tools that are not of use, and why."""
    failed: dict[str, str] = field(default_factory=dict)
    """Tools that gave nothing but refusals, and the last one."""
    changing: list[str] = field(default_factory=list)
    """Tools that give something else when they are asked the same again, such as the weather."""

    def about(self, tool: str) -> str | None:
        """The thing that a tool is about."""
        return self.kinds.target.get(tool) or self.views[tool].noun

    def keep(self, bundle: Bundle) -> None:
        """Remember a record."""
        if len(self.bundles) < _MAX_BUNDLES and bundle not in self.bundles[-50:]:
            for key in bundle:
                self.by_key.setdefault(key, []).append(len(self.bundles))
            self.bundles.append(bundle)

    def bundle(self, rng: random.Random, keys: Sequence[str]) -> Bundle:
        """A record that has as many of these values as can be found together."""
        held = [self.by_key[key] for key in keys if key in self.by_key]
        if not held:
            return {}
        rarest = min(held, key=len)
        peers = [self.bundles[rng.choice(rarest)] for _ in range(min(_PEERS, len(rarest)))]
        return max(peers, key=lambda bundle: sum(key in bundle for key in keys))


def fits(param: Param, value: Any) -> bool:
    """Whether a value is of the type that a parameter takes."""
    if isinstance(value, bool) or value is None:
        return param.type == "boolean" and isinstance(value, bool)
    if param.type == "integer":
        return isinstance(value, int)
    if param.type == "number":
        return isinstance(value, int | float)
    return isinstance(value, str) and value != ""
