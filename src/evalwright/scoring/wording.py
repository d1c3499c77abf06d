"""The one sentence of a review: what was right, what was not, and where the two values come from.

In flow the facts of a graded item, out comes text. Names and values stem from data and models, so they are
cut to a length that can be read and control characters are written as escapes: a reply cannot draw on a
terminal or start a new line here. What is cut here stands whole in the details.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.scoring.compare import type_name

_LONGEST = 80
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
    differences: Sequence[dict[str, Any]] = ()
    unreadable: str | None = None
    unreadable_name: str | None = None
    rules: Sequence[str] = ()
    known: frozenset[str] = field(default_factory=frozenset)
    """The tools there are; empty where that is not known."""


def sentence(facts: Facts) -> str:
    """The reason of a review."""
    return _SENTENCES[facts.verdict](facts)


def shown(value: object) -> str:
    """A value as JSON on one line, cut for reading."""
    text = _ENCODER.encode(value)
    return _printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def tool_shown(name: str | None) -> str:
    """A tool's name; quoted if it could be mistaken for something else."""
    if name is None:
        return "an unnamed tool"
    return name if len(name) <= _LONGEST and name.isidentifier() and name.isascii() else shown(name)


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)


def _tools_shown(names: Sequence[str | None]) -> str:
    listed = [tool_shown(name) for name in names[:5]]
    if len(names) > 5:
        listed.append(f"{len(names) - 5} more")
    return ", ".join(listed)


def _calls(count: int) -> str:
    return f"{count} call" if count == 1 else f"{count} calls"


def _all_right(facts: Facts) -> str:
    if not facts.due and not facts.made:
        return "no call was due and none was made"
    plural = len(facts.due) > 1
    text = "right tools and arguments" if plural else "right tool and arguments"
    if len(facts.due) != len(facts.made):
        text = f"right by the reference rules, with {_calls(len(facts.made))} for {len(facts.due)} due"
    return f"{text}, by {' and '.join(facts.rules)}" if facts.rules else text


def _wrong_arguments(facts: Facts) -> str:
    plural = len(facts.due) > 1
    head = "right tools, but " if plural else "right tool, but "
    return head + _first_difference(facts, plural)


def _first_difference(facts: Facts, name_tool: bool) -> str:
    where = f"in {tool_shown(facts.differing)} " if name_tool and facts.differing else ""
    if not facts.differences:
        return f"{where}the arguments differ" if where else "with other arguments"
    text = where + _difference(facts.differences[0])
    more = len(facts.differences) - 1
    if more:
        text += f"; {more} more {'difference' if more == 1 else 'differences'}"
    return text


def _difference(found: dict[str, Any]) -> str:
    path, kind = _printable(found["path"][:_LONGEST]), found["kind"]
    typed = kind == "type"
    expected = _with_source(found["expected"], found.get("expected_source"), typed)
    given = _with_source(found["given"], found.get("given_source"), typed)
    if kind == "missing":
        return f"{path} is missing; expected {expected}"
    if kind == "extra":
        return f"{path} is {given}, where nothing was expected"
    return f"{path} is {given}; expected {expected}"


def _with_source(value: object, source: str | None, typed: bool) -> str:
    text = f"the {type_name(value)} {shown(value)}" if typed and value is not None else shown(value)
    if source is None:
        return text
    place = "nowhere in the conversation" if source == "nowhere" else f"in {_printable(source)}"
    return f"{text}, which stands {place}"


def _wrong_tool(facts: Facts) -> str:
    wrong = facts.extra or facts.made
    text = f"called {_tools_shown(wrong)}"
    if facts.known and not any(name is None or name in facts.known for name in wrong):
        text += ", which is not among the tools" if len(wrong) == 1 else ", which are not among the tools"
    return f"{text}; expected {_tools_shown(facts.missing or facts.due)}"


def _no_call(facts: Facts) -> str:
    return f"no call was made; expected {_tools_shown(facts.due)}"


def _unexpected_call(facts: Facts) -> str:
    return f"called {_tools_shown(facts.made)}, though no call was due"


def _malformed_call(facts: Facts) -> str:
    what = f"the call of {tool_shown(facts.unreadable_name)}" if facts.unreadable_name else "the call"
    if facts.unreadable is None:
        return "the reference grader raises an error on these calls"
    return f"{what} cannot be read: {_printable(facts.unreadable[:300])}"


def _invalid_item(facts: Facts) -> str:
    return _malformed_call(facts).replace("the call", "the expected call", 1)


def _extra_call(facts: Facts) -> str:
    text = f"{_calls(len(facts.made))} made where {_due(facts)}"
    if facts.extra:
        text += f"; not expected: {_tools_shown(facts.extra)}"
    return _also(text, facts)


def _missing_call(facts: Facts) -> str:
    text = f"{_calls(len(facts.made))} made where {_due(facts)}"
    if facts.missing:
        text += f"; missing: {_tools_shown(facts.missing)}"
    return _also(text, facts)


def _due(facts: Facts) -> str:
    return f"{len(facts.due)} {'was' if len(facts.due) == 1 else 'were'} due"


def _also(text: str, facts: Facts) -> str:
    return f"{text}; {_first_difference(facts, True)}" if facts.differences else text


_SENTENCES = {
    "exact": _all_right,
    "wrong_arguments": _wrong_arguments,
    "wrong_tool": _wrong_tool,
    "no_call": _no_call,
    "unexpected_call": _unexpected_call,
    "malformed_call": _malformed_call,
    "invalid_item": _invalid_item,
    "extra_call": _extra_call,
    "missing_call": _missing_call,
}
