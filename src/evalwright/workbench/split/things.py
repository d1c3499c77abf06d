"""The things of all conversations of a file, as fingerprints: who shares one, what is too common, what leaks.

Things stream in as they are found, and are read again from the first to the last when all are known: what users say is
an entity where any conversation has it as one, and whether a thing is common depends on how many have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from evalwright.executor import HASH_BYTES
from evalwright.spill import SpilledRecords, SpilledTable

from .groups import Groups
from .result import KINDS

CONVERSATION, ENTITY, PLAN, GROUP, SAID = b"cepgs"
"""What a thing is, as the first byte of its entry; the rest is its fingerprint."""
_NAMES = {CONVERSATION: KINDS[0], ENTITY: KINDS[1], PLAN: KINDS[2], GROUP: "group"}
_ALWAYS_JOIN = (CONVERSATION, GROUP)
"""However many have them, these are never too common to count."""
_ENTRY_BYTES = 1 + HASH_BYTES
_NUMBER_BYTES = 8
_HOLDERS_BITS = 64
_HOLDERS = (1 << _HOLDERS_BITS) - 1


def entry_of(kind: int, mark: int) -> bytes:
    """A thing as it is sent and kept."""
    return bytes((kind,)) + mark.to_bytes(HASH_BYTES, "little")


class Things:
    """Every thing of every conversation."""

    def __init__(self) -> None:
        self._entries = SpilledRecords(_ENTRY_BYTES)
        self._counts = SpilledRecords(_NUMBER_BYTES)
        """How many entries each conversation has."""
        self._holders = {kind: SpilledTable(2 * _NUMBER_BYTES) for kind in _NAMES}
        """For each thing the first conversation that has it, and how many have it."""
        self._shared = SpilledRecords(_NUMBER_BYTES + _ENTRY_BYTES)
        """What joins conversations: the number of one that has it, and the thing."""

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, entries: Sequence[bytes]) -> None:
        """The things of the next conversation, each once; what is said and no entity of it comes after these."""
        number = len(self._counts)
        self._counts.append(len(entries).to_bytes(_NUMBER_BYTES, "little"))
        self._entries.append(b"".join(entries))
        for entry in entries:
            if entry[0] != SAID:
                self._count_holder(entry, number, new=True)

    def finish(self) -> None:
        """All conversations are there: what users said is counted where it is an entity."""
        for number, entries in enumerate(self._rows()):
            for entry in entries:
                if entry[0] == SAID:
                    self._count_holder(entry, number, new=False)

    def _count_holder(self, entry: bytes, number: int, *, new: bool) -> None:
        table, mark = self._table_of(entry)
        known = table.put_new(mark, number << _HOLDERS_BITS | 1) if new else table.get(mark)
        if known is not None:
            table.put(mark, known + 1)

    def join(self, groups: Groups, limit: float) -> tuple[Counter[str], dict[int, int]]:
        """Join who shares a thing that at most so many have.

        Given back are the things that join, by kind, and the entities that are too common, each with its holders.
        """
        links: Counter[str] = Counter()
        common: dict[int, int] = {}
        tables = self._holders | {SAID: self._holders[ENTITY]}
        for number, entries in enumerate(self._rows()):
            for entry in entries:
                kind, mark = entry[0], int.from_bytes(entry[1:], "little")
                known = tables[kind].get(mark)
                if known is None:
                    continue  # said, and nobody's
                first, holders = known >> _HOLDERS_BITS, known & _HOLDERS
                is_first = first == number and kind != SAID
                if holders > limit and kind not in _ALWAYS_JOIN:
                    if is_first and kind == ENTITY:
                        common[mark] = holders
                elif holders > 1:
                    if is_first:
                        links[_NAMES[kind]] += 1
                    groups.join(first, number)
                    self._shared.append(number.to_bytes(_NUMBER_BYTES, "little") + entry)
        return links, common

    def leaks(self, is_inside: Callable[[int], int]) -> Counter[str]:
        """What stands on both sides, by kind, counted from the sides alone."""
        sides = {kind: SpilledTable(1) for kind in _NAMES}
        found: Counter[str] = Counter()
        for shared in self._shared:
            number, entry = int.from_bytes(shared[:_NUMBER_BYTES], "little"), shared[_NUMBER_BYTES:]
            kind, mark = _kind_of(entry), int.from_bytes(entry[1:], "little")
            side = 2 if is_inside(number) else 1
            known = sides[kind].put_new(mark, side)
            if known is not None and known | side != known:
                sides[kind].put(mark, known | side)
                found[_NAMES[kind]] += 1
        return found

    def _rows(self) -> Iterator[list[bytes]]:
        entries = iter(self._entries)
        for count in self._counts:
            yield list(islice(entries, int.from_bytes(count, "little")))

    def _table_of(self, entry: bytes) -> tuple[SpilledTable, int]:
        return self._holders[_kind_of(entry)], int.from_bytes(entry[1:], "little")


def _kind_of(entry: bytes) -> int:
    return ENTITY if entry[0] == SAID else entry[0]
