"""The environment that a source of tools is played in: the real server or service where there is one, else a made-up
backend. What was decided, and why, is noted for the user."""

from __future__ import annotations

from evalwright.models import on_this_machine
from evalwright.secrecy import shown_address
from evalwright.text import phrase

from ..environment import Effect, Environment
from ..source_access import REFERENCE, SourceAccess
from ..sources import McpConnection, ToolSource
from ..state import FixedPlace
from .http_environment import OpenApiEnvironment
from .mcp_environment import McpEnvironment, Reset
from .names import act_of, changes
from .remote import ServedEnvironment
from .simulated import SimulatedEnvironment

_ANYHOW = SourceAccess()


def environment_for(
    source: ToolSource,
    *,
    seed: int = 0,
    locale: str = "en",
    reset: Reset = "auto",
    allow_writes: bool = False,
    base_url: str | None = None,
    reset_path: str | None = None,
    reset_run: str | None = None,
    place: FixedPlace | None = None,
    access: SourceAccess = _ANYHOW,
) -> tuple[Environment, list[str]]:
    """The environment for these tools, and notes about it. `place`: the copy that the server works on."""
    if source.target is not None:
        seconds = {"connect_timeout": access.start_timeout, "call_timeout": access.call_timeout}
        made = McpEnvironment(
            source,
            McpConnection(source.target, **seconds),
            reset=reset,
            allow_writes=allow_writes,
            place=place,
            reset_run=reset_run,
        )
        return made, [*_left_out(made, str(source.target)), *_openly(source.target.url, access)]
    if base_url is not None:
        service = OpenApiEnvironment(
            source, base_url, reset_path=reset_path, reset_run=reset_run, allow_writes=allow_writes, access=access
        )
        return service, [*_left_out(service, base_url), *_openly(base_url, access)]
    return _undirected(source, seed, locale)


def _left_out(environment: ServedEnvironment, where: str) -> list[str]:
    """What is said where some tools may not be called."""
    if all(map(environment.may_call, environment.source.names())):
        return []
    return [phrase("synth.note.cannot_reset", where=where)]


def _openly(address: str, access: SourceAccess) -> list[str]:
    """What is said where a key can be read on its way."""
    keys = any(REFERENCE.search(header.value) for header in access.headers) or REFERENCE.search(address)
    if not keys or not address.startswith("http://") or on_this_machine(address):
        return []
    return [phrase("synth.note.key_openly", address=shown_address(address))]


def _undirected(source: ToolSource, seed: int, locale: str) -> tuple[Environment, list[str]]:
    """Where nobody said where the tools are executed: nowhere, whatever address the document names."""
    named = next((each.server for each in source.operations.values() if each.server.startswith("http")), "")
    notes: list[str] = [phrase("synth.note.simulated")]
    if named:
        # A document is not trusted with requests to any machine it likes; the user is.
        notes = [phrase("synth.note.simulated_url", named=named[:200])]
    return simulated_from(source, seed=seed, locale=locale), notes


def simulated_from(source: ToolSource, *, seed: int = 0, locale: str = "en") -> SimulatedEnvironment:
    """A made-up backend for the tools of a source."""
    return SimulatedEnvironment(
        source.tools,
        seed=seed,
        locale=locale,
        policy=source.policy,
        effects={name: _effect(source, name, effect) for name, effect in source.effects.items()},
        output_schemas=source.output_schemas,
    )


def _effect(source: ToolSource, name: str, effect: Effect) -> Effect:
    """A guess that a tool writes is a precaution for real servers; where nothing can break, a verb for looking wins."""
    act = act_of(name)[0]
    if effect == "write" and name in source.guessed and act is not None and not changes(act):
        return "none" if act == "compute" else "read"
    return effect
