"""Rules about two files that must have nothing in common, such as training and validation data (`--against`).

The other file is read first and kept as fingerprints: conversations, openings, the users and orders that occur, and
sketches. What is for sale may be in both; who buys may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from evalwright.chat import Call, TextSearch, plain
from evalwright.executor import stable_hash
from evalwright.spill import SpilledTable
from evalwright.text import phrase

from ..provenance_leaves import leaves_of
from ..provenance_place import folded
from ..provenance_schema import literal
from .finding import Hit, quoted, visible
from .near_duplicates import Sketcher
from .places import PLACE_BYTES, Places
from .registry import Memory, register_rule
from .row_context import CallAt, Case
from .sketch_index import SketchIndex

_ENTITY = re.compile(
    r"(?:^|_)(?:user|customer|account|client|member|patient|guest|passenger|student|employee|order|booking"
    r"|reservation|ticket|case|invoice|subscription|policy|claim)_?ids?$|(?:^|_)e?-?mail(?:_address)?$|^orders$",
    re.I,
)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_SAID = re.compile(
    r"(?<![A-Za-z0-9_@.\-])(?=#?[A-Za-z_\-]{0,99}[0-9])#?[A-Za-z0-9][A-Za-z0-9_\-]{3,99}(?![A-Za-z0-9_@])"
)
"""What may be an id in running text; it counts as one where a call or a result of either file says so."""
_SIGNED = r"#(?=[A-Za-z]{0,6}-?[0-9]{4})[A-Za-z0-9\-]{4,40}"
_JOINED = r"(?<![A-Za-z0-9_])[A-Za-z]+(?:_[A-Za-z]+)*_[0-9]{3,}(?![A-Za-z0-9_])"
_NOUN = "(?:order|booking|reservation|ticket|invoice|account|customer|user|member|policy|claim|case)"
_TOLD = re.compile(
    f"{_SIGNED}|{_JOINED}|{_NOUN}"
    r"(?:['’]s)?[ _]?(?:id|number|no\.?|nr\.?|#)(?: is| was|:)? ?([A-Za-z0-9_\-]*[0-9][A-Za-z0-9_\-]{3,40})"
    r"|(?:订单|账号|账户|用户|客户|工单|会员|预订|发票)(?:号码?|编号|ID|id)?(?:是|为|：|:)? ?"
    r"([A-Za-z0-9_#\-]*[0-9][A-Za-z0-9_\-]{3,40})",
    re.I,
)
"""What is an id in running text by the way it is written, or by the words before it."""
_may_be_named = TextSearch(f"{_NOUN}(?:'s)?[ _]?(?:id|number|no|nr|#)")
"""Whether there may be words before an id, in a text of small ASCII letters."""
_WRITTEN = {
    (True, True): re.compile(f"{_SIGNED}|{_JOINED}"),
    (True, False): re.compile(_SIGNED),
    (False, True): re.compile(_JOINED),
}
"""What is an id by the way it is written, where a `#` or a `_` with digits stands in a text: each looks for less."""
_JOINED_END = re.compile("_[0-9]{3}")
_DIGIT = re.compile("[0-9]")
_MAY_BE_TOLD = re.compile(r"[0-9][A-Za-z0-9_\-]{2}", re.I)
"""What stands in every such id: found far faster than the id itself."""
_PAGING = frozenset(
    {"limit", "offset", "page", "per_page", "page_size", "pagesize", "size", "count", "cursor", "top", "skip"}
    | {"max_results", "sort", "order"}
)
_LONGEST_NAME = 200
_MIN_OPENING = 12
"""Shorter openings ("Hi there") say nothing."""


class OtherFacts(NamedTuple):
    """One conversation of the other file."""

    file: str
    line: int | None
    mark: int
    opening: int | None
    entities: frozenset[int]
    said: frozenset[int]
    sketch: bytes | None


def other_facts(case: Case, sketcher: Sketcher | None) -> OtherFacts:
    """What is kept of a conversation of the other file; its sketch, where somebody makes one."""
    opening = _opening(case)
    return OtherFacts(
        case.file,
        case.line,
        case.mark,
        None if opening is None else stable_hash(opening[1]),
        frozenset(stable_hash(value) for _, _, value in entities(case)),
        frozenset(stable_hash(value) for _, value in said_ids(case)),
        None if sketcher is None else sketcher.sketch(case),
    )


class Other:
    """The other file, as fingerprints; each with the line that had it first."""

    def __init__(self) -> None:
        self.conversations, self.openings, self.entities, self.said = (SpilledTable(PLACE_BYTES) for _ in range(4))
        """The last one: what users say and may be an id."""
        self._places = Places()
        self.sketches: SketchIndex | None = None

    def learn(self, facts: OtherFacts) -> None:
        """Take notice of one conversation of the other file."""
        place = self._places.number(facts.file, facts.line)
        self.conversations.put_new(facts.mark, place)
        if facts.opening is not None:
            self.openings.put_new(facts.opening, place)
        for value in facts.entities:
            self.entities.put_new(value, place)
        for value in facts.said:
            self.said.put_new(value, place)
        if facts.sketch is not None:
            self.sketches = self.sketches or SketchIndex()
            if self.sketches.alike(facts.sketch) is None:
                self.sketches.keep(facts.sketch, place)

    def find(self, table: SpilledTable, value: int) -> str | None:
        """Where the other file has something first."""
        found = table.get(value)
        return None if found is None else self.where(found)

    def where(self, place: int) -> str:
        """A place as sentences name it."""
        return self._places.shown(place)


@register_rule("leaked-conversation", "error", "leakage")
def leaked_conversation(case: Case, memory: Memory) -> Iterator[Hit]:
    other = memory.of(Other)
    where = other.find(other.conversations, case.mark)
    if where is not None:
        yield Hit(None, "messages", phrase("audit.found.same_conversation_at", where=visible(where)))


@register_rule("leaked-entity", "error", "leakage")
def leaked_entity(case: Case, memory: Memory) -> Iterator[Hit]:
    other, named = memory.of(Other), set[str]()
    for message, path, value in entities(case):
        mark = stable_hash(value)
        where = other.find(other.entities, mark) or other.find(other.said, mark)
        if where is not None and value not in named:
            named.add(value)
            yield Hit(message, path, phrase("audit.found.also_at", value=quoted(value), where=visible(where)))
    for message, value in said_ids(case):
        where = other.find(other.entities, stable_hash(value))
        if where is not None and value not in named:
            named.add(value)
            found = phrase("audit.found.also_at", value=quoted(value), where=visible(where))
            yield Hit(message, f"messages[{message}].content", found)


@register_rule("leaked-opening", "warning", "leakage")
def leaked_opening(case: Case, memory: Memory) -> Iterator[Hit]:
    other, opening = memory.of(Other), _opening(case)
    where = other.find(other.openings, stable_hash(opening[1])) if opening is not None else None
    if where is not None and opening is not None:
        yield Hit(
            opening[0], f"messages[{opening[0]}].content", phrase("audit.found.same_opening", where=visible(where))
        )


@register_rule("leaked-near-duplicate", "warning", "leakage")
def leaked_near_duplicate(case: Case, memory: Memory) -> Iterator[Hit]:
    other = memory.of(Other)
    if other.sketches is None or case.mark in other.conversations:
        return
    sketch = memory.of(Sketcher).sketch(case)
    found = other.sketches.alike(sketch) if sketch is not None else None
    if found is not None:
        where = visible(other.where(found[0]))
        yield Hit(None, "messages", phrase("audit.found.alike", found=f"{found[1]:.0%}", found_2=where))


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
                yield call.message, f"{call.path}.function.arguments.{visible(path, 120)}", _entity(value)
    for index, letter in enumerate(case.roles):
        if letter == "t":
            found = [
                value for name, value in case.result_values[index] if type(value) is str and _is_entity(name, value)
            ]
            if len(set(found)) == 1 or (found and not _is_listing(case, index)):
                yield from ((index, f"messages[{index}].content", _entity(leaf)) for leaf in found)
        elif letter == "u":
            for value in _told_by_user(case.texts[index]):
                yield index, f"messages[{index}].content", _entity(value)


def _is_listing(case: Case, index: int) -> bool:
    """Whether a message answers a call that asks for nothing of one's own."""
    return any(case.results.get(call.id) == index and _is_anybodys(case, call) for call in case.calls)


