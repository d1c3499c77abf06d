"""A way back that exploring could not prove, proved by the file's own changes: one is played, put back, and looked for.

Exploring knows no query and no commit message to try. A scenario does: where the user named a way to put the state back
and no change was seen yet, the first scenario that changes something is played on it once. What it did must show and
must be gone again afterwards; else no tool that changes things is used.
"""

from __future__ import annotations

from ..environment import Environment
from ..explore import World, leads_back, shows_change
from ..generic import ServedEnvironment
from .model import Scenario, ScenarioFile
from .trial import try_scenario

_MOST_PLAYED = 6


def prove_by_playing(file: ScenarioFile, environment: Environment, world: World | None, lang: str) -> None:
    """Try whether the way back leads back, where that is still open; what was found goes into world and environment."""
    if world is None or not isinstance(environment, ServedEnvironment) or not _is_open(environment, world):
        return
    facts = world.reset
    environment.shared.proved = None
    changing = [each for each in file.scenarios if each.wants.get(lang) and _writes(each, environment)]
    for scenario in changing[:_MOST_PLAYED]:
        played = try_scenario(file, scenario, environment, lang, tries=2)
        if played.finding is None and shows_change(environment):
            facts.proved = leads_back(environment, facts)
            facts.why = "" if facts.proved else "still-there"
            facts.tool = next(step.tool for step in scenario.steps if environment.effect(step.tool) == "write")
            environment.shared.touched = False
            break
    environment.shared.proved, environment.shared.restarts = facts.proved, facts.restarts
    world.forbidden = [name for name in world.source.names() if not environment.may_call(name)]


def _is_open(environment: ServedEnvironment, world: World) -> bool:
    """Whether nobody has seen yet where the way back leads."""
    return environment.way_back != "none" and not world.reset.proved and world.reset.why in ("", "not-seen")


def _writes(scenario: Scenario, environment: ServedEnvironment) -> bool:
    return any(environment.effect(step.tool) == "write" for step in scenario.steps)
