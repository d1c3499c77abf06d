"""Whether anything said picks one of several listed things: its name, its place, a date, a size, a detail.

What people say before a call flows in, with the entries of a list; out comes whether one of them was meant. Where words
might pick, they do: then there is one right call and no alternative.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..provenance_tokens import find_token
from .listings import Entry
from .replies import is_pointed_at
from .timeline import CallStep, Timeline
from .word_patterns import WORD_TABLES, place_pattern, word_pattern

_DATED = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}")
_NUMBERS = re.compile(r"\d[\d.,:/-]*\d|\d")


_RECENT, _ALL, _IN_TURN = (word_pattern(WORD_TABLES[name]) for name in ("recent", "all", "in_turn"))
_PLACES, _NEXT = place_pattern(WORD_TABLES["positions"]), place_pattern(WORD_TABLES["next"])
_COMPARED = word_pattern(WORD_TABLES["compared"])
_TIMES = word_pattern(WORD_TABLES["times"])
_CONDITIONS = word_pattern(WORD_TABLES["conditions"])


def is_picked(timeline: Timeline, step: CallStep, chosen: Entry, rest: Sequence[Entry]) -> bool:
    """Whether something said before a call may have picked one of the things that it could have been about."""
    if any(is_named_by_others(timeline, step, entry.value) for entry in (chosen, *rest)):
        return True
    ours = [timeline.texts[at] for at in range(step.message + 1) if timeline.roles[at] == "assistant"]
    values = [entry.value for entry in (chosen, *rest)]
    if _are_some_named(ours, values) or is_announced(timeline, step, values) or _is_ranked(chosen, rest):
        return True
    if is_pointed_at(timeline, step, values):
        return True
    return is_placed(timeline, step) or _is_described(_users_words(timeline, step), (chosen, *rest))


def is_announced(timeline: Timeline, step: CallStep, values: Sequence[Any]) -> bool:
    """Whether the assistant says right before a call which of several things it looks at now."""
    said = _announcement(timeline, step)
    placed = any(pattern.search(said.casefold()) for pattern in (_PLACES, _NEXT))
    return placed or _are_some_named([said], values)


def is_placed(timeline: Timeline, step: CallStep) -> bool:
    """Whether the user speaks of things by their place, such as the first or the latest."""
    said = _users_words(timeline, step)
    return bool(_PLACES.search(said) or _RECENT.search(said))


def is_for_all(timeline: Timeline, step: CallStep) -> bool:
    """Whether the user wants all of several things."""
    return bool(_ALL.search(_users_words(timeline, step)))


def is_in_turn(timeline: Timeline, step: CallStep) -> bool:
    """Whether the user speaks of what comes first and what then."""
    return bool(_IN_TURN.search(_users_words(timeline, step)))


def is_named_by_others(timeline: Timeline, step: CallStep, value: Any) -> bool:
    """Whether the user or the policy named a value before a call."""
    return is_named(list(timeline.said(step.message, ("user", "system", "developer"))), value)


def is_conditional(timeline: Timeline, step: CallStep) -> bool:
    """Whether the user said what to look at only if something else is so."""
    return bool(_CONDITIONS.search(_users_words(timeline, step)))


def _announcement(timeline: Timeline, step: CallStep) -> str:
    """What the assistant says right before a call: of what it looks at now."""
    said = []
    for at in range(step.message, -1, -1):
        if timeline.roles[at] != "assistant" or (at < step.message and timeline.messages[at].get("tool_calls")):
            break
        said.append(timeline.texts[at])
    return "\n".join(reversed(said))


def _is_ranked(chosen: Entry, rest: Sequence[Entry]) -> bool:
    """Whether the list scores its entries, from 0 to 1, and the best one was taken."""
    for key, best in chosen.record.items():
        scores = [entry.record.get(key) for entry in rest]
        if isinstance(best, float) and all(isinstance(each, float) and 0 <= each < best <= 1 for each in scores):
            return True
    return False


def _users_words(timeline: Timeline, step: CallStep) -> str:
    return "\n".join(timeline.said(step.message, ("user",))).casefold()


def is_named(texts: Sequence[str], value: Any) -> bool:
    """Whether a value stands in one of the texts."""
    return any(find_token(text, str(value)) >= 0 for text in texts)


def _are_some_named(texts: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether texts name some of several values, and not all."""
    named = [is_named(texts, value) for value in values]
    return any(named) and not all(named)


def _is_described(said: str, entries: Sequence[Entry]) -> bool:
    """Whether the user speaks of a date, a size or a number by which the list tells its entries apart."""
    values = [[each for each in entry.record.values() if each is not None] for entry in entries]
    texts = [" ".join(map(str, each)) for each in values]
    if len(set(texts)) < 2:
        return False
    if any(_DATED.search(text) for text in texts) and _TIMES.search(said):
        return True
    if any(re.search(r"\d", text) for text in texts) and _COMPARED.search(said):
        return True
    numbers = {found for found in _NUMBERS.findall(said) if len(found) > 1}
    return any(find_token(text, number) >= 0 for number in numbers for text in texts)
