"""Carrying out an audit: conversations stream by once, every rule looks at each, nothing is kept but findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, Tool, Toolbox, toolbox
from evalwright.data import BadRow, ConversationReader, SharedTools, label_of, note_dialects, paused_gc, scan_rows
from evalwright.text import said_by

from ..provenance import FreeForm
from .door import Progress, Source
from .finding import Finding, Hit, visible
from .leakage import Other
from .registry import Memory, Rule
from .result import Audit
from .row_context import Case
from .shape import UNREADABLE_ROW
from .shared_calls import OtherCalls

GIVEN = "<given>"
"""How conversations are called that come from no file."""
_MAX_TOOLBOXES = 1_000


def carry_out(
    sources: Iterable[Source],
    against: str | Path | None,
    rules: list[Rule],
    free_form: FreeForm,
    limit: int,
    progress: Progress | None,
) -> Audit:
    """Put the rules to all conversations of the sources."""
    run = _Run(rules, free_form, limit)
    if against is not None:
        run.learn(against)
    else:
        run.rules = [rule for rule in run.rules if rule.family != "leakage"]
    with paused_gc():
        for case in _cases(sources, free_form):
            run.look(case)
            if progress is not None:
                progress(run.audit.conversations)
    return run.finish()


class _Run:
    """One audit on its way."""

    def __init__(self, rules: list[Rule], free_form: FreeForm, limit: int) -> None:
        self.rules = rules
        self.audit = Audit(limit=limit, about={rule.name: rule.about for rule in rules})
        self._free_form = free_form
        self._memory = Memory()
        self._met = MetTools()

    def learn(self, path: str | Path) -> None:
        """Read the other file; its rows that cannot be read are not this audit's business."""
        other, calls = self._memory.of(Other), self._memory.of(OtherCalls)
        names = {rule.name for rule in self.rules}
        for case in _cases([path], self._free_form):
            if isinstance(case, Case):
                other.learn(case, sketch="leaked-near-duplicate" in names)
                if "shared-call" in names:
                    calls.learn(case)

    def look(self, case: Case | BadRow) -> None:
        """Put every rule to one conversation."""
        file = case.path if isinstance(case, BadRow) else case.file
        if not self.audit.files or self.audit.files[-1] != file:
            self.audit.files.append(file)
        if isinstance(case, BadRow):
            self._bad(case)
            return
        self.audit.conversations += 1
        self.audit.messages += len(case.messages)
        self.audit.calls += len(case.calls)
        case.new_tools = self._met.is_new(case.tools)
        faulty = False
        memory = self._memory
        for rule in self.rules:
            found = False
            for hit in rule.check(case, memory):
                self.audit.add(finding_of(rule, hit, case.file, case.line, case.name))
                found = True
            if found:
                self.audit.touched[rule.name] += 1
                faulty = faulty or rule.severity == "error"
        self.audit.clean += not faulty

    def finish(self) -> Audit:
        """Ask the rules about the whole, and give the result."""
        for rule in self.rules:
            for hit in rule.at_end(self._memory) if rule.at_end is not None else ():
                self.audit.add(finding_of(rule, hit, self.audit.files[-1] if self.audit.files else GIVEN, None, None))
        self.audit.full = sorted(self._memory.full)
        return self.audit

    def _bad(self, row: BadRow) -> None:
        if UNREADABLE_ROW in self.rules:
            self.audit.add(finding_of(UNREADABLE_ROW, Hit(None, "", visible(row.text)), row.path, row.line, None))


class MetTools:
    """The toolboxes seen so far; held, so that no other toolbox can take one's identity."""

    def __init__(self) -> None:
        self._held: dict[int, Toolbox] = {}

    def is_new(self, tools: Toolbox) -> bool:
        """Whether these tools have not been seen; they have from now on."""
        if id(tools) in self._held:
            return False
        if len(self._held) < _MAX_TOOLBOXES:
            self._held[id(tools)] = tools
        return True


def finding_of(rule: Rule, hit: Hit, file: str, line: int | None, name: str | None) -> Finding:
    """The finding that a rule's hit is."""
    shown = name if name is None else visible(name)
    return Finding(rule.name, rule.severity, file, line, shown, hit.message, hit.path, hit.text)


def _cases(sources: Iterable[Source], free_form: FreeForm) -> Iterator[Case | BadRow]:
    given, reader = 0, CaseReader(free_form)
    for source in sources:
        if isinstance(source, str | Path):
            label = label_of(source)
            for position, row in enumerate(scan_rows(source, SharedTools().loads)):
                yield row if isinstance(row, BadRow) else reader.case(row.value, row.at(label), row.line, position)
        else:
            yield reader.case(source, GIVEN, None, given)
            given += 1


class CaseReader:
    """Reads records, and their tools only where they are not those of the record before."""

    def __init__(self, free_form: FreeForm) -> None:
        self._free_form = free_form
        self._records = ConversationReader()
        self._tools: list[Tool] = []
        self._box = Toolbox([])

    def case(self, given: Any, file: str, line: int | None, position: int) -> Case | BadRow:
        """The conversation that a record stands for, or why it is none."""
        if isinstance(given, Conversation):
            return self.case_of(given, given, file, line, position)
        try:
            conversation = self._records.read(given)
        except ChatError as error:
            return BadRow(file, line or position + 1, said_by(error))
        note_dialects(file, conversation.dialects)
        return self.case_of(conversation, given, file, line, position)

    def case_of(self, conversation: Conversation, record: Any, file: str, line: int | None, position: int) -> Case:
        """A conversation that was read; whoever gives the same list of tools again has not changed it."""
        if conversation.tools is not self._tools:
            self._tools, self._box = conversation.tools, toolbox(conversation.tools)
        return Case(conversation, self._box, record, file, line, position, self._free_form)
