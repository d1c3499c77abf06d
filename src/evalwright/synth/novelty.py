"""Whether a conversation is new: no opening twice, no wording nearly that of another, no person on both sides.

What was accepted is remembered as fingerprints: of every opening and person a few bytes, of the latest ten thousand
wordings a sketch each. So memory grows little however many conversations are made. Where words come from half a page,
calls count too: what calls something else is another conversation, though it is told in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from evalwright.executor import stable_hash, stable_hash_of
from evalwright.workbench import are_alike, new_sketches

from .plan import Draft, Worded, text_in

_SPOKEN = re.compile(r"[^\w]+")
_ONLY_WORDS = bytes(code if chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(128)) + bytes(128)
_SLOT = " "
_SPEAKERS = frozenset({"user", "assistant"})


class Marks(NamedTuple):
    """What a conversation is compared by, equal in every process that works it out."""

    opening: int
    entities: tuple[int, ...]
    calls: int | None
    """Of the calls it makes, where those count."""
    users: Any
    whole: Any
    """Sketches of what users say, and of all that is said; None where there is too little to compare."""


class Marker:
    """Works out the marks of conversations."""

    def __init__(self, *, users: bool = True, by_calls: bool = False) -> None:
        """`users`: whether the words of users are also compared alone, without the assistant's.

        `by_calls`: whether words are compared with those of conversations that make the same calls alone.
        """
        self.users, self.by_calls = users and not by_calls, by_calls
        self._sketches = new_sketches()

    def marks(self, draft: Draft) -> Marks:
        """The marks of one conversation."""
        said = list(_masked(draft))
        users = [text for role, text in said if role == "user"] if self.users else []
        return Marks(
            stable_hash(spoken(opening_of(draft))),
            tuple(map(stable_hash, draft.entities)),
            stable_hash_of(part for call in _calls_of(draft) for part in call) if self.by_calls else None,
            self._sketches.of_text(_SLOT.join(users)) if users else None,
            self._sketches.of_text(_SLOT.join([text for _, text in said])),
        )


class Fresh:
    """What was accepted so far."""

    def __init__(self) -> None:
        self._openings: set[int] = set()
        self._by_calls: dict[int, list[Any]] = {}
        self._users, self._whole = new_sketches(), new_sketches()
        self._sides: dict[int, str] = {}

    def objection(self, marks: Marks, side: str) -> str | None:
        """Why this conversation is not new; None where it is."""
        if marks.opening in self._openings:
            return "opening-twice"
        if any(self._sides.get(mark, side) != side for mark in marks.entities):
            return "person-on-both-sides"
        return "near-duplicate" if self._is_alike(marks) else None

    def _is_alike(self, marks: Marks) -> bool:
        """Whether nearly the same was said; where calls count, only in conversations that make the same ones."""
        if marks.calls is not None:
            others = self._by_calls.get(marks.calls, ()) if marks.whole is not None else ()
            return any(are_alike(marks.whole, other) for other in others)
        pairs = ((self._users, marks.users), (self._whole, marks.whole))
        return any(sketch is not None and memory.alike(sketch) is not None for memory, sketch in pairs)

    def keep(self, marks: Marks, side: str) -> None:
        """Remember a conversation that was accepted."""
        self._openings.add(marks.opening)
        self._sides.update(dict.fromkeys(marks.entities, side))
        if marks.calls is not None:
            if marks.whole is not None:
                self._by_calls.setdefault(marks.calls, []).append(marks.whole)
            return
        for memory, sketch in ((self._users, marks.users), (self._whole, marks.whole)):
            if sketch is not None:
                memory.keep(sketch, "")


def spoken(text: str) -> str:
    """The words and numbers of a text, without case and punctuation."""
    if text.isascii():  # the same in a fraction of the time
        return b" ".join(text.lower().encode().translate(_ONLY_WORDS).split()).decode()
    return _SPOKEN.sub(" ", text).strip().casefold()


def opening_of(draft: Draft) -> str:
    """The first message of the user."""
    return next((str(message["content"]) for message in draft.messages if message["role"] == "user"), "")


def _calls_of(draft: Draft) -> Iterator[tuple[str, str]]:
    """The calls of a conversation, with their arguments."""
    for message in draft.messages:
        for call in message.get("tool_calls") or ():
            yield call["function"]["name"], call["function"]["arguments"]


def _masked(draft: Draft) -> Iterator[tuple[str, str]]:
    for index, message in enumerate(draft.messages):
        role, text = message["role"], text_in(message)
        if text and role in _SPEAKERS:
            spans = draft.spans.get(index)
            yield role, Worded(text, spans).masked() if spans else text
