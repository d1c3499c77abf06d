"""Carrying out an audit: conversations stream by once, every rule looks at each, nothing is kept but findings.

Workers look at the pieces; here, in the order of the files, is decided what depends on other conversations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from evalwright.data import BadRow, SourcePieces, as_file, map_logged, paused_gc
from evalwright.executor import Executor, LocalExecutor, Workers, open_executor

from ..provenance import FreeForm
from .case_reader import GIVEN, MetTools
from .door import Progress, Source
from .finding import Finding, Hit, visible
from .leakage import Other
from .registry import Memory, Place, Rule
from .result import Audit
from .shape import UNREADABLE_ROW
from .shared_calls import OtherCalls
from .survey import Learning, Looking, RowFacts, can_be_sent


def carry_out(
    sources: Iterable[Source],
    against: str | Path | None,
    rules: list[Rule],
    free_form: FreeForm,
    limit: int,
    progress: Progress | None,
    workers: Workers = 1,
) -> Audit:
    """Put the rules to all conversations of the sources."""
    if against is None:
        rules = [rule for rule in rules if rule.family != "leakage"]
    run = _Run(rules, free_form, limit, progress)
    with open_executor(workers if can_be_sent(rules) else LocalExecutor()) as executor, paused_gc():
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

    def __init__(self, rules: list[Rule], free_form: FreeForm, limit: int, progress: Progress | None) -> None:
        self.rules = rules
        self.audit = Audit(limit=limit, about={rule.name: rule.about for rule in rules})
        self._free_form, self._progress = free_form, progress
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
        looking = Looking(source, self.rules, self._free_form, self._learnt)
        for facts in map_logged(executor, looking, source):
            self._decided.full |= facts.full
            for row in facts.rows:
                self._take_row(row)

    def finish(self) -> Audit:
        """Ask the rules about the whole, and give the result."""
        for rule in self.rules:
            memory = self._learnt if rule.decide is None else self._decided
            for hit in rule.at_end(memory) if rule.at_end is not None else ():
                self.audit.add(finding_of(rule, hit, self.audit.files[-1] if self.audit.files else GIVEN, None, None))
        self.audit.full = sorted(self._decided.full)
        return self.audit

    def _take_row(self, row: RowFacts | BadRow) -> None:
        """Count one row, and add what was found and what is decided now."""
        audit, file = self.audit, row.path if isinstance(row, BadRow) else row.file
        if not audit.files or audit.files[-1] != file:
            audit.files.append(file)
        if isinstance(row, BadRow):
            if UNREADABLE_ROW in self.rules:
                audit.add(finding_of(UNREADABLE_ROW, Hit(None, "", visible(row.text)), row.path, row.line, None))
            return
        audit.conversations += 1
        audit.messages += row.messages
        audit.calls += row.calls
        hits = self._hits(row)
        for number, hit in hits:
            audit.add(finding_of(self.rules[number], hit, row.file, row.line, row.name))
        for number in dict(hits):
            audit.touched[self.rules[number].name] += 1
        audit.clean += not any(self.rules[number].severity == "error" for number, _ in hits)
        if self._progress is not None:
            self._progress(audit.conversations)

    def _hits(self, row: RowFacts) -> list[tuple[int, Hit]]:
        """All hits in the order of the rules."""
        new = row.tools is not None and self._met.is_new_mark(row.tools)
        hits = [(number, hit) for number, hit, only_new in row.hits if new or not only_new]
        where = f"{row.file}:{row.line}" if row.line is not None else f"conversation {row.name}"
        place = Place(row.file, row.line, where)
        for (number, rule), noted in zip(self._wide, row.notes, strict=True):
            if noted is not None and rule.decide is not None:
                hits += [(number, hit) for hit in rule.decide(noted, place, self._decided)]
        return sorted(hits, key=itemgetter(0)) if hits else hits


def finding_of(rule: Rule, hit: Hit, file: str, line: int | None, name: str | None) -> Finding:
    """The finding that a rule's hit is."""
    shown = name if name is None else visible(name)
    return Finding(rule.name, rule.severity, file, line, shown, hit.message, hit.path, hit.text)
