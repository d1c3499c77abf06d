"""One conversation under audit, with what several rules need worked out once: calls, roles, texts, fingerprints.

What every audit needs is made at once, the rest when it is first asked for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from evalwright.chat import (
    Arguments,
    Call,
    Conversation,
    TextSearch,
    Toolbox,
    ToolCall,
    Unreadable,
    is_failure,
    plain,
    read_call,
    simple_arguments,
)
from evalwright.data import dumps_canonical
from evalwright.executor import HASH_BYTES

from ..named_values import NamedValue, named_values
from ..provenance import Argument, FreeForm, Provenance
from ..provenance_place import text_of
from .exchanges import Exchange, exchanges_in
from .key_forms import holds_key_mark

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - the same as the library's, without its lock, which cost more than most values
        """What is worked out when it is first asked for."""

        def __init__(self, make):
            self._make, self._name = make, make.__name__

        def __get__(self, case, owner=None):
            made = case.__dict__[self._name] = self._make(case)
            return made


LONG_NUMBER = re.compile(r"[0-9](?:[ \-.()]{0,2}[0-9]){8,}[Xx]?")
_MAY_BE_LONG = re.compile(r"[0-9][0-9 \-.()]{8,}[Xx]?")
"""Where such a number may stand: found far faster than the number itself."""
_holds_long_run = TextSearch(r"[0-9][0-9 \-.()]{8}")
"""Whether there is such a place at all."""
OTHER_DIGITS = r"[^\x00-\u065f\u1e00-\ua61f\uac00-\ud7a3\uff00-\uff0f\uff1a-\uffef]"
"""Characters of the scripts that have digits of their own."""
_PRIVATE_FORMS = (
    r"[0-9](?:[ \-.()]{0,2}[0-9]){12}",  # as long as the number of a card
    r"[0-9]{3}\)?[ \-.][0-9]{3}[ \-.][0-9]{4}",
    r"1[3-9][0-9]{9}",
    r"\+[0-9]{1,3}[ \-.]?[0-9][0-9 \-.]{6,12}[0-9]",
    r"[0-9]{3}-[0-9]{2}-[0-9]{4}",
    OTHER_DIGITS,
)
_may_be_private = TextSearch("|".join(_PRIVATE_FORMS))
"""Whether any such number may be more than the id of a thing: the first step of all rules about them."""
_HIDDEN_ASCII = bytes(code for code in (*range(32), 127) if code not in b"\t\n\r")
_LETTERS = {"system": "s", "user": "u", "tool": "t"}
SHORT = 400
"""Characters of arguments that are remembered; those of most calls have fewer."""


def call_path(message: int, number: int) -> str:
    """The place of a call in its record."""
    return f"messages[{message}].tool_calls[{number}]"


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
        return call_path(self.message, self.number)


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
        self.texts = [
            content if type(content := message.get("content")) is str else text_of(message) for message in self.messages
        ]
        """What each message says."""
        self.roles = "".join(
            [_LETTERS.get(message["role"]) or ("c" if message.get("tool_calls") else "a") for message in self.messages]
        )
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
    def has_new_tools(self) -> bool:
        """The same, for whoever finds nothing by it."""
        return self._new_tools

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
        begin = len(self.roles) - len(self.roles.lstrip("s"))
        spoken = self.texts[begin:]
        if "s" in self.roles[begin:]:
            spoken = [text for text, role in zip(self.texts, self.roles, strict=True) if role != "s"]
        spoken += [call.arguments for call in self.calls]
        return "\n".join(spoken)

    @cached_property
    def has_parts(self) -> bool:
        """Whether any message is no plain text."""
        return any(type(message.get("content")) is list for message in self.messages)

    @cached_property
    def may_hide(self) -> bool:
        """Whether a character may be hidden in what is said: nearly always no, and in plain ASCII certain."""
        if self.said.isascii():
            return len(self.said.encode().translate(None, _HIDDEN_ASCII)) < len(self.said)
        return not self.said.replace("\n", " ").isprintable()

    @cached_property
    def has_key_marks(self) -> bool:
        """Whether what is said may hold a key."""
        return holds_key_mark(self.said)

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
        """Every number of nine digits or more in all that is said, grouped or not, once; none where all are ids."""
        runs = _MAY_BE_LONG.findall(self.said) if _holds_long_run(self.said) and _may_be_private(self.said) else ()
        return list(dict.fromkeys(LONG_NUMBER.findall("\n".join(dict.fromkeys(runs))))) if runs else []

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
    def mark(self) -> int:
        """A fingerprint of the conversation; call ids play no part in it."""
        return self._marks[1]

    @property
    def marks_before(self) -> dict[int, int]:
        """The same of all that comes before each message with calls, by its index."""
        return self._marks[0]

    @cached_property
    def _marks(self) -> tuple[dict[int, int], int]:
        running, before, start, passed = _begun_mark(self.tools.names), dict[int, int](), 0, b""
        for call, key in zip(self.calls, self.keys, strict=True):
            if call.number == 0:
                running = self._mark_of(running, start, call.message, passed)
                before[call.message] = int.from_bytes(running, "little")
                start, passed = call.message, b""
            passed += key.to_bytes(HASH_BYTES, "little")
        running = self._mark_of(running, start, len(self.texts), passed)
        return before, int.from_bytes(running, "little")

    def _mark_of(self, before: bytes, start: int, end: int, passed: bytes) -> bytes:
        """The fingerprint of some messages after others; the calls of the first one are given as fingerprints."""
        said: list[str] = [self.roles[start:end], *self.texts[start:end]]
        return blake2b(before + _framed(said) + passed, digest_size=HASH_BYTES).digest()

    @cached_property
    def keys(self) -> list[int]:
        """A fingerprint of each call: equal for the same tool and the same arguments."""
        return [
            _key_once(call.name, call.arguments)
            if len(call.arguments) <= SHORT
            else _call_key(call.name, call.read, call.arguments)
            for call in self.calls
        ]


@lru_cache(maxsize=64)
def _begun_mark(names: frozenset[str]) -> bytes:
    """The fingerprint of conversations with tools of these names, before anything is said."""
    return blake2b(_framed(sorted(names)), digest_size=HASH_BYTES).digest()


def _framed(texts: list[str]) -> bytes:
    """Texts as bytes that tell where each ends."""
    try:
        return orjson.dumps(texts)
    except TypeError:  # a lone surrogate
        return repr(texts).encode()


@lru_cache(maxsize=2048)
def _key_once(name: str, arguments: str) -> int:
    return _call_key(name, _read_once(name, arguments), arguments)


def _call_key(name: str, read: Call | Unreadable, arguments: str) -> int:
    whole = _framed([name, arguments]) if isinstance(read, Unreadable) else _canonical_call(name, read.arguments)
    return int.from_bytes(blake2b(whole, digest_size=HASH_BYTES).digest(), "little")


def _canonical_call(name: str, arguments: Arguments) -> bytes:
    try:
        return dumps_canonical([name, arguments])
    except TypeError:  # fractions are exact here, which JSON writers do not take
        return dumps_canonical([name, plain(arguments)])


def _call_at(index: int, number: int, call: ToolCall) -> CallAt:
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    read = _read_once(name, arguments) if len(arguments) <= SHORT else read_call(call)
    return CallAt(index, number, call["id"], name, read, arguments)


@lru_cache(maxsize=2048)
def _read_once(name: str, arguments: str) -> Call | Unreadable:
    """Calls come again and again in conversations about the same things; nobody changes what was read."""
    simple = simple_arguments(arguments) if name and name.isascii() else None
    if simple is not None:
        return Call(name, simple, ())
    return read_call({"function": {"name": name, "arguments": arguments}})
