"""The rules of an audit: each a small function with a name, a severity and one sentence, registered by decorator.

A rule sees one conversation and yields hits. One that depends on other conversations is written in two halves: what
it notes of each (in a worker, small enough to be sent), and what it decides over the notes, in the order of the files
and in one place, where it remembers what it must in the audit's `Memory`, under a class of its own. Rules about a whole
audit are asked at the end. The table of all rules, the command line and the page are made from this registry, so that a
rule is written down once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from evalwright.errors import EvalwrightError, UsageError
from evalwright.plugins import RULES as OFFERED_RULES
from evalwright.text import Sentence, phrase

from .finding import Hit, Severity
from .row_context import Case
from .traits import Trait

if TYPE_CHECKING:
    from .places import RowPlaces

Family = Literal[
    "shape",
    "schema",
    "protocol",
    "grounding",
    "dialogue",
    "consistency",
    "duplicates",
    "services",
    "privacy",
    "coverage",
    "leakage",
    "replay",
    "policy",
    "claims",
    "language",
]
"""What a rule is about. The last four are of later rooms, which hand their rules to an audit themselves."""
_State = TypeVar("_State")


class Memory:
    """What the rules of one audit remember, one object per class; nothing in it may grow without a bound."""

    def __init__(self) -> None:
        self._states: dict[type, Any] = {}
        self.full: set[str] = set()
        """Names of memories that reached their bound, so that the summary can say so."""

    def of(self, kind: type[_State]) -> _State:
        """The one object of this class, made when first asked for."""
        found: _State | None = self._states.get(kind)
        if found is None:
            found = self._states[kind] = kind()
        return found


class Place(NamedTuple):
    """Where a conversation stands."""

    file: str
    line: int | None
    where: str
    """The place in a sentence about another."""


Check = Callable[[Case, Memory], Iterable[Hit]]
EndCheck = Callable[[Memory], Iterable[Hit]]
Note = Callable[[Case, Memory], Any]
"""What is noted of a conversation; None where there is nothing to decide."""
Decide = Callable[[Any, Place, Memory], Iterable[Hit]]


class DecideAll(NamedTuple):
    """Deciding over the notes of many conversations at once, which must find what deciding over each would."""

    packed: Callable[[list[Any]], Any]
    """The notes of a piece as small as may be, made by the worker; None stands for a row without any."""
    decide: Callable[[Any, RowPlaces, Memory, int], Iterable[tuple[int, Hit]]]
    """What was packed, where the rows stand, and how many hits are wanted with their words: the hits, each with its
    row, in order; behind those that are wanted, `COUNTED` is enough."""


COUNTED = Hit(None, "", "")
"""A hit in the place of one that nobody reads."""


def _nothing(case: Case, memory: Memory) -> Iterable[Hit]:
    return ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    name: str
    severity: Severity
    family: Family
    about: str
    """One sentence: what is wrong where this rule finds something."""
    check: Check = _nothing
    at_end: EndCheck | None = None
    on: bool = True
    """Whether it runs without being named."""
    note: Note | None = None
    decide: Decide | None = None
    """The two halves of a rule that depends on other conversations; `check` is both."""
    only_if: Trait | None = None
    """What a conversation has in which it finds anything; None: it is asked of all."""
    at_once: DecideAll | None = None
    """The second half for many conversations."""

    @property
    def finds_alone(self) -> bool:
        """Whether it finds anything when it is shown a conversation."""
        return self.check is not _nothing


RuleMaker = Callable[[], Sequence[Rule]]
"""Makes rules wherever they are needed: it can be sent to workers. What its rules remember, they `decide`."""

RULES: dict[str, Rule] = {}


def register_rule(
    name: str,
    severity: Severity,
    family: Family,
    about: str | None = None,
    *,
    on: bool = True,
    only_if: Trait | None = None,
) -> Callable[[Check], Check]:
    """Register a rule that looks at each conversation; `about` is needed where the word files do not know it."""

    def register(check: Check) -> Check:
        RULES[name] = Rule(name, severity, family, about or about_rule(name), check, on=on, only_if=only_if)
        return check

    return register


rule = register_rule
"""Its earlier name."""


def wide_rule(
    name: str, severity: Severity, family: Family, note: Note, at_once: DecideAll | None = None
) -> Callable[[Decide], Decide]:
    """Register a rule of our own that decides over what is noted of each conversation, one after another."""

    def register(decide: Decide) -> Decide:
        check = partial(_note_and_decide, note, decide)
        RULES[name] = Rule(name, severity, family, about_rule(name), check, note=note, decide=decide, at_once=at_once)
        return decide

    return register


def end_rule(
    name: str, severity: Severity, family: Family, note: Note, decide: Decide, at_once: DecideAll | None = None
) -> Callable[[EndCheck], EndCheck]:
    """The same for one that is asked once, after the last conversation."""

    def register(at_end: EndCheck) -> EndCheck:
        check = partial(_note_and_decide, note, decide)
        about = about_rule(name)
        RULES[name] = Rule(name, severity, family, about, check, at_end, note=note, decide=decide, at_once=at_once)
        return at_end

    return register


def _note_and_decide(note: Note, decide: Decide, case: Case, memory: Memory) -> Iterable[Hit]:
    """Both halves at once, for those who have all conversations in one place."""
    noted = note(case, memory)
    return () if noted is None else decide(noted, Place(case.file, case.line, case.where), memory)


def about_rule(name: str) -> Sentence:
    """What is wrong where one of our own rules finds something."""
    return phrase(f"audit.rules.{name}")


def _offered(named: Sequence[str]) -> dict[str, Rule]:
    """The rules that other packages offer; one that cannot be loaded is said where it was asked for by name."""
    found = {}
    for name in OFFERED_RULES.names():
        try:
            made = OFFERED_RULES.get(name)
        except EvalwrightError:
            if name in named:
                raise
            continue
        if isinstance(made, Rule):
            found[made.name] = made
    return RULES | found  # loading a module may have registered others


def audit_rule_names() -> frozenset[str]:
    """The names of the rules that every audit has."""
    from . import all_rules

    return frozenset(all_rules.RULES)


def choose(only: Sequence[str], ignore: Sequence[str], extra: Sequence[Rule] = ()) -> list[Rule]:
    """The rules to run: those named, else all that run by themselves, without those to be ignored.

    `extra`: rules that are not in the registry, which can be named like all others.
    """
    known = RULES | _offered(only) | {rule.name: rule for rule in extra}
    for name in (*only, *ignore):
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name, known, n=1)
            if close:
                raise UsageError.named("audit.rule_near", name=repr(name), close=repr(close[0]))
            raise UsageError.named("audit.rule", name=repr(name), known=", ".join(sorted(known)))
    wanted = [known[name] for name in dict.fromkeys(only)] or [rule for rule in known.values() if rule.on]
    return [rule for rule in wanted if rule.name not in ignore]
