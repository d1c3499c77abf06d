"""Rules about the order of things: who speaks after whom, and that every call is answered exactly once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from .case import Case
from .finding import Hit, quoted, visible
from .registry import Memory, rule

_AFTER_TEXT = re.compile("(?<=a)[ac]")


@rule("ends-on-call", "warning", "protocol", "The conversation ends on a call that is never answered.")
def ends_on_call(case: Case, memory: Memory) -> Iterator[Hit]:
    if not case.roles.endswith("c"):
        return
    last = len(case.messages) - 1
    names = ", ".join(visible(call.name, 80) for call in case.calls if call.message == last)
    yield Hit(last, f"messages[{last}].tool_calls", f"The conversation ends on a call of {names}, without its result.")


@rule("unanswered-call", "error", "protocol", "A call has no result, and the conversation goes on.")
def unanswered_call(case: Case, memory: Memory) -> Iterator[Hit]:
    answered = {given for _, given in case.answers}
    last = len(case.messages) - 1
    for call in case.calls:
        if call.id not in answered and call.message != last:
            yield Hit(call.message, call.path, f"The call of {visible(call.name, 80)} is never answered.")


@rule("answered-twice", "error", "protocol", "A call has more than one result.")
def answered_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    seen: set[str] = set()
    ids = {call.id for call in case.calls}
    for index, given in case.answers:
        if given is None or given not in ids:
            continue
        if given in seen:
            yield Hit(index, f"messages[{index}]", f"The call {quoted(given)} has been answered already.")
        seen.add(given)


@rule("result-without-call", "error", "protocol", "A tool message answers no call that was made before it.")
def result_without_call(case: Case, memory: Memory) -> Iterator[Hit]:
    made: set[str] = set()
    calls = iter(case.calls)
    waiting = next(calls, None)
    for index, given in case.answers:
        while waiting is not None and waiting.message <= index:
            made.add(waiting.id)
            waiting = next(calls, None)
        if given not in made:
            said = f"No call before has the id {quoted(given)}." if given else "The result answers no call."
            yield Hit(index, f"messages[{index}].tool_call_id", said)


@rule("late-result", "error", "protocol", "A result does not follow directly on the message with its call.")
def late_result(case: Case, memory: Memory) -> Iterator[Hit]:
    places = {call.id: call.message for call in case.calls}
    for index, given in case.answers:
        at = places.get(given or "")
        if at is not None and at < index - 1 and case.roles[at + 1 : index].strip("t"):
            yield Hit(index, f"messages[{index}]", f"The result answers message {at}, with other messages between.")


@rule("assistant-twice", "warning", "protocol", "Two assistant messages stand in a row.")
def assistant_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    # After calls, the missing results are the fault, and another rule names it.
    for match in _AFTER_TEXT.finditer(case.roles) if "aa" in case.roles or "ac" in case.roles else ():
        index = match.start()
        yield Hit(index, f"messages[{index}]", "The assistant speaks twice in a row; one message could hold both.")


@rule("user-twice", "info", "protocol", "Two user messages stand in a row.")
def user_twice(case: Case, memory: Memory) -> Iterator[Hit]:
    for match in re.finditer("(?<=u)u", case.roles) if "uu" in case.roles else ():
        yield Hit(match.start(), f"messages[{match.start()}]", "The user speaks twice in a row.")


@rule("misplaced-system", "warning", "protocol", "A system message stands somewhere else than at the beginning.")
def misplaced_system(case: Case, memory: Memory) -> Iterator[Hit]:
    rest = case.roles.lstrip("s")
    for index, letter in enumerate(rest, start=len(case.roles) - len(rest)) if "s" in rest else ():
        if letter == "s":
            yield Hit(index, f"messages[{index}]", "A system message stands in the middle of the conversation.")


@rule("misplaced-calls", "error", "protocol", "A message that is not the assistant's holds calls.")
def misplaced_calls(case: Case, memory: Memory) -> Iterator[Hit]:
    if "tool_calls" not in set(chain.from_iterable(case.messages)):
        return
    for index, message in enumerate(case.messages):
        if message.get("tool_calls") and message["role"] != "assistant":
            said = f"The {message['role']} message holds calls, which only the assistant makes."
            yield Hit(index, f"messages[{index}].tool_calls", said)


@rule("no-user-first", "warning", "protocol", "The assistant or a tool speaks before any user does.")
def no_user_first(case: Case, memory: Memory) -> Iterator[Hit]:
    after = case.roles.lstrip("s")
    if after and after[0] != "u":
        index = len(case.roles) - len(after)
        yield Hit(index, f"messages[{index}]", "The conversation does not begin with a user message.")


@rule("parallel-calls", "error", "protocol", "Several calls stand in one message though the record forbids it.")
def parallel_calls(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.conversation.parallel_tool_calls is not False:
        return
    for call in case.calls:
        if call.number == 1:
            path = f"messages[{call.message}].tool_calls"
            yield Hit(call.message, path, "Several calls in one message, but parallel_tool_calls is false.")
