"""Making conversations that are true: tools are found, stories drawn, every call executed, every row checked.

Names are loaded when they are first used: a domain's words and the MCP library cost nothing to whoever needs neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .checks import Checker, Verified, environment_rules, every_rule, file_rules, lone_rules, row_digest, verify
    from .domain import Domain
    from .drafting import tool_purpose
    from .drafting.draft import Drafted, draft_scenarios
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
    from .explore import (
        Limits,
        ToolSummary,
        World,
        WorldSummary,
        discover,
        explore_source,
        flow_of,
        read_world,
        world_summary,
        write_world,
    )
    from .left_out_notes import by_reason
    from .manifest_types import CoverageFacts, ManifestDocument
    from .model_draft import ModelDraft, draft_with_model
    from .phrases.check import PhraseCheck, check_phrases
    from .pipeline import Synthesis, synthesise
    from .python_door import synthesise as synthesise_data
    from .rewrite.run import Players
    from .row_types import Row, RowMetadata, TwinRow
    from .rules import Rules, rules_from
    from .scenarios import (
        ScenarioCheck,
        ScenarioFile,
        ScenarioFinding,
        ScenarioReading,
        ScenarioTrial,
        check_scenario_file,
        check_scenarios,
        languages_wanted,
        parse_scenarios,
        read_scenarios,
        scan_scenarios,
        scenario_starter,
        try_scenario,
    )
    from .scenarios.telling import Told, told
    from .secret_results import SecretWatch
    from .serving import Served, open_served, openapi_document, serve_http, serve_stdio
    from .settings import Settings
    from .source_access import SourceAccess, access_among
    from .source_environments import explored
    from .sources import ToolSource, read_source, read_sources
    from .verification.environments import prove
    from .verification.logged_calls import LoggedCalls, LoggedCallsDocument, verify_against

__all__ = [
    "Checker",
    "CoverageFacts",
    "Domain",
    "Drafted",
    "Environment",
    "EnvironmentSpec",
    "Limits",
    "LoggedCalls",
    "LoggedCallsDocument",
    "ManifestDocument",
    "ModelDraft",
    "PhraseCheck",
    "Players",
    "Result",
    "Row",
    "RowMetadata",
    "Rules",
    "ScenarioCheck",
    "ScenarioFile",
    "ScenarioFinding",
    "ScenarioReading",
    "ScenarioTrial",
    "SecretWatch",
    "Served",
    "Settings",
    "SourceAccess",
    "Synthesis",
    "Told",
    "ToolSource",
    "ToolSummary",
    "TwinRow",
    "Verified",
    "World",
    "WorldSummary",
    "access_among",
    "by_reason",
    "check_phrases",
    "check_scenario_file",
    "check_scenarios",
    "default_domain",
    "discover",
    "draft_scenarios",
    "draft_with_model",
    "environment_names",
    "environment_rules",
    "every_rule",
    "explore_source",
    "explored",
    "file_rules",
    "flow_of",
    "languages_wanted",
    "lone_rules",
    "make_environment",
    "open_served",
    "openapi_document",
    "parse_scenarios",
    "prove",
    "read_scenarios",
    "read_source",
    "read_sources",
    "read_world",
    "register_domain",
    "register_environment",
    "row_digest",
    "rules_from",
    "scan_scenarios",
    "scenario_starter",
    "serve_http",
    "serve_stdio",
    "synthesise",
    "synthesise_data",
    "told",
    "tool_purpose",
    "try_scenario",
    "verify",
    "verify_against",
    "world_summary",
    "write_world",
]

_LATE = {
    "checks": "Checker Verified environment_rules every_rule file_rules lone_rules row_digest verify",
    "domain": "Domain",
    "drafting": "tool_purpose",
    "drafting.draft": "Drafted draft_scenarios",
    "scenarios.telling": "Told told",
    "environment": (
        "Environment EnvironmentSpec Result default_domain environment_names make_environment register_domain "
        "register_environment"
    ),
    "explore": (
        "Limits ToolSummary World WorldSummary discover explore_source flow_of read_world world_summary write_world"
    ),
    "left_out_notes": "by_reason",
    "manifest_types": "CoverageFacts ManifestDocument",
    "model_draft": "ModelDraft draft_with_model",
    "phrases.check": "PhraseCheck check_phrases",
    "pipeline": "Synthesis synthesise",
    "python_door": "synthesise_data=synthesise",
    "rewrite.run": "Players",
    "row_types": "Row RowMetadata TwinRow",
    "rules": "Rules rules_from",
    "scenarios": (
        "ScenarioCheck ScenarioFile ScenarioFinding ScenarioReading ScenarioTrial check_scenario_file "
        "check_scenarios languages_wanted parse_scenarios read_scenarios scan_scenarios scenario_starter "
        "try_scenario"
    ),
    "secret_results": "SecretWatch",
    "serving": "Served open_served openapi_document serve_http serve_stdio",
    "settings": "Settings",
    "source_access": "SourceAccess access_among",
    "source_environments": "explored",
    "sources": "ToolSource read_source read_sources",
    "verification.environments": "prove",
    "verification.logged_calls": "LoggedCalls LoggedCallsDocument verify_against",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
