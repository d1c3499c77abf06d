"""How far a log has rotted: every logged call of a tool that reads, made again on the server of today, and its result
held against the one that was logged.

Tools that change something, or of which it is not known, are never called; they are counted. The same call is made
once, however often it was logged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from evalwright.chat import Call, Conversation, JsonError, calls_of, is_failure, loads_exact, plain, read_call
from evalwright.data import BadRow, dumps_canonical, label_of_source, scan_conversations, stated_environment
from evalwright.errors import UsageError
from evalwright.text import visible

from ..checks.replay_targets import RowWorlds
from ..environment import Crash, Environment, EnvironmentSpec, carried_out, environment_names, make_environment
from ..settings import Settings
from ..source_access import SourceAccess
from ..source_environments import SourceEnvironments

VERDICTS = ("same", "other", "fails_now", "works_now", "gone", "not_called", "no_result", "unreadable")
"""What became of a logged call. `not_called`: its tool is not known to read; `gone`: there is no such tool now."""
_LANG = "en"
_SHOWN = 300
_MOST_DIFFERENCES = 50


class Difference(TypedDict):
    """A call that gives something else now."""

    file: str
    line: int
    tool: str
    arguments: str
    logged: str
    now: str


class LoggedCallsDocument(TypedDict):
    """The document of `verify --against --json`."""

    calls: int
    conversations: int
    tools: dict[str, dict[str, int]]
    differences: list[Difference]
    bad_rows: list[str]


@dataclass(slots=True)
class LoggedCalls:
    """What came of the calls of a log."""

    conversations: int = 0
    tools: dict[str, dict[str, int]] = field(default_factory=dict)
    """By tool, how many calls have which of `VERDICTS`."""
    differences: list[Difference] = field(default_factory=list)
    """The first calls that give something else now."""
    bad_rows: list[BadRow] = field(default_factory=list)

    def count(self, verdict: str) -> int:
        """How many calls have this verdict."""
        return sum(each.get(verdict, 0) for each in self.tools.values())

    @property
    def ok(self) -> bool:
        """Whether every call that could be made again gave the same."""
        return not any(map(self.count, ("other", "fails_now", "works_now", "gone")))

    def to_dict(self) -> LoggedCallsDocument:
        """The document of `verify --against --json`."""
        return {
            "calls": sum(sum(each.values()) for each in self.tools.values()),
            "conversations": self.conversations,
            "tools": dict(sorted(self.tools.items())),
            "differences": self.differences,
            "bad_rows": [str(row) for row in self.bad_rows],
        }


def verify_against(
    source: str, files: Sequence[str | Path], *, access: SourceAccess | None = None, skip_bad_rows: bool = False
) -> LoggedCalls:
    """Make the logged calls of `files` again on `source`, those of tools that read; UsageError where none executes."""
    done = LoggedCalls()
    with _Today(source, access or SourceAccess()) as today:
        for path in files:
            label = label_of_source(path)
            for row in scan_conversations(path, label, done.bad_rows, skip_bad_rows=skip_bad_rows):
                done.conversations += 1
                today.turn_to(stated_environment(row.conversation.metadata))
                for call, logged in _logged_calls(row.conversation):
                    _count_call(done, today, call, logged, (label, row.line))
    return done


class _Today:
    """The server of today, and what it gave so far."""

    def __init__(self, source: str, access: SourceAccess) -> None:
        self._opened: SourceEnvironments | None = None
        self._rows: RowWorlds | None = None
        if source in environment_names():
            self._environment: Environment = make_environment(source, EnvironmentSpec())
            self._rows = RowWorlds(source)
        else:
            settings = Settings(out=Path(), source=source, langs=(_LANG,), access=access)
            self._opened = SourceEnvironments(settings, whole=False)
            self._environment = self._opened.by_lang[_LANG].fork()
        if self._environment.simulated:
            self.close()
            raise UsageError.named("effect.made_up", source=visible(source, 200))
        self._names = {str(tool["function"]["name"]) for tool in self._environment.tools()}
        self._given: dict[tuple[str, bytes], str | None] = {}
        self._first = self._environment

    def __enter__(self) -> _Today:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._rows is not None:
            self._rows.close()
        if self._opened is not None:
            self._opened.close()
        else:
            self._first.close()

    def turn_to(self, stated: Mapping[str, Any]) -> None:
        """Use the state that a conversation names, where it was made in this domain; else that of today."""
        found = self._rows.named(stated) if self._rows is not None and "name" in stated else None
        wanted = self._first if found is None or isinstance(found, str) else found
        if wanted is not self._environment:
            self._environment = wanted
            self._given.clear()

    def has(self, name: str) -> bool:
        return name in self._names

    def reads(self, name: str) -> bool:
        return self._environment.effect(name) == "read"

    def give(self, name: str, arguments: dict[str, Any]) -> str | None:
        """What a call gives now; None where it could not be executed."""
        key = (name, dumps_canonical(arguments))
        if key not in self._given:
            result = carried_out(self._environment, name, arguments)
            self._given[key] = None if isinstance(result, Crash) else result.content
        return self._given[key]


def _logged_calls(conversation: Conversation) -> Iterator[tuple[Any, str | None]]:
    """Every call with the result that was logged for it."""
    results = {
        message.get("tool_call_id"): message.get("content")
        for message in conversation.messages
        if message["role"] == "tool"
    }
    for message in conversation.messages:
        for call in calls_of(message):
            logged = results.get(call["id"])
            yield call, logged if isinstance(logged, str) else None


def _count_call(done: LoggedCalls, today: _Today, call: Any, logged: str | None, place: tuple[str, int]) -> None:
    name = call["function"]["name"]
    read = read_call(call)
    verdict, now = _call_verdict(today, name, read.arguments if isinstance(read, Call) else None, logged)
    tool = done.tools.setdefault(visible(name, 120), {})
    tool[verdict] = tool.get(verdict, 0) + 1
    if verdict in ("other", "fails_now", "works_now") and len(done.differences) < _MOST_DIFFERENCES:
        shown = [visible(text, _SHOWN) for text in (name, call["function"]["arguments"], logged or "", now or "")]
        file, line = place
        told: Difference = {
            "file": file,
            "line": line,
            "tool": shown[0],
            "arguments": shown[1],
            "logged": shown[2],
            "now": shown[3],
        }
        done.differences.append(told)


def _call_verdict(today: _Today, name: str, arguments: Any, logged: str | None) -> tuple[str, str | None]:
    """What became of one call, and what it gives now."""
    if not today.has(name):
        return "gone", None
    if not today.reads(name):
        return "not_called", None
    if not isinstance(arguments, dict):
        return "unreadable", None
    if logged is None:
        return "no_result", None
    now = today.give(name, plain(arguments))
    if now is None:
        return "fails_now", None
    if _same_result(logged, now):
        return "same", now
    failed = is_failure(logged), is_failure(now)
    if failed == (True, True):
        return "same", now
    return {(False, True): "fails_now", (True, False): "works_now"}.get(failed, "other"), now


def _same_result(logged: str, now: str) -> bool:
    """Whether two results mean the same JSON, or are the same text but for white space around it."""
    if logged.strip() == now.strip():
        return True
    try:
        return bool(loads_exact(logged) == loads_exact(now))
    except JsonError:
        return False
