"""The phrases of one pack in one language, held against what they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import phrase

from .grammar import Grammar, RuleError
from .loader import Fault, FaultKind, Section, fault_of
from .reach import DEEPEST, endless, reached, too_deep
from .vocabulary import Vocabulary
from .walk import Hole, walk_move

ROLES = ("user/", "assistant/")
"""What the names of moves begin with."""


@dataclass(slots=True)
class Spoken:
    """The rules of a language, and what is found to be wrong with them."""

    lang: str
    """Nothing for files that stand in no folder of a language."""
    sections: dict[str, Section]
    faults: list[Fault]
    _unread: dict[str, set[int]] = field(default_factory=dict)
    """By rule, the productions that cannot be read."""

    def check(self, vocabulary: Vocabulary, *, whole: bool) -> None:
        """Find what is wrong; `whole`: everything that can be asked for must be there, and nothing else."""
        texts = {name: section.text() for name, section in self.sections.items()}
        grammar = Grammar(texts, vocabulary.forms, self._cannot_read)
        asked = {**vocabulary.moves, **{name: (spec,) for name, spec in vocabulary.said_by_forms.items()}}
        self._check_marks(grammar, vocabulary)
        self._check_depth(grammar)
        self._check_reached(grammar, asked, whole=whole)
        self._check_moves(
            hole
            for name, specs in asked.items()
            if name in grammar.rules
            for spec in specs
            for hole in walk_move(grammar, name, spec, vocabulary)
        )
        if whole:
            self._check_missing(asked)

    def add(self, rule: str, number: int | None, key: str, *, kind: FaultKind = "unsayable", **values: Any) -> None:
        """A fault of a production, or of a whole rule."""
        path, problem = self.sections[rule].path, phrase(f"phrases.faults.{key}", **values)
        self.faults.append(Fault(path, self._line(rule, number), kind, rule, problem))

    def _line(self, rule: str, number: int | None) -> int:
        """Where a production stands, those that cannot be read left out of its number; else where its rule does."""
        section, unread = self.sections[rule], self._unread.get(rule, ())
        kept = [line for at, (line, _) in enumerate(section.lines) if at not in unread]
        return section.line if number is None else kept[number]

    def _cannot_read(self, error: RuleError) -> None:
        self._unread.setdefault(error.rule, set()).add(error.number)
        self.faults.append(fault_of(error, self.sections[error.rule]))

    def _check_marks(self, grammar: Grammar, vocabulary: Vocabulary) -> None:
        """Every style, slot and value that a mark names is one that there is."""
        for rule in grammar.rules.values():
            for number, production in enumerate(rule.productions):
                for at, _ in production.demands:
                    for key, name in vocabulary.strange(rule.tests[at]):
                        self.add(rule.name, number, key, name=name)

    def _check_depth(self, grammar: Grammar) -> None:
        """No rule leads back to itself, and none is too deep."""
        for circle in endless(grammar.rules.values()):
            rule, number = circle[-1]
            way = " \u2192 ".join([rule.name, *(step.name for step, _ in circle)])
            self.add(rule.name, number, "endless", way=way)
        for deep in too_deep(grammar.rules.values()):
            self.add(deep.name, None, "deep", most=DEEPEST)

    def _check_reached(self, grammar: Grammar, asked: Iterable[str], *, whole: bool) -> None:
        """Every rule is asked for, or part of one that is."""
        entries = {name for name in grammar.rules if not whole and name.startswith(ROLES)}.union(asked)
        known = {rule.name for rule in reached(grammar.rules[name] for name in entries & grammar.rules.keys())}
        for name in grammar.rules:
            if name not in known:
                self.add(name, None, "no_move" if name.startswith(ROLES) else "unreached", kind="unreached")

    def _check_moves(self, holes: Iterable[Hole]) -> None:
        """Every move can be said, whatever comes with it; the same hole, met by several moves, is named once."""
        for hole in _once(holes):
            damaged = hole.rule in self._unread or not self.sections[hole.rule].lines
            if hole.number is not None or not damaged:
                line = self._line(hole.rule, hole.number)
                self.faults.append(Fault(self.sections[hole.rule].path, line, "unsayable", hole.rule, hole.problem))

    def _check_missing(self, asked: Iterable[str]) -> None:
        """What is asked for must be there; where it is not, the first file of the language is named."""
        first = min((section.path for section in self.sections.values()), default=None)
        for name in asked:
            if first is not None and name not in self.sections:
                self.faults.append(Fault(first, 1, "unsayable", name, phrase("phrases.faults.missing")))


def _once(holes: Iterable[Hole]) -> Iterator[Hole]:
    seen: set[tuple[object, ...]] = set()
    for hole in holes:
        same = (hole.rule, hole.number, hole.problem.key, hole.problem.values.get("slot"))
        if same not in seen or hole.problem.key.endswith(".topic"):
            yield hole
        seen.add(same)
