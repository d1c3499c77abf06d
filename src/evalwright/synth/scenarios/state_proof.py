"""A way back that exploring could not prove, proved by the file's own changes: one is played, put back, and looked for.

Exploring knows no query and no commit message to try, and on a server that wants to know who asks it can read nothing.
A scenario does: where the user named a way to put the state back and no change was seen yet, the first scenario that
changes something is played on it. Where nothing shows what it did, the state is known by the reads of that conversation
from then on, and it is played once more. What it did must show and must be gone again afterwards; else no tool that
changes things is used.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from evalwright.chat import Message, loads
from evalwright.data import dumps_canonical

from ..environment import Environment
from ..explore import World, leads_back, shows_change
from ..generic import ServedEnvironment
from ..state import MOST_READS, Read
from .model import Scenario, ScenarioFile, ScenarioFinding
from .trial import ScenarioTrial, try_scenario

_MOST_PLAYED = 6


def prove_by_playing(
    file: ScenarioFile, environment: Environment, world: World | None, lang: str, passed_over: Collection[int] = ()
) -> dict[int, ScenarioFinding]:
    """Try whether the way back leads back, where that is still open; what was found goes into world and environment.

    What comes back: by the line of a scenario that was played and did not come to its end, why not. `passed_over`: the
    lines of scenarios that are known to be wrong already.
    """
    stopped: dict[int, ScenarioFinding] = {}
    if world is None or not isinstance(environment, ServedEnvironment) or not _is_open(environment, world):
        return stopped
    facts = world.reset
    environment.shared.proved = None
    playable = [each for each in file.scenarios if each.wants.get(lang) and each.steps and each.line not in passed_over]
    changing = [each for each in playable if _writes(each, environment)]
    for scenario in changing[:_MOST_PLAYED]:
        played = _played_so_that_it_shows(file, scenario, environment, world, lang)
        if played.finding is not None:
            stopped[scenario.line] = played.finding
        elif shows_change(environment):
            facts.proved = leads_back(environment, facts)
            facts.why = "" if facts.proved else "still-there"
            facts.tool = next(step.tool for step in scenario.steps if environment.effect(step.tool) == "write")
            environment.shared.touched = False
            break
    environment.shared.proved, environment.shared.restarts = facts.proved, facts.restarts
    world.forbidden = [name for name in world.source.names() if not environment.may_call(name)]
    return stopped


def _played_so_that_it_shows(
    file: ScenarioFile, scenario: Scenario, environment: ServedEnvironment, world: World, lang: str
) -> ScenarioTrial:
    """A scenario, played; where nothing shows what it did, once more, watched by the reads that it made itself."""
    played = try_scenario(file, scenario, environment, lang)
    if played.finding is not None or shows_change(environment):
        return played
    _watch(_reads_of(played.messages, environment, world), environment, world)
    return try_scenario(file, scenario, environment, lang)


def _reads_of(messages: Sequence[Message], environment: ServedEnvironment, world: World) -> list[Read]:
    """The reads of a conversation, as far as their tools are known to give the same again."""
    made: dict[bytes, Read] = {}
    for message in messages:
        for call in message.get("tool_calls") or ():
            tool, arguments = call["function"]["name"], call["function"]["arguments"]
            if environment.effect(tool) == "read" and tool not in world.changing and tool not in world.set_aside:
                given = loads(arguments) if isinstance(arguments, str) else arguments
                made.setdefault(dumps_canonical([tool, given]), Read(tool, given))
    return list(made.values())


def _watch(reads: Sequence[Read], environment: ServedEnvironment, world: World) -> None:
    """Know the state by these reads as well, but for those that give one thing and then another."""
    world.reads = [*reads, *(each for each in world.reads if each not in reads)][:MOST_READS]
    world.state = environment.watch(world.reads)
    varying = environment.unsteady_reads()
    if varying:
        world.changing.update(dict.fromkeys(varying, "differs"))
        world.reads = [each for each in world.reads if each.tool not in varying]
        world.state = environment.watch(world.reads)


def _is_open(environment: ServedEnvironment, world: World) -> bool:
    """Whether nobody has seen yet where the way back leads."""
    return (
        environment.way_back != "none"
        and not world.reset.proved
        and world.reset.why in ("", "not-seen", "not-observed")
    )


def _writes(scenario: Scenario, environment: ServedEnvironment) -> bool:
    return any(environment.effect(step.tool) == "write" for step in scenario.steps)
