"""Before anything is changed: the question with every detail, and the user's yes, no, or second thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..plan import Called
from .model import Fact, Step
from .no_change import refuse_no_change
from .opening import Opening
from .outline import Outline
from .references import references_in
from .said_words import asks_whether_right, in_quotes, quotes_of
from .scope import follow
from .spoken_values import spoken_parts
from .stuck import StuckError
from .talk import Memory, Talk, label_of

_SEVERAL = 2
_LONG = 40
"""Characters from which a value does not go into the middle of a sentence."""


def agree(talk: Talk, outline: Outline, opening: Opening, at: int, arguments: dict[str, Any]) -> int | None:
    """The step that comes next: this one after a yes, an earlier one after second thoughts, None after a no."""
    step = outline.scenario.steps[at]
    only_looked_up = _is_only_looked_up(talk, outline, at)
    _ask(talk, step, arguments)
    if talk.may_wander():
        talk.wander(lambda: _ask(talk, step, arguments, back=True))
    back = _change_of_mind(talk, outline, opening, at)
    if back is not None and back < at:
        return back
    if back == at:
        _ask(talk, step, talk.arguments(step), again=True)
    if not only_looked_up and talk.variety.may("declines"):
        talk.variety.play("declines")
        talk.say("user", "no")
        talk.say("assistant", "unchanged", partly=has_changed(talk))
        return None
    talk.say("user", "yes", **_question(step, talk.lang))
    return at


def _is_only_looked_up(talk: Talk, outline: Outline, at: int) -> bool:
    """Whether nothing is said of what was just found: after a no it would have been looked up for nothing.

    Whoever wrote a scenario file knows why something is looked up first; nobody does where one was drafted.
    """
    if talk.file.path or at == 0 or len(talk.transcript.calls) == talk.calls_before:
        return False
    before, lang = outline.scenario.steps[at - 1], talk.lang
    if before.offers.get(lang) or before.tells.get(lang):
        return False
    found = {before.name or before.tool, *(choice.name for choice in before.choices)}
    ways = outline.scenario.steps[at].confirms.get(lang, ())
    named = bool(ways) and all(found & {each.name for each in references_in(way)} for way in ways)
    return not (named and isinstance(talk.transcript.steps[-1], Called))


def _question(step: Step, lang: str) -> dict[str, bool]:
    """What the file's question before a change is like: if that is right, and about how many things."""
    ways = step.confirms.get(lang, ())
    right = bool(ways) and all(asks_whether_right(way.text, lang) for way in ways)
    return {"right": right, "detailed": all(len(way.references) >= _SEVERAL for way in ways)}


def has_changed(talk: Talk) -> bool:
    """Whether something was changed in this conversation already."""
    return not all(talk.transcript.reads(called.name) for called in talk.transcript.calls)


def _ask(talk: Talk, step: Step, arguments: dict[str, Any], *, again: bool = False, back: bool = False) -> None:
    """The question: in the file's words, else with all details one by one; `back`: after something else."""
    refuse_no_change(talk, step, arguments)
    if step.confirms.get(talk.lang):
        words = talk.words(step.confirms)
        if not words:
            raise talk.unsayable(step.confirms, "confirms", step.line)
        talk.say("assistant", "confirm", words=words, again=again, back=back, changed=has_changed(talk))
        return
    named = talk.rules.arguments_to_name(step.tool, arguments)
    details = [(label_of(name), talk.spoken(name, arguments[name])) for name in named]
    if not all(parts for _, parts in details):
        unsaid = next(label for label, parts in details if not parts)
        raise StuckError("unsayable_words", step.line, what="confirms", slot=unsaid)
    talk.say("assistant", "confirm.details", details=details, again=again, back=back)


def _change_of_mind(talk: Talk, outline: Outline, opening: Opening, at: int) -> int | None:
    """Another value for something that was said: where to go back to; None where it stays as it is."""
    if "change-of-mind" in talk.variety.used:
        return None
    able = [(name, others) for name in sorted(outline.facts) if (others := _others(talk, outline, opening, name, at))]
    if not able or not talk.variety.may("change-of-mind"):
        return None
    rng = talk.variety.random("mind", outline.scenario.name)
    name, others = able[rng.randrange(len(able))]
    value = others[rng.randrange(len(others))]
    talk.variety.play("change-of-mind")
    talk.scope.values[name.partition(".")[0]] = value
    talk.hear([name])
    parts = talk.spoken(name, talk.scope.said[name])
    parts = in_quotes(parts, quotes_of(outline.facts[name].say, talk.lang, name))
    talk.say("user", "change", value=parts, long=len(parts[0]) > _LONG or "\n" in parts[0])
    return outline.first_use(name)


def _others(talk: Talk, outline: Outline, opening: Opening, name: str, at: int) -> Sequence[Any]:
    """What the user could want instead of a value; nothing where it is too late or would leave things open."""
    steps, first = outline.scenario.steps, outline.first_use(name)
    if name not in talk.scope.said or name.startswith("me.") or first > at:
        return ()
    if not all(talk.transcript.reads(each.tool) for each in steps[first:at]):
        return ()
    rechosen = {choice.name for each in steps[first:at] for choice in each.choices}
    if rechosen & {each.name for each in references_in(opening.way)}:
        return ()
    base, _, field = name.partition(".")
    if field and sum(each.partition(".")[0] == base for each in outline.facts) > 1:
        return ()  # several fields were said, and would all have to be said again
    fact, held = outline.facts[name], talk.scope.values[base]
    mine = values_of_side(talk.memory, fact, talk.lang, talk.side)
    pool = mine if first < at or len(mine) > 1 else fact.values_in(talk.lang)
    path = (field,) if field else ()
    return [value for value in pool if value != held and spoken_parts(follow(value, path), talk.lang)]


def values_of_side(memory: Memory, fact: Fact, lang: str, side: str) -> list[Any]:
    """What a fact may be in a language on one side of the data: the same places in every language.

    Both sides have all of a few kinds that the tools themselves list, such as priorities.
    """
    values = fact.values_in(lang)
    if fact.name in memory.kinds:
        return list(values)
    marks = values if "" in fact.values else fact.values[min(fact.values)]
    name = (fact.name, fact.line, lang)
    places = memory.sides.split(name, len(values), side, lambda at: [fact.name, marks[at] if at < len(marks) else at])
    return [values[at] for at in places]
