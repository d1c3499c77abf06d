"""One conversation as checks see it: each call with its answer, what was said before, and the calls executed again.

It stands on the audit's `Case`, so nothing is read twice; whatever only some checks need is worked out when first
asked for. Results that replay as they stand need no JSON reader: the environment gave their values.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, NamedTuple

from evalwright.chat import Arguments, Call, JsonError, loads, plain
from evalwright.workbench import CallAt, Case

from .claim_extraction import Claims, claims_of, may_hold_dates
from .context import Bench
from .replaying import Replay, replay

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_OTHER_SCRIPT = re.compile(
    "[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f\xc0-\u024f]"
)
_LETTERS = re.compile("[A-Za-z]")
_ENGLISH = re.compile(r"\b(?:the|is|you|and|to|my|i|for|of|it|a|please|can|order)\b", re.I)


class Act(NamedTuple):
    """One call and its answer."""

    number: int
    """Its place among the calls of the conversation."""
    call: CallAt
    arguments: Arguments
    """Plain JSON values; empty where the call cannot be read."""
    answer: int | None
    """The index of the message that answers it."""
    text: str
    """What the answer says."""
    name: str
    """The tool."""
    message: int
    """The index of the message with the call."""
    ok: bool
    """Whether the answer is a result and not a refusal."""

    def argument(self, name: str) -> str:
        """An argument that is a text; empty where it is not."""
        value = self.arguments.get(name)
        return value if isinstance(value, str) else ""

    def path(self, name: str) -> str:
        """The place of an argument in the record."""
        return f"{self.call.path}.function.arguments.{name}"


class View:
    """One conversation and the bench that it lies on."""

    def __init__(self, case: Case, bench: Bench) -> None:
        self.case = case
        self.bench = bench
        self.metadata = case.conversation.metadata
        self.texts = case.texts
        self.roles = case.roles
        self._values: dict[int, Any] = {}
        self._heard: dict[int, list[str]] = {}

    @cached_property
    def acts(self) -> list[Act]:
        """Every call with its answer, in order."""
        answers: dict[str, int] = {}
        for index, given in self.case.answers:
            answers.setdefault(given or "", index)
        return [self._act(number, call, answers) for number, call in enumerate(self.case.calls)]

    def _act(self, number: int, call: CallAt, answers: dict[str, int]) -> Act:
        answer = answers.get(call.id)
        given = _plain_arguments(call.read.arguments) if isinstance(call.read, Call) else {}
        text = "" if answer is None else self.texts[answer]
        ok = answer is not None and not self.case.has_failed(number)
        return Act(number, call, given, answer, text, call.name, call.message, ok)

    @cached_property
    def replay(self) -> Replay | None:
        """The calls executed again; None where there is nothing to execute them in."""
        worlds = self.bench.worlds
        return None if worlds is None else replay(self.acts, worlds.of(self), self.metadata)

    def value(self, act: Act) -> Any:
        """What an answer stands for; None after a refusal and where it is no JSON."""
        if act.number not in self._values:
            self._values[act.number] = self._result_value_of_act(act)
        return self._values[act.number]

    def _result_value_of_act(self, act: Act) -> Any:
        done = self.replay.results[act.number] if self.replay is not None else None
        if self.replay is not None and done is not None and done.content == act.text:
            given = self.replay.value_of(done)
            if not isinstance(given, str):  # a text may be JSON, whoever wrote it as a text
                return given
        elif not act.ok:
            return None
        try:
            return loads(act.text)
        except JsonError:
            return act.text

    @cached_property
    def lang(self) -> str | None:
        """The language: as the row says, as the bench says, or told from what users write; None where unsure."""
        said = self.metadata.get("lang")
        if isinstance(said, str) and said:
            return said
        return self.bench.lang or language_of(" ".join(self.spoken("u")))

    def spoken(self, letters: str) -> list[str]:
        """The texts of these roles."""
        return [text for text, letter in zip(self.texts, self.roles, strict=True) if letter in letters]

    @cached_property
    def dialogue(self) -> list[tuple[int, str]]:
        """What the user and the assistant say to each other: the index of each message and its text, none empty."""
        return [(at, self.texts[at]) for at, letter in enumerate(self.roles) if letter in "ua" and self.texts[at]]

    @cached_property
    def claims(self) -> list[tuple[int, Claims]]:
        """What the assistant claims, by message."""
        said = [(at, self.texts[at]) for at, letter in enumerate(self.roles) if letter in "ac" and self.texts[at]]
        dated = may_hold_dates("\n".join([text for _, text in said]))
        found = [(index, claims_of(text, dated=dated)) for index, text in said]
        return [(index, made) for index, made in found if made is not None]

    def heard(self, before: int) -> list[str]:
        """All that the assistant has heard before a message, the latest first."""
        if before not in self._heard:
            self._heard[before] = [self.texts[at] for at in range(before - 1, -1, -1) if self.roles[at] in "sut"]
        return self._heard[before]

    def was_heard(self, token: str, before: int) -> bool:
        """Whether a token of one line stands as it is in any of that."""
        return self.case.provenance.told(token, before)

    def last(self, letter: str, before: int) -> int:
        """The index of the last message of a role before that index; -1 where there is none."""
        return self.roles.rfind(letter, 0, before)


def _plain_arguments(arguments: Arguments) -> Arguments:
    """The same as `plain` gives, without a walk where there are only texts, as nearly always."""
    if all(type(value) is str for value in arguments.values()):
        return dict(arguments)
    made: Arguments = plain(arguments)
    return made


def language_of(text: str) -> str | None:
    """English or Chinese where a text is clearly one of them."""
    han, letters = len(_HAN.findall(text)), len(_LETTERS.findall(text))
    if _OTHER_SCRIPT.search(text) and not han:
        return None
    if han >= 4 and han * 3 >= letters:
        return None if re.search("[\u3040-\u30ff]", text) else "zh"
    return "en" if not han and len(_ENGLISH.findall(text)) >= 3 else None
