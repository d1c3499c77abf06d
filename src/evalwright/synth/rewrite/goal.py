"""What a story is played for, read off a conversation that code has made of it: a state, a call, a hand-over."""

from __future__ import annotations

from typing import NamedTuple

from evalwright.chat import Arguments, Call, plain, read_call
from evalwright.data import dumps_canonical

from ..domain import policy_rules
from ..environment import Environment
from ..plan import Draft, text_in

CallKey = tuple[str, bytes]
"""A call: its tool and its arguments, however these were written."""


class Goal(NamedTuple):
    """When a story has come to what it is about."""

    state: str | None
    """The hash of the state that it leads to; None where that is not known."""
    changes: bool
    """Whether that is another state than at the beginning."""
    sought: CallKey | None
    """Where nothing was to change: the last thing that was looked up."""
    hand_over: str | None
    """The tool by which it ends, where the user is handed over to a person."""

    @property
    def is_final(self) -> bool:
        """Whether nothing can follow: reaching the goal is the end, whatever else might be said."""
        return self.changes or self.hand_over is not None

    def is_reached(self, environment: Environment, made: set[CallKey]) -> bool:
        """Whether the state and the calls are those of the goal."""
        if self.hand_over is not None and not any(name == self.hand_over for name, _ in made):
            return False
        if not self.changes and self.hand_over is None and self.sought is not None and self.sought not in made:
            return False
        return self.state is None or environment.hash() == self.state


def goal_of(blueprint: Draft, environment: Environment) -> Goal:
    """The goal of a story; `blueprint` is how code has told it."""
    told = blueprint.metadata.get("environment")
    told = told if isinstance(told, dict) else {}
    policy = policy_rules(environment)
    done = list(_successes(blueprint))
    hand_over = policy.transfer if policy is not None and any(key[0] == policy.transfer for key in done) else None
    reads = [key for key in done if environment.effect(key[0]) == "read"]
    changes = told.get("hash") != told.get("hash_after")
    return Goal(told.get("hash_after"), changes, reads[-1] if reads else None, hand_over)


def key_of(name: str, arguments: Arguments) -> CallKey:
    """What a call is known by."""
    return name, dumps_canonical(arguments)


def _successes(blueprint: Draft) -> list[CallKey]:
    """The calls that were not refused."""
    failed = {m["tool_call_id"] for m in blueprint.messages if m["role"] == "tool" and text_in(m).startswith("Error")}
    calls = [call for message in blueprint.messages for call in message.get("tool_calls") or ()]
    read = [read_call(call) for call in calls if call["id"] not in failed]
    return [key_of(call.name, plain(call.arguments)) for call in read if isinstance(call, Call)]
