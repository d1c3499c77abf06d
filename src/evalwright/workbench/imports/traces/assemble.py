"""Conversations of the spans that were kept: better-said messages put in, results put to their calls, tools found.

Everything that is missing in the end is counted in `lost` by its name. Where a conversation id holds spans that do not
repeat each other (a client that sends only what is new), they are put one after the other in order of time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from evalwright.chat import ChatError, JsonObject, is_failure, read_conversation
from evalwright.data import BadRow
from evalwright.text import phrase, said_by

from ..result import Imported
from .identity import identities
from .index import SpanIndex
from .inferred_tools import SeenTools, prompt_number
from .span import UNSURE, Span, ToolRun, lost_phrase

_KEPT = """
SELECT sequence.n, trace, id, conversation, session, start, gathered, open,
  min(start) OVER (PARTITION BY coalesce(conversation, n)) AS first
FROM sequence JOIN kept USING (n) ORDER BY first, coalesce(conversation, n), start, sequence.n
"""


class Assembly:
    """The conversations of an index."""

    def __init__(self, index: SpanIndex, seen: SeenTools, done: Imported) -> None:
        self.index = index
        self.seen = seen
        self.done = done
        self.used: dict[str, int] = {}

    def conversations(self) -> Iterator[JsonObject | BadRow]:
        """Every conversation, in order of time."""
        rows = self.index.base.execute(_KEPT).fetchall()
        for _, group in groupby(rows, key=lambda row: row[3] if row[3] is not None else (row[0],)):
            members = list(group)
            spans = [self._assemble_whole(row) for row in members]
            named = members[0][3] is not None
            for row, span in _one_after_the_other(members, spans) if named else zip(members, spans, strict=True):
                yield self._assemble_record(row, span)

    def _assemble_whole(self, row: Any) -> Span:
        """A kept span with all its messages, each as it is said best."""
        span = self._gathered(row) if row[6] else self.index.span(row[0])
        assert span is not None, row
        failed = "SELECT failed FROM span WHERE trace = ? AND id = ? AND failed IS NOT NULL"
        if span.error is None and (found := self.index.base.execute(failed, (row[1], row[2])).fetchone()):
            span.error = found[0]
        better = "SELECT position, other FROM richer WHERE n = ? ORDER BY position"
        for position, other in self.index.base.execute(better, (row[0],)).fetchall():
            said = self._answer_of(other)
            if said is not None:
                span.messages[position] = said
        return span

    def _answer_of(self, n: int) -> JsonObject | None:
        row = self.index.base.execute("SELECT trace, id, gathered FROM sequence WHERE n = ?", (n,)).fetchone()
        span = self._gathered((n, row[0], row[1])) if row[2] else self.index.span(n)
        return span.messages[-1] if span is not None and span.messages else None

    def _gathered(self, row: Any) -> Span | None:
        """The span whose messages were logged one by one, with them."""
        query = (
            "SELECT n FROM span WHERE trace = ? AND id = ? AND kind IN ('chat', 'message') "
            "ORDER BY kind = 'message', said, start, n"
        )
        found = [self.index.span(n) for (n,) in self.index.base.execute(query, (row[1], row[2])).fetchall()]
        spans = [each for each in found if each is not None]
        head = spans[0] if spans and spans[0].kind == "chat" else None
        logged = [each for each in spans if each.kind == "message"]
        made = head or logged[0]
        messages = [each.messages[0] for each in logged if not each.said]
        answers = [each.messages[0] for each in logged if each.said]
        made.lost = [name for each in spans for name in each.lost]
        made.messages, made.said = messages + answers[:1], len(answers[:1])
        return made

    def _assemble_record(self, row: Any, span: Span) -> JsonObject | BadRow:
        """The conversation of a span."""
        lost = list(span.lost)
        unsure = [message.pop(UNSURE, None) for message in span.messages]
        lost += [lost_phrase("text_beside_calls")] if any(unsure) else []
        if row[7]:
            span.messages = _with_results(span.messages, self._runs(row))
        tools, inferred = self._assemble_tools(span)
        lost += [lost_phrase("definitions")] if inferred else []
        record: JsonObject = {"id": self._identifier(row), "messages": span.messages, "tools": tools}
        record["metadata"] = _metadata(row, span, inferred)
        try:
            made = read_conversation(record)
        except ChatError as error:
            problem = phrase("import.traces.span", id=span.id[:60], problem=said_by(error))
            return self.index.bad_row(row[0], problem)
        lost += [lost_phrase("open_calls")] if "unanswered" in _outcome_marks(made.messages) else []
        self.done.lost.update(dict.fromkeys(map(str, lost), 1))
        made.metadata["outcome"] = outcome_of(made.messages, span.error)
        return made.to_dict()

    def _runs(self, row: Any) -> list[ToolRun]:
        """The runs of tools in the trace, or in the conversation, of a kept span."""
        query = "SELECT n FROM span WHERE kind = 'tool' AND (trace = ? OR conversation = ?) ORDER BY start, n"
        found = (self.index.span(n) for (n,) in self.index.base.execute(query, (row[1], row[3])).fetchall())
        return [span.run for span in found if span is not None and span.run is not None]

    def _assemble_tools(self, span: Span) -> tuple[list[Any], bool]:
        """The definitions that the span has, else what calls have shown; and whether they are that."""
        if span.tools:
            return span.tools, False
        prompt = prompt_number(span.messages)
        self.seen.see_calls(span.service, prompt, span.messages)
        found = self.seen.definitions(span.service, prompt)
        return found, bool(found)

    def _identifier(self, row: Any) -> str:
        """The id that a conversation has in the trace, numbered where one id holds several."""
        name = row[3] or row[4] or row[1] or str(row[0])
        self.used[name] = self.used.get(name, 0) + 1
        return name if self.used[name] == 1 else f"{name}/{self.used[name]}"


def _metadata(row: Any, span: Span, inferred: bool) -> JsonObject:
    made: JsonObject = {"source": span.source, "trace": row[1]}
    if row[4] is not None:
        made["session"] = row[4]
    if span.model is not None:
        made["model"] = span.model
    if inferred:
        made["tools"] = "inferred from calls"
    if span.error is not None:
        made["error"] = span.error[:500]
    return made


def _with_results(messages: list[JsonObject], runs: list[ToolRun]) -> list[JsonObject]:
    """The messages with the results of calls that have none, where a run of the tool is known for sure."""
    answered = {message.get("tool_call_id") for message in messages if message.get("role") == "tool"}
    left = list(runs)
    made: list[JsonObject] = []
    for index, message in enumerate(messages):
        made.append(message)
        followed = index + 1 < len(messages) and messages[index + 1].get("role") == "tool"
        for call in message.get("tool_calls") or () if not followed else ():
            run = _run_of(call, left) if call.get("id") not in answered else None
            if run is not None and run.result is not None:
                left.remove(run)
                made.append({"role": "tool", "tool_call_id": call.get("id"), "content": run.result})
    return [{key: value for key, value in each.items() if key != "tool_call_id" or value is not None} for each in made]


def _run_of(call: JsonObject, runs: list[ToolRun]) -> ToolRun | None:
    """The run of a call: by its id, else by name and arguments."""
    for run in runs:
        if run.call_id is not None and run.call_id == call.get("id"):
            return run
    wanted = identities([{"role": "assistant", "tool_calls": [call]}])
    for run in runs:
        function = {"name": run.name, "arguments": run.arguments or "{}"}
        if (
            run.call_id is None
            and identities([{"role": "assistant", "tool_calls": [{"function": function}]}]) == wanted
        ):
            return run
    return None


def _one_after_the_other(rows: list[Any], spans: list[Span]) -> Iterator[tuple[Any, Span]]:
    """The spans of one conversation id, those that go on where the one before ended joined to it."""
    current_row, current = rows[0], spans[0]
    for row, span in zip(rows[1:], spans[1:], strict=True):
        rest = _continuation(current, span)
        if rest is None:
            yield current_row, current
            current_row, current = row, span
            continue
        current.messages += rest
        current.said, current.error = span.said, span.error
        current.tools = span.tools or current.tools
        current.lost += span.lost
    yield current_row, current


def _continuation(before: Span, after: Span) -> list[JsonObject] | None:
    """What a span adds to the one before it; None where it does not go on from there."""
    ours, theirs = list(identities(before.messages)), list(identities(after.messages))
    system = int(after.messages[0].get("role") == "system")
    if system and (before.messages[0].get("role") != "system" or ours[0] != theirs[0]):
        return None
    told = theirs[system:]
    for length in range(min(len(ours), len(told)), 0, -1):
        if ours[-length:] == told[:length]:
            return after.messages[system + length :]
    begins_anew = bool(set(told) & set(ours))
    return None if begins_anew or before.messages[-1].get("role") != "assistant" else after.messages[system:]


def _outcome_marks(messages: list[Any]) -> Iterator[str]:
    answered = {message.get("tool_call_id") for message in messages if message["role"] == "tool"}
    for message in messages:
        if message["role"] == "tool" and isinstance(message.get("content"), str) and is_failure(message["content"]):
            yield "tool_failed"
        if message["role"] == "assistant" and any(
            call["id"] not in answered for call in message.get("tool_calls") or ()
        ):
            yield "unanswered"


def outcome_of(messages: list[Any], error: str | None) -> str:
    """How a conversation ended: `failed`, `open` (a call has no result), `tool_failed`, `unanswered` or `answered`."""
    if error is not None:
        return "failed"
    marks = set(_outcome_marks(messages))
    if "unanswered" in marks:
        return "open"
    if "tool_failed" in marks:
        return "tool_failed"
    return "answered" if messages[-1]["role"] == "assistant" else "unanswered"
