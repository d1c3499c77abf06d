"""Rules about the data as a whole: one situation must not have two right answers."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from struct import Struct
from typing import NamedTuple

from evalwright.executor import HASH_BYTES
from evalwright.spill import SpilledTable
from evalwright.text import phrase

from .finding import Hit, visible
from .places import PLACE_BYTES, Places, RowPlaces
from .registry import COUNTED, DecideAll, Memory, Place, wide_rule
from .row_context import Case, call_path

_PLACE_BITS = 8 * PLACE_BYTES


_HASHES = Struct(f"<{HASH_BYTES}s{HASH_BYTES}s")


class _Answers:
    """What was called in each situation so far: the fingerprint of the call, and where."""

    def __init__(self) -> None:
        self.known = SpilledTable(HASH_BYTES + PLACE_BYTES)
        self.places = Places()

    def contradicted(self, before: int, call: int, place: int) -> str | None:
        """Where another call was made in the same situation; the first call of each is remembered."""
        earlier = self.known.put_new(before, call << _PLACE_BITS | place)
        if earlier is None or earlier >> _PLACE_BITS == call:
            return None
        return self.places.shown(earlier & (1 << _PLACE_BITS) - 1)


_Situation = tuple[bytes, bytes, int, int, str]
"""One call: fingerprints of what came before it and of itself; its message, its number there, and its tool."""


class _Situations(NamedTuple):
    """The same of a piece."""

    hashes: bytes
    """Both fingerprints of each."""
    counts: list[int]
    """How many each row has."""
    calls: list[int]
    """Message, number and tool of each."""
    tools: list[str]


def _note_situations(case: Case, memory: Memory) -> list[_Situation] | None:
    if not case.calls:
        return None
    made: list[_Situation] = []
    within, before, tools = b"", case.marks_before, case.tools.fingerprint
    for call, key in zip(case.calls, case.keys, strict=True):
        if call.number == 0:
            text = case.texts[call.message]
            within = (before[call.message] ^ tools).to_bytes(HASH_BYTES, "little")  # a fingerprint as both are
            within = _hash(within + text.encode("utf-8", "surrogatepass")) if text else within
        else:
            within = _hash(within + b"\0" + made[-1][1])
        made.append((within, key.to_bytes(HASH_BYTES, "little"), call.message, call.number, call.name))
    return made


def _hash(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=HASH_BYTES).digest()


def _packed(noted: list[list[_Situation] | None]) -> _Situations:
    all_of_piece = [each for situations in noted if situations for each in situations]
    tools = {name: number for number, name in enumerate(dict.fromkeys([each[4] for each in all_of_piece]))}
    hashes = b"".join([part for each in all_of_piece for part in each[:2]])
    calls = [part for each in all_of_piece for part in (each[2], each[3], tools[each[4]])]
    return _Situations(hashes, [len(each) if each else 0 for each in noted], calls, list(tools))


def _contradictions(noted: _Situations, rows: RowPlaces, memory: Memory, wanted: int) -> Iterator[tuple[int, Hit]]:
    answers = memory.of(_Answers)
    contradicted, from_bytes, number = answers.contradicted, int.from_bytes, 0
    hashes, places = _HASHES.iter_unpack(noted.hashes), answers.places.numbers(rows)
    for row, count in enumerate(noted.counts):
        for before, call in islice(hashes, count):
            earlier = contradicted(from_bytes(before, "little"), from_bytes(call, "little"), places[row])
            if earlier is not None:
                wanted -= 1
                message, at, tool = noted.calls[3 * number : 3 * number + 3]
                yield row, _contradiction(earlier, noted.tools[tool], message, at) if wanted >= 0 else COUNTED
            number += 1


@wide_rule("contradictory-gold", "error", "consistency", _note_situations, DecideAll(_packed, _contradictions))
def contradictory_gold(situations: list[_Situation], place: Place, memory: Memory) -> Iterator[Hit]:
    answers = memory.of(_Answers)
    here = answers.places.number(place.file, place.line)
    for before, call, message, number, tool in situations:
        earlier = answers.contradicted(int.from_bytes(before, "little"), int.from_bytes(call, "little"), here)
        if earlier is not None:
            yield _contradiction(earlier, tool, message, number)


def _contradiction(earlier: str, tool: str, message: int, number: int) -> Hit:
    said = phrase("audit.found.contradiction", where=visible(earlier), tool=visible(tool, 80))
    return Hit(message, call_path(message, number), said)
