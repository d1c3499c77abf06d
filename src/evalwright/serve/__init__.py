"""The hosted evals API, served at home: the same protocol, over the same engine, run directories and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .models_file import ModelsFile, read_models_file
    from .quotas import Quotas
    from .server import PORT, Running, ServeConfig, opened, serve

__all__ = [
    "PORT",
    "ModelsFile",
    "Quotas",
    "Running",
    "ServeConfig",
    "opened",
    "read_models_file",
    "serve",
]

_LATE = {
    "models_file": "ModelsFile read_models_file",
    "quotas": "Quotas",
    "server": "PORT Running ServeConfig opened serve",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
