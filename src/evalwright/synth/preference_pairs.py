"""Wrong twins of right answers: the same prompt, the answer that was given, and one that breaks a named rule.

Pairs for preference training, and for testing graders. A twin differs from the right answer in one thing only, and it
is wrong for certain: a value is exchanged only where the user named it or where it decides what a change does, since
looking into another order first may be as good as looking into this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evalwright.chat import JsonError, Message, ToolCall, loads
from evalwright.data import dumps

from .environment import Environment
from .row_types import Row, TwinRow
from .seeds import random_for

_WORD = re.compile(r"[#\w][\w@.\-]{3,}")
_DIGIT = re.compile(r"[0-9]")
_SHAPE = re.compile(r"[0-9]+|[^\W\d_]+")
_MIN_DIGITS = 3


def twins_of(record: Row, environment: Environment) -> Iterator[TwinRow]:
    """The twins of one conversation: for each call at most one, for each change another before the yes."""
    messages = record["messages"]
    rng = random_for("twins", record["id"])
    number = 0
    for index, message in enumerate(messages):
        for rule, chosen_at, rejected in _of_call(messages, index, message, environment, rng.random()):
            number += 1
            yield _pair(record, f"{record['id']}-twin-{number}", chosen_at, rejected, rule)


def _of_call(
    messages: Sequence[Message], index: int, message: Message, environment: Environment, drawn: float
) -> Iterator[tuple[str, int, Message]]:
    calls = message.get("tool_calls") or []
    if len(calls) != 1:
        return
    name = calls[0]["function"]["name"]
    writes = environment.effect(name) == "write"
    twin = _other_value(messages[:index], calls[0], drawn, writes=writes)
    if twin is not None:
        yield twin[0], index, _calling(message, twin[1])
    asked = index - 2
    if writes and asked > 0 and messages[asked]["role"] == "assistant" and messages[index - 1]["role"] == "user":
        yield "unconfirmed-write", asked, message


def _other_value(before: Sequence[Message], call: ToolCall, drawn: float, *, writes: bool) -> tuple[str, str] | None:
    """The arguments with one value exchanged for another of its kind, and the rule that breaks."""
    try:
        arguments = loads(call["function"]["arguments"])
    except JsonError:
        return None
    said = " ".join(str(message["content"]) for message in before if message["role"] == "user")
    seen = sorted({word for message in before for word in _WORD.findall(str(message["content"]))})
    usable = [
        key
        for key, value in arguments.items()
        if isinstance(value, str) and len(_DIGIT.findall(value)) >= _MIN_DIGITS and (writes or value in said)
    ]
    if not usable:
        return None
    key = usable[int(drawn * len(usable))]
    value = arguments[key]
    others = [word for word in seen if word != value and _shape(word) == _shape(value)]
    other = others[int(drawn * len(others))] if others else _invented(value)
    rule = "wrong-value" if others else "ungrounded-argument"
    return rule, dumps(arguments | {key: other}).decode()


def _shape(text: str) -> str:
    return _SHAPE.sub(lambda found: f"0{len(found[0])}" if found[0][0].isdigit() else "a", text)


def _invented(value: str) -> str:
    """The value with each digit moved on by one: of its kind, and standing nowhere."""
    return _DIGIT.sub(lambda found: str((int(found[0]) + 1) % 10), value)


def _calling(message: Message, arguments: str) -> Message:
    call = message["tool_calls"][0]
    return message | {"tool_calls": [call | {"function": call["function"] | {"arguments": arguments}}]}


def _pair(record: Row, twin_id: str, at: int, rejected: Message, rule: str) -> TwinRow:
    return {
        "id": twin_id,
        "prompt": record["messages"][:at],
        "chosen": [record["messages"][at]],
        "rejected": [rejected],
        "tools": record["tools"],
        "metadata": {"rule": rule, "conversation": record["id"], "message": at},
    }
