"""What workers do for an audit: put the rules to the conversations of a piece, and note what others decide over.

A piece of a file flows in; for each row its hits flow out, and for each rule that depends on other conversations what
it notes. Rules are sent by their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.data import BadRow, SourcePiece, SourcePieces, paused_gc, position_of

from ..provenance import FreeForm
from .case_reader import GIVEN, CaseReader, MetTools
from .finding import Hit
from .leakage import OtherFacts, other_facts
from .near_duplicates import Sketcher
from .registry import RULES, Memory, Rule
from .row_context import Case
from .shared_calls import CallFacts, call_facts


class RowHit(NamedTuple):
    """What a rule found in one conversation."""

    rule: int
    """Its place among all rules."""
    hit: Hit
    only_new: bool
    """Whether it counts for the first conversation with these tools alone."""


class RowFacts(NamedTuple):
    """One conversation."""

    file: str
    line: int | None
    name: str
    messages: int
    calls: int
    tools: int | None
    """The fingerprint of its tools, where they are new in the piece."""
    hits: list[RowHit]
    notes: list[Any]
    """What each rule noted that decides later."""


@dataclass(slots=True)
class PieceFacts:
    """The rows of a piece in order."""

    rows: list[RowFacts | BadRow] = field(default_factory=list)
    full: set[str] = field(default_factory=set)
    """Names of memories that reached their bound."""


class _Reading:
    """Reads the conversations of pieces."""

    def __init__(self, source: SourcePieces, free_form: FreeForm) -> None:
        self._source, self._free_form = source, free_form

    def cases(self, piece: SourcePiece, reader: CaseReader) -> Iterator[Case | BadRow]:
        """Every row of a piece."""
        given = self._source.label == GIVEN
        for position, row in enumerate(self._source.scan(piece), position_of(piece)):
            if isinstance(row, BadRow):
                yield row.at(self._source.label)
            else:
                yield reader.case(row.value, row.at(self._source.label), None if given else row.line, position)


class Looking(_Reading):
    """Puts rules to the conversations of a piece."""

    def __init__(self, source: SourcePieces, rules: Sequence[Rule], free_form: FreeForm, memory: Memory) -> None:
        super().__init__(source, free_form)
        self._rules: Sequence[Rule] | None = rules
        self._names = [rule.name for rule in rules]
        self._memory = memory
        self._reader = CaseReader(free_form)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_rules": None}

    def __call__(self, piece: SourcePiece) -> PieceFacts:
        from . import all_rules

        if self._rules is None:
            self._rules = [all_rules.RULES[name] for name in self._names]
        met, made = MetTools(), PieceFacts()
        with paused_gc():
            for case in self.cases(piece, self._reader):
                made.rows.append(case if isinstance(case, BadRow) else self._facts(case, met, self._rules))
        made.full = self._memory.full
        return made

    def _facts(self, case: Case, met: MetTools, rules: Sequence[Rule]) -> RowFacts:
        new = met.is_new(case.tools)
        case.new_tools = new
        memory, hits, notes = self._memory, list[RowHit](), []
        for number, rule in enumerate(rules):
            if rule.note is not None:
                notes.append(rule.note(case, memory))
                continue
            case.asked_for_new_tools = False
            found = list(rule.check(case, memory))
            if found:
                hits += _row_hits(number, rule, found, case, memory, new=new)
        mark = case.tools.declared_mark if new else None
        return RowFacts(case.file, case.line, case.name, len(case.messages), len(case.calls), mark, hits, notes)


def _row_hits(number: int, rule: Rule, found: list[Hit], case: Case, memory: Memory, *, new: bool) -> Iterator[RowHit]:
    """The hits of a rule; where it asked whether tools are new, those that it has only because they are."""
    always: list[Hit] | None = None
    if new and case.asked_for_new_tools:
        case.new_tools = False
        always = list(rule.check(case, memory))
        case.new_tools = True
    return (RowHit(number, hit, always is not None and hit not in always) for hit in found)


class Learning(_Reading):
    """Notes what is kept of the other file; rows of it that cannot be read are not this audit's business."""

    def __init__(self, source: SourcePieces, free_form: FreeForm, *, sketch: bool, calls: bool) -> None:
        super().__init__(source, free_form)
        self._sketch, self._calls = sketch, calls

    def __call__(self, piece: SourcePiece) -> list[tuple[OtherFacts, CallFacts | None]]:
        sketcher = Sketcher() if self._sketch else None
        return [
            (other_facts(case, sketcher), call_facts(case) if self._calls else None)
            for case in self.cases(piece, CaseReader(self._free_form))
            if isinstance(case, Case)
        ]


def can_be_sent(rules: Sequence[Rule]) -> bool:
    """Whether workers know all rules by their names: those of others may remember what they saw, in one place."""
    return all(RULES.get(rule.name) is rule and _is_ours(rule) for rule in rules)


def _is_ours(rule: Rule) -> bool:
    check = rule.decide or rule.check
    return getattr(check, "__module__", "").startswith(__package__)
