"""The whole set is played again before its files appear: what differs was not known to change, and is set apart.

Exploring asks every tool a few times; a server that varies now and then, a clock that counts minutes, or a write whose
effect depends on the hour show only in many calls. A tool that gave something else is taken as changing from then on,
one that did so though it was, or that failed where it had not, is left out, and the rows are made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evalwright.chat import Message
from evalwright.workbench import Finding, Rule

from .checks import Checker
from .explore import World
from .generator import Generator
from .generic import ServedEnvironment
from .row_types import Row

ROUNDS = 3
_REPLAY = ("replay-result", "replay-end-state", "replay-environment")
_ENOUGH = 3
"""Conversations that a tool may cost before the rows are begun again."""


class UnlikeError(Exception):
    """A tool gave something else so often that going on is no use."""


class Unlike:
    """Tools that gave something else when rows were played again, and how often."""

    def __init__(self, environment: object) -> None:
        self._environment = environment if isinstance(environment, ServedEnvironment) else None
        self.counts: Counter[str] = Counter()

    def note(self, findings: Iterable[Finding], messages: Sequence[Message]) -> None:
        """Count the tools that findings are about; UnlikeError once one has cost enough."""
        if self._environment is None:
            return
        for tool in {tool for finding in findings for tool in self._blamed(finding, messages)}:
            self.counts[tool] += 1
        if any(count >= _ENOUGH for count in self.counts.values()):
            raise UnlikeError

    def note_unsteady(self, tools: Iterable[str]) -> None:
        """Count the tools by which the state is known, and that show another one though nothing was changed."""
        self.counts.update(tools)

    def _blamed(self, finding: Finding, messages: Sequence[Message]) -> list[str]:
        names = _tools_by_call(messages)
        if finding.rule == "replay-result" and finding.message is not None:
            call = messages[finding.message].get("tool_call_id")
            return [names[str(call)]] if str(call) in names else []
        if finding.rule != "replay-end-state":
            return []
        assert self._environment is not None
        return [name for name in dict.fromkeys(names.values()) if self._environment.effect(name) == "write"]


def _tools_by_call(messages: Sequence[Message]) -> Mapping[str, str]:
    """The tool of each call, by the call's id."""
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    return {str(call["id"]): call["function"]["name"] for call in calls}


def play_again(rows: Iterable[Row], maker: Generator, langs: Sequence[str], unlike: Unlike) -> None:
    """Play all rows again, from a state that is put back as a whole; what differs is counted."""
    environment = maker.environment(langs[0])
    if not isinstance(environment, ServedEnvironment) or not maker.replays:
        return
    environment.begin_anew()
    unlike.note_unsteady(environment.unsteady_reads())
    checkers = {lang: Checker(maker.environment(lang), wanted=_is_replay) for lang in langs}
    for row in rows:
        found = checkers[row["metadata"]["lang"]].check(row)
        unlike.note((finding for finding in found if finding.rule in _REPLAY), row["messages"])


def _is_replay(rule: Rule) -> bool:
    return rule.name in _REPLAY


def set_apart(world: World, tools: Iterable[str]) -> World:
    """The world in which these tools are taken as changing; those that are already, as of no use."""
    changing, aside = dict(world.changing), dict(world.set_aside)
    for name in tools:
        if name in changing:
            aside[name] = "not-same"
        changing[name] = "replay"
    reads = [read for read in world.reads if read.tool not in changing]
    state = world.state if len(reads) == len(world.reads) else ""  # what no longer shows it is looked at anew
    return replace(world, changing=changing, set_aside=aside, reads=reads, state=state)
