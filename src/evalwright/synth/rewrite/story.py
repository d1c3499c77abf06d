"""One conversation on its way between two players: what each of them says is heard, and every call is executed.

Whether the goal is reached is read off the state and the calls, never off what a player says. After that the user may
come to an end: a word of thanks, an answer, and the mark that the card is done. A player who does anything that must
not stand in a conversation ends it; where the goal was reached by then, what was said up to there still is a whole
conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import Call, Message, plain, read_call
from evalwright.models import Sample

from ..assemble import call_messages
from ..environment import Environment, carried_out
from ..plan import Called, Draft
from ..row_types import Tools
from .acceptance import NO_ANSWER
from .goal import CallKey, Goal, goal_of, key_of
from .language_detection import in_language
from .meaning import claims_done, out_of_character, wants_answer
from .slot_masking import said_by
from .topics import off_topic

_MOST_MESSAGES = 40
_MOST_CALLS_IN_A_ROW = 8
_MOST_AFTER_THE_GOAL = 3
"""What the user may still say once everything is settled."""
_MOST_CHARACTERS = 4_000
_WORDS_TO_TELL_A_LANGUAGE = 4
_LONG_ENOUGH_TO_REPEAT = 24
_END = re.compile(r"[\[【]\s*END\s*[\]】]", re.IGNORECASE)
_VALUE = re.compile(r"#?[A-Za-z0-9._%+-]{0,64}(?:[0-9]{4,}|@[A-Za-z0-9-]{1,64}\.)[A-Za-z0-9._-]{0,64}")
DONE = "done"


@dataclass(slots=True)
class Story:
    """One conversation on its way."""

    blueprint: Draft
    environment: Environment
    """A state of its own."""
    tools: Tools
    seed: int
    goal: Goal
    messages: list[Message]
    vocabulary: str = ""
    """Words that belong in such a chat."""
    ended: str | None = None
    """DONE, or why it was given up."""
    closed_at: int | None = None
    """How many messages there were when the user had come to an end."""
    settled_at: int | None = None
    """How many there were when all was settled: already a whole conversation."""
    _calls: int = 0
    _in_a_row: int = 0
    _wrote: bool = False
    _leaving: bool = False
    _made: set[CallKey] = field(default_factory=set)
    _reached_at: int | None = None
    """How many messages the user had said when the goal was reached."""

    @property
    def lang(self) -> str:
        return str(self.blueprint.metadata["lang"])

    @property
    def card(self) -> list[str]:
        """What the user wants and knows: all that the user says where code tells the story."""
        return [str(m["content"]) for m in self.blueprint.messages if m["role"] == "user"]

    @property
    def user_is_next(self) -> bool:
        return self.messages[-1]["role"] in ("system", "assistant")

    def endings(self) -> Iterator[list[Message]]:
        """The whole conversations that this has come to, the best first."""
        for length in dict.fromkeys((self.closed_at, self.settled_at)):
            if length is not None:
                yield self.messages[:length]

    def hear_user(self, sample: Sample | None) -> None:
        """The user's next message."""
        said = "" if sample is None else said_by(sample)
        text = _END.sub("", said).strip()
        self._leaving = text != said and self._reached_at is not None
        if self._leaving and not text:
            self.ended, self.closed_at = DONE, len(self.messages)
            return
        gave_up = said and not text
        self.ended = "user-gave-up" if gave_up else self._trouble(sample, text, "user")
        if self.ended is None and self._invents(text):
            self.ended = "user-invents"
        if self.ended is None:
            self._append({"role": "user", "content": text})

    def hear_assistant(self, sample: Sample | None) -> None:
        """The assistant's next message: a call, which is executed, or a text."""
        calls = None if sample is None else sample.get("output_tools")
        if calls:
            # Words beside a call reach nobody: the user sees the next text.
            self._execute(calls)
            return
        text = "" if sample is None else said_by(sample)
        self.ended = self._trouble(sample, text, "assistant")
        if self.ended is None and not self._wrote and claims_done(text):
            self.ended = "said-but-not-done"
        if self.ended is None:
            self._in_a_row = 0
            self._append({"role": "assistant", "content": text})
            self._look_around(text)

    def _trouble(self, sample: Sample | None, text: str, role: str) -> str | None:
        """Why a message must not stand in a conversation, whoever says it."""
        if sample is None:
            return NO_ANSWER
        if not text or len(text) > _MOST_CHARACTERS or sample.get("finish_reason") == "length":
            return f"{role}-rubbish"
        if sample.get("output_tools") or out_of_character(text) or _END.search(text) or self._names_a_tool(text):
            return f"{role}-out-of-character"
        known = " ".join(str(message["content"]) for message in (*self.blueprint.messages[1:], *self.messages))
        if not in_language(text, self.lang, known, least=_WORDS_TO_TELL_A_LANGUAGE):
            return "other-language"
        if off_topic(text, known, self.lang, self.vocabulary):
            return f"{role}-rubbish"
        before = next((m["content"] for m in reversed(self.messages) if m["role"] == role and m["content"]), "")
        return "goes-round" if text == before and len(text) >= _LONG_ENOUGH_TO_REPEAT else None

    def _names_a_tool(self, text: str) -> bool:
        names = (str(tool["function"]["name"]) for tool in self.tools)
        return any("_" in name and name in text for name in names)

    def _invents(self, text: str) -> bool:
        """Whether the user says a value that is neither on the card nor was told."""
        told = (str(message["content"]) for message in self.messages[1:] if message["role"] in ("user", "assistant"))
        known = {_bare(value) for line in (*self.card, *told) for value in _VALUE.findall(line)}
        return any(_bare(value) not in known for value in _VALUE.findall(text))

    def _execute(self, calls: list[Any]) -> None:
        call = read_call(calls[0])
        if len(calls) > 1:
            self.ended = "several-calls"
        elif not isinstance(call, Call):
            self.ended = "unreadable-call"
        elif self._in_a_row >= _MOST_CALLS_IN_A_ROW:
            self.ended = "calls-without-end"
        else:
            self._calls += 1
            self._in_a_row += 1
            arguments = plain(call.arguments)
            result = carried_out(self.environment, call.name, arguments)
            if result.ok:
                self._made.add(key_of(call.name, arguments))
                self._wrote = self._wrote or self.environment.effect(call.name) == "write"
            self._append(*call_messages(Called(call.name, arguments, result), f"call_{self._calls:04d}"))

    def _append(self, *messages: Message) -> None:
        self.messages += messages
        if len(self.messages) >= max(_MOST_MESSAGES, 2 * len(self.blueprint.messages)):
            self.ended = "too-long"

    def _look_around(self, text: str) -> None:
        """After a text of the assistant: is the goal reached, and may this be the end?"""
        said = sum(message["role"] == "user" for message in self.messages)
        if not self.goal.is_reached(self.environment, self._made):
            self._reached_at = None
            return
        self._reached_at = self._reached_at or said
        if self.settled_at is None and (self.goal.is_final or (said >= len(self.card) and not wants_answer(text))):
            self.settled_at = len(self.messages)
        if self._leaving:
            self.closed_at = len(self.messages)
        patience = max(self._reached_at, len(self.card)) + _MOST_AFTER_THE_GOAL
        if self._leaving or self.goal.hand_over is not None or said >= patience:
            self.ended = DONE if self.settled_at or self.closed_at else "never-stops"


def begin(blueprint: Draft, environment: Environment, seed: int, vocabulary: str = "") -> Story:
    """A story before anybody has spoken; `environment` is the state that all of them begin in."""
    own, goal = environment.fork(), goal_of(blueprint, environment)
    return Story(blueprint, own, environment.tools(), seed, goal, [blueprint.messages[0]], vocabulary)


def _bare(value: str) -> str:
    return value.lstrip("#").rstrip(".-").casefold()
