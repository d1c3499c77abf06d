"""Making conversations that are true: tools are found, stories drawn, every call executed, every row checked.

Names are loaded when they are first used: a domain's words and the MCP library cost nothing to whoever needs neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .checks import Checker, Verified, environment_rules, every_rule, lone_rules, row_digest, verify
    from .domain import Domain
    from .environment import (
        Environment,
        EnvironmentSpec,
        Result,
        default_domain,
        environment_names,
        make_environment,
        register_domain,
        register_environment,
    )
    from .manifest_types import CoverageFacts, ManifestDocument
    from .phrases.check import PhraseCheck, check_phrases
    from .pipeline import Synthesis, synthesise
    from .policy_rules import Policy
    from .python_door import synthesise as synthesise_data
    from .rewrite.run import Players
    from .row_types import Row, RowMetadata, TwinRow
    from .serving import Served, open_served, openapi_document, serve_http, serve_stdio
    from .settings import Settings
    from .sources import ToolSource, read_source
    from .verification.environments import prove

__all__ = [
    "Checker",
    "CoverageFacts",
    "Domain",
    "Environment",
    "EnvironmentSpec",
    "ManifestDocument",
    "PhraseCheck",
    "Players",
    "Policy",
    "Result",
    "Row",
    "RowMetadata",
    "Served",
    "Settings",
    "Synthesis",
    "ToolSource",
    "TwinRow",
    "Verified",
    "check_phrases",
    "default_domain",
    "environment_names",
    "environment_rules",
    "every_rule",
    "lone_rules",
    "make_environment",
    "open_served",
    "openapi_document",
    "prove",
    "read_source",
    "register_domain",
    "register_environment",
    "row_digest",
    "serve_http",
    "serve_stdio",
    "synthesise",
    "synthesise_data",
    "verify",
]

_LATE = {
    "checks": "Checker Verified environment_rules every_rule lone_rules row_digest verify",
    "domain": "Domain",
    "environment": (
        "Environment EnvironmentSpec Result default_domain environment_names make_environment register_domain "
        "register_environment"
    ),
    "manifest_types": "CoverageFacts ManifestDocument",
    "phrases.check": "PhraseCheck check_phrases",
    "pipeline": "Synthesis synthesise",
    "policy_rules": "Policy",
    "python_door": "synthesise_data=synthesise",
    "rewrite.run": "Players",
    "row_types": "Row RowMetadata TwinRow",
    "serving": "Served open_served openapi_document serve_http serve_stdio",
    "settings": "Settings",
    "sources": "ToolSource read_source",
    "verification.environments": "prove",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
