"""Making conversations that are true: tools are found, stories drawn, every call executed, every row checked.

Names are loaded when they are first used: the shop's words and the MCP library cost nothing to whoever needs neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks import Checker, Verified, environment_rules, every_rule, lone_rules, row_digest, verify
    from .environment import (
        Environment,
        EnvironmentSpec,
        Result,
        environment_names,
        make_environment,
        register_environment,
    )
    from .phrases.check import PhraseCheck, check_phrases
    from .pipeline import Synthesis, synthesise
    from .proof import prove
    from .reword import Players
    from .serving import Served, open_served, openapi_document, serve_http, serve_stdio
    from .settings import Settings
    from .sources import ToolSource, read_source

_FILES = {
    "checks": ("Checker", "Verified", "environment_rules", "every_rule", "lone_rules", "row_digest", "verify"),
    "environment": (
        "Environment",
        "EnvironmentSpec",
        "Result",
        "environment_names",
        "make_environment",
        "register_environment",
    ),
    "phrases.check": ("PhraseCheck", "check_phrases"),
    "pipeline": ("Synthesis", "synthesise"),
    "proof": ("prove",),
    "reword": ("Players",),
    "serving": ("Served", "open_served", "openapi_document", "serve_http", "serve_stdio"),
    "sources": ("ToolSource", "read_source"),
    "settings": ("Settings",),
}
_HOME = {name: file for file, names in _FILES.items() for name in names}

__all__ = [
    "Checker",
    "Environment",
    "EnvironmentSpec",
    "PhraseCheck",
    "Players",
    "Result",
    "Served",
    "Settings",
    "Synthesis",
    "ToolSource",
    "Verified",
    "check_phrases",
    "environment_names",
    "environment_rules",
    "every_rule",
    "lone_rules",
    "make_environment",
    "open_served",
    "openapi_document",
    "prove",
    "read_source",
    "register_environment",
    "row_digest",
    "serve_http",
    "serve_stdio",
    "synthesise",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value
