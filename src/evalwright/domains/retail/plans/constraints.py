"""What the pipeline may ask of a planner: a story with certain intents, variations, tools or lengths."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from evalwright.synth.domain_kit import Called, Plan

Transition = tuple[str, str]
"""Two tools, the second called next after the first."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a story must have. What is left empty is the planner's to choose."""

    intents: tuple[str, ...] = ()
    """What the user wants, in order; exactly these."""
    tags: tuple[str, ...] = ()
    """Variations that must be played."""
    tools: tuple[str, ...] = ()
    """Tools that must be called."""
    transition: Transition | None = None
    calls: int | None = None
    """How many calls there are."""
    messages: int | None = None
    """How many messages there are, with the system message and the results."""

    def met_by(self, plan: Plan) -> bool:
        """Whether a story is what was asked for."""
        names = [step.name for step in plan.steps if type(step) is Called]
        return (
            (not self.intents or list(self.intents) == plan.intents)
            and all(tag in plan.tags for tag in self.tags)
            and all(tool in names for tool in self.tools)
            and (self.transition is None or self.transition in pairwise(names))
            and self.calls in (None, len(names))
            and self.messages in (None, messages_of(plan))
        )


def messages_of(plan: Plan) -> int:
    """The messages that a plan becomes: a call is two, and the system message comes first."""
    return 1 + len(plan.steps) + sum(type(step) is Called for step in plan.steps)
