"""A whole conversation, played: a person, one wish or two, and the farewell, on a fork of the environment.

A stage (file, environment, people) and a seed flow in, a `Played` conversation flows out: executed, not yet worded. The
draws of one conversation depend on its seed alone, not on the language, so that the same plan can be told in two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evalwright.chat import JsonObject

from ..environment import Environment
from ..plan import Called, Plan
from ..rules import Rules
from .agreement import has_changed, values_of_side
from .model import ScenarioFile
from .outline import Outline
from .scope import ME, Scope
from .sides import share_of
from .stuck import StuckError
from .talk import Memory, Talk
from .transcript import CallKey, Transcript
from .variety import Variety
from .wish_play import Outcome, WishPlay

_KEPT = 0.5
"""How often a second wish is about a value that was said already."""


@dataclass(slots=True)
class Stage:
    """What the conversations of one language are played with."""

    lang: str
    file: ScenarioFile
    rules: Rules
    environment: Environment
    people: Sequence[JsonObject]
    outlines: Mapping[str, Outline]
    memory: Memory
    topics: Sequence[str] = ()
    changing: Sequence[str] = ()
    """Tools that give something else each time."""
    doubted: frozenset[str] = frozenset()
    """Tools of which nothing but their words shows that they said no."""


@dataclass(slots=True)
class Played:
    """A conversation that was executed."""

    plan: Plan
    applied: list[str]
    """The variations that could have been played."""
    entity_calls: list[CallKey]
    faults: list[list[int | str]] = field(default_factory=list)
    given: list[str | int | float] = field(default_factory=list)
    """What the file alone put into calls."""
    outcome: Outcome = "served"
    """What came of the first wish."""


def play_conversation(
    stage: Stage,
    scenario: str,
    side: str,
    seed: tuple[object, ...],
    plan_id: str,
    wanted: Collection[str] = (),
    without: Collection[str] = (),
) -> Played:
    """One conversation that begins with this scenario; StuckError where the draw leads nowhere."""
    environment = stage.environment.fork()
    before = environment.hash()
    talk = _begin(stage, environment, side, Variety(seed, wanted, without))
    outline = stage.outlines[scenario]
    _draw_values(talk, outline)
    outcome = WishPlay(talk, outline, first=True).play()
    intents, first = [scenario], outcome
    second = _second(stage, talk, scenario)
    if second is not None:
        outcome = _play_second(talk, second, outcome)
        intents += [second.scenario.name] if "second-wish" in talk.variety.used else []
    _close(talk, outcome)
    if getattr(environment, "broken", False):
        raise StuckError("lost")
    if not talk.transcript.calls:
        raise StuckError("no_call", outline.scenario.line)
    return replace(_played(stage, talk, plan_id, intents, before), outcome=first)


def _begin(stage: Stage, environment: Environment, side: str, variety: Variety) -> Talk:
    # By place: where a domain has a world for each language, the same place is the same person, with the same ids.
    places = stage.memory.sides.split(ME, len(stage.people), side, lambda place: [ME, place])
    me = stage.people[variety.random("person").choice(places)] if places else {}
    talk = Talk(
        stage.file,
        stage.rules,
        Scope(stage.lang, dict(me), said_as=stage.file.said_as.get(stage.lang, {})),
        Transcript(environment, stage.doubted),
        variety,
        stage.memory,
        side,
        stage.topics,
    )
    if len(stage.people) > 1:
        talk.own.add(ME)
    return talk


def _draw_values(talk: Talk, outline: Outline) -> None:
    """What the user has in mind for the names of `values`."""
    for name, fact in {each.partition(".")[0]: fact for each, fact in outline.facts.items()}.items():
        if name == ME or name in talk.scope.values:
            continue
        mine = values_of_side(talk.memory, fact, talk.lang, talk.side)
        if not mine:
            raise StuckError("no_value", fact.line, name=name, lang=talk.lang)
        rng = talk.variety.random("value", name, len(talk.transcript.steps) > 0)
        talk.scope.values[name] = mine[rng.randrange(len(mine))]
        if len(fact.values_in(talk.lang)) > 1 and name not in talk.memory.kinds:
            talk.own.add(name)


def _second(stage: Stage, talk: Talk, first: str) -> Outline | None:
    """What the user wants besides; None where it is one wish only."""
    others = [name for name in stage.outlines if name != first] or list(stage.outlines)
    others = [name for name in others if _goes_on(talk, stage.outlines[first], stage.outlines[name])]
    if not others or talk.over or not talk.variety.may("second-wish"):
        return None
    rng = talk.variety.random("second")
    weights = [stage.outlines[name].scenario.weight for name in others]
    return stage.outlines[rng.choices(others, weights)[0]]


def _goes_on(talk: Talk, first: Outline, second: Outline) -> bool:
    """Whether one would go on so: not by asking once more what there is, nor by saying anew who one is."""
    if first is not second and first.scenario.wants == second.scenario.wants:
        return False
    mine = {name for name in second.all_needed if name.startswith(f"{ME}.")}
    return not mine or mine <= set(talk.scope.said) or not any(name.startswith(f"{ME}.") for name in talk.scope.said)


def _play_second(talk: Talk, outline: Outline, first: Outcome) -> Outcome:
    """Play another wish: about what was spoken of, or about something else where that leads nowhere.

    Where neither comes to anything, the conversation ends without it.
    """
    kept = {} if _both_change(talk, outline) else _kept_values(talk)  # what was just changed is not changed once more
    for values in (kept, {}) if kept else ({},):
        outcome = _try_second(talk, outline, first, values)
        if outcome is not None:
            return outcome
    return first


def _kept_values(talk: Talk) -> dict[str, Any]:
    """What the user still has in mind of what was said."""
    rng, told = talk.variety.random("kept"), {name.partition(".")[0] for name in talk.scope.said}
    return {name: value for name, value in talk.scope.values.items() if name in told and rng.random() < _KEPT}


def _try_second(talk: Talk, outline: Outline, first: Outcome, values: dict[str, Any]) -> Outcome | None:
    """Another wish with these values in mind; None where it leads nowhere and changed nothing."""
    transcript, variety, scope = talk.transcript, talk.variety, talk.scope
    mark, used, applied = transcript.mark(), dict(variety.used), dict(variety.applied)
    # That it is the same thing again has to be said again.
    said = {name: value for name, value in scope.said.items() if name.partition(".")[0] == ME}
    talk.scope = Scope(scope.lang, scope.me, dict(values), said, said_as=scope.said_as)
    try:
        _draw_values(talk, outline)
        calls = len(transcript.calls)
        done = WishPlay(talk, outline, first=False, pleased=first == "served").play()
        if len(transcript.calls) == calls:
            raise StuckError("no_call", outline.scenario.line)
    except StuckError:
        if not transcript.back_to(mark):
            raise
        variety.used, variety.applied, talk.scope, talk.over = used, applied, scope, False
        return None
    variety.play("second-wish")
    return done


def _both_change(talk: Talk, second: Outline) -> bool:
    """Whether something was changed already, and the next wish changes something as well."""
    reads = talk.transcript.reads
    changed = any(not reads(called.name) for called in talk.transcript.calls)
    return changed and any(not reads(step.tool) for step in second.scenario.steps)


def _close(talk: Talk, outcome: Outcome) -> None:
    """The farewell, or none where the last message says it all."""
    if talk.over:
        return
    variety, rng = talk.variety, talk.variety.random("close")
    thanks, goodbye, asked = variety.may("thanks"), variety.may("goodbye"), False
    if talk.topics and variety.may("unrelated"):
        talk.wander()
        thanks = thanks or not goodbye
    elif rng.random() < 0.4 and (thanks or goodbye):
        talk.say("assistant", "anything_else")
        talk.say("user", "nothing_else")
        asked = True
    elif outcome == "ended" and (thanks or goodbye):
        talk.say("user", "accept", thanks=thanks)
    changed = outcome == "served" and has_changed(talk)
    if thanks:
        variety.play("thanks")
        talk.say("user", "thanks", pleased=outcome == "served", ending=asked, changed=changed)
    if goodbye:
        variety.play("goodbye")
        talk.say("user", "bye", ending=asked)
    if thanks or goodbye:
        talk.say("assistant", "bye", thanked=thanks, sorry=outcome == "ended", changed=changed)


def _played(stage: Stage, talk: Talk, plan_id: str, intents: list[str], before: str) -> Played:
    variety, transcript = talk.variety, talk.transcript
    entities = [f"me {share_of(talk.scope.me):.12f}"] if len(stage.people) > 1 else []
    entities += _made_ids([called for called in transcript.calls if not transcript.reads(called.name)])
    facts: dict[str, Any] = {**{f"{ME}.{key}": value for key, value in talk.scope.me.items()}, **talk.scope.said}
    plan = Plan(
        id=plan_id,
        steps=transcript.steps,
        intents=intents,
        tags=list(variety.used),
        facts=facts,
        entities=entities,
        hash_before=before,
        hash_after=transcript.environment.hash(),
        sought=transcript.sought,
    )
    return Played(plan, list(variety.applied), transcript.entity_calls, transcript.faults, list(transcript.given))


def _made_ids(changes: Sequence[Called]) -> list[str]:
    """The ids of what was made anew: every conversation begins in the same state, so both sides would make the same."""
    found: dict[str, None] = {}
    for called in changes:
        given = {str(value) for value in called.arguments.values()}
        record = called.result.value
        for key, value in record.items() if isinstance(record, Mapping) else ():
            if str(key).lower().endswith("id") and isinstance(value, str | int) and str(value) not in given:
                found[f"{key} {value}"] = None
    return list(found)
