"""What checks are carried out with: where calls are executed again, the rules that hold, and the language.

A check is a small function of a `View`; binding it to a bench makes it a rule of an audit. So the same code looks at
rows that are being made, at a directory that is verified, and at anyone's file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from evalwright.text import phrase
from evalwright.workbench import Case, Family, Hit, Memory, Rule, Severity

if TYPE_CHECKING:
    from ..rules import Rules
    from .conversation_view import View
    from .replay_targets import Worlds

Check = Callable[["View"], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Bench:
    """The means of one round of checks."""

    worlds: Worlds | None = None
    """Where calls are executed again; None: they are not."""
    rules: Rules | None = None
    """What the assistant has to keep to; None: no rule of a policy finds anything."""
    lang: str | None = None
    """The language of rows that do not say theirs; None: it is told from the text."""


class Spec(NamedTuple):
    """One check, before it is bound."""

    name: str
    severity: Severity
    family: Family
    about: str
    check: Check


SPECS: dict[str, Spec] = {}


def check(name: str, severity: Severity, family: Family) -> Callable[[Check], Check]:
    """Register a check; the word files say under its name what is wrong where it finds something."""

    def register(function: Check) -> Check:
        SPECS[name] = Spec(name, severity, family, phrase(f"audit.rules.{name}"), function)
        return function

    return register


class _Last:
    """The view of the conversation that is being looked at, made once for all checks."""

    def __init__(self, bench: Bench) -> None:
        from .conversation_view import View

        self._make = View
        self._bench = bench
        self.view: View | None = None

    def of(self, case: Case) -> View:
        self.view = self._make(case, self._bench)
        return self.view


def bind(specs: Iterable[Spec], bench: Bench, *, off: Collection[str] = ()) -> list[Rule]:
    """Checks as rules of an audit. `off`: families that run only when they are named."""
    last = _Last(bench)

    def bound(function: Check) -> Callable[[Case, Memory], Iterable[Hit]]:
        def look(case: Case, memory: Memory) -> Iterable[Hit]:
            view = last.view
            return function(view if view is not None and view.case is case else last.of(case))

        return look

    return [
        Rule(spec.name, spec.severity, spec.family, spec.about, bound(spec.check), on=spec.family not in off)
        for spec in specs
    ]
