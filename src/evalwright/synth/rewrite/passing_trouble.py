"""Calls that fail once on purpose, in stories that models play: the same call fails in the same words, once.

A conversation that code has made says which of its calls met a trouble that was put in; who plays its story meets it at
the same call, or never. Such a call is not executed, and a row says of itself which ones those were.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.chat import Call, plain, read_call
from evalwright.data import injected_faults, stated_environment

from ..plan import Draft
from .goal import CallKey, key_of

Fault = list[int | str]
"""The number of a call, from 1, and what it gave instead of being executed."""


def troubles_of(blueprint: Draft) -> dict[CallKey, str]:
    """The calls of a story that fail once, with what they give then."""
    faults = injected_faults(stated_environment(blueprint.metadata))
    calls = [read_call(call) for message in blueprint.messages for call in message.get("tool_calls") or ()]
    return {
        key_of(call.name, plain(call.arguments)): faults[number]
        for number, call in enumerate(calls, 1)
        if number in faults and isinstance(call, Call)
    }


def told_faults(faults: Sequence[Fault], calls: int) -> list[Fault]:
    """What a conversation of so many calls says of those that failed on purpose."""
    return [fault for fault in faults if int(fault[0]) <= calls]
