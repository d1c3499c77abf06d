"""One scenario tried out: played in the environment until it comes to its end, else why it does not, by line.

For `scenarios check` and for drafts: a file may be well written and still be refused by the server. A trial takes the
straight path; what the tools say no to is told where the file has words for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evalwright.chat import Message

from ..environment import Environment
from ..seeds import random_for
from .conversation_play import Stage, play_conversation
from .model import Scenario, ScenarioFile, ScenarioFinding
from .sides import TRAIN, Sides
from .stages import open_stage
from .stuck import StuckError
from .talk import Memory
from .variety import CHANCES
from .worded import worded

_TRIES, _LAST = 8, 3
"""Draws of one trial, and at the end those that may also tell why a wish cannot be served."""
_UNSERVED = {"nothing-found", "refused"}
_SPECIAL = tuple(name for name in CHANCES if name not in ("nothing-found", "refused", "thanks", "goodbye"))


@dataclass(frozen=True, slots=True)
class ScenarioTrial:
    """What came of a trial: a conversation, or what stopped it."""

    finding: ScenarioFinding | None = None
    """The line of the step that failed, why, and what helps; None where the scenario came to its end."""
    messages: list[Message] = field(default_factory=list)
    """The conversation, in words."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What its row would say of it."""
    unserved: StuckError | None = None
    """Why the wish could not be served, where no draw could and that was told."""


def try_scenario(
    file: ScenarioFile, scenario: Scenario, environment: Environment, lang: str, *, seed: int = 0, tries: int = _TRIES
) -> ScenarioTrial:
    """Play one scenario once; where no draw comes to its end, the finding is about the one that came furthest."""
    stopped: StuckError | None = None
    try:
        stage = open_stage(file, environment, lang, Memory(Sides(0.0)))
        if scenario.name not in stage.outlines:
            raise StuckError("no_words", scenario.line, name=scenario.name, lang=lang)
        for number in range(tries):
            try:
                done = _tried(stage, scenario, (seed, "trial", number), last=number >= tries - _LAST)
                return replace(done, unserved=stopped) if _UNSERVED & {*done.metadata["tags"]} else done
            except StuckError as error:
                stopped = error if stopped is None or error.line >= stopped.line else stopped
    except StuckError as error:
        stopped = error
    return ScenarioTrial(stopped.finding(scenario.line) if stopped is not None else None)


def _tried(stage: Stage, scenario: Scenario, seed: tuple[object, ...], *, last: bool) -> ScenarioTrial:
    """A conversation that serves the wish; in the end also one that is told why it cannot be served."""
    ends = () if last else ("nothing-found", "refused")
    wanted = ("nothing-found", "refused") if last else ()
    played = play_conversation(stage, scenario.name, TRAIN, seed, "trial", wanted=wanted, without=(*_SPECIAL, *ends))
    draft = worded(stage, played, [random_for(*seed, "words")])
    return ScenarioTrial(messages=draft.messages, metadata=draft.metadata)
