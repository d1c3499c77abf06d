"""A real MCP server as an environment: every call is carried out.

The protocol has no reset. A server may offer one as a resource (`evalwright://reset`, as ours does), one that was
started by a command can be started anew, on a copy of what it works on if the user names that, and a command of the
user's may do it; of any other server only the tools that read are used, unless its writes are allowed. A server that
dies in the middle of a conversation is started again for the next one, and this one is lost.
"""

from __future__ import annotations

import hashlib
from typing import Literal

from evalwright.chat import Arguments, JsonError, JsonObject, loads
from evalwright.errors import EvalwrightError

from ..environment import Result
from ..sources import McpConnection, ToolSource, describe_server
from ..sources.process_environment import server_environment
from ..state import FixedPlace, run_reset_command
from .remote import ServedEnvironment, WayBack

STATE, RESET, KNOWN = "evalwright://state", "evalwright://reset", "evalwright://known"
OURS = "evalwright://"
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
        place: FixedPlace | None = None,
        reset_run: str | None = None,
    ) -> None:
        """`place`: the copy that the server works on; `reset_run`: a command that puts its state back."""
        super().__init__(source, allow_writes=allow_writes)
        self._connection = connection
        self._place, self._reset_run = place, reset_run
        self.where = str(connection.target)
        offered = connection.resources()
        self._tells_state = STATE in offered
        self.way_back = self._named_way(reset, RESET in offered)
        self.shared.restarts = bool(connection.target.command)
        self._opened = connection.restarts
        self.shared.touched = self.way_back in ("resource", "run")  # who knows what was done to it before
        if self._tells_state:
            self.watch(())

    def _named_way(self, reset: Reset, offered: bool) -> WayBack:
        if self._place is not None:
            return "state"
        if self._reset_run is not None:
            return "run"
        if reset == "restart" and self._connection.target.command:
            return "restart"
        return "resource" if offered and reset != "none" else "none"

    @property
    def broken(self) -> bool:
        """Whether the server was lost since this conversation began, so that its state is not what it seems."""
        return self._begun and self._connection.restarts != self._opened

    def look(self) -> str:
        """The server's own word for its state, where it has one; else what reads show."""
        if not self._tells_state:
            return super().look()
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

    def resources(self) -> list[str]:
        """The addresses of what the server offers to be read beside its tools."""
        return [uri for uri in self._connection.resources() if not uri.startswith(OURS)]

    def resource_text(self, uri: str) -> str | None:
        """The text of a resource; None where it cannot be read, or holds what nobody should read."""
        try:
            text = self._connection.read_resource(uri)
        except EvalwrightError:
            return None
        return None if self._secrets.finds(text) else text

    def offered_now(self) -> ToolSource:
        """What the server offers today, read as it was when the tools of this environment were read."""
        return describe_server(self.source.text, self._connection)

    @property
    def place(self) -> FixedPlace | None:
        """The copy that the server works on, where it does."""
        return self._place

    def close(self) -> None:
        """End the session and the process behind it, and take away the copy that it worked on."""
        self._connection.close()
        if self._place is not None:
            self._place.close()

    def send_call(self, name: str, arguments: Arguments) -> Result:
        return self._connection.call(self.source.remote_names.get(name, name), arguments)

    def put_back(self, *, everything: bool = False) -> None:
        if self.way_back == "restart":
            self._connection.restart()
        elif self.way_back == "resource":
            self._connection.read_resource(RESET)
        elif everything or self.shared.restarts:
            self._put_back_and_start(everything)
        elif self._place is not None:
            self._place.put_back()
        else:
            self._run_reset()

    def _put_back_and_start(self, everything: bool) -> None:
        """Put everything back while the server does not run, which may hold files open or write as it ends."""
        if self._connection.target.command:
            self._connection.stop()
        if self._place is None:
            self._run_reset()
        elif everything:
            self._place.copy_all()
        else:
            self._place.put_back()
        self._connection.restart()

    def _run_reset(self) -> None:
        assert self._reset_run is not None
        run_reset_command(self._reset_run, server_environment(self._connection.target.variables))

    def _note_beginning(self) -> None:
        self._opened = self._connection.restarts
