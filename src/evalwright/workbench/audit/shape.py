"""Rules about the shape of a record: what the reader had to understand, and what nobody can see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalwright.executor import stable_hash
from evalwright.spill import SpilledTable
from evalwright.text import phrase

from .finding import Hit, quoted
from .places import RowPlaces
from .registry import COUNTED, RULES, DecideAll, Memory, Place, Rule, register_rule, wide_rule
from .row_context import Case

UNREADABLE_ROW = Rule("unreadable-row", "error", "shape", phrase("audit.rules.unreadable-row"))
RULES[UNREADABLE_ROW.name] = UNREADABLE_ROW  # found by the reader itself, before there is a conversation to check

_HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f]"
)


@register_rule("empty-message", "error", "shape", only_if="blank texts")
def empty_message(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, text in enumerate(case.texts):
        if (not text or text.isspace()) and case.roles[index] in "ua" and not _has_parts(case, index):
            yield Hit(
                index,
                f"messages[{index}].content",
                phrase("audit.found.empty_message", role=phrase(f"roles.{case.messages[index]['role']}")),
            )


@register_rule("missing-call-id", "warning", "shape", only_if="notes")
def missing_call_id(case: Case, memory: Memory) -> Iterator[Hit]:
    if "missing_call_ids" not in case.conversation.notes:
        return
    for index, raw in enumerate(case.raw_messages or ()):
        for number, call in enumerate(_raw_calls(raw)):
            if not (isinstance(call, dict) and call.get("id")):
                yield Hit(index, f"messages[{index}].tool_calls[{number}]", phrase("audit.found.no_call_id"))
        if isinstance(raw, dict) and raw.get("role") == "tool" and not raw.get("tool_call_id"):
            yield Hit(index, f"messages[{index}]", phrase("audit.found.unnamed_call"))


@register_rule("repeated-call-id", "error", "shape", only_if="notes")
def repeated_call_id(case: Case, memory: Memory) -> Iterator[Hit]:
    if "repeated_call_ids" not in case.conversation.notes:
        return
    seen: set[str] = set()
    for index, raw in enumerate(case.raw_messages or ()):
        for number, call in enumerate(_raw_calls(raw)):
            given = call.get("id") if isinstance(call, dict) else None
            if not isinstance(given, str):
                continue
            if given in seen:
                path = f"messages[{index}].tool_calls[{number}].id"
                yield Hit(index, path, phrase("audit.found.call_id_twice", given=quoted(given)))
            seen.add(given)


class _Ids:
    """The ids of the conversations so far, as hashes."""

    def __init__(self) -> None:
        self.seen = SpilledTable(0)


def _note_id(case: Case, memory: Memory) -> tuple[int, str] | None:
    """A hash of the conversation's own id, and the id."""
    own = case.own_id
    return None if own is None else (stable_hash(f"{len(case.file)} {case.file}{own}"), own)


def _marks_of_ids(noted: list[tuple[int, str] | None]) -> list[int | None]:
    return [None if each is None else each[0] for each in noted]


def _repeated_ids(marks: list[int | None], places: RowPlaces, memory: Memory, wanted: int) -> Iterator[tuple[int, Hit]]:
    put_new = memory.of(_Ids).seen.put_new
    for row, mark in enumerate(marks):
        if mark is not None and put_new(mark) is not None:
            wanted -= 1
            yield row, _repeated_id(places.names[row]) if wanted >= 0 else COUNTED


@wide_rule("repeated-id", "warning", "shape", _note_id, DecideAll(_marks_of_ids, _repeated_ids))
def repeated_id(noted: tuple[int, str], place: Place, memory: Memory) -> Iterator[Hit]:
    if memory.of(_Ids).seen.put_new(noted[0]) is not None:
        yield _repeated_id(noted[1])


def _repeated_id(own: str) -> Hit:
    return Hit(None, "id", phrase("audit.found.own_id", own_id=quoted(own)))


@register_rule("hidden-characters", "warning", "shape", only_if="hidden characters")
def hidden_characters(case: Case, memory: Memory) -> Iterator[Hit]:
    if not case.may_hide:
        return
    for index, text in enumerate(case.texts):
        found = _HIDDEN.search(text)
        if found is not None and case.roles[index] != "s":
            yield Hit(
                index, f"messages[{index}].content", phrase("audit.found.hidden_text", found=_character_name(found[0]))
            )
    for call in case.calls:
        found = _HIDDEN.search(call.arguments)
        if found is not None:
            yield Hit(
                call.message,
                f"{call.path}.function.arguments",
                phrase("audit.found.hidden_arguments", found=_character_name(found[0])),
            )


def _character_name(char: str) -> str:
    import unicodedata

    return f"U+{ord(char):04X} ({unicodedata.name(char, phrase('audit.found.control')).lower()})"


def _has_parts(case: Case, index: int) -> bool:
    """Pictures and the like are content without text."""
    content = case.messages[index].get("content")
    return isinstance(content, list) and any(isinstance(part, dict) and part.get("type") != "text" for part in content)


def _raw_calls(raw: object) -> list[object]:
    calls = raw.get("tool_calls") if isinstance(raw, dict) else None
    return calls if isinstance(calls, list) else []
