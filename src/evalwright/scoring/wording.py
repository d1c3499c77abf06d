"""The one sentence of a review: what was right, what was not, and where the two values come from.

In flow the facts of a graded item, out comes text. Names and values stem from data and models, so they are
cut to a length that can be read and control characters are written as escapes: a reply cannot draw on a
terminal or start a new line here. What is cut here stands whole in the details.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from evalwright.text import Sentence, listed, phrase

from .argument_equality import Difference, type_name

_LONGEST = 80
_LONGEST_PROBLEM = 300
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a sentence may need. Names are None where a call has none."""

    verdict: str
    due: Sequence[str | None]
    made: Sequence[str | None]
    missing: Sequence[str | None] = ()
    extra: Sequence[str | None] = ()
    differing: str | None = None
    """The tool whose arguments differ first."""
    differences: Sequence[Difference] = ()
    unreadable: str | None = None
    unreadable_name: str | None = None
    rules: Sequence[str] = ()
    known: frozenset[str] = field(default_factory=frozenset)
    """The tools there are; empty where that is not known."""
    answer: str | None = None
    """What was said in place of calls: `blank`, `cut_off` or `filtered` where that is no answer."""


def sentence(facts: Facts) -> Sentence:
    """The reason of a review."""
    return _SENTENCES[facts.verdict](facts)


def shown(value: object) -> str:
    """A value as JSON on one line, cut for reading."""
    text = _ENCODER.encode(value)
    return _printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def tool_shown(name: str | None) -> str:
    """A tool's name; quoted if it could be mistaken for something else."""
    if name is None:
        return phrase("review.unnamed_tool")
    return name if len(name) <= _LONGEST and name.isidentifier() and name.isascii() else shown(name)


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)


def _tools_shown(names: Sequence[str | None]) -> Sentence:
    shown_names = [tool_shown(name) for name in names[:5]]
    if len(names) > 5:
        shown_names.append(phrase("review.more_tools", num=len(names) - 5))
    return listed(shown_names)


def _all_right(facts: Facts) -> Sentence:
    if not facts.due and not facts.made:
        return phrase("review.none_due")
    right = phrase("review.right_all" if len(facts.due) > 1 else "review.right")
    if len(facts.due) != len(facts.made):
        right = phrase("review.right_counts", made=len(facts.made), due=len(facts.due))
    return phrase("review.by_rules", right=right, rules=listed(facts.rules, "and")) if facts.rules else right


def _wrong_arguments(facts: Facts) -> Sentence:
    plural = len(facts.due) > 1
    key = "review.arguments_all" if plural else "review.arguments"
    return phrase(key, difference=_first_difference(facts, plural))


def _first_difference(facts: Facts, name_tool: bool) -> Sentence:
    named = name_tool and facts.differing is not None
    if not facts.differences:
        return _in_tool(facts, phrase("review.arguments_differ")) if named else phrase("review.other_arguments")
    first = _difference(facts.differences[0])
    text = _in_tool(facts, first) if named else first
    more = len(facts.differences) - 1
    return phrase("review.more_differences", difference=text, more=more) if more else text


def _in_tool(facts: Facts, difference: Sentence) -> Sentence:
    return phrase("review.in_tool", tool=tool_shown(facts.differing), difference=difference)


def _difference(found: Difference) -> Sentence:
    path, kind = _printable(found["path"][:_LONGEST]), found["kind"]
    typed = kind == "type"
    if kind != "extra":
        expected = _with_source(found["expected"], found.get("expected_source"), typed)
        if kind == "missing":
            return phrase("review.missing", path=path, expected=expected)
    given = _with_source(found["given"], found.get("given_source"), typed)
    if kind == "extra":
        return phrase("review.extra", path=path, given=given)
    return phrase("review.different", path=path, given=given, expected=expected)


def _with_source(value: object, source: str | None, typed: bool) -> str:
    text = shown(value)
    if typed and value is not None:
        text = phrase("review.typed", type=_type_shown(value), value=text)
    if source is None:
        return text
    if source == "nowhere":
        return phrase("review.stands_nowhere", value=text)
    return phrase("review.stands", value=text, place=source if source.isprintable() else _printable(source))


def _type_shown(value: object) -> str:
    name = type_name(value)
    return name if name == "unknown" else phrase(f"review.types.{name}")


def _wrong_tool(facts: Facts) -> Sentence:
    wrong = facts.extra or facts.made
    tools, expected = _tools_shown(wrong), _tools_shown(facts.missing or facts.due)
    if facts.known and not any(name is None or name in facts.known for name in wrong):
        return phrase("review.called_unknown", tools=tools, num=len(wrong), expected=expected)
    return phrase("review.called", tools=tools, expected=expected)


def _no_call(facts: Facts) -> Sentence:
    return phrase("review.no_call", expected=_tools_shown(facts.due))


def _no_answer(facts: Facts) -> Sentence:
    return phrase(f"review.no_answer.{facts.answer}")


def _unexpected_call(facts: Facts) -> Sentence:
    return phrase("review.unexpected", tools=_tools_shown(facts.made))


def _malformed_call(facts: Facts) -> Sentence:
    return _unreadable(facts, "review.unreadable")


def _invalid_item(facts: Facts) -> Sentence:
    return _unreadable(facts, "review.expected_unreadable")


def _unreadable(facts: Facts, key: str) -> Sentence:
    if facts.unreadable is None:
        return phrase("review.raises")
    whole = len(facts.unreadable) <= _LONGEST_PROBLEM and facts.unreadable.isprintable()
    problem = facts.unreadable if whole else _printable(facts.unreadable[:_LONGEST_PROBLEM])
    if facts.unreadable_name:
        return phrase(f"{key}_tool", tool=tool_shown(facts.unreadable_name), problem=problem)
    return phrase(key, problem=problem)


def _extra_call(facts: Facts) -> Sentence:
    extra = [phrase("review.not_expected", tools=_tools_shown(facts.extra))] if facts.extra else []
    return _count_sentence(facts, extra)


def _missing_call(facts: Facts) -> Sentence:
    missing = [phrase("review.not_made", tools=_tools_shown(facts.missing))] if facts.missing else []
    return _count_sentence(facts, missing)


def _count_sentence(facts: Facts, which: list[Sentence]) -> Sentence:
    count = phrase("review.count", made=len(facts.made), due=len(facts.due))
    also = [_first_difference(facts, True)] if facts.differences else []
    return listed([count, *which, *also], "semicolon")


_SENTENCES = {
    "exact": _all_right,
    "wrong_arguments": _wrong_arguments,
    "wrong_tool": _wrong_tool,
    "no_call": _no_call,
    "no_answer": _no_answer,
    "unexpected_call": _unexpected_call,
    "malformed_call": _malformed_call,
    "invalid_item": _invalid_item,
    "extra_call": _extra_call,
    "missing_call": _missing_call,
}
