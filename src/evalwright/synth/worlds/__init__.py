"""What answers are executed in for grading by effect: environments behind the protocol of `effects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .domain_world import open_domain
    from .server_world import open_server

__all__ = ["open_domain", "open_server"]

_LATE = {"domain_world": "open_domain", "server_world": "open_server"}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
