"""Carrying out an audit: conversations stream by once, every rule looks at each, nothing is kept but findings.

Workers look at the pieces; here, in the order of the files, is decided what depends on other conversations.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from evalwright.data import SourcePieces, as_file, map_logged, paused_gc
from evalwright.executor import Executor, LocalExecutor, Workers, open_executor

from ..provenance import FreeForm
from .case_reader import GIVEN, MetTools
from .door import Progress, Source
from .finding import Finding, Hit, visible
from .leakage import Other
from .places import RowPlaces
from .registry import Memory, Rule, RuleMaker
from .result import Audit
from .shape import UNREADABLE_ROW
from .shared_calls import OtherCalls
from .survey import Learning, Looking, PieceFacts, can_be_sent


def carry_out(
    sources: Iterable[Source],
    against: str | Path | None,
    rules: list[Rule],
    free_form: FreeForm,
    limit: int,
    progress: Progress | None,
    workers: Workers = 1,
    maker: RuleMaker | None = None,
) -> Audit:
    """Put the rules to all conversations of the sources; `maker` makes those in workers that they do not know."""
    if against is None:
        rules = [rule for rule in rules if rule.family != "leakage"]
    run = _Run(rules, free_form, limit, progress, maker)
    with open_executor(workers if can_be_sent(rules, maker) else LocalExecutor()) as executor, paused_gc():
        if against is not None:
            run.learn(against, executor)
        for source in _in_pieces(sources):
            run.look_through(source, executor)
    return run.finish()


def _in_pieces(sources: Iterable[Source]) -> Iterator[SourcePieces]:
    """Every file, and all conversations that were given one after another."""
    left = iter(sources)
    for source in left:
        if isinstance(source, str | Path):
            with as_file(source) as path:
                yield SourcePieces(path)
            continue
        files: list[str | Path] = []
        yield SourcePieces(_until_file(chain([source], left), files), GIVEN)
        yield from _in_pieces(files)


def _until_file(sources: Iterable[Source], files: list[str | Path]) -> Iterator[Any]:
    """Conversations up to the next file, which is put into the list."""
    for source in sources:
        if isinstance(source, str | Path):
            files.append(source)
            return
        yield source


class _Run:
    """One audit on its way."""

    def __init__(
        self,
        rules: list[Rule],
        free_form: FreeForm,
        limit: int,
        progress: Progress | None,
        maker: RuleMaker | None = None,
    ) -> None:
        self.rules = rules
        self.audit = Audit(limit=limit, about={rule.name: rule.about for rule in rules})
        self._free_form, self._progress, self._maker = free_form, progress, maker
        self._learnt = Memory()
        """What workers know: the other file."""
        self._decided = Memory()
        """What is remembered of the conversations so far."""
        self._met = MetTools()
        self._wide = [(number, rule) for number, rule in enumerate(rules) if rule.decide is not None]

    def learn(self, path: str | Path, executor: Executor) -> None:
        """Read the other file."""
        other, calls = self._learnt.of(Other), self._learnt.of(OtherCalls)
        names = {rule.name for rule in self.rules}
        with as_file(path) as source:
            pieces = SourcePieces(source)
            wanted = {"sketch": "leaked-near-duplicate" in names, "calls": "shared-call" in names}
            for found in map_logged(executor, Learning(pieces, self._free_form, **wanted), pieces):
                for facts, called in found:
                    other.learn(facts)
                    if called is not None:
                        calls.learn(called)

    def look_through(self, source: SourcePieces, executor: Executor) -> None:
        """Put every rule to the conversations of one source."""
        looking = Looking(source, self.rules, self._free_form, self._learnt, self._maker)
        for facts in map_logged(executor, looking, source):
            self._decided.full |= facts.full
            self._take_piece(facts)

    def finish(self) -> Audit:
        """Ask the rules about the whole, and give the result."""
        for rule in self.rules:
            memory = self._learnt if rule.decide is None else self._decided
            for hit in rule.at_end(memory) if rule.at_end is not None else ():
                self.audit.add(finding_of(rule, hit, self.audit.files[-1] if self.audit.files else GIVEN, None, None))
        self.audit.full = sorted(self._decided.full)
        return self.audit

    def _take_piece(self, facts: PieceFacts) -> None:
        """Count the rows of a piece, and add what was found and what is decided now."""
        audit, places = self.audit, facts.places
        files = [file for _, file in places.files]
        audit.files += files[1:] if files[:1] == audit.files[-1:] else files
        before = audit.conversations
        audit.conversations += len(places) - len(facts.bad_rows)
        audit.messages += facts.messages
        audit.calls += facts.calls
        faulty: set[int] = set()
        touched: set[tuple[int, str]] = set()
        for row, number, hit in self._hits(facts):
            rule = UNREADABLE_ROW if number < 0 else self.rules[number]
            if audit.count(rule.name, rule.severity):
                name = None if number < 0 else places.names[row]
                audit.findings.append(finding_of(rule, hit, places.file_of(row), places.lines[row], name))
            if number >= 0:
                touched.add((row, rule.name))
                if rule.severity == "error":
                    faulty.add(row)
        audit.touched.update(map(itemgetter(1), touched))
        audit.clean += audit.conversations - before - len(faulty)
        if self._progress is not None:
            for done in range(before, audit.conversations):
                self._progress(done + 1)

    def _hits(self, facts: PieceFacts) -> list[tuple[int, int, Hit]]:
        """All hits with their rows and rules, in the order of the rows and then of the rules; a bad row has none."""
        new = {row for row, mark in facts.tools.items() if self._met.is_new_mark(mark)}
        hits = [(row, number, hit) for row, number, hit, only_new in facts.hits if not only_new or row in new]
        if UNREADABLE_ROW in self.rules:
            hits += [(row, -1, Hit(None, "", visible(bad.text))) for row, bad in facts.bad_rows.items()]
        for (number, rule), noted in zip(self._wide, facts.notes, strict=True):
            hits += [(row, number, hit) for row, hit in self._decide(rule, noted, facts.places)]
        return sorted(hits, key=itemgetter(0, 1)) if hits else hits

    def _decide(self, rule: Rule, noted: Any, places: RowPlaces) -> Iterable[tuple[int, Hit]]:
        """The hits of a rule that depends on other conversations."""
        if rule.at_once is not None:
            room = max(self.audit.limit - self.audit.counts[rule.name], 0) if self.audit.limit else sys.maxsize
            return rule.at_once.decide(noted, places, self._decided, room)
        decide = rule.decide
        assert decide is not None
        return (
            (row, hit)
            for row, each in enumerate(noted)
            if each is not None
            for hit in decide(each, places.place_of(row), self._decided)
        )


def finding_of(rule: Rule, hit: Hit, file: str, line: int | None, name: str | None) -> Finding:
    """The finding that a rule's hit is."""
    shown = name if name is None else visible(name)
    return Finding(rule.name, rule.severity, file, line, shown, hit.message, hit.path, hit.text)
