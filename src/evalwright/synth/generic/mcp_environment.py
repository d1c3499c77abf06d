"""A real MCP server as an environment: every call is carried out.

The protocol has no reset. A server may offer one as a resource (`evalwright://reset`, as ours does), one that was
started by a command can be started anew; of any other server only the tools that read are used, unless its writes
are allowed. One server has one state, so one conversation is played at a time: a fork begins where the last one ends
to be used. A server that dies in the middle of a conversation is started again for the next one, and this one is lost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import dumps_canonical
from evalwright.errors import EvalwrightError

from ..environment import Result
from ..sources import McpConnection, ToolSource, describe_server
from .remote import ServedEnvironment

STATE, RESET, KNOWN = "evalwright://state", "evalwright://reset", "evalwright://known"
Reset = Literal["auto", "restart", "none"]


class McpEnvironment(ServedEnvironment):
    """The tools of a server, and the state that it keeps."""

    name = "mcp"

    def __init__(
        self,
        source: ToolSource,
        connection: McpConnection,
        *,
        reset: Reset = "auto",
        allow_writes: bool = False,
    ) -> None:
        self.source = source
        self._connection = connection
        self._allow_writes = allow_writes
        offered = connection.resources()
        self._hashes = STATE in offered
        restarts = reset == "restart" and bool(connection.target.command)
        self._resets: Literal["resource", "restart", "none"] = (
            "restart" if restarts else "resource" if RESET in offered and reset != "none" else "none"
        )
        self._turn = [0]
        """Which fork is the present one; shared by all of them."""
        self._own = 0
        self._begun = False
        self._opened = connection.restarts
        self._written: list[Any] = []
        self._first = ""
        self._first = self.hash()

    @property
    def resettable(self) -> bool:
        """Whether the state can be put back to the beginning."""
        return self._resets != "none"

    @property
    def broken(self) -> bool:
        """Whether the server was lost since this conversation began, so that its state is not what it seems."""
        return self._begun and self._connection.restarts != self._opened

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Carry out one call; EvalwrightError where the server cannot be brought back."""
        self._begin_conversation()
        if name not in self.source.effects:
            return Result(ok=False, content="Error: there is no such tool.")
        if not self.may_call(name):
            return Result(ok=False, content="Error: this tool changes things, which is not allowed here.")
        result = self._connection.call(self.source.remote_names.get(name, name), arguments)
        if result.ok and self.effect(name) == "write":
            self._written.append([name, dict(arguments)])
        return result

    def hash(self) -> str:
        """The server's own word for its state; where it has none, the changes that were made, in order."""
        if self._first and (self._own == 0 or not self._begun):
            return self._first  # nothing was done yet, and every fork begins in the same state
        self._begin_conversation()
        if not self._hashes:
            return hashlib.sha256(dumps_canonical(self._written)).hexdigest()
        text = self._connection.read_resource(STATE)
        try:
            told = loads(text)
        except JsonError:
            told = None
        stated = told.get("hash") if isinstance(told, dict) else None
        return stated if isinstance(stated, str) else hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

    def known(self) -> list[JsonObject]:
        """What the server says that its users know: records to begin with, where it offers any."""
        if KNOWN not in self._connection.resources():
            return []
        try:
            told = loads(self._connection.read_resource(KNOWN))
        except (JsonError, EvalwrightError):
            return []
        return [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []

    def offered_now(self) -> ToolSource:
        """What the server offers today, read as it was when the tools of this environment were read."""
        return describe_server(self.source.text, self._connection)

    def close(self) -> None:
        """End the session and the process behind it."""
        self._connection.close()

    def _begin_conversation(self) -> None:
        if self._own != self._turn[0]:
            raise EvalwrightError.named("synth.other_conversation_server", target=self._connection.target)
        if self._begun:
            return
        if self._resets == "restart":
            self._connection.restart()
        elif self._resets == "resource":
            self._connection.read_resource(RESET)
        self._opened, self._begun = self._connection.restarts, True
