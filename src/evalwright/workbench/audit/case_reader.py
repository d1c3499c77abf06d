"""Reading records as conversations under audit, and knowing tools that were met before."""

from __future__ import annotations

from typing import Any

from evalwright.chat import ChatError, Conversation, Tool, Toolbox
from evalwright.data import BadRow, ConversationReader, note_dialects
from evalwright.spill import SpilledTable
from evalwright.text import said_by

from ..provenance import FreeForm
from .row_context import Case

GIVEN = "<given>"
"""How conversations are called that come from no file."""


class MetTools:
    """The tools seen so far, as fingerprints."""

    def __init__(self) -> None:
        self._marks = SpilledTable(0)
        self._last: Toolbox | None = None

    def is_new(self, tools: Toolbox) -> bool:
        """Whether these tools have not been seen; they have from now on."""
        if tools is self._last:
            return False
        self._last = tools
        return self.is_new_mark(tools.declared_mark)

    def is_new_mark(self, mark: int) -> bool:
        """The same for the fingerprint of tools."""
        return self._marks.put_new(mark) is None


class CaseReader:
    """Reads records, and their tools only where they are not those of the record before."""

    def __init__(self, free_form: FreeForm) -> None:
        self._free_form = free_form
        self._records = ConversationReader()
        self._tools: list[Tool] = []
        self._box = self._no_tools = Toolbox([])

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
        if not conversation.tools:
            return Case(conversation, self._no_tools, record, file, line, position, self._free_form)
        if conversation.tools is not self._tools:
            self._tools, self._box = conversation.tools, Toolbox(conversation.tools)
        return Case(conversation, self._box, record, file, line, position, self._free_form)
