"""A conversation while it is played: what was said and called, on a state of its own, and nothing asked twice.

Moves and calls flow in, the steps of a plan flow out. A call that was made before and would give the same again is not
made again: its result is known. A failure that is put in on purpose is recorded and never executed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from evalwright.data import dumps_canonical

from ..environment import Crash, Environment, Result, carried_out
from ..plan import Called, Move, Role, Said, Step
from .prose_refusals import may_say_no
from .stuck import StuckError

CallKey = tuple[str, bytes]
_LONGEST = 60


class Transcript:
    """The steps so far, and the state that they led to."""

    def __init__(self, environment: Environment, doubted: Collection[str] = ()) -> None:
        """`doubted`: tools whose plain words are taken for a no where they may say one."""
        self.environment, self._doubted = environment, doubted
        self.steps: list[Step] = []
        self.calls: list[Called] = []
        self.faults: list[list[int | str]] = []
        """Calls that failed on purpose: their numbers from 1, and what they answered."""
        self.entity_calls: list[CallKey] = []
        """Calls that were made with something that somebody said or a call gave."""
        self.sought: list[int] = []
        """The calls, by number from 1, after which the answer to a wish was told."""
        self.given: dict[str | int | float, None] = {}
        """What calls were made with that only the file says: constants, and texts with slots."""
        self._made: dict[CallKey, tuple[Result, int]] = {}
        self._changes = 0

    def say(self, role: Role, *moves: Move) -> None:
        """One message; moves of one speaker in a row make one."""
        last = self.steps[-1] if self.steps else None
        if isinstance(last, Said) and last.role == role:
            self.steps[-1] = Said(role, [*last.moves, *moves])
        else:
            self.steps.append(Said(role, list(moves)))

    def note_answer(self) -> None:
        """What was called last is what the user came for."""
        if self.calls and len(self.calls) not in self.sought:
            self.sought.append(len(self.calls))

    def reads(self, tool: str) -> bool:
        """Whether a tool changes nothing."""
        return self.environment.effect(tool) != "write"

    def call(self, tool: str, arguments: Mapping[str, Any], *, entity: bool, line: int = 0) -> Result:
        """The result of a call: that of an earlier one where it still holds, else of one that is made now."""
        key = (tool, dumps_canonical(arguments))
        earlier = self._made.get(key)
        if earlier is None:
            return self._record(key, arguments, self.probe(tool, arguments, line), entity=entity)
        result, changes = earlier
        if not self.reads(tool) or not result.ok:
            raise StuckError("repeated", line, tool=tool)
        if changes == self._changes:
            return result
        now = self.probe(tool, arguments, line)
        if now.content == result.content:
            self._made[key] = (result, self._changes)
            return result
        return self._record(key, arguments, now, entity=entity)

    def probe(self, tool: str, arguments: Mapping[str, Any], line: int = 0) -> Result:
        """What a call gives, without its standing in the conversation."""
        result = carried_out(self.environment, tool, arguments)
        if isinstance(result, Crash):
            raise StuckError("crashed", line, tool=tool, error=result.content[:200])
        if result.ok and tool in self._doubted and may_say_no(result.value, tool, reads=self.reads(tool)):
            return Result(False, result.content)
        return result

    def record_refusal(self, tool: str, arguments: Mapping[str, Any], result: Result, *, entity: bool) -> None:
        """A call that was tried and came to nothing stands in the conversation."""
        self._record((tool, dumps_canonical(arguments)), arguments, result, entity=entity)

    def fail_on_purpose(self, tool: str, arguments: Mapping[str, Any], content: str) -> None:
        """A call that met a passing trouble: nothing was done, and the same call may be made again."""
        self._append(Called(tool, dict(arguments), Result(False, content)))
        self.faults.append([len(self.calls), content])

    def was_called(self, tool: str, arguments: Mapping[str, Any], before: int | None = None) -> bool:
        """Whether this very call stands in the conversation already, or among so many calls at its beginning."""
        key = (tool, dumps_canonical(arguments))
        if before is None or key not in self._made:
            return key in self._made
        return any((called.name, dumps_canonical(called.arguments)) == key for called in self.calls[:before])

    def mark(self) -> tuple[int, int, int, int, int]:
        """Where the conversation is now."""
        last = self.steps[-1] if self.steps else None
        moves = len(last.moves) if isinstance(last, Said) else 0
        return len(self.steps), moves, len(self.calls), len(self.entity_calls), self._changes

    def back_to(self, mark: tuple[int, int, int, int, int]) -> bool:
        """Forget what came after a mark; whether that can be done: not where it changed something."""
        steps, moves, calls, entities, changes = mark
        if changes != self._changes:
            return False
        del self.steps[steps:], self.calls[calls:], self.entity_calls[entities:]
        self.faults = [fault for fault in self.faults if int(fault[0]) <= calls]
        self.sought = [number for number in self.sought if number <= calls]
        last = self.steps[-1] if self.steps else None
        if isinstance(last, Said):
            self.steps[-1] = Said(last.role, last.moves[:moves])
        kept = {(called.name, dumps_canonical(called.arguments)) for called in self.calls}
        self._made = {key: made for key, made in self._made.items() if key in kept}
        return True

    def _record(self, key: CallKey, arguments: Mapping[str, Any], result: Result, *, entity: bool) -> Result:
        if result.ok and not self.reads(key[0]):
            self._changes += 1
        self._append(Called(key[0], dict(arguments), result))
        self._made[key] = (result, self._changes)
        if entity:
            self.entity_calls.append(key)
        return result

    def _append(self, called: Called) -> None:
        self.steps.append(called)
        self.calls.append(called)
