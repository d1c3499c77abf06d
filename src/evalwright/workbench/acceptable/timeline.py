"""A conversation as a sequence of calls with their results, and what was said before, between and after them.

A stretch is what the assistant does before the user speaks again. Results are read whatever their form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import Arguments, Call, Conversation, JsonError, calls_of, is_failure, loads, plain, read_call

from ..provenance import Provenance
from ..provenance_place import text_of
from ..result_text import read_result_text
from .listings import Listings

Path = tuple[str, ...]
Leaf = tuple[Path, Any]
_MAX_CALLS = 400
_PLAIN = re.compile(r"[\w#@.:-]+", re.ASCII)
"""What no text writes in two ways."""
_MAX_LEAVES = 2_000


@dataclass(frozen=True, slots=True)
class CallStep:
    """One call that was made, with what came of it."""

    number: int
    """Its place among the calls of the conversation."""
    message: int
    tool: str
    arguments: Arguments
    answer: int | None
    """The message that holds its result."""
    value: Any
    """What the result stands for; None after a failure, and where there is none."""
    failed: bool

    def leaves(self) -> list[Leaf]:
        """Its single values, each with its path; list positions do not count."""
        return list(leaves(self.arguments))


class Timeline:
    """One conversation, read once for all of its decisions."""

    def __init__(self, conversation: Conversation) -> None:
        self.messages = conversation.messages
        self.texts = [text_of(message) for message in self.messages]
        self.roles = [str(message["role"]) for message in self.messages]
        self.provenance = Provenance(self.messages, texts=self.texts)
        self.calls = list(self._calls())
        self._listings: dict[int, Listings] = {}
        self._by_place = {(step.message, at): step for step, at in zip(self.calls, self._call_places(), strict=True)}

    def step(self, message: int, index: int) -> CallStep | None:
        """The call at this place of a message; None where it cannot be read."""
        return self._by_place.get((message, index))

    def said(self, before: int, roles: Sequence[str] = ("user", "assistant", "system", "developer")) -> Iterator[str]:
        """What was said in words before a message."""
        return (self.texts[at] for at in range(before) if self.roles[at] in roles and self.texts[at])

    def listings(self, step: CallStep) -> Listings:
        """The lists that a result holds."""
        if step.number not in self._listings:
            self._listings[step.number] = Listings(step.value)
        return self._listings[step.number]

    def may_hold(self, step: CallStep, value: Any) -> bool:
        """Whether a value may stand in a result; where its text has a plain value nowhere, it does not."""
        text = str(value)
        return step.answer is not None and (text in self.texts[step.answer] or not _PLAIN.fullmatch(text))

    def is_told(self, value: Any, before: int) -> bool:
        """Whether a text or a number stood in what others said before a message."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return self.provenance.told(str(value) if number else value, before)

    def stretch_begin(self, message: int) -> int:
        """The index of the last message of the user before a message, or -1."""
        return next((at for at in range(message - 1, -1, -1) if self.roles[at] == "user"), -1)

    def stretch_end(self, message: int) -> int:
        """The index of the next message of the user, or the end."""
        later = (at for at in range(message + 1, len(self.roles)) if self.roles[at] == "user")
        return next(later, len(self.roles))

    def results_before(self, message: int) -> list[CallStep]:
        """The calls whose results were there before a message, the latest first."""
        done = [step for step in self.calls if step.answer is not None and step.answer < message]
        return done[::-1]

    def _call_places(self) -> Iterator[int]:
        at, last = 0, -1
        for step in self.calls:
            at = at + 1 if step.message == last else 0
            last = step.message
            yield at

    def _calls(self) -> Iterator[CallStep]:
        results = [at for at, role in enumerate(self.roles) if role in ("tool", "function")]
        answers = {str(self.messages[at].get("tool_call_id")): at for at in results}
        number = 0
        for index, message in enumerate(self.messages):
            for raw in calls_of(message):
                call = read_call(raw)
                if isinstance(call, Call) and number < _MAX_CALLS:
                    answer = answers.get(str(raw.get("id"))) if isinstance(raw, dict) else None
                    text = self.texts[answer] if answer is not None else ""
                    failed = answer is None or is_failure(text)
                    value = None if failed else result_value(text)
                    yield CallStep(number, index, call.name, plain(call.arguments), answer, value, failed)
                number += 1


def result_value(text: str) -> Any:
    """What a result stands for: JSON, a text read as a list or record, else the text."""
    try:
        return loads(text)
    except JsonError:
        return read_result_text(text).value


def leaves(value: Any, path: Path = ()) -> Iterator[Leaf]:
    """The single values in a value, each with its path."""
    waiting, given = [(path, value)], 0
    while waiting and given < _MAX_LEAVES:
        here, inner = waiting.pop()
        if isinstance(inner, dict):
            waiting += [((*here, str(key)), each) for key, each in reversed(inner.items())]
        elif isinstance(inner, list):
            waiting += [(here, each) for each in reversed(inner)]
        else:
            given += 1
            yield here, inner
