"""Executing the calls of a conversation again, in a state of its own, and keeping what they gave.

A row may say that some of its calls met an injected fault (`metadata.environment.faults`, pairs of the call's number
from 1 and the sentence that it gave): those were never executed, so they are not executed here either. A row made on a
server of somebody else may name tools that give something else each time (`metadata.environment.changing`), and calls
that failed by the word of the protocol alone, so that their text does not show it (`metadata.environment.failed`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from evalwright.chat import Call, is_failure

from ..environment import Environment, Result, carried_out

if TYPE_CHECKING:
    from .conversation_view import Act


class Replay(NamedTuple):
    """What executing the calls again gave."""

    trouble: str | None
    """Why they could not be executed; then there are no results."""
    results: Sequence[Result | None]
    """One per call; None where the call was not executed."""
    before: str
    """The state's hash before the first call."""
    after: str
    """And after the last."""
    wrote: bool
    """Whether a tool that may change the state was executed and did not refuse."""
    value_of: Callable[[Result], Any] = attrgetter("value")
    """How the value of a result is read. An environment that offers `value_of` may share what it has read already."""
    changing: frozenset[str] = frozenset()
    """Tools whose results cannot be compared with those of the row."""


def replay(acts: Sequence[Act], environment: Environment | str, metadata: Mapping[str, Any]) -> Replay:
    """Execute all calls in order."""
    if isinstance(environment, str):
        return Replay(environment, [None] * len(acts), "", "", False)
    faults = faults_of(metadata)
    state = environment.fork()
    results: list[Result | None] = []
    wrote = False
    for act in acts:
        done = _executed(act, state, faults.get(act.number + 1))
        wrote = wrote or (done is not None and done.ok and state.effect(act.name) == "write")
        results.append(done)
    value_of = getattr(state, "value_of", None) or attrgetter("value")
    changing = frozenset() if getattr(environment, "steady", True) else _changing(metadata)
    return Replay(None, results, environment.hash(), state.hash(), wrote, value_of, changing)


def _executed(act: Act, state: Environment, fault: str | None) -> Result | None:
    if not isinstance(act.call.read, Call):
        return None
    return Result(False, fault) if fault is not None else carried_out(state, act.name, act.arguments)


def environment_of(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a row says of the environment that it was made in; nothing where that is no object."""
    said = metadata.get("environment")
    return said if isinstance(said, dict) else {}


def _changing(metadata: Mapping[str, Any]) -> frozenset[str]:
    given = environment_of(metadata).get("changing")
    return frozenset(name for name in (given if isinstance(given, list) else ()) if isinstance(name, str))


def failed_of(metadata: Mapping[str, Any]) -> frozenset[int]:
    """The calls of a row, by their number from 1, that failed though their text does not say so by itself."""
    given = environment_of(metadata).get("failed")
    return frozenset(number for number in (given if isinstance(given, list) else ()) if type(number) is int)


def faults_of(metadata: Mapping[str, Any]) -> dict[int, str]:
    """What the calls of a row that met an injected fault gave, by their number; always a refusal."""
    given = environment_of(metadata).get("faults")
    return {
        pair[0]: pair[1]
        for pair in (given if isinstance(given, list) else ())
        if isinstance(pair, list | tuple) and len(pair) == 2 and type(pair[0]) is int
        if isinstance(pair[1], str) and is_failure(pair[1])
    }