def _is_anybodys(case: Case, call: CallAt) -> bool:
    """Whether a call asks for nothing of one's own: no value but what the schema lists, or where a page begins.

    Several people or orders that it gives are the directory that everybody sees, and nobody's conversation.
    """
    if not isinstance(call.read, Call):
        return False
    given = leaves_of(call.read.arguments, case.tools.parameters(call.name))
    return all(
        isinstance(value, bool) or name.lower() in _PAGING or literal(schema, plain(value))
        for _, name, schema, value in given
    )


def said_ids(case: Case) -> Iterator[tuple[int, str]]:
    """What users say that may be an id: where it stands, and the value."""
    for index, letter in enumerate(case.roles):
        for found in _SAID.findall(case.texts[index]) if letter == "u" and _DIGIT.search(case.texts[index]) else ():
            if any(map(str.isdigit, found)):
                yield index, _entity(found)


def _told_by_user(text: str) -> list[str]:
    """The addresses and ids in a user's words."""
    told = _EMAIL.findall(text) if "@" in text else []
    if _MAY_BE_TOLD.search(text) is not None:
        told += _ids_in(text)
    return told


def _ids_in(text: str) -> list[str]:
    """What `_TOLD` finds; in plain ASCII without the words that come before ids, by looking for less."""
    if not text.isascii() or _may_be_named(text.lower()):
        return [found[1] or found[2] or found[0] for found in _TOLD.finditer(text)]
    pattern = _WRITTEN.get(("#" in text, _JOINED_END.search(text) is not None))
    return [] if pattern is None else pattern.findall(text)


def _entity(value: str) -> str:
    """A value as it is compared: `#W123` and `w123` are the same order."""
    return value.lower().lstrip("#").rstrip("-_")


def _is_entity(name: str, value: str) -> bool:
    return len(value) >= 4 and _names_entity(name[-_LONGEST_NAME:])


@lru_cache(maxsize=4096)
def _names_entity(name: str) -> bool:
    return _ENTITY.search(name) is not None
