"""Why a tool is in no scenario: for each the first thing that stands in its way, in words of the word files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalwright.text import phrase

from ..generic.probe_marker import is_marked
from ..generic.toolview import ToolView
from ..scenarios.telling import told
from .feeds import Observed
from .finding import Chains
from .speech import SaidPurpose
from .worlds import Explored

_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Reasons:
    """What is known of tools that are not used."""

    world: Explored
    chains: Chains
    purposes: Mapping[str, SaidPurpose]
    silly: frozenset[str]
    """Tools of a made-up backend that would tell what no such thing is called."""
    ordering: frozenset[str]
    """Tools whose results give orders to the assistant."""
    worked_out: frozenset[str]
    unfilled: Mapping[str, str]
    """By tool, a parameter of which nobody knows what stands in it."""

    def why(self, view: ToolView) -> str:
        """Why this tool is in no scenario."""
        return self._forbidden(view) or self._not_known(view) or self._not_said(view)

    def _forbidden(self, view: ToolView) -> str:
        name, world = view.name, self.world
        if name in world.forbidden:
            way = world.reset.way
            named = phrase("synth.unused.not_put_back", way=phrase(f"synth.way.{way}")) if way != "none" else ""
            return named or phrase("synth.unused.changes")
        if name in world.set_aside:
            return phrase(f"synth.unused.{world.set_aside[name].replace('-', '_')}")
        if name in world.untried:
            return phrase("synth.unused.untried")
        if view.problem is not None:
            return view.problem
        if name in self.ordering:
            return phrase("synth.unused.instructs")
        if name in self.unfilled:
            return phrase("synth.unused.not_known", param=self.unfilled[name][:60])
        return phrase("synth.unused.worked_out") if name in self.worked_out else ""

    def _not_known(self, view: ToolView) -> str:
        made = (call for call in self.world.observed() if call.tool == view.name)
        mine: Sequence[Observed] = [call for call in made if not is_marked(call.arguments)]
        if mine and not any(call.ok for call in mine):
            return phrase("synth.unused.refused", failed=" ".join(str(mine[-1].content).split())[:_SHOWN])
        missing = self.chains.missing(view.name) if not mine else None
        if missing is not None:
            return phrase("synth.unused.not_known", param=".".join(map(str, missing.path))[:60])
        if view.name in self.silly:
            return phrase("synth.unused.made_up")
        if view.effect != "write" and mine and not any(told(call.value) for call in mine):
            return phrase("synth.unused.tells_nothing")
        return ""

    def _not_said(self, view: ToolView) -> str:
        return phrase("synth.unused.no_purpose" if view.name not in self.purposes else "synth.unused.no_words")
