"""Rules about two files that must have nothing in common, such as training and validation data (`--against`).

The other file is read first and kept as fingerprints: conversations, openings, the users and orders that occur, and
sketches. What a shop sells may be in both; who buys may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalwright.chat import Call
from evalwright.text import phrase

from ..provenance import leaves_of
from ..provenance_place import Place, folded
from .case import Case
from .finding import Hit, quoted, visible
from .registry import Memory, rule
from .sketches import Sketches

_ENTITY = re.compile(
    r"(?:^|_)(?:user|customer|account|client|member|patient|guest|passenger|student|employee|order|booking"
    r"|reservation|ticket|case|invoice|subscription|policy|claim)_?ids?$|(?:^|_)e?-?mail(?:_address)?$|^orders$",
    re.I,
)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_LAST = re.compile(r"([^.\[\]]+)(?:\[\d+\])*$")
_MAX_MARKS = 2_000_000
_MIN_OPENING = 12
"""Shorter openings ("Hi there") say nothing."""


class Other:
    """The other file, as fingerprints; each with the line that had it first."""

    def __init__(self) -> None:
        self.conversations: dict[int, str] = {}
        self.openings: dict[int, str] = {}
        self.entities: dict[int, str] = {}
        self.sketches: Sketches | None = None

    def learn(self, case: Case, *, sketch: bool) -> None:
        """Take notice of one conversation of the other file."""
        where = case.where
        self.conversations.setdefault(case.trail[-1], where)
        opening = _opening(case)
        if opening is not None:
            self.openings.setdefault(hash(opening[1]), where)
        if len(self.entities) < _MAX_MARKS:
            for _, _, value in entities(case):
                self.entities.setdefault(hash(value), where)
        if sketch:
            self.sketches = self.sketches or Sketches()
            made = self.sketches.sketch(case)
            if made is not None and self.sketches.alike(made) is None:
                self.sketches.keep(made, where)


@rule("leaked-conversation", "error", "leakage")
def leaked_conversation(case: Case, memory: Memory) -> Iterator[Hit]:
    where = memory.of(Other).conversations.get(case.trail[-1])
    if where is not None:
        yield Hit(None, "messages", phrase("audit.found.same_conversation_at", where=visible(where)))


@rule("leaked-entity", "error", "leakage")
def leaked_entity(case: Case, memory: Memory) -> Iterator[Hit]:
    known, said = memory.of(Other).entities, set[str]()
    for message, path, value in entities(case) if known else ():
        where = known.get(hash(value))
        if where is not None and value not in said:
            said.add(value)
            yield Hit(message, path, phrase("audit.found.also_at", value=quoted(value), where=visible(where)))


@rule("leaked-opening", "warning", "leakage")
def leaked_opening(case: Case, memory: Memory) -> Iterator[Hit]:
    opening = _opening(case)
    where = memory.of(Other).openings.get(hash(opening[1])) if opening is not None else None
    if where is not None and opening is not None:
        yield Hit(
            opening[0], f"messages[{opening[0]}].content", phrase("audit.found.same_opening", where=visible(where))
        )


@rule("leaked-near-duplicate", "warning", "leakage")
def leaked_near_duplicate(case: Case, memory: Memory) -> Iterator[Hit]:
    other = memory.of(Other)
    if other.sketches is None or case.trail[-1] in other.conversations:
        return
    sketch = other.sketches.sketch(case)
    found = other.sketches.alike(sketch) if sketch is not None else None
    if found is not None:
        yield Hit(None, "messages", phrase("audit.found.alike", found=f"{found[1]:.0%}", found_2=visible(found[0])))


def _opening(case: Case) -> tuple[int, str] | None:
    """The first user message, without case and punctuation."""
    at = case.roles.find("u")
    text = folded(case.texts[at]) if at >= 0 else ""
    return (at, text) if len(text) >= _MIN_OPENING or len(text.encode()) >= 2 * _MIN_OPENING else None


def entities(case: Case) -> Iterator[tuple[int, str, str]]:
    """The users, orders and addresses of a conversation: in arguments, in results, in what users say."""
    for call in case.calls:
        for path, name, _, value in leaves_of(call.read.arguments, None) if isinstance(call.read, Call) else ():
            if isinstance(value, str) and _is_entity(name, value):
                yield call.message, f"{call.path}.function.arguments.{visible(path, 120)}", value.lower()
    for index, letter in enumerate(case.roles):
        if letter == "t":
            for path, leaf in Place("result", case.texts[index]).leaves:
                last = _LAST.search(path)
                if isinstance(leaf, str) and last and leaf != last[1] and _is_entity(last[1], leaf):
                    yield index, f"messages[{index}].content", leaf.lower()
        elif letter == "u":
            for address in _EMAIL.findall(case.texts[index]):
                yield index, f"messages[{index}].content", address.lower()


def _is_entity(name: str, value: str) -> bool:
    return len(value) >= 4 and _ENTITY.search(name) is not None
