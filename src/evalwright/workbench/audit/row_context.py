"""One conversation under audit, with what several rules need worked out once: calls, roles, texts, fingerprints.

What every audit needs is made at once, the rest when it is first asked for.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from evalwright.chat import Call, Conversation, Message, Toolbox, ToolCall, Unreadable, is_failure, plain, read_call
from evalwright.data import dumps_canonical
from evalwright.executor import stable_hash_of

from ..named_values import NamedValue, named_values
from ..provenance import Argument, FreeForm, Provenance
from ..provenance_place import text_of
from .exchanges import Exchange, exchanges_in

LONG_NUMBER = re.compile(r"[0-9](?:[ \-.()]{0,2}[0-9]){8,}[Xx]?")
_MAY_BE_LONG = re.compile(r"[0-9][0-9 \-.()]{8,}[Xx]?")
"""Where such a number may stand: found far faster than the number itself."""
_LETTERS = {"system": "s", "user": "u", "tool": "t"}
SHORT = 400
"""Characters of arguments that are remembered; those of most calls have fewer."""


class CallAt(NamedTuple):
    """One call and its place."""

    message: int
    number: int
    id: str
    name: str
    read: Call | Unreadable
    arguments: str
    """As they are written."""

    @property
    def path(self) -> str:
        """The call's place in the record."""
        return f"messages[{self.message}].tool_calls[{self.number}]"


