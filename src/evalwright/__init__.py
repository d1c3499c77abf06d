"""evalwright: from an MCP server to a number you can trust.

This is the one public door. Names are loaded when they are first used, so that `import evalwright` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .lazy import lazy_names

if TYPE_CHECKING:
    from .chat import (
        ChatFormat,
        Conversation,
        register_format,
    )
    from .data import (
        Audit,
        CurateRules,
        ExpandOptions,
        Hit,
        Rule,
        Stats,
        Trace,
        audit,
        convert,
        curate,
        expand,
        expand_file,
        show,
        split,
        stats,
    )
    from .data import rule as register_rule
    from .errors import (
        EvalwrightError,
    )
    from .models import (
        AnswerError,
        Model,
        ModelSpec,
        Request,
        Sample,
        register_model,
    )
    from .report import (
        Comparison,
        Evaluation,
        Plan,
        StoredRun,
        evaluate,
        open_run,
        run_task,
    )
    from .report import compare_runs as compare
    from .report import plan_runs as plan
    from .report import report_run as report
    from .report import synthesise_data as synthesise
    from .scoring import (
        MatchRules,
        Metric,
        Review,
        Score,
        Scorer,
        grade_tool_calls,
        register_scorer,
        standalone_grader,
    )
    from .synth import (
        Domain,
        Environment,
        EnvironmentSpec,
        Policy,
        Result,
        Synthesis,
        Verified,
        register_domain,
    )
    from .synth import prove as verify
    from .tasks import (
        EvalConfig,
        InvalidItemError,
        Task,
        TaskConfig,
        TaskOption,
        register_task,
    )
    from .tasks import Strategy as JudgeStrategy

_FILES = {
    "errors": ("EvalwrightError",),
    "chat": (
        "ChatFormat",
        "Conversation",
        "register_format",
    ),
    "scoring": (
        "MatchRules",
        "Metric",
        "Review",
        "Score",
        "Scorer",
        "grade_tool_calls",
        "register_scorer",
        "standalone_grader",
    ),
    "data": (
        "Audit",
        "CurateRules",
        "ExpandOptions",
        "Hit",
        "Rule",
        "Stats",
        "Trace",
        "audit",
        "convert",
        "curate",
        "expand",
        "expand_file",
        "register_rule=rule",
        "show",
        "split",
        "stats",
    ),
    "models": (
        "AnswerError",
        "Model",
        "ModelSpec",
        "Request",
        "Sample",
        "register_model",
    ),
    "tasks": (
        "EvalConfig",
        "InvalidItemError",
        "JudgeStrategy=Strategy",
        "Task",
        "TaskConfig",
        "TaskOption",
        "register_task",
    ),
    "synth": (
        "Domain",
        "Environment",
        "EnvironmentSpec",
        "Policy",
        "Result",
        "Synthesis",
        "Verified",
        "register_domain",
        "verify=prove",
    ),
    "report": (
        "Comparison",
        "Evaluation",
        "Plan",
        "StoredRun",
        "compare=compare_runs",
        "evaluate",
        "open_run",
        "plan=plan_runs",
        "run_task",
        "synthesise=synthesise_data",
    ),
}
"""Where the names live. `compare=compare_runs`: known to users (from EvalScope, or as a verb) by another name."""
_load = lazy_names(__name__, _FILES)

__all__ = [
    "AnswerError",
    "Audit",
    "ChatFormat",
    "Comparison",
    "Conversation",
    "CurateRules",
    "Domain",
    "Environment",
    "EnvironmentSpec",
    "EvalConfig",
    "Evaluation",
    "EvalwrightError",
    "ExpandOptions",
    "Hit",
    "InvalidItemError",
    "JudgeStrategy",
    "MatchRules",
    "Metric",
    "Model",
    "ModelSpec",
    "Plan",
    "Policy",
    "Request",
    "Result",
    "Review",
    "Rule",
    "Sample",
    "Score",
    "Scorer",
    "Stats",
    "StoredRun",
    "Synthesis",
    "Task",
    "TaskConfig",
    "TaskOption",
    "Trace",
    "Verified",
    "__version__",
    "audit",
    "compare",
    "convert",
    "curate",
    "evaluate",
    "expand",
    "expand_file",
    "grade_tool_calls",
    "open_run",
    "plan",
    "register_domain",
    "register_format",
    "register_model",
    "register_rule",
    "register_scorer",
    "register_task",
    "report",
    "run_task",
    "show",
    "split",
    "standalone_grader",
    "stats",
    "synthesise",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "report":  # a verb and a room of the same name: the room can be called
        from importlib import import_module

        return import_module(".report", __name__)
    return _load(name)


def __dir__() -> list[str]:
    return sorted(__all__)
