"""How a user brings up a wish: which words it begins with, what is told at once, and what is left to be asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .model import Reference, Template
from .outline import Outline
from .references import references_in
from .said_words import asks_for_something, is_question
from .sayings import Saying
from .scope import fact_name
from .spoken_values import spoken_parts
from .stuck import StuckError
from .talk import StatedFact, Talk, slot_values, stated

_MODES = ("all-at-once", "drop-by-drop", "missing-fact")
_MOST_AT_ONCE = 4


@dataclass(slots=True)
class Opening:
    """The first message of a wish."""

    way: Template
    """The words that it begins with."""
    wish: Saying
    """The same with values, as far as they are known; what the user knows of later results comes at the end."""
    given: list[StatedFact] = field(default_factory=list)
    """Facts that are told beside it."""
    asks: bool = True
    """Whether it asks for something, and is no mere statement."""
    one_by_one: bool = False
    """Whether the rest is asked for one fact at a time."""

    def knows(self) -> list[Reference]:
        """What it says that is found out later."""
        return [each for each in references_in(self.way) if str(each) not in self.wish.values]


def open_wish(talk: Talk, outline: Outline, *, first: bool, pleased: bool = False) -> Opening:
    """The first message of a wish, said; what it tells counts as said."""
    rng = talk.variety.random("opening", outline.scenario.name)
    missing = outline.unsaid(outline.needed_at_first, talk.scope.said)
    ways = _ways_by_mode(outline, missing)
    mode = _drawn_mode(talk, rng, [mode for mode in _MODES if ways[mode]])
    choice = ways[mode]
    if not choice:
        raise StuckError("no_way_to_say", outline.scenario.line, name=outline.scenario.name, lang=talk.lang)
    way = choice[rng.randrange(len(choice))]
    asks = asks_for_something(way.text, talk.lang)
    opening = Opening(way, Saying((way,)), asks=asks, one_by_one=mode == "drop-by-drop")
    told = sorted(_told_at_once(mode, outline, _left(outline, way, missing), rng), key=_is_mine)
    talk.hear(outline.facts_in(way))
    _fill_facts(talk, outline, opening)
    for name in told:
        opening.given.append(stated(talk, outline, name, asked=False))
        talk.hear(outline.said_with(name))
    introduces = first and all(fact.mine and fact.saying for fact in opening.given)
    slots = {"given": opening.given, "introduces": introduces, "begins": first, "more": not first, "pleased": pleased}
    talk.say("user", "want", wish=opening.wish, asks=asks, question=is_question(way.text), **slots)
    return opening


def _is_mine(name: str) -> bool:
    """Whether a fact is about the user: people say what they want before they say who they are."""
    return name.startswith("me.")


def _ways_by_mode(outline: Outline, missing: list[str]) -> Mapping[str, Sequence[Template]]:
    """For every mode the ways of saying the wish that fit it; under `""` those for which the rest can be asked for."""
    key = tuple(missing)
    found = outline.ways_by_missing.get(key)
    if found is None:
        found = {mode: _ways(mode, outline, missing) for mode in _MODES}
        found[""] = [way for way in outline.wants if all(map(outline.can_ask, _left(outline, way, missing)))]
        outline.ways_by_missing[key] = found
    return found


def _ways(mode: str, outline: Outline, missing: list[str]) -> list[Template]:
    """The ways of saying the wish that leave as much unsaid as a mode is about."""
    found = []
    for way in outline.wants:
        left = _left(outline, way, missing)
        if mode == "all-at-once":
            fits = bool(missing) and len(left) <= _MOST_AT_ONCE and all(map(outline.can_say, left))
        else:
            fits = len(left) > (mode == "drop-by-drop") and all(map(outline.can_ask, left))
        found += [way] if fits else []
    return found


def _left(outline: Outline, way: Template, missing: list[str]) -> list[str]:
    """What is still missing once these words are said."""
    return outline.unsaid(missing, set(outline.facts_in(way)))


def _drawn_mode(talk: Talk, rng: random.Random, modes: list[str]) -> str:
    """How much is told at once: what was intended, else by chance; nothing where no fact is missing."""
    intended = [mode for mode in modes if talk.variety.may(mode)]
    if not modes:
        return ""
    return rng.choice(intended or modes)


def _told_at_once(mode: str, outline: Outline, left: list[str], rng: random.Random) -> list[str]:
    if mode == "all-at-once":
        return left
    if mode != "missing-fact" or len(left) < 2:
        return []
    sayable = [name for name in left if outline.can_say(name)]
    return sayable[: rng.randrange(len(left))]  # in their order: nobody gives her city before her name


def _fill_facts(talk: Talk, outline: Outline, opening: Opening) -> None:
    """The values of the facts that the first words name."""
    for reference in references_in(opening.way):
        if fact_name(reference) in outline.facts:
            parts = spoken_parts(talk.scope.user_says(reference), talk.lang)
            if not parts:
                raise StuckError("unsayable", opening.way.line, slot=str(reference))
            opening.wish.values[str(reference)] = parts


def settle_opening(talk: Talk, outline: Outline, opening: Opening) -> None:
    """Put in what the user knew from the beginning; where the wish ended before it was found out, other words do."""
    if not opening.knows():
        return
    found = slot_values(opening.way, talk.scope.user_says, talk.lang)
    if found is not None:
        opening.wish.values |= {name: parts for name, parts in found.items() if name not in opening.wish.values}
        return
    facts = set(outline.facts_in(opening.way))
    for way in outline.wants:
        slots = {str(each) for each in references_in(way)}
        if set(outline.facts_in(way)) == facts and slots <= opening.wish.values.keys():
            opening.wish.ways = (way,)
            return
    raise StuckError("not_found_out", opening.way.line, slot=str(opening.knows()[0]))
