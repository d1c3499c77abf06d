"""The states of an environment that is served: one for every session, so that nobody sees what another one did.

A seat is a fork of the environment as it was at the beginning. It can be put back there; that is how whoever makes
conversations begins each of them with the same state.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from evalwright.chat import JsonObject, JsonSchema

from ..domain import known_records, output_schemas
from ..environment import Environment, EnvironmentSpec, Result, carried_out, make_environment

_MAX_SEATS = 20_000
"""Twice the sessions that the MCP library keeps open, so that a seat in use is never the oldest."""


@dataclass(frozen=True, slots=True)
class Served:
    """An environment and what is said of it."""

    environment: Environment
    """As it is at the beginning; never changed."""
    seed: int = 0
    locale: str = "en"
    output_schemas: Mapping[str, JsonSchema] = field(default_factory=dict)


def open_served(name: str, seed: int, locale: str) -> Served:
    """The environment of this name, ready to be served."""
    environment = make_environment(name, EnvironmentSpec(seed, locale))
    return Served(environment, seed, locale, output_schemas(environment))


class StateFacts(TypedDict):
    """Which environment a client talks to, and the fingerprint of its state."""

    environment: str
    seed: int
    locale: str
    hash: str


class Seat:
    """One session's state."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._state = served.environment.fork()

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Execute a call on this state."""
        return carried_out(self._state, name, arguments)

    def reset(self) -> None:
        """Put the state back to the beginning."""
        self._state.close()
        self._state = self._served.environment.fork()

    def known(self) -> list[JsonObject]:
        """Records that users know, where the environment tells any."""
        return known_records(self._served.environment)

    def describe(self) -> StateFacts:
        """Which environment this is, and the fingerprint of its state."""
        served = self._served
        return {
            "environment": served.environment.name,
            "seed": served.seed,
            "locale": served.locale,
            "hash": self._state.hash(),
        }


class Seats:
    """The seats of all sessions, by the session's name; the empty name is that of requests outside any session."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def of(self, session: str) -> Seat:
        """The seat of a session, made when it is first asked for."""
        if session not in self._seats:
            self._seats[session] = Seat(self._served)
        self._seats.move_to_end(session)
        if len(self._seats) > _MAX_SEATS:
            self._seats.popitem(last=False)
        return self._seats[session]
