"""Whether calls follow on one another as they should, and pass on what the call before returned.

A call that matches the first pattern begins a sequence: the very next calls of the conversation, whatever is said in
between, must match the rest. A conversation needs at least one whole sequence and may hold no broken one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from evalwright.chat import Call, plain
from evalwright.text import phrase

from ..audit.finding import quoted, visible
from ..audit.row_context import CallAt, Case
from ..provenance_place import Place
from .result import Reason
from .rules import Sequence


def check_sequence(case: Case, sequence: Sequence) -> Iterator[Reason]:
    """What is wrong with the order of the calls; of the sequences that are whole, what is not passed on."""
    rule, found, at = f"sequence {visible(sequence.words, 200)}", False, 0
    while at < len(case.calls):
        if not fnmatchcase(case.calls[at].name, sequence.patterns[0]):
            at += 1
            continue
        found = True
        broken = _sequence_break(case, sequence, at)
        if broken is not None:
            yield Reason(rule, broken, case.calls[at].message)
            at += 1
            continue
        yield from _passed_on(case, sequence, at)
        at += len(sequence.patterns)
    if not found:
        yield Reason(rule, phrase("curate.found.no_match", patterns=visible(sequence.patterns[0], 80)))


def _sequence_break(case: Case, sequence: Sequence, start: int) -> str | None:
    """The sentence about a sequence that begins here and does not go on as it should."""
    for offset, pattern in enumerate(sequence.patterns[1:], 1):
        before = visible(case.calls[start + offset - 1].name, 80)
        if start + offset >= len(case.calls):
            return phrase("curate.found.last_call", before=before, pattern=visible(pattern, 80))
        name = case.calls[start + offset].name
        if not fnmatchcase(name, pattern):
            return phrase("curate.found.followed", before=before, name=visible(name, 80), pattern=visible(pattern, 80))
    return None


def _passed_on(case: Case, sequence: Sequence, start: int) -> Iterator[Reason]:
    for offset in range(1, len(sequence.patterns)):
        earlier, later = case.calls[start + offset - 1], case.calls[start + offset]
        for name in sequence.same:
            problem = _differs(case, earlier, later, name)
            if problem is not None:
                yield Reason(f"same {visible(name, 80)}", problem, later.message)


def _differs(case: Case, earlier: CallAt, later: CallAt, name: str) -> str | None:
    """Why the argument of the later call is not what the earlier one returned, or None."""
    if not isinstance(later.read, Call) or name not in later.read.arguments:
        return phrase("curate.found.without", later=visible(later.name, 80), name=visible(name, 80))
    result = _result_of_call(case, earlier, later.message)
    if result is None:
        return phrase("curate.found.not_returned", earlier=visible(earlier.name, 80), later=visible(later.name, 80))
    returned = list(_returned(result, name))
    passed = plain(later.read.arguments[name])
    if not returned:
        return phrase("curate.found.returned_none", earlier=visible(earlier.name, 80), name=visible(name, 80))
    if _as_text(passed) not in returned:
        return phrase(
            "curate.found.not_same",
            name=visible(name, 80),
            passed=quoted(passed),
            earlier=visible(earlier.name, 80),
            returned=quoted(returned[0]),
        )
    return None


def _result_of_call(case: Case, call: CallAt, before: int) -> str | None:
    """What a call returned, where that was known before a message."""
    for index in range(call.message + 1, before):
        if case.roles[index] == "t" and case.messages[index].get("tool_call_id") == call.id:
            return case.texts[index]
    return None


def _returned(result: str, name: str) -> Iterator[str]:
    """The values a result holds under a name, else under `id`; a result that is one bare value is that value."""
    leaves = [(path, leaf) for path, leaf in Place("result", result).leaves if not isinstance(leaf, bool | None)]
    if not leaves or leaves[0][0] == "$":
        yield _as_text(leaves[0][1]) if leaves else result.strip()
        return
    for key in (name, "id"):
        # A key stands among the leaves too, under its own path; it is followed by its value.
        found = [leaf for path, leaf in leaves if path.endswith(f".{key}") and leaf != key]
        if found:
            yield from map(_as_text, found)
            return


def _as_text(value: Any) -> str:
    shown = plain(value)
    return shown if isinstance(shown, str) else str(shown)
