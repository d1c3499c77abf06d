"""Serving: a directory that one server holds, one socket, the queue of runs, and a quiet end."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import uvicorn

from evalwright.engine import HttpLimits, http_settings, sole_writer
from evalwright.errors import RunLockedError, UsageError
from evalwright.models import named_key
from evalwright.secrecy import Secret
from evalwright.view import Place, listen

from .app import make_api
from .models_file import ModelsFile
from .quotas import Quotas
from .run_plan import make_plan
from .run_queue import RunQueue
from .service import Service
from .store import Store, claim_folder

PORT = 8700
"""Where the API is looked for first."""
_LIMITS = HttpLimits(connections=256, body_seconds=600.0)


@dataclass(frozen=True, slots=True)
class ServeConfig:
    """What is served, to whom."""

    folder: Path
    models: ModelsFile = field(default_factory=ModelsFile)
    host: str | None = None
    port: int | None = None
    key_env: str | None = None
    """The variable that holds the key which clients must bring; needed on loopback only where it is named."""
    quotas: Quotas = field(default_factory=Quotas)
    unsafe_python: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """A server, ready to be run."""

    server: uvicorn.Server
    place: Place
    api_url: str
    """What goes into `base_url`."""
    key: Secret | None
    made_key: bool
    """Whether the key was made here, so that it must be told."""
    owed: int
    """Runs that go on."""


def serve(config: ServeConfig, tell: Callable[[Running], None]) -> None:
    """Serve until interrupted. `tell` hears the address."""
    with opened(config) as running:
        tell(running)
        running.server.run(sockets=[running.place.listening])


@contextmanager
def opened(config: ServeConfig) -> Iterator[Running]:
    """The directory held, the socket bound, the queue going on: all that comes before the first request."""
    earlier = os.umask(0o077)
    try:
        claim_folder(config.folder)
        folder = config.folder.resolve()
        with _held(folder):
            place = listen(config.host, config.port if config.port is not None else _first_port(config.host))
            with place.listening:
                yield from _going(config, folder, place)
    finally:
        os.umask(earlier)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """The directory, for this server alone; UsageError where another one has it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_writer(folder))
        except RunLockedError as error:
            raise UsageError.named("serve.taken", problem=error.message) from None
        yield


def _going(config: ServeConfig, folder: Path, place: Place) -> Iterator[Running]:
    key, made = _key_of(config, place)
    store = Store(folder)
    plan = partial(make_plan, store, config.models, unsafe_python=config.unsafe_python)
    queue = RunQueue(store, config.quotas, plan)
    base = place.address.partition("?")[0]
    service = Service(store, config.models, config.quotas, queue, base, config.unsafe_python)
    app = make_api(service, place.names, key)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            **http_settings(_LIMITS),
        )
    )
    owed = sum(head.status in ("queued", "in_progress") for head in store.runs.heads())
    queue.start()
    try:
        yield Running(server, place, f"{base}v1", key, made, owed)
    finally:
        queue.stop()


def _key_of(config: ServeConfig, place: Place) -> tuple[Secret | None, bool]:
    """The key that clients must bring: the one that was named, or off loopback one that is made now."""
    if config.key_env is not None:
        return named_key(config.key_env), False
    if place.token is None:
        return None, False
    return Secret(secrets.token_urlsafe(24), "serve"), True


def _first_port(host: str | None) -> int | None:
    """The usual port where it is free, so that addresses in scripts stay the same; any other where it is not."""
    import socket

    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host or "127.0.0.1", PORT))
        except OSError:
            return None
    return PORT
