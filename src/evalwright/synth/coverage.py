"""What has been made so far, counted: the numbers that steer the planner and stand in the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from evalwright.chat import is_failure
from evalwright.executor import stable_hash

from .diversity import effective_number, self_bleu
from .manifest_types import CoverageFacts
from .novelty import opening_of
from .plan import Draft, text_in

T = TypeVar("T")
_KEPT_TEXTS = 150


class Counted(NamedTuple):
    """What is counted of one conversation."""

    messages: int
    names: tuple[str, ...]
    """The tools that it calls, in order."""
    errors: int
    intents: tuple[str, ...]
    tags: tuple[str, ...]
    lang: str
    opening: int
    said: str
    """All that the user says."""


def counted(draft: Draft) -> Counted:
    """What is counted of a draft."""
    calling = [message["tool_calls"] for message in draft.messages if "tool_calls" in message]
    results = [text_in(message) for message in draft.messages if message["role"] == "tool"]
    return Counted(
        len(draft.messages),
        tuple([call["function"]["name"] for calls in calling for call in calls]),
        sum(map(is_failure, results)) + len(_silent_failures(draft)),
        tuple(draft.metadata.get("intents", ())),
        tuple(draft.metadata.get("tags", ())),
        str(draft.metadata.get("lang", "en")),
        stable_hash(opening_of(draft)),
        " ".join([text_in(message) for message in draft.messages if message["role"] == "user"]),
    )


class Coverage:
    """Counts over accepted conversations."""

    def __init__(self) -> None:
        self.conversations = self.messages = self.calls = self.errors = 0
        self.tools: Counter[str] = Counter()
        self.transitions: Counter[tuple[str, str]] = Counter()
        self.plans: Counter[tuple[str, ...]] = Counter()
        self.intents: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.langs: Counter[str] = Counter()
        self.by_messages: Counter[int] = Counter()
        self.by_calls: Counter[int] = Counter()
        self._openings: set[int] = set()
        self._said: dict[str, list[str]] = {}

    def add(self, draft: Draft) -> None:
        """Count one conversation."""
        self.count(counted(draft))

    def count(self, told: Counted) -> None:
        """Count one conversation, of which this is known."""
        self.conversations += 1
        self.messages += told.messages
        self.calls += len(told.names)
        self.by_messages[told.messages] += 1
        self.by_calls[len(told.names)] += 1
        self.errors += told.errors
        self.plans[told.names] += 1
        self.langs[told.lang] += 1
        self._steer(told)
        _add_to_counter(self.tags, told.tags)
        self._openings.add(told.opening)
        said = self._said.setdefault(told.lang, [])
        if len(said) < _KEPT_TEXTS:
            said.append(told.said)

    def _steer(self, told: Counted) -> None:
        _add_to_counter(self.tools, told.names)
        _add_to_counter(self.transitions, pairwise(told.names))
        _add_to_counter(self.intents, told.intents)

    def steering(self) -> Coverage:
        """As much of it as steers whoever makes conversations, frozen as it is now."""
        made = Coverage()
        made.tools, made.transitions, made.intents = self.tools.copy(), self.transitions.copy(), self.intents.copy()
        return made

    def to_dict(self, declared: int) -> CoverageFacts:
        """The numbers, as JSON data; `declared` tools could have been used."""
        rows = max(self.conversations, 1)
        return {
            "conversations": self.conversations,
            "messages_mean": round(self.messages / rows, 3),
            "calls_mean": round(self.calls / rows, 3),
            "error_results": self.errors,
            "tools_used": len(self.tools),
            "tools_declared": declared,
            "transitions": len(self.transitions),
            "plans": len(self.plans),
            "effective_plans": round(effective_number(self.plans.values()), 1),
            "repeated_openings": self.conversations - len(self._openings),
            "self_bleu_4": {lang: _rounded(self_bleu(texts)) for lang, texts in sorted(self._said.items())},
            "by_tool": dict(sorted(self.tools.items())),
            "by_transition": {f"{a} -> {b}": n for (a, b), n in sorted(self.transitions.items())},
            "by_intent": dict(sorted(self.intents.items())),
            "by_tag": dict(sorted(self.tags.items())),
            "by_lang": dict(sorted(self.langs.items())),
            "by_messages": {str(size): count for size, count in sorted(self.by_messages.items())},
            "by_calls": {str(size): count for size, count in sorted(self.by_calls.items())},
        }


def _add_to_counter(counter: Counter[T], things: Iterable[T]) -> None:
    """What `Counter.update` does, which is slow for a few things."""
    for thing in things:
        counter[thing] += 1


def _silent_failures(draft: Draft) -> Sequence[int]:
    """Calls that failed though their text does not say so."""
    environment = draft.metadata.get("environment")
    return environment.get("failed", ()) if environment is not None else ()


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