class Case:
    """One conversation and its place."""

    def __init__(
        self,
        conversation: Conversation,
        tools: Toolbox,
        record: Any,
        file: str,
        line: int | None,
        position: int,
        free_form: FreeForm,
    ) -> None:
        self.conversation = conversation
        self.messages = conversation.messages
        self._record = record
        self.file = file
        self.line = line
        self.name = conversation.id if conversation.id is not None else str(position)
        self.own_id = conversation.id
        self._free_form = free_form
        self._new_tools = False
        self.asked_for_new_tools = False
        """Whether somebody asked if the tools are new, so that what he found may be said of the first one alone."""
        self.tools = tools
        self.texts = [text_of(message) for message in self.messages]
        """What each message says."""
        self.roles = "".join([_LETTERS.get(message["role"]) or _assistant(message) for message in self.messages])
        """The roles as letters: s, u, t, a for an assistant's text and c for its calls."""
        self.calls = [
            _call_at(index, number, call)
            for index, letter in enumerate(self.roles)
            if letter == "c"
            for number, call in enumerate(self.messages[index]["tool_calls"])
        ]
        """Every call in order, its arguments read."""
        self.answers = [
            (index, self.messages[index].get("tool_call_id"))
            for index, letter in enumerate(self.roles)
            if letter == "t"
        ]
        """Every tool message: its index, and the id of the call that it answers."""

    @property
    def new_tools(self) -> bool:
        """Whether this is the first conversation of the audit with just these tools, as far as the reader has seen."""
        self.asked_for_new_tools = True
        return self._new_tools

    @new_tools.setter
    def new_tools(self, new: bool) -> None:
        self._new_tools = new

    @property
    def record(self) -> Any:
        """What was given, as JSON data."""
        if isinstance(self._record, Conversation):
            self._record = self._record.to_dict()
        return self._record

    @property
    def where(self) -> str:
        """The place of this conversation in a sentence about another."""
        return f"{self.file}:{self.line}" if self.line is not None else f"conversation {self.name}"

    @cached_property
    def said(self) -> str:
        """All that is said and passed, except by the system: what patterns are looked for in."""
        spoken = [text for text, role in zip(self.texts, self.roles, strict=True) if role != "s"]
        return "\n".join([*spoken, *(call.arguments for call in self.calls)])

    @cached_property
    def provenance(self) -> Provenance:
        """Where its values came from."""
        metadata = self.conversation.metadata
        return Provenance(self.messages, texts=self.texts, free_form=self._free_form, metadata=metadata)

    @cached_property
    def doubtful(self) -> list[tuple[CallAt, Argument]]:
        """Every value passed that comes from nowhere, from the assistant alone, or from outside the conversation."""
        return [
            (call, argument)
            for call in self.calls
            if isinstance(call.read, Call) and call.read.arguments
            for argument in self.provenance.doubtful(call.message, call.read, self.tools.parameters(call.name))
        ]

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """Every answer that comes after calls, with what it answers."""
        return exchanges_in(self.roles, [call.message for call in self.calls], self.texts)

    @cached_property
    def results(self) -> dict[str, int]:
        """The index of the message that answers a call first, by the call's id."""
        found: dict[str, int] = {}
        for index, given in self.answers:
            found.setdefault(given or "", index)
        return found

    @cached_property
    def _failed(self) -> dict[int, bool]:
        return {}

    def has_failed(self, number: int) -> bool:
        """Whether a call, by its place among all calls, was answered by a failure."""
        known = self._failed.get(number)
        if known is None:
            known = self._failed[number] = self._says_failure(number)
        return known

    def _says_failure(self, number: int) -> bool:
        answer = self.results.get(self.calls[number].id)
        if answer is None:
            return False
        marked = number + 1 in self._marked or self.messages[answer].get("is_error") is True
        return is_failure(self.texts[answer], marked=marked)

    @cached_property
    def _marked(self) -> frozenset[int]:
        """The calls, by number from 1, of which the row itself says that they failed."""
        said = self.conversation.metadata.get("environment")
        given = said.get("failed") if isinstance(said, dict) else None
        return frozenset(each for each in given if type(each) is int) if isinstance(given, list) else frozenset()

    @cached_property
    def long_numbers(self) -> list[str]:
        """Every number of nine digits or more in all that is said, grouped or not, once."""
        runs = _MAY_BE_LONG.findall(self.said)
        return list(dict.fromkeys(LONG_NUMBER.findall("\n".join(runs)))) if runs else []

    @cached_property
    def raw_messages(self) -> list[Any] | None:
        """The messages as they were given, where they match the canonical ones one to one."""
        inner = self.record
        while isinstance(inner, dict) and "messages" not in inner and isinstance(inner.get("item"), dict):
            inner = inner["item"]
        found = inner.get("messages") if isinstance(inner, dict) else None
        return found if isinstance(found, list) and len(found) == len(self.messages) else None

    @cached_property
    def result_values(self) -> dict[int, list[NamedValue]]:
        """The single values of every result, by message."""
        return {index: named_values(self.texts[index]) for index, letter in enumerate(self.roles) if letter == "t"}

    @cached_property
    def trail(self) -> list[int]:
        """A fingerprint of the conversation up to and including each message; call ids play no part in it."""
        made, calls = [], iter(self.keys)
        mark = blake2b("\0".join(sorted(self.tools.names)).encode("utf-8", "surrogatepass"), digest_size=8)
        for role, text, message in zip(self.roles, self.texts, self.messages, strict=True):
            raw = text.encode("utf-8", "surrogatepass")
            passed = [next(calls).to_bytes(8, "little") for _ in message["tool_calls"]] if role == "c" else []
            mark.update(b"%b%d %d\n%b%b" % (role.encode(), len(raw), len(passed), raw, b"".join(passed)))
            made.append(int.from_bytes(mark.digest(), "little"))
        return made

    @cached_property
    def keys(self) -> list[int]:
        """A fingerprint of each call: equal for the same tool and the same arguments."""
        return [stable_hash_of((call.name, _arguments_key(call))) for call in self.calls]


def _assistant(message: Message) -> str:
    return "c" if message.get("tool_calls") else "a"


def _arguments_key(call: CallAt) -> str | bytes:
    if isinstance(call.read, Unreadable):
        return call.arguments
    try:
        return dumps_canonical(call.read.arguments)
    except TypeError:  # fractions are exact here, which JSON writers do not take
        return dumps_canonical(plain(call.read.arguments))


def _call_at(index: int, number: int, call: ToolCall) -> CallAt:
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    read = _read_once(name, arguments) if len(arguments) <= SHORT else read_call(call)
    return CallAt(index, number, call["id"], name, read, arguments)


@lru_cache(maxsize=2048)
def _read_once(name: str, arguments: str) -> Call | Unreadable:
    """Calls come again and again in conversations about the same things; nobody changes what was read."""
    return read_call({"function": {"name": name, "arguments": arguments}})
