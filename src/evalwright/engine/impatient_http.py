"""Connections that do not say what they want, or do not listen, are closed, so that they cannot take up all places.

uvicorn itself waits for ever for a head that was begun, for the rest of a body, and for a client that does not read.
Imported when a server starts, because uvicorn takes its time.
"""

from __future__ import annotations

import asyncio
from typing import Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .http_limits import HttpLimits

_FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
Stage = Literal["head", "body"]


def impatient_protocol(limits: HttpLimits) -> type[asyncio.Protocol]:
    """The protocol of one server with these limits."""

    class Limited(ImpatientProtocol):
        pass

    Limited.limits = limits
    Limited.places = limits.places()
    return Limited


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, with deadlines."""

    limits = HttpLimits()
    places = limits.connections

    _stage: Stage | None = None
    """What of a request is awaited."""
    _request_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.places:
            transport.write(_FULL)
            self._close_soon()
            return
        self._watch_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._close_soon()
        else:
            self._watch_request()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close_soon()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread_timer is None:
            self._unread_timer = self.loop.call_later(self.limits.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._await(None)
        self.resume_writing()

    def _watch_request(self) -> None:
        """Set the deadline of what is awaited, once: bytes that drip in do not move it."""
        if not self.transport.is_closing():
            self._await(self._awaited())

    def _awaited(self) -> Stage | None:
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is not h11.IDLE:
            return None
        # Between requests nothing is awaited until a head has begun; how long that may take is uvicorn's own limit.
        return "head" if self.cycle is None or self.conn.trailing_data[0] else None

    def _await(self, stage: Stage | None) -> None:
        if stage == self._stage:
            return
        self._stage = stage
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
        if stage is not None:
            seconds = self.limits.head_seconds if stage == "head" else self.limits.body_seconds
            self._request_timer = self.loop.call_later(seconds, self.transport.abort)

    def _close_soon(self) -> None:
        """Close when all is sent, or when the client has had its time to read it."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.limits.unread_seconds, self.transport.abort)
