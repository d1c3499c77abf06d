"""The states that items are asked in: the calls of a conversation so far, executed again in a fork of its world.

The fork is kept between the items of one conversation: an item whose history goes on from the last one costs only the
calls that are new. Every recorded result must be given again; where one is not, no item from there on has a moment.
Faults that were injected when the conversation was made (`environment.faults`) were never executed, nor are they here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import Call, plain, read_call
from evalwright.data import Item, injected_faults
from evalwright.text import phrase, visible

from .effect_table import same_text
from .past_calls import PastCall, calls_so_far
from .world import World, Worlds

_NAME = 80


class Moments:
    """Gives each item the state that it is asked in."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self._stated: Mapping[str, Any] | None = None
        self._past: list[PastCall] = []
        self._begun = False
        self._faults: Mapping[int, str] = {}
        self._told = 0
        """Results that say something and were given again."""
        self._here: World | str = ""
        """The state after these calls, or why there is none."""

    def at(self, item: Item) -> World | str:
        """The state that an item is asked in, not to be changed but forked; a sentence where there is none."""
        past = calls_so_far(item.messages)
        known = len(self._past)
        if not self._begun or item.environment != self._stated or past[:known] != self._past:
            self._begin(item.environment)
            known = 0
        for call in past[known:]:
            self._go_on(call)
        if item.environment is None and not isinstance(self._here, str) and not self._told:
            return phrase("effect.unknown.not_shown")
        return self._here

    def forget(self) -> None:
        """Begin anew with the next item: nobody knows what state the world is in."""
        self._begun = False

    def _begin(self, stated: Mapping[str, Any] | None) -> None:
        self._begun, self._stated, self._past, self._told = False, stated, [], 0
        self._faults = injected_faults(stated or {})
        world = self._worlds.of(stated)
        self._here = world if isinstance(world, str) else world.fork()
        said = (stated or {}).get("hash")
        if not isinstance(self._here, str) and isinstance(said, str) and said != self._here.state():
            self._here = phrase("effect.unknown.other_state")
        self._begun = True

    def _go_on(self, past: PastCall) -> None:
        """Execute one more call of the history."""
        self._past.append(past)
        reading = read_call(past.call)
        if isinstance(self._here, str) or not isinstance(reading, Call) or len(self._past) in self._faults:
            return
        name = visible(reading.name, _NAME)
        if not self._here.has_tool(reading.name):
            self._here = phrase("effect.unknown.no_tool", tool=name)
            return
        done = self._here.execute(reading.name, plain(reading.arguments))
        if done.problem is not None:
            self._here = done.problem
        elif past.result is not None and not same_text(done.content, past.result):
            self._here = phrase("effect.unknown.other_result", tool=name)
        else:
            from evalwright.workbench import is_empty_result  # late: few runs execute their answers

            self._told += done.ok and not is_empty_result(done.content)
