"""What a story is played for, read off a conversation that code has made of it: a state, calls, a hand-over.

Whether it is reached is decided from the state and the calls alone. A look-up counts where it is the same call, or
where it gave the very same result and every value that was said or returned before stands in the same argument: a
query that is put in another way asks the same. What was told of such a result must be told again, in whatever words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from evalwright.chat import Arguments, Call, is_failure, plain, read_call
from evalwright.data import dumps_canonical

from ..environment import Environment
from ..plan import Draft, text_in
from ..row_types import RowMetadata
from ..rules import Rules
from .told_values import single_values, tells, values_told

CallKey = tuple[str, bytes]
"""A call: its tool and its arguments, however these were written."""
_SAYS_SOMETHING = 4
"""A result of fewer characters is the same by chance."""
_FEW_VALUES = 6


class Made(NamedTuple):
    """A call that succeeded."""

    name: str
    arguments: Arguments
    content: str
    """What it gave."""
    writes: bool
    at: int
    """The index of the message with its result."""

    @property
    def key(self) -> CallKey:
        """What it is known by."""
        return key_of(self.name, self.arguments)


class Sought(NamedTuple):
    """A call that the user came for."""

    call: Made
    fixed: Arguments
    """The arguments that were said or returned before, and not composed."""
    told: tuple[str, ...]
    """The values of results that the assistant told then."""

    def is_served_by(self, call: Made) -> bool:
        """Whether another call found out the same."""
        if call.key == self.call.key:
            return True
        same = call.content == self.call.content and len(call.content) >= _SAYS_SOMETHING
        return same and all(call.arguments.get(name) == value for name, value in self.fixed.items())

    def untold(self, texts: Iterable[str], content: str) -> list[str]:
        """What these texts leave out; `content`: what all calls gave now. Of very much, a quarter may be missing."""
        said = "\n".join(texts).casefold()
        told = [value for value in self.told if value in content]
        missing = [value for value in told if not tells(said, value.casefold())]
        return missing if len(told) <= _FEW_VALUES or 4 * len(missing) > len(told) else []


@dataclass(frozen=True, slots=True)
class Goal:
    """When a story has come to what it is about."""

    state: str | None
    """The hash of the state that it leads to; None where that is not known."""
    changes: bool
    """Whether that is another state than at the beginning."""
    sought: tuple[Sought, ...]
    """What was looked up for the user."""
    writes: tuple[CallKey, ...]
    """The changes that were made, sorted."""
    by_calls: bool
    """Whether the changes must be the very same: of a server's state, no more is known than some reads show."""
    hand_over: str | None
    """The tool by which it ends, where the user is handed over to a person."""

    @property
    def is_final(self) -> bool:
        """Whether nothing can follow: reaching the goal is the end, whatever else might be said."""
        return self.changes or self.hand_over is not None

    def is_reached(self, environment: Environment, made: Sequence[Made]) -> bool:
        """Whether the state and the calls are those of the goal."""
        if self.hand_over is not None and not any(call.name == self.hand_over for call in made):
            return False
        if not all(any(map(sought.is_served_by, made)) for sought in self.sought):
            return False
        done = tuple(sorted(call.key for call in made if call.writes))
        if not done or (self.by_calls and done != self.writes):
            return not done and not self.changes
        return environment.hash() == self.state if self.state else done == self.writes

    def untold(self, made: Sequence[Made], texts: Sequence[tuple[int, str]]) -> list[str]:
        """What was found out and not told; `texts`: the assistant's, each with its index."""
        missing: list[str] = []
        content = "\n".join(call.content for call in made)
        for sought in self.sought:
            found = [call for call in made if sought.is_served_by(call)]
            of_each = [sought.untold((text for at, text in texts if at > call.at), content) for call in found]
            missing += sorted(of_each, key=len)[0] if of_each else []
        return missing


def goal_of(blueprint: Draft, environment: Environment, rules: Rules) -> Goal:
    """The goal of a story; `blueprint` is how code has told it."""
    before, after = _end_states(blueprint.metadata)
    done = list(successes(blueprint, environment))
    hand_over = next((call.name for call in done if rules.ends_after(call.name)), None)
    writes = tuple(sorted(call.key for call in done if call.writes))
    changes = bool(writes) or before != after
    by_calls = bool(getattr(environment, "one_at_a_time", False))
    sought = _named_calls(blueprint, done)
    if not sought and not changes and hand_over is None:
        sought = [call for call in done if environment.effect(call.name) == "read"][-1:]
    return Goal(after, changes, tuple(_looked_up(blueprint, call) for call in sought), writes, by_calls, hand_over)


def key_of(name: str, arguments: Arguments) -> CallKey:
    """What a call is known by."""
    return name, dumps_canonical(arguments)


def successes(blueprint: Draft, environment: Environment) -> Iterator[Made]:
    """The calls that were not refused."""
    marked = _told_environment(blueprint.metadata).get("failed") or ()
    calls = {call["id"]: read_call(call) for message in blueprint.messages for call in message.get("tool_calls") or ()}
    results = [at for at, message in enumerate(blueprint.messages) if message["role"] == "tool"]
    for number, at in enumerate(results, 1):
        message = blueprint.messages[at]
        call, text = calls[message["tool_call_id"]], text_in(message)
        if isinstance(call, Call) and not is_failure(text, marked=number in marked):
            yield Made(call.name, plain(call.arguments), text, environment.effect(call.name) == "write", at)


def _named_calls(blueprint: Draft, done: Sequence[Made]) -> list[Made]:
    """The look-ups that the maker of a story names: by their places, or by the tools that wishes are named after."""
    reads = [call for call in done if not call.writes]
    places = [at for at, message in enumerate(blueprint.messages) if message["role"] == "tool"]
    named = {places[number - 1] for number in blueprint.sought if number <= len(places)}
    latest = {call.name: call for call in reads}
    wished = dict.fromkeys(blueprint.metadata.get("intents", ()))
    return [call for call in reads if call.at in named] or [latest[name] for name in wished if name in latest]


def _looked_up(blueprint: Draft, call: Made) -> Sought:
    return Sought(call, _heard_arguments(blueprint, call), values_told(blueprint, call.at, call.content))


def _heard_arguments(blueprint: Draft, call: Made) -> Arguments:
    before = [text_in(message) for message in blueprint.messages[1 : call.at] if message["role"] in ("user", "tool")]
    heard, given = "\n".join(before), call.arguments.items()
    return {name: value for name, value in given if all(str(leaf) in heard for leaf in single_values(value))}


def _told_environment(metadata: RowMetadata) -> Any:
    told = metadata.get("environment")
    return told if isinstance(told, dict) else {}


def _end_states(metadata: RowMetadata) -> tuple[str | None, str | None]:
    """The hashes of the state before and after a story, wherever its maker put them."""
    told = _told_environment(metadata)
    return (
        told.get("hash", metadata.get("hash_before")),
        told.get("hash_after", metadata.get("hash_after")),
    )
