"""Which result answers which call.

In go messages whose calls may lack an id or share one, and whose results may not say what they answer; out come
messages in which every call has an id of its own and results point at it, by the id they named, else by the tool's
name, else by order. Where all is well, which is nearly always, the list is given back untouched.
"""

from __future__ import annotations

from collections import deque

from .dialects.reading import Raw, Reading


def link(messages: list[Raw], reading: Reading) -> list[Raw]:
    """The messages with every call and its result linked."""
    ids = [call["id"] for message in messages if _has_tool_calls(message) for call in message["tool_calls"]]
    answers = [message.get("tool_call_id") for message in messages if message["role"] == "tool"]
    missing = None in ids or None in answers
    repeated = len(set(ids)) < len(ids) - max(ids.count(None) - 1, 0)
    if missing:
        reading.note("missing_call_ids")
    if repeated:
        reading.note("repeated_call_ids")
    if not missing and not repeated:
        return messages
    linker = _Linker({given for given in [*ids, *answers] if given is not None})
    return [linker.message(message) for message in messages]


def _has_tool_calls(message: Raw) -> bool:
    return "tool_calls" in message and message["role"] == "assistant"


class _Linker:
    """Walks the messages once; no dictionary of the user's is changed."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = taken
        self._seen: set[str] = set()
        self._turn = _Turn()
        self._count = 0

    def message(self, message: Raw) -> Raw:
        if _has_tool_calls(message):
            self._turn = _Turn()
            return {**message, "tool_calls": [self._link_call(call) for call in message["tool_calls"]]}
        if message["role"] != "tool":
            return message
        given = message.get("tool_call_id")
        found = self._turn.take(given, message.get("name"), given in self._seen)
        return message if found is None or found == given else {**message, "tool_call_id": found}

    def _link_call(self, call: Raw) -> Raw:
        given = call["id"]
        made = self._fresh() if given is None or given in self._seen else given
        self._seen.add(made)
        self._turn.add(given, call["function"]["name"], made)
        return call if made == given else {**call, "id": made}

    def _fresh(self) -> str:
        while (made := f"call_{self._count}") in self._taken:
            self._count += 1
        self._taken.add(made)
        return made


class _Turn:
    """The calls of one assistant message that wait for their results."""

    def __init__(self) -> None:
        self._by_id: dict[str | None, deque[str]] = {}
        self._by_name: dict[str, deque[str]] = {}
        self._in_order: deque[str] = deque()
        self._answered: set[str] = set()

    def add(self, given: str | None, name: str, made: str) -> None:
        self._by_id.setdefault(given, deque()).append(made)
        self._by_name.setdefault(name, deque()).append(made)
        self._in_order.append(made)

    def take(self, given: str | None, name: object, known: bool) -> str | None:
        """The id of the call that a result answers, or None where there is none to be found."""
        if given is not None:
            found = self._first(self._by_id.get(given))
            if found is not None or known:
                return found
            return self._first(self._by_id.get(None))
        named = self._first(self._by_name.get(name)) if isinstance(name, str) else None
        return named or self._first(self._in_order)

    def _first(self, waiting: deque[str] | None) -> str | None:
        while waiting:
            found = waiting.popleft()
            if found not in self._answered:
                self._answered.add(found)
                return found
        return None
