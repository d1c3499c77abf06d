"""A value that the user mistypes at first: the tool refuses it or finds nothing, for real, and the user corrects it.

What was said so far flows in and is changed: the words are put together when all is done, so that a value may become
a slip of the pen as soon as it is known that the tool has no answer to it. Only calls that read are tried so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..environment import Result
from .candidates import candidates
from .mistyping import mistyped
from .model import Step
from .opening import Opening
from .outline import Outline
from .said_words import in_quotes, quotes_of
from .sayings import Saying
from .scope import follow, known_result
from .stuck import StuckError
from .talk import StatedFact, Talk

_NAME = "wrong-value-first"


@dataclass(slots=True)
class SaidFacts:
    """How the facts of a wish were said, and which of them calls were made with."""

    opening: Opening
    stated: list[StatedFact]
    used: set[str] = field(default_factory=set)
    corrected: bool = False
    """Whether one of them was a slip of the pen, and put right."""

    def values_of(self, name: str) -> list[dict[str, tuple[str, ...]]]:
        """The values of all sayings that name a fact as a whole."""
        found = [fact.saying.values for fact in self.stated if fact.name == name]
        return [values for values in (*found, self.opening.wish.values) if name in values]


def say_it_wrong(talk: Talk, outline: Outline, at: int, said: SaidFacts) -> None:
    """Let a value of this step be a slip, where that is intended and the tool has no answer to it."""
    step, key = outline.scenario.steps[at], (outline.scenario.name, at)
    names = [
        name
        for name in outline.uses[at]
        if name in talk.scope.said and name not in said.used and name.partition(".")[0] not in talk.memory.kinds
    ]
    names = [name for name in names if talk.scope.spoken_fact(name, talk.scope.said[name]) == talk.scope.said[name]]
    if not names or not talk.transcript.reads(step.tool):
        return
    if any(talk.memory.refuses.get((*key, name)) for name in names):
        talk.variety.may(_NAME)
    if _NAME in talk.variety.used or not talk.variety.intends(_NAME):
        return
    rng = talk.variety.random("mistyped", *key)
    for name in rng.sample(names, len(names)):
        refused = _try_wrong(talk, outline, at, said, name, mistyped(talk.scope.said[name], rng))
        talk.memory.refuses[*key, name] = refused or talk.memory.refuses.get((*key, name), False)
        if refused:
            return


def _try_wrong(talk: Talk, outline: Outline, at: int, said: SaidFacts, name: str, wrong: Any) -> bool:
    """Try a mistyped value; where it really comes to nothing, it is what the user said at first."""
    step, right, sayings = outline.scenario.steps[at], talk.scope.said[name], said.values_of(name)
    if wrong is None or not sayings or wrong in _everybodys(talk, outline, name):
        return False
    talk.scope.said[name] = wrong
    tried = [_said_parts(talk, outline, each) for each in outline.uses[at] if each in talk.scope.said]
    try:
        arguments = talk.arguments(step)
        result = talk.transcript.probe(step.tool, arguments, step.line)
        words = talk.words(step.none) if result.ok else Saying()
    except StuckError:
        return False
    finally:
        talk.scope.said[name] = right
    if not _comes_to_nothing(talk, step, result):
        return False
    said.corrected = True
    for values in sayings:
        values[name] = talk.spoken(name, wrong)
    if not result.ok:
        talk.memory.failures.learn(step.tool, result.content)
    talk.transcript.record_refusal(step.tool, arguments, result, entity=True)
    talk.variety.play(_NAME)
    talk.say("assistant", "not_found", values=tried, words=words, refused=not result.ok)
    talk.say("user", "correct", value=_said_parts(talk, outline, name))
    return True


def _said_parts(talk: Talk, outline: Outline, name: str) -> tuple[str, ...]:
    """A fact as it was said, in the quotation marks that the file's own words have for it."""
    parts = talk.spoken(name, talk.scope.said[name])
    return in_quotes(parts, quotes_of(outline.facts[name].say, talk.lang, name))


def _everybodys(talk: Talk, outline: Outline, name: str) -> list[Any]:
    """All that a fact is for anybody: what is mistyped must not be somebody else's."""
    field = name.partition(".")[2]
    drawn = [value for values in outline.facts[name].values.values() for value in values]
    people = talk.file.people.records if talk.file.people is not None else ()
    return [follow(each, (field,)) if field else each for each in (*drawn, *people)]


def _comes_to_nothing(talk: Talk, step: Step, result: Result) -> bool:
    """Whether a call was refused, or gave nothing to go on with."""
    if not result.ok:
        return True
    if not step.choices:
        return _is_empty(result.value)
    name, results = step.name or step.tool, talk.scope.results
    held = results.get(name)
    results[name] = known_result(result)
    empty = not candidates(step.choices[0], name, talk.scope)
    if held is None:
        del results[name]
    else:
        results[name] = held
    return empty


def _is_empty(value: Any) -> bool:
    """Whether a result says nothing."""
    if isinstance(value, dict):
        return all(_is_empty(inner) or inner in (0, False) for inner in value.values())
    return value is None or value in ("", [])
