"""Rules about the shape of a record: what the reader had to understand, and what nobody can see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalwright.executor import stable_hash_of
from evalwright.text import phrase

from .finding import Hit, quoted
from .registry import RULES, Memory, Place, Rule, register_rule, wide_rule
from .row_context import Case

UNREADABLE_ROW = Rule("unreadable-row", "error", "shape", phrase("audit.rules.unreadable-row"))
RULES[UNREADABLE_ROW.name] = UNREADABLE_ROW  # found by the reader itself, before there is a conversation to check

_HIDDEN_ASCII = bytes(code for code in (*range(32), 127) if code not in b"\t\n\r")
_HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f]"
)
_MAX_IDS = 1_000_000


@register_rule("empty-message", "error", "shape")
def empty_message(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, text in enumerate(case.texts):
        if (not text or text.isspace()) and case.roles[index] in "ua" and not _has_parts(case, index):
            yield Hit(
                index,
                f"messages[{index}].content",
                phrase("audit.found.empty_message", role=phrase(f"roles.{case.messages[index]['role']}")),
            )


@register_rule("missing-call-id", "warning", "shape")
def missing_call_id(case: Case, memory: Memory) -> Iterator[Hit]:
    if "missing_call_ids" not in case.conversation.notes:
        return
    for index, raw in enumerate(case.raw_messages or ()):
        for number, call in enumerate(_raw_calls(raw)):
            if not (isinstance(call, dict) and call.get("id")):
                yield Hit(index, f"messages[{index}].tool_calls[{number}]", phrase("audit.found.no_call_id"))
        if isinstance(raw, dict) and raw.get("role") == "tool" and not raw.get("tool_call_id"):
            yield Hit(index, f"messages[{index}]", phrase("audit.found.unnamed_call"))


@register_rule("repeated-call-id", "error", "shape")
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
        self.seen: set[int] = set()


def _note_id(case: Case, memory: Memory) -> tuple[int, str] | None:
    """A hash of the conversation's own id, and the id as it is shown."""
    return None if case.own_id is None else (stable_hash_of((case.file, case.own_id)), quoted(case.own_id))


@wide_rule("repeated-id", "warning", "shape", _note_id)
def repeated_id(noted: tuple[int, str], place: Place, memory: Memory) -> Iterator[Hit]:
    seen, (mark, shown) = memory.of(_Ids).seen, noted
    if mark in seen:
        yield Hit(None, "id", phrase("audit.found.own_id", own_id=shown))
    elif len(seen) < _MAX_IDS:
        seen.add(mark)
    else:
        memory.full.add("conversation ids")


@register_rule("hidden-characters", "warning", "shape")
def hidden_characters(case: Case, memory: Memory) -> Iterator[Hit]:
    if not _may_hide(case.said):
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


def _may_hide(text: str) -> bool:
    """The quick answer, which is nearly always no, and in plain ASCII certain."""
    if text.isascii():
        return len(text.encode().translate(None, _HIDDEN_ASCII)) < len(text)
    return not text.replace("\n", " ").isprintable()


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
