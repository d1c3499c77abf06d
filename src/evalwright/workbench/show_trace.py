"""One conversation as a trace: what was said, what was called with which values, and where each value came from.

A `Conversation` flows in, a `Trace` flows out; `show_text` and `show_page` draw it. Everything in it is data from
outside: whoever draws it makes it harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NotRequired, Required, TypedDict

from evalwright.chat import Call, Conversation, Message, ToolCall, calls_of, plain, read_call, toolbox

from .provenance import Argument, FreeForm, Provenance
from .provenance_leaves import leaves_of
from .provenance_place import text_of
from .provenance_source import Kind, Source

_MAX_ARGUMENTS = 300
"""Values of one call that are traced; more is a table, not a call."""
_MAX_TRACED = 3_000


class SourceDocument(TypedDict):
    """Where a value came from, as JSON data."""

    kind: Kind
    message: int | None
    path: str | None
    transform: str | None
    tool: str | None
    words: str
    parts: NotRequired[list[SourceDocument]]
    """Where a value was put together: the places of its parts."""
    unknown: NotRequired[list[str]]
    """Of a composed text: what it names that stands nowhere."""


class ArgumentDocument(TypedDict):
    """One value of a call and its source."""

    path: str
    value: Any
    source: SourceDocument


class TracedCallDocument(TypedDict, total=False):
    """One call: its values, or why it cannot be read and what it was."""

    name: Required[str]
    arguments: list[ArgumentDocument]
    more: int
    unreadable: str
    raw: str


class StepDocument(TypedDict):
    """One message."""

    message: int
    role: str
    text: str
    calls: NotRequired[list[TracedCallDocument]]
    tool: NotRequired[str]
    is_error: NotRequired[bool]


class TraceDocument(TypedDict):
    """The document of `show --json`."""

    id: str | None
    file: str | None
    line: int | None
    index: int | None
    messages: int
    calls: int
    ungrounded: int
    steps: list[StepDocument]


@dataclass(frozen=True, slots=True)
class TracedCall:
    """One call of the assistant."""

    name: str
    arguments: tuple[Argument, ...] = ()
    more: int = 0
    """Values that are passed too, but not traced."""
    unreadable: str | None = None
    """Why the call cannot be read; then `raw` is all there is."""
    raw: str = ""

    @property
    def ungrounded(self) -> int:
        """Values that come from nowhere."""
        return sum(not argument.source.known for argument in self.arguments)


@dataclass(frozen=True, slots=True)
class Step:
    """One message."""

    message: int
    role: str
    text: str
    calls: tuple[TracedCall, ...] = ()
    tool: str | None = None
    """Of a result: the tool that gave it, where its call is there."""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """One conversation, ready to be drawn."""

    id: str
    steps: tuple[Step, ...]
    file: str | None = None
    line: int | None = None
    index: int | None = None
    """Its position in the file, from 0."""

    @property
    def calls(self) -> int:
        """How many calls it has."""
        return sum(len(step.calls) for step in self.steps)

    @property
    def ungrounded(self) -> int:
        """How many values come from nowhere."""
        return sum(call.ungrounded for step in self.steps for call in step.calls)

    def to_dict(self) -> TraceDocument:
        """The document of `show --json`."""
        return {
            "id": self.id,
            "file": self.file,
            "line": self.line,
            "index": self.index,
            "messages": len(self.steps),
            "calls": self.calls,
            "ungrounded": self.ungrounded,
            "steps": [_step_document(step) for step in self.steps],
        }

    def to_html(self) -> str:
        """The trace as one self-contained page."""
        from .show_page import trace_page

        return trace_page(self)

    def __str__(self) -> str:
        from .show_text import trace_text

        return trace_text(self)


def trace_of(
    conversation: Conversation,
    *,
    file: str | None = None,
    line: int | None = None,
    index: int | None = None,
    free_form: FreeForm | None = None,
) -> Trace:
    """The trace of one conversation. `free_form`: parameters that are composed, not copied, by tool."""
    return Trace(
        conversation.id if conversation.id is not None else str(index or 0),
        tuple(_steps(conversation, free_form)),
        file,
        line,
        index,
    )


def _steps(conversation: Conversation, free_form: FreeForm | None) -> Iterator[Step]:
    tracer = _Tracer(conversation, free_form)
    called: dict[str, str] = {}
    for index, message in enumerate(conversation.messages):
        calls = calls_of(message)
        traced = tuple(tracer.call(index, number, call) for number, call in enumerate(calls))
        called |= {call["id"]: call["function"]["name"] for call in calls}
        yield Step(
            index, message["role"], text_of(message), traced, _answered_tool(message, called), _is_error_result(message)
        )


def _answered_tool(message: Message, called: dict[str, str]) -> str | None:
    """The tool whose result a message is."""
    if message["role"] != "tool":
        return None
    return called.get(message.get("tool_call_id") or "") or message.get("name")


def _is_error_result(message: Message) -> bool:
    return message.get("is_error") is True


class _Tracer:
    """Traces the calls of one conversation, within bounds that hostile arguments cannot stretch."""

    def __init__(self, conversation: Conversation, free_form: FreeForm | None) -> None:
        self._provenance = Provenance(conversation.messages, free_form=free_form, metadata=conversation.metadata)
        self._tools = toolbox(conversation.tools)
        self._left = _MAX_TRACED

    def call(self, message: int, number: int, raw: ToolCall) -> TracedCall:
        """One call, its values with their sources."""
        written = raw["function"]["arguments"]
        call = read_call(raw)
        if not isinstance(call, Call):
            return TracedCall(call.name or "", unreadable=call.reason, raw=written)
        schema = self._tools.parameters(call.name)
        most = min(_MAX_ARGUMENTS, self._left)
        arguments = tuple(islice(self._provenance.of_call(message, number, call, schema), most))
        self._left -= len(arguments)
        more = 0
        if len(arguments) == most:
            more = sum(1 for _ in leaves_of(call.arguments, None)) - most
        return TracedCall(call.name, arguments, more, raw=written)


def _step_document(step: Step) -> StepDocument:
    made: StepDocument = {"message": step.message, "role": step.role, "text": step.text}
    if step.calls:
        made["calls"] = [_call_document(call) for call in step.calls]
    if step.tool is not None:
        made["tool"] = step.tool
    if step.is_error:
        made["is_error"] = True
    return made


def _call_document(call: TracedCall) -> TracedCallDocument:
    if call.unreadable is not None:
        return {"name": call.name, "unreadable": call.unreadable, "raw": call.raw}
    made: TracedCallDocument = {"name": call.name, "arguments": [_argument_document(each) for each in call.arguments]}
    if call.more:
        made["more"] = call.more
    return made


def _argument_document(argument: Argument) -> ArgumentDocument:
    return {"path": argument.path, "value": plain(argument.value), "source": _source_document(argument.source)}


def _source_document(source: Source) -> SourceDocument:
    made: SourceDocument = {
        "kind": source.kind,
        "message": source.message,
        "path": source.path,
        "transform": source.transform,
        "tool": source.tool,
        "words": source.words(),
    }
    if source.parts:
        made["parts"] = [_source_document(replace(part, parts=())) for part in source.parts]
    if source.unknown:
        made["unknown"] = list(source.unknown)
    return made
