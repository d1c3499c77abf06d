"""Whether a conversation is new: no opening twice, no wording nearly that of another, no person on both sides.

What was accepted is remembered as fingerprints: of every opening and person a few bytes, of the latest ten thousand
wordings a sketch each. So memory grows little however many conversations are made. Where words come from half a page,
calls count too: what calls something else is another conversation, though it is told in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from evalwright.workbench import are_alike, new_sketches

from .plan import Draft, Worded, text_in

_SPOKEN = re.compile(r"[^\w]+")
_ONLY_WORDS = bytes(code if chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(128)) + bytes(128)
_SLOT = " "
_SPEAKERS = frozenset({"user", "assistant"})


class Fresh:
    """What was accepted so far."""

    def __init__(self, *, users: bool = True, by_calls: bool = False) -> None:
        """`users`: whether the words of users are also compared alone, without the assistant's.

        `by_calls`: whether words are compared with those of conversations that make the same calls alone.
        """
        self._openings: set[int] = set()
        self._by_calls: dict[int, list[Any]] | None = {} if by_calls else None
        self._users, self._whole = new_sketches() if users else None, new_sketches()
        self._sides: dict[int, str] = {}
        self._looked_at: dict[str, tuple[int, list[int], Any, Any]] = {}
        """The marks of what was looked at last and may be kept next."""

    def objection(self, draft: Draft, side: str) -> str | None:
        """Why this conversation is not new; None where it is."""
        opening = hash(spoken(opening_of(draft)))
        if opening in self._openings:
            return "opening-twice"
        marks = list(map(hash, draft.entities))
        if any(self._sides.get(mark, side) != side for mark in marks):
            return "person-on-both-sides"
        said = list(_masked(draft))
        if self._by_calls is not None:
            return self._objection_by_calls(draft, opening, marks, said)
        users = None
        if self._users is not None:
            users = self._users.of_text(_SLOT.join([text for role, text in said if role == "user"]))
            if users is not None and self._users.alike(users) is not None:
                return "near-duplicate"
        whole = self._whole.of_text(_SLOT.join([text for _, text in said]))
        if whole is not None and self._whole.alike(whole) is not None:
            return "near-duplicate"
        self._looked_at[draft.id] = (opening, marks, users, whole)
        return None

    def _objection_by_calls(
        self, draft: Draft, opening: int, marks: list[int], said: list[tuple[str, str]]
    ) -> str | None:
        """The same words are no objection where other calls were made."""
        whole = self._whole.of_text(_SLOT.join([text for _, text in said]))
        calls = hash(tuple(_calls_of(draft)))
        alike = self._by_calls.get(calls, ()) if self._by_calls is not None else ()
        if whole is not None and any(are_alike(whole, other) for other in alike if other is not None):
            return "near-duplicate"
        self._looked_at[draft.id] = (opening, marks, calls, whole)
        return None

    def keep(self, drafts: Iterable[Draft], side: str) -> None:
        """Remember conversations that were accepted, each of which had no objection."""
        for draft in drafts:
            opening, marks, users, whole = self._looked_at[draft.id]
            self._openings.add(opening)
            self._sides.update(dict.fromkeys(marks, side))
            if self._by_calls is not None:
                self._by_calls.setdefault(users, []).append(whole)
                continue
            for memory, sketch in ((self._users, users), (self._whole, whole)):
                if memory is not None and sketch is not None:
                    memory.keep(sketch, "")
        self._looked_at.clear()


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
