"""What a conversation has that only some have, so that rules about it are not asked of all the others.

Most rules find nothing in most conversations, and asking them costs more than what they look at. A rule that says
`only_if="calls"` when it is registered is asked where there are calls, and finds nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Literal

from evalwright.chat import Call

from .row_context import Case

if TYPE_CHECKING:
    from .registry import Rule

Trait = Literal[
    "calls",
    "doubtful values",
    "faulty calls",
    "repeated calls",
    "single calls",
    "tools",
    "new tools",
    "notes",
    "unusual order",
    "unmatched results",
    "unusual keys",
    "parts",
    "blank texts",
    "long",
    "hidden characters",
    "key marks",
    "long numbers",
]
_USUAL_KEYS = frozenset({"role", "content", "tool_calls", "tool_call_id"})
_LONG = 65_536
"""Characters from which on a conversation may have too many tokens for anybody."""


def _has_calls(case: Case) -> bool:
    return bool(case.calls)


def _has_doubtful_values(case: Case) -> bool:
    return bool(case.calls) and bool(case.doubtful)


def _has_faulty_calls(case: Case) -> bool:
    """Anything but calls of declared tools whose arguments can be read."""
    names = case.tools.names
    return any(call.name not in names or type(call.read) is not Call or call.read.rules for call in case.calls)


def _has_repeated_calls(case: Case) -> bool:
    return len(case.calls) > 1 and len(set(case.keys)) < len(case.keys)


def _has_one_call_at_a_time(case: Case) -> bool:
    return case.conversation.parallel_tool_calls is False


def _has_tools(case: Case) -> bool:
    return bool(case.tools.names)


def _has_new_tools(case: Case) -> bool:
    return case.has_new_tools


def _has_notes(case: Case) -> bool:
    return bool(case.conversation.notes)


def _has_unusual_order(case: Case) -> bool:
    return _is_unusual(case.roles)


@lru_cache(maxsize=4096)
def _is_unusual(roles: str) -> bool:
    """Anything but: system, then a user, no speaker twice, an answer at the end."""
    spoken = roles.lstrip("s")
    if spoken[:1] != "u" or roles[-1:] != "a":
        return True
    return "s" in spoken or "uu" in spoken or "aa" in spoken or "ac" in spoken


def _has_unmatched_results(case: Case) -> bool:
    """Anything but: after each message with calls their results in order, and no id twice."""
    calls = case.calls
    if not calls:
        return bool(case.answers)
    if [(call.message + 1 + call.number, call.id) for call in calls] != case.answers:
        return True
    return len({call.id for call in calls}) != len(calls)


def _has_unusual_keys(case: Case) -> bool:
    """Anything but messages as they were given, with the usual keys, and calls by assistants alone."""
    raw, roles = case.raw_messages, case.roles
    if raw is None or not all(map(is_, raw, case.messages)):
        return True
    if not case.conversation.notes:  # then each has its role and its content, and calls and results have their key
        return sum(map(len, raw)) != 2 * len(roles) + roles.count("c") + roles.count("t")
    keys = list(chain.from_iterable(case.messages))
    return not _USUAL_KEYS.issuperset(keys) or keys.count("tool_calls") != roles.count("c")


def _has_parts(case: Case) -> bool:
    return case.has_parts


def _has_blank_texts(case: Case) -> bool:
    """Whether anybody says nothing; who calls a tool may."""
    if all(map(str.strip, case.texts)):
        return False
    return any(not text.strip() for text, role in zip(case.texts, case.roles, strict=True) if role in "ua")


def _is_long(case: Case) -> bool:
    return sum(map(len, case.texts)) > _LONG


def _may_hide_characters(case: Case) -> bool:
    return case.may_hide


def _has_key_marks(case: Case) -> bool:
    return case.has_key_marks


def _has_long_numbers(case: Case) -> bool:
    return bool(case.long_numbers)


_TESTS: dict[Trait, Callable[[Case], bool]] = {
    "calls": _has_calls,
    "doubtful values": _has_doubtful_values,
    "faulty calls": _has_faulty_calls,
    "repeated calls": _has_repeated_calls,
    "single calls": _has_one_call_at_a_time,
    "tools": _has_tools,
    "new tools": _has_new_tools,
    "notes": _has_notes,
    "unusual order": _has_unusual_order,
    "unmatched results": _has_unmatched_results,
    "unusual keys": _has_unusual_keys,
    "parts": _has_parts,
    "blank texts": _has_blank_texts,
    "long": _is_long,
    "hidden characters": _may_hide_characters,
    "key marks": _has_key_marks,
    "long numbers": _has_long_numbers,
}


class RulePlan:
    """Which of some rules to ask of a conversation."""

    def __init__(self, rules: Sequence[Rule], *, noting: bool = True) -> None:
        """`noting`: whether those are among them that note something and decide later."""
        numbered = enumerate(rules)
        self._rules = [each for each in numbered if each[1].finds_alone and (noting or each[1].note is None)]
        asked = dict.fromkeys(rule.only_if for rule in rules if rule.only_if is not None)
        self._tests = [(1 << place, _TESTS[trait]) for place, trait in enumerate(asked)]
        self._bits = {trait: 1 << place for place, trait in enumerate(asked)}
        self._plans: dict[int, list[tuple[int, Rule]]] = {}

    def rules_for(self, case: Case) -> list[tuple[int, Rule]]:
        """The rules that may find something, each with its place among all."""
        found = 0
        for bit, test in self._tests:
            if test(case):
                found |= bit
        plan = self._plans.get(found)
        if plan is None:
            bits = self._bits
            plan = [each for each in self._rules if each[1].only_if is None or bits[each[1].only_if] & found]
            self._plans[found] = plan
        return plan
