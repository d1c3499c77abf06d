"""Which thing of a result it is: by the seed, by a pick among what is offered, or by what the user knows of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evalwright.data import dumps_canonical
from evalwright.text import listed

from .candidates import candidates, things_to_choose
from .line_patterns import nearest_line
from .model import Choice, Reference, Step
from .opening import Opening
from .outline import Outline, Path
from .references import references_in
from .sayings import Saying
from .scope import MISSING, Known, follow
from .spoken_values import spoken_parts
from .stuck import StuckError
from .talk import Talk
from .values_said import as_said

IT = "it"
"""What a thing that is a plain text is called in a condition."""
MOST_OFFERED = 5
"""Things that are named, of however many there are."""
_MOST_SHOWN = 120
_MOST_NAMED = 2
"""Fields by which a user tells which thing is meant."""


def choose(talk: Talk, outline: Outline, opening: Opening, step: Step) -> Choice | None:
    """Make the choices of a step; the first one that finds nothing, None where all found something."""
    name = step.name or step.tool
    for choice in step.choices:
        things = candidates(choice, name, talk.scope)
        if not things:
            return choice
        thing = _chosen_thing(talk, outline, step, choice, things)
        talk.scope.things[choice.name] = thing
        if choice.selection == "any" and (len(things) > 1 or step.offers.get(talk.lang)):
            if len(things) > 1:
                talk.own.add(choice.name)
            _settle_which(talk, outline, opening, step, choice, things, thing)
    return None


def nothing_found(talk: Talk, step: Step, missed: Choice) -> StuckError:
    """Why a choice fell on nothing: a list that is not there, with what is, or nothing that fits."""
    name, line = step.name or step.tool, missed.line or step.line
    known = talk.scope.results.get(name)
    if missed.inside is None and missed.path and known is not None and known.follow(missed.path) is MISSING:
        place = Reference(name, missed.path, line)
        if fields := talk.scope.fields_beside(place):
            return StuckError("no_field", line, slot=str(place), fields=listed(fields))
    things = things_to_choose(missed, known, talk.scope)
    if unmet := _unmet_condition(talk, missed, things, step):
        return unmet
    text = known.text.strip() if known is not None and missed.inside is None else ""
    if things:
        text = things[0] if isinstance(things[0], str) else json.dumps(things[0], ensure_ascii=False, default=str)
    kind = "nothing_found"
    if text and not things and isinstance(known and known.value, str | None):
        kind = "no_line_fits" if missed.pattern is not None else "no_list"
    shown = nearest_line(text, missed.pattern) if missed.pattern is not None else text.partition("\n")[0]
    return StuckError(kind, line, name=missed.name, tool=step.tool, given=f"“{shown[:_MOST_SHOWN]}”")


def _unmet_condition(talk: Talk, missed: Choice, things: list[Any], step: Step) -> StuckError | None:
    """A condition that nothing fulfils by itself: its field is nowhere, or what was there is told."""
    for condition in missed.where:
        held = [value for thing in things if (value := follow(thing, condition.path)) is not MISSING]
        field = ".".join(condition.path)
        first = next((thing for thing in things if isinstance(thing, dict)), None)
        if things and not held and condition.path and first is not None:
            return StuckError("no_field", missed.line or step.line, slot=f"{missed.name}.{field}", fields=listed(first))
        if held and not candidates(replace(missed, where=(condition,)), step.name or step.tool, talk.scope):
            seen = list(dict.fromkeys(text for each in held for text in spoken_parts(each, talk.lang)))[:MOST_OFFERED]
            quoted = listed([f"“{text[:_MOST_SHOWN]}”" for text in seen])
            line = missed.line or step.line
            return StuckError("no_such_value", line, name=missed.name, tool=step.tool, field=field or IT, given=quoted)
    return None


def _chosen_thing(talk: Talk, outline: Outline, step: Step, choice: Choice, things: list[Any]) -> Any:
    if choice.selection == "first":
        return things[0]
    if choice.selection == "last":
        return things[-1]
    if choice.selection == "only":
        if len(things) > 1:
            raise StuckError("not_only", choice.line, name=choice.name, num=len(things))
        return things[0]
    paths = outline.identities.get(choice.name, ())
    if not paths and choice.name not in outline.known:
        return things[0]  # nothing depends on which one it is
    names = [_thing_identity(choice.name, thing, paths) for thing in things]
    new = [at for at, name in enumerate(names) if name not in talk.chosen] or list(range(len(things)))
    rng = talk.variety.random("choice", outline.scenario.name, choice.name, len(talk.chosen))
    picked = talk.memory.sides.pick(
        new, [names[at] for at in new], talk.side, rng, reached=_is_reached(talk, step, choice)
    )
    if picked is None:
        raise StuckError("other_side", choice.line, name=choice.name)
    talk.chosen.add(names[picked])
    return things[picked]


def _thing_identity(name: str, thing: Any, paths: Sequence[Path]) -> bytes:
    """What a thing is known by: the fields that calls are made with, else all of it."""
    held = [follow(thing, path) for path in paths]
    return dumps_canonical([name, [repr(each) for each in held] if held else thing])


def _is_reached(talk: Talk, step: Step, choice: Choice) -> bool:
    """Whether only this side of the data leads to what is chosen from."""
    names = {each.name for each in references_in(dict(step.arguments))}
    if choice.inside is not None:
        names.add(choice.inside.name)
    return bool(names & talk.own)


def _settle_which(
    talk: Talk, outline: Outline, opening: Opening, step: Step, choice: Choice, things: list[Any], thing: Any
) -> None:
    """See to it that the assistant can know which one is meant, where the user means one."""
    said = [each.path for each in references_in(opening.way) if each.name == choice.name]
    known = outline.known.get(choice.name, ())
    left = _fitting(things, thing, said)
    if len(left) == 1 and said:
        return
    offers = talk.users_words(step.picks) if step.offers.get(talk.lang) else Saying()
    if offers:
        _offer(talk, outline, step, choice, left, thing, offers)
    elif known:
        _ask_which(talk, [path for path in known if path not in said], left, thing, choice)


def _fitting(things: list[Any], thing: Any, paths: Sequence[Path]) -> list[Any]:
    """The things that are like the one that is meant in these fields."""
    wanted = [follow(thing, path) for path in paths]
    return [each for each in things if [follow(each, path) for path in paths] == wanted]


def _offer(
    talk: Talk, outline: Outline, step: Step, choice: Choice, things: list[Any], thing: Any, picks: Saying
) -> None:
    """The assistant names what it found, the user picks one; nobody is told again what was told just before."""
    if len(talk.transcript.calls) == talk.calls_before:
        raise StuckError("no_call", step.line)
    offered = things[:MOST_OFFERED]
    if not any(each is thing for each in offered):
        offered[-1] = thing
    name = step.name or step.tool
    held = talk.scope.results[name]
    talk.scope.results[name] = _narrowed(held, choice, offered, len(things) - len(offered))
    chosen = talk.scope.things.pop(choice.name)
    words = talk.words(step.offers)
    talk.scope.results[name], talk.scope.things[choice.name] = held, chosen
    if not words:
        raise talk.unsayable(step.offers, "offers", step.line)
    talk.variety.play("offers")
    talk.say("assistant", "offer", words=words)
    if talk.may_wander():
        talk.wander(lambda: talk.say("assistant", "offer", words=words, again=True))
    named = set(outline.facts_in(picks.ways[0]))
    picks.ways = [way for way in picks.ways if set(outline.facts_in(way)) == named]
    talk.hear(named)
    talk.say("user", "pick", words=picks)


def _narrowed(known: Known, choice: Choice, offered: list[Any], left_out: int) -> Known:
    """The result with nothing but what is offered in the list that is chosen from."""
    value: Any = offered
    for name in reversed(choice.path):
        value = {name: value}
    if choice.path and isinstance(known.value, dict) and len(choice.path) == 1:
        value = {**known.value, choice.path[0]: offered}
    return known._replace(value=value, whole=known.value, offered=choice.path, left_out=left_out)


def _ask_which(talk: Talk, paths: Sequence[Path], things: list[Any], thing: Any, choice: Choice) -> None:
    """The assistant asks which one is meant, and the user says what sets it apart."""
    named: list[Path] = []
    for path in paths:
        if len(_fitting(things, thing, named)) > len(_fitting(things, thing, [*named, path])):
            named.append(path)
        if len(_fitting(things, thing, named)) == 1:
            break
    values = _spoken_fields(talk, choice.name, thing, named)
    if len(_fitting(things, thing, named)) > 1 or len(named) > _MOST_NAMED or not values:
        raise StuckError("not_told_apart", choice.line, name=choice.name, num=len(things))
    shown = [_spoken_fields(talk, choice.name, each, paths) for each in things[: MOST_OFFERED + 1]]
    listed = shown if len(shown) <= MOST_OFFERED and all(shown) else []
    talk.variety.play("asks-which")
    talk.say("assistant", "which", count=str(len(things)), things=listed)
    if talk.may_wander():
        talk.wander(lambda: talk.say("assistant", "which", count=str(len(things)), again=True))
    talk.say("user", "point", values=values)


def _spoken_fields(talk: Talk, name: str, thing: Any, paths: Sequence[Path]) -> list[tuple[str, ...]]:
    """What is said of a thing by these fields; empty where one of them cannot be said."""
    told = [as_said(follow(thing, path), name, path, talk.scope.said_as) for path in paths]
    parts = [spoken_parts(each, talk.lang) for each in told]
    return parts if all(parts) else []
