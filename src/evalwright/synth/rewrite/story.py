"""One conversation on its way between two players: what each of them says is heard, and every call is executed.

Whether the goal is reached is read off the state and the calls, never off what a player says. After that the user may
come to an end: a word of thanks, an answer, and the mark that the card is done. What must not stand in a conversation
goes back to who said it, once, with the reason; said again, it ends the story. Where the goal was reached by then, what
was said up to there still is a whole conversation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import Arguments, Call, Message, plain, read_call
from evalwright.data import dumps
from evalwright.models import Sample

from ..assemble import call_messages
from ..environment import Crash, Environment, Result, Withheld, carried_out
from ..plan import Called, Draft, silent_failures
from ..row_types import RowMetadata, Tools
from .acceptance import NO_ANSWER, Objection
from .goal import CallKey, Goal, Made, goal_of, key_of
from .meaning import wants_answer
from .message_checks import END_MARK, trouble_with
from .passing_trouble import Fault, told_faults, troubles_of
from .precheck import Precheck
from .slot_masking import said_by
from .yes_no import contradicts

_MOST_MESSAGES = 40
_MOST_CALLS_IN_A_ROW = 8
_MOST_AFTER_THE_GOAL = 3
"""What the user may still say once everything is settled."""
DONE = "done"
NOT_TOLD = "answer-not-told"


class Complaint(NamedTuple):
    """What must not stand in a conversation, for who said it."""

    role: str
    reason: str
    why: str
    """What was found; empty where the reason says it all."""
    said: str
    """The message, or the call, that it is about."""


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
    precheck: Precheck
    vocabulary: str = ""
    """Words that belong in such a chat."""
    earlier: Complaint | None = None
    """Why the story was given up when it was played before."""
    ended: str | None = None
    """DONE, or why it was given up."""
    complaint: Complaint | None = None
    """What is wrong with the last thing that a player said: the same player is asked again."""
    results: list[Result] = field(default_factory=list)
    """What the calls gave, in order."""
    troubles: dict[CallKey, str] = field(default_factory=dict)
    """The calls that fail once, and what they give then: those of the blueprint that have not happened yet."""
    faults: list[Fault] = field(default_factory=list)
    """The calls that did, by number from 1, with what they gave."""
    closed_at: int | None = None
    """How many messages there were when the user had come to an end."""
    settled_at: int | None = None
    """How many there were when all was settled: already a whole conversation."""
    mended: bool = False
    """Whether something went back to a player and came again in order."""
    _complaints: int = 0
    _in_a_row: int = 0
    _leaving: bool = False
    _made: list[Made] = field(default_factory=list)
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
    def tool_texts(self) -> str:
        """All that the definitions of the tools say."""
        return dumps(self.tools).decode()

    @property
    def user_is_next(self) -> bool:
        return self.messages[-1]["role"] in ("system", "assistant")

    @property
    def metadata(self) -> RowMetadata:
        """What a row of the conversation so far would say of itself."""
        return played_metadata(self.blueprint.metadata, self.results, self.faults)

    def endings(self) -> Iterator[list[Message]]:
        """The whole conversations that this has come to, the best first."""
        for length in dict.fromkeys((self.closed_at, self.settled_at)):
            if length is not None:
                yield self.messages[:length]

    def hear_user(self, sample: Sample | None) -> None:
        """The user's next message."""
        said = "" if sample is None else said_by(sample)
        text = END_MARK.sub("", said).strip()
        self._leaving = text != said and self._reached_at is not None
        if self._leaving and not text:
            self.ended, self.closed_at = DONE, len(self.messages)
            return
        if said and not text and self._made and (untold := self._untold()):
            self.ended, self.complaint = NOT_TOLD, Complaint("assistant", NOT_TOLD, "; ".join(untold), "")
            return
        trouble = Objection("user-gave-up") if said and not text else trouble_with(self, sample, text, "user")
        if trouble is not None:
            self._object("user", trouble, said)
        else:
            self._append({"role": "user", "content": text})

    def hear_assistant(self, sample: Sample | None) -> None:
        """The assistant's next message: a call, which is executed, or a text."""
        calls = None if sample is None else sample.get("output_tools")
        if calls:
            # Words beside a call reach nobody: the user sees the next text.
            self._hear_calls(calls)
            return
        text = "" if sample is None else said_by(sample)
        message: Message = {"role": "assistant", "content": text}
        trouble = trouble_with(self, sample, text, "assistant") or self._trouble_ahead(message) or self._withheld(text)
        if trouble is not None:
            self._object("assistant", trouble, text)
            return
        self._in_a_row = 0
        self._append(message)
        self._look_around(text)

    @property
    def has_written(self) -> bool:
        """Whether anything was changed."""
        return any(call.writes for call in self._made)

    @property
    def _most_complaints(self) -> int:
        """How often something goes back to a player: as often as code has them speak where it tells the story."""
        return sum(message["role"] in ("user", "assistant") for message in self.blueprint.messages)

    def _object(self, role: str, trouble: Objection, said: str) -> None:
        """Let a player know what is wrong, or end the story where that was in vain."""
        again = self.complaint is not None
        self.complaint = Complaint(role, trouble.reason, trouble.text, said)
        self._complaints += 1
        if trouble.reason == NO_ANSWER or again or self._complaints > self._most_complaints:
            self.ended = trouble.reason

    def _trouble_ahead(self, *messages: Message) -> Objection | None:
        """What the checks find wrong with the next messages of the assistant."""
        at = len(self.messages)
        found = self.precheck.objections([*self.messages, *messages], self.metadata)
        return next((each for each in found if each.message == at), None)

    def _hear_calls(self, calls: list[Any]) -> None:
        call = read_call(calls[0])
        if self._in_a_row >= _MOST_CALLS_IN_A_ROW:
            self.ended = "calls-without-end"
        elif len(calls) > 1:
            self._object("assistant", Objection("several-calls"), str(calls))
        elif not isinstance(call, Call):
            self._object("assistant", Objection("unreadable-call"), str(calls[0]))
        else:
            trouble = self._trouble_with_call(call)
            if trouble is not None:
                self._object("assistant", trouble, str(calls[0]))
            else:
                self._execute(call)

    def _trouble_with_call(self, call: Call) -> Objection | None:
        """Why a call must not be executed."""
        arguments = plain(call.arguments)
        planned = Called(call.name, arguments, Result(True, ""))
        trouble = self._trouble_ahead(call_messages(planned, self._next_id)[0])
        served = getattr(self.environment, "one_at_a_time", False)
        if trouble is None and served and self.environment.effect(call.name) == "write":
            # On somebody's real server nothing is changed but what the story is about.
            known = key_of(call.name, arguments) in self.goal.writes
            return None if known else Objection("unplanned-write")
        return trouble

    @property
    def _next_id(self) -> str:
        return f"call_{len(self.results) + 1:04d}"

    def _execute(self, call: Call) -> None:
        arguments = plain(call.arguments)
        result = self._result_of(call.name, arguments)
        if isinstance(result, Crash) or getattr(self.environment, "broken", False):
            self.ended = "secret-withheld" if isinstance(result, Withheld) else "tool-crashed"
            return
        messages = call_messages(Called(call.name, arguments, result), self._next_id)
        self._in_a_row += 1
        self.results.append(result)
        self._append(*messages)
        if result.ok:
            writes = self.environment.effect(call.name) == "write"
            self._made.append(Made(call.name, arguments, result.content, writes, len(self.messages) - 1))

    def _result_of(self, name: str, arguments: Arguments) -> Result:
        """What a call gives; one that fails once where code tells the story does so here, and is not executed."""
        trouble = self.troubles.pop(key_of(name, arguments), None)
        if trouble is None:
            return carried_out(self.environment, name, arguments)
        self.faults.append([len(self.results) + 1, trouble])
        return Result(False, trouble)

    def _append(self, *messages: Message) -> None:
        self.mended = self.mended or self.complaint is not None
        self.complaint = None
        self.messages += messages
        if len(self.messages) >= max(_MOST_MESSAGES, 2 * len(self.blueprint.messages)):
            self.ended = "too-long"

    def _look_around(self, text: str) -> None:
        """After a text of the assistant: is the goal reached, and may this be the end?"""
        said = sum(message["role"] == "user" for message in self.messages)
        if self._untold() or not self.goal.is_reached(self.environment, self._made):
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

    def _untold(self, *more: str) -> list[str]:
        """What was found out for the user and has not been told, unless these words do."""
        own = [*self.messages, *({"role": "assistant", "content": text} for text in more)]
        texts = [(at, str(m["content"])) for at, m in enumerate(own) if m["role"] == "assistant" and m["content"]]
        return self.goal.untold(self._made, texts)

    def _withheld(self, text: str) -> Objection | None:
        """Whether an answer to what was just found out holds it back, or turns it round."""
        if self.messages[-1]["role"] != "tool":
            return None
        found = self._made[-1:] if self._made and self._made[-1].at == len(self.messages) - 1 else []
        if not any(sought.is_served_by(call) for sought in self.goal.sought for call in found):
            return None
        if contradicts(text, found[0].content, found[0].arguments):
            return Objection("answer-turned", text=found[0].content)
        missing = [] if wants_answer(text) else self._untold(text)
        return Objection(NOT_TOLD, text="; ".join(missing)) if missing else None


def begin(
    blueprint: Draft,
    environment: Environment,
    seed: int,
    precheck: Precheck,
    vocabulary: str = "",
    earlier: Complaint | None = None,
) -> Story:
    """A story before anybody has spoken; `environment` is the state that all of them begin in."""
    own, goal = environment.fork(), goal_of(blueprint, environment, precheck.rules)
    first = [blueprint.messages[0]]
    troubles = troubles_of(blueprint)
    return Story(
        blueprint, own, environment.tools(), seed, goal, first, precheck, vocabulary, earlier, troubles=troubles
    )


def played_metadata(blueprint: RowMetadata, results: list[Result], faults: Sequence[Fault]) -> RowMetadata:
    """What a played conversation says of itself: the troubles and the refusals that it met, none of the blueprint's."""
    metadata = blueprint | {"wording": "simulate", "tags": []}
    if "environment" in metadata:
        metadata["environment"] = metadata["environment"].copy()
        metadata["environment"].pop("faults", None)
        metadata["environment"].pop("failed", None)
        if failed := silent_failures(results):
            metadata["environment"]["failed"] = failed
        if told := told_faults(faults, len(results)):
            metadata["environment"]["faults"] = told
    return metadata
