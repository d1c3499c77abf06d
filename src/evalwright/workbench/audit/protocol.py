"""Rules about the order of things: who speaks after whom, and that every call is answered exactly once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from evalwright.text import phrase

from .finding import Hit, quoted, visible
from .registry import Memory, register_rule
from .row_context import Case

_AFTER_TEXT = re.compile("(?<=a)[ac]")


@register_rule("ends-on-call", "warning", "protocol", only_if="unusual order")
def ends_on_call(case: Case, memory: Memory) -> Iterator[Hit]:
    if not case.roles.endswith("c"):
        return
    last = len(case.messages) - 1
    names = ", ".join(visible(call.name, 80) for call in case.calls if call.message == last)
    yield Hit(last, f"messages[{last}].tool_calls", phrase("audit.found.ends_on_call", names=names))


@register_rule("unanswered-call", "error", "protocol", only_if="unmatched results")
def unanswered_call(case: Case, memory: Memory) -> Iterator[Hit]:
    answered = {given for _, given in case.answers}
    last = len(case.messages) - 1
    for call in case.calls:
        if call.id not in answered and call.message != last:
            yield Hit(call.message, call.path, phrase("audit.found.unanswered", call=visible(call.name, 80)))


@register_rule("answered-twice", "error", "protocol", only_if="unmatched results")
def answered_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    seen: set[str] = set()
    ids = {call.id for call in case.calls}
    for index, given in case.answers:
        if given is None or given not in ids:
            continue
        if given in seen:
            yield Hit(index, f"messages[{index}]", phrase("audit.found.answered_already", given=quoted(given)))
        seen.add(given)


@register_rule("result-without-call", "error", "protocol", only_if="unmatched results")
def result_without_call(case: Case, memory: Memory) -> Iterator[Hit]:
    made: set[str] = set()
    calls = iter(case.calls)
    waiting = next(calls, None)
    for index, given in case.answers:
        while waiting is not None and waiting.message <= index:
            made.add(waiting.id)
            waiting = next(calls, None)
        if given not in made:
            said = phrase("audit.found.no_such_call", given=quoted(given)) if given else phrase("audit.found.no_call")
            yield Hit(index, f"messages[{index}].tool_call_id", said)


@register_rule("late-result", "error", "protocol", only_if="unmatched results")
def late_result(case: Case, memory: Memory) -> Iterator[Hit]:
    places = {call.id: call.message for call in case.calls}
    for index, given in case.answers:
        at = places.get(given or "")
        if at is not None and at < index - 1 and case.roles[at + 1 : index].strip("t"):
            yield Hit(index, f"messages[{index}]", phrase("audit.found.late_result", at=at))


@register_rule("assistant-twice", "warning", "protocol", only_if="unusual order")
def assistant_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    # After calls, the missing results are the fault, and another rule names it.
    for match in _AFTER_TEXT.finditer(case.roles) if "aa" in case.roles or "ac" in case.roles else ():
        index = match.start()
        yield Hit(index, f"messages[{index}]", phrase("audit.found.assistant_twice"))


@register_rule("user-twice", "info", "protocol", only_if="unusual order")
def user_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    for match in re.finditer("(?<=u)u", case.roles) if "uu" in case.roles else ():
        yield Hit(match.start(), f"messages[{match.start()}]", phrase("audit.found.user_twice"))


@register_rule("misplaced-system", "warning", "protocol", only_if="unusual order")
def misplaced_system(case: Case, memory: Memory) -> Iterator[Hit]:
    rest = case.roles.lstrip("s")
    for index, letter in enumerate(rest, start=len(case.roles) - len(rest)) if "s" in rest else ():
        if letter == "s":
            yield Hit(index, f"messages[{index}]", phrase("audit.found.system_inside"))


@register_rule("misplaced-calls", "error", "protocol", only_if="unusual keys")
def misplaced_calls(case: Case, memory: Memory) -> Iterator[Hit]:
    if "tool_calls" not in set(chain.from_iterable(case.messages)):
        return
    for index, message in enumerate(case.messages):
        if message.get("tool_calls") and message["role"] != "assistant":
            said = phrase("audit.found.calls_of_others", role=message["role"])
            yield Hit(index, f"messages[{index}].tool_calls", said)


@register_rule("no-user-first", "warning", "protocol", only_if="unusual order")
def no_user_first(case: Case, memory: Memory) -> Iterator[Hit]:
    after = case.roles.lstrip("s")
    if after and after[0] != "u":
        index = len(case.roles) - len(after)
        yield Hit(index, f"messages[{index}]", phrase("audit.found.no_user_first"))


@register_rule("parallel-calls", "error", "protocol", only_if="single calls")
def parallel_calls(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.conversation.parallel_tool_calls is not False:
        return
    for call in case.calls:
        if call.number == 1:
            path = f"messages[{call.message}].tool_calls"
            yield Hit(call.message, path, phrase("audit.found.parallel"))
