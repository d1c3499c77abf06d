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
from .places import RowPlaces
from .registry import RULES, Memory, Rule, RuleMaker
from .row_context import Case
from .shared_calls import CallFacts, call_facts
from .traits import RulePlan


class RowHit(NamedTuple):
    """What a rule found in one conversation."""

    row: int
    """Its place in the piece."""
    rule: int
    """The place of the rule among all."""
    hit: Hit
    only_new: bool = False
    """Whether it counts for the first conversation with these tools alone."""


@dataclass(slots=True)
class PieceFacts:
    """The rows of a piece."""

    places: RowPlaces = field(default_factory=RowPlaces)
    bad_rows: dict[int, BadRow] = field(default_factory=dict)
    """Rows that are no conversations, by their places in the piece."""
    messages: int = 0
    calls: int = 0
    tools: dict[int, int] = field(default_factory=dict)
    """The fingerprint of tools that are new in the piece, by row."""
    hits: list[RowHit] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)
    """What each rule noted that decides later, packed where it packs it."""
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

    def __init__(
        self,
        source: SourcePieces,
        rules: Sequence[Rule],
        free_form: FreeForm,
        memory: Memory,
        maker: RuleMaker | None = None,
    ) -> None:
        super().__init__(source, free_form)
        self._maker = maker
        self._rules: Sequence[Rule] | None = rules
        self._names = [rule.name for rule in rules]
        self._memory = memory
        self._reader = CaseReader(free_form)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_rules": None}

    def __call__(self, piece: SourcePiece) -> PieceFacts:
        from . import all_rules

        if self._rules is None:
            made_here = {rule.name: rule for rule in self._maker()} if self._maker is not None else {}
            self._rules = [made_here.get(name) or all_rules.RULES[name] for name in self._names]
        with paused_gc():
            return self._survey_piece(piece, self._rules)

    def _survey_piece(self, piece: SourcePiece, rules: Sequence[Rule]) -> PieceFacts:
        plan, met, made, memory = RulePlan(rules, noting=False), MetTools(), PieceFacts(), self._memory
        noting = [(rule.note, list[Any]()) for rule in rules if rule.note is not None]
        for row, case in enumerate(self.cases(piece, self._reader)):
            if isinstance(case, BadRow):
                made.bad_rows[row] = case
                made.places.add(case.path, case.line, "")
                for _, column in noting:
                    column.append(None)
                continue
            made.places.add(case.file, case.line, case.name)
            made.messages += len(case.messages)
            made.calls += len(case.calls)
            if met.is_new(case.tools):
                case.new_tools = True
                made.tools[row] = case.tools.declared_mark
            for number, rule in plan.rules_for(case):
                case.asked_for_new_tools = False
                found = [*rule.check(case, memory)]
                if found:
                    made.hits += _row_hits(row, number, rule, found, case, memory)
            for note, column in noting:
                column.append(note(case, memory))
        packing = [rule.at_once for rule in rules if rule.note is not None]
        pairs = zip(packing, noting, strict=True)
        made.notes = [column if at_once is None else at_once.packed(column) for at_once, (_, column) in pairs]
        made.full = memory.full
        return made


def _row_hits(row: int, number: int, rule: Rule, found: list[Hit], case: Case, memory: Memory) -> Iterator[RowHit]:
    """The hits of a rule; where it asked whether tools are new, those that it has only because they are."""
    always: list[Hit] | None = None
    if case.has_new_tools and case.asked_for_new_tools:
        case.new_tools = False
        always = list(rule.check(case, memory))
        case.new_tools = True
    return (RowHit(row, number, hit, always is not None and hit not in always) for hit in found)


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


def can_be_sent(rules: Sequence[Rule], maker: RuleMaker | None = None) -> bool:
    """Whether workers know all rules by their names: those of others may remember what they saw, in one place."""
    made = {rule.name for rule in maker()} if maker is not None else set()
    return all(rule.name in made or (RULES.get(rule.name) is rule and _is_ours(rule)) for rule in rules)


def _is_ours(rule: Rule) -> bool:
    check = rule.decide or rule.check
    return getattr(check, "__module__", "").startswith(__package__)
