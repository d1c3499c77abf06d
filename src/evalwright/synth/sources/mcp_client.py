"""A connection to an MCP server, for code that is not asynchronous.

A server may be slow, may die, may answer rubbish: a call then gives an error result, and the connection is opened
again before the next one. A server that was opened again begins with a new state, so `restarts` counts how often that
was; whoever needs one state from beginning to end compares it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from evalwright.errors import EvalwrightError, UsageError

from ..environment import Crash, NoAnswer, Result
from ..source_access import CALL_SECONDS, START_SECONDS
from .loop_thread import LoopThread
from .mcp_result import refusal, result_of
from .mcp_session import McpSession, McpTarget, Offer
from .mcp_stdio import Heard
from .mcp_trouble import WANT_A_KEY, Trouble, is_gone, is_late, key_trouble, trouble_of

if TYPE_CHECKING:
    from mcp_types import Tool

_END_SECONDS = 20.0


class McpConnection:
    """Tools of a server that can be listed and called."""

    def __init__(
        self, target: McpTarget, *, connect_timeout: float = START_SECONDS, call_timeout: float = CALL_SECONDS
    ) -> None:
        """Connect; UsageError where there is no MCP server."""
        self.target = target
        self.restarts = 0
        """How often the server was started or connected to again: each time its state is a new one."""
        self._connect_timeout = connect_timeout
        self._call_timeout = call_timeout
        self._heard = Heard()
        self._thread = LoopThread("mcp")
        self._session: McpSession | None = None
        self._offer: Offer | None = None
        self._closed = False
        try:
            self._open_session()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> McpConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def instructions(self) -> str:
        """What the server says about its use."""
        return self._offered().instructions

    def tools(self) -> list[Tool]:
        """The server's tools, as the SDK describes them."""
        return self._offered().tools

    def resources(self) -> list[str]:
        """The addresses of the resources that the server offers."""
        return self._offered().resources

    def call(self, name: str, arguments: Mapping[str, Any], timeout: float | None = None) -> Result:
        """Call a tool. A call that goes wrong is an error result; UsageError if the server does not come back."""
        seconds = self._call_timeout if timeout is None else timeout
        session = self._ready()
        try:
            # The limit inside comes first, so that the server is told that nobody waits any longer.
            answer = self._thread.run(session.call(name, dict(arguments), seconds), seconds + 1)
        except Exception as error:
            return self._failed_call(session, error, seconds)
        return result_of(answer)

    def _failed_call(self, session: McpSession, error: Exception, seconds: float) -> Result:
        """A call that the server gave no answer to, for a row to go without; else what it answered instead."""
        gone, late = is_gone(error) or not session.is_open, is_late(error)
        said = refusal(self._handle_request_failure(session, error, seconds))
        if gone:
            return Crash(False, said.content)
        return NoAnswer(False, said.content) if late else said

    def read_resource(self, uri: str, timeout: float | None = None) -> str:
        """The text of a resource; UsageError where it cannot be read."""
        seconds = self._call_timeout if timeout is None else timeout
        session = self._ready()
        try:
            return self._thread.run(session.read(uri), seconds)
        except Exception as error:
            why = self._handle_request_failure(session, error, seconds)
            raise UsageError.named("source.resource", target=self.target, uri=uri, why=why) from None

    def stop(self) -> None:
        """End the session and the process behind it; the next call opens another."""
        self._end()

    def restart(self) -> None:
        """End the session and open another: with a command, a new process."""
        self._end()
        self.restarts += 1
        self._open_session()

    def close(self) -> None:
        """End the session, the process that was started for it, and the thread."""
        if self._closed:
            return
        self._closed = True
        self._end()
        self._thread.close()

    def _offered(self) -> Offer:
        if self._offer is None:
            raise UsageError.named("source.no_connection", target=self.target)
        return self._offer

    def _ready(self) -> McpSession:
        """The open session; a lost one is opened again."""
        if self._closed:
            raise UsageError.named("source.closed", target=self.target)
        if self._session is None or not self._session.is_open:
            self.restart()
        assert self._session is not None
        return self._session

    def _open_session(self) -> None:
        self._heard = Heard()
        session = McpSession(self.target, self._heard, self._connect_timeout)
        self._session = session
        try:
            self._thread.run(session.begin(), self._connect_timeout)
        except EvalwrightError:  # a variable that is named and not set
            self._end()
            raise
        except Exception as error:
            trouble = self._trouble(error)
            self._end()
            raise UsageError.named(
                "source.trouble", target=self.target, message=trouble.message, cure=trouble.cure
            ) from None
        self._offer = session.offer

    def _trouble(self, error: Exception) -> Trouble:
        """Why there is no session."""
        if self._heard.status in WANT_A_KEY:
            return key_trouble(self._heard.status, [name for name, _ in self.target.headers])
        said = self._heard.fault or self._heard.last_line()
        return trouble_of(error, self.target.command, said, self._connect_timeout)

    def _end(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(Exception):
                self._thread.run(session.end(), _END_SECONDS)

    def _handle_request_failure(self, session: McpSession, error: Exception, seconds: float) -> str:
        """Why a request failed; a session that is no good any more is ended."""
        if is_gone(error) or not session.is_open:
            self._end()
            return self._heard.fault or "the tool server ended during the call"
        if is_late(error):
            if self.target.command:
                # A process that hangs would hang on; a remote server may be busy with this one call alone.
                self._end()
            return f"the tool did not answer in {seconds:g} seconds"
        return str(getattr(error, "message", "")) or "the tool server gave no valid answer"
