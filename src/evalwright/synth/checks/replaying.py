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

from evalwright.chat import Call
from evalwright.data import injected_faults, stated_environment

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
    unsettled: int | None = None
    """The first call of such a tool that changed something: from there on the state is not that of the row."""

    def is_compared(self, act: Act, result: Result) -> bool:
        """Whether a result must be that of the row; where it need not, it must still be no failure."""
        later = self.unsettled is not None and act.number > self.unsettled
        return not ((later or act.name in self.changing) and act.ok and result.ok)


def replay(acts: Sequence[Act], environment: Environment | str, metadata: Mapping[str, Any]) -> Replay:
    """Execute all calls in order."""
    if isinstance(environment, str):
        return Replay(environment, [None] * len(acts), "", "", False)
    faults = injected_faults(stated_environment(metadata))
    state = environment.fork()
    results: list[Result | None] = []
    writes: list[Act] = []
    for act in acts:
        done = _executed(act, state, faults.get(act.number + 1))
        if done is not None and done.ok and state.effect(act.name) == "write":
            writes.append(act)
        results.append(done)
    value_of = getattr(state, "value_of", None) or attrgetter("value")
    changing = frozenset() if getattr(environment, "steady", True) else _changing(metadata)
    unsettled = next((act.number for act in writes if act.name in changing), None)
    return Replay(None, results, environment.hash(), state.hash(), bool(writes), value_of, changing, unsettled)


def _executed(act: Act, state: Environment, fault: str | None) -> Result | None:
    if not isinstance(act.call.read, Call):
        return None
    return Result(False, fault) if fault is not None else carried_out(state, act.name, act.arguments)


def _changing(metadata: Mapping[str, Any]) -> frozenset[str]:
    given = stated_environment(metadata).get("changing")
    return frozenset(name for name in (given if isinstance(given, list) else ()) if isinstance(name, str))
