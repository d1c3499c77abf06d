"""Which side of a data set has a person, an order or an address, while it is being made: none stands on both.

The same values as in the rule `leaked-entity` are looked at, one conversation at a time and in memory, so that what is
written keeps to what `verify` asks of it afterwards.
"""

from __future__ import annotations

from evalwright.chat import Conversation
from evalwright.data import BadRow
from evalwright.executor import stable_hash

from .leakage import entities, said_ids


class EntitySides:
    """The sides so far: for each the entities, and what users said that may be one."""

    def __init__(self) -> None:
        from .case_reader import GIVEN, CaseReader

        self._reader, self._file = CaseReader({}), GIVEN
        self._met: dict[str, tuple[set[int], set[int]]] = {}
        self._looked_at: dict[str | None, tuple[set[int], set[int]]] = {}
        """What was found in conversations that were looked at and may be kept next, by their names."""

    def is_shared(self, row: Conversation, side: str) -> bool:
        """Whether a conversation has what stands on another side."""
        own, said = self._looked_at[row.id] = self._marks_of(row)
        others = [marks for name, marks in self._met.items() if name != side]
        return any((own & (theirs | told)) or (said & theirs) for theirs, told in others)

    def keep(self, row: Conversation, side: str) -> None:
        """Remember a conversation that was accepted."""
        own, said = self._looked_at[row.id] if row.id in self._looked_at else self._marks_of(row)
        self._looked_at.clear()
        theirs, told = self._met.setdefault(side, (set(), set()))
        theirs |= own
        told |= said

    def _marks_of(self, row: Conversation) -> tuple[set[int], set[int]]:
        case = self._reader.case(row, self._file, None, 0)
        if isinstance(case, BadRow):
            return set(), set()
        return {stable_hash(value) for _, _, value in entities(case)}, {
            stable_hash(value) for _, value in said_ids(case)
        }
