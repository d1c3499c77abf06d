"""evalwright: from an MCP server to a number you can trust.

This is the one public door. Names are loaded when they are first used, so that `import evalwright` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .lazy import lazy_names

if TYPE_CHECKING:
    from .chat import ChatFormat, Conversation, Message, read_conversation, register_format
    from .criteria import read_criteria
    from .errors import EvalwrightError, InputError, UsageError
    from .models import (
        AnswerError,
        Model,
        ModelSpec,
        Request,
        Sample,
        TrainingSettings,
        finetune,
        make_model,
        register_model,
    )
    from .report import Comparison, Plan, StoredRun, open_run
    from .report import compare_runs as compare
    from .report import plan_runs as plan
    from .report import report_run as report
    from .run import DryRun, EvalConfig, Evaluation, TaskConfig, dry_run, evaluate, run_grader, run_task
    from .rundir import repair_run
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
        Players,
        Result,
        Synthesis,
        Verified,
        check_phrases,
        make_environment,
        register_domain,
    )
    from .synth import prove as verify
    from .synth import synthesise_data as synthesise
    from .tasks import InvalidItemError, Task, TaskOption, register_task
    from .tasks import Strategy as JudgeStrategy
    from .workbench import (
        Audit,
        Case,
        Converted,
        Curated,
        CurateRules,
        Expanded,
        ExpandOptions,
        Finding,
        Hit,
        Imported,
        Memory,
        Rule,
        Split,
        Stats,
        Trace,
        audit,
        convert,
        curate,
        expand,
        expand_file,
        import_files,
        register_rule,
        show,
        split,
        stats,
    )

_FILES = {
    "errors": "EvalwrightError InputError UsageError",
    "chat": "ChatFormat Conversation Message read_conversation register_format",
    "scoring": "MatchRules Metric Review Score Scorer grade_tool_calls register_scorer standalone_grader",
    "criteria": "read_criteria",
    "workbench": (
        "Audit Case Converted CurateRules Curated ExpandOptions Expanded Finding Hit Imported Memory Rule Split Stats "
        "Trace audit convert curate expand expand_file import_files register_rule show split stats"
    ),
    "models": "AnswerError Model ModelSpec Request Sample TrainingSettings finetune make_model register_model",
    "tasks": "InvalidItemError JudgeStrategy=Strategy Task TaskOption register_task",
    "rundir": "repair_run",
    "report": "Comparison Plan StoredRun compare=compare_runs open_run plan=plan_runs",
    "run": "DryRun EvalConfig Evaluation TaskConfig dry_run evaluate run_grader run_task",
    "synth": (
        "Domain Environment EnvironmentSpec Players Result Synthesis Verified check_phrases make_environment "
        "register_domain synthesise=synthesise_data verify=prove"
    ),
}
"""Where the names live. `compare=compare_runs`: known to users (from EvalScope, or as a verb) by another name."""
_load = lazy_names(__name__, _FILES)

__all__ = [
    "AnswerError",
    "Audit",
    "Case",
    "ChatFormat",
    "Comparison",
    "Conversation",
    "Converted",
    "CurateRules",
    "Curated",
    "Domain",
    "DryRun",
    "Environment",
    "EnvironmentSpec",
    "EvalConfig",
    "Evaluation",
    "EvalwrightError",
    "ExpandOptions",
    "Expanded",
    "Finding",
    "Hit",
    "Imported",
    "InputError",
    "InvalidItemError",
    "JudgeStrategy",
    "MatchRules",
    "Memory",
    "Message",
    "Metric",
    "Model",
    "ModelSpec",
    "Plan",
    "Players",
    "Request",
    "Result",
    "Review",
    "Rule",
    "Sample",
    "Score",
    "Scorer",
    "Split",
    "Stats",
    "StoredRun",
    "Synthesis",
    "Task",
    "TaskConfig",
    "TaskOption",
    "Trace",
    "TrainingSettings",
    "UsageError",
    "Verified",
    "__version__",
    "audit",
    "check_phrases",
    "compare",
    "convert",
    "curate",
    "dry_run",
    "evaluate",
    "expand",
    "expand_file",
    "finetune",
    "grade_tool_calls",
    "import_files",
    "make_environment",
    "make_model",
    "open_run",
    "plan",
    "read_conversation",
    "read_criteria",
    "register_domain",
    "register_format",
    "register_model",
    "register_rule",
    "register_scorer",
    "register_task",
    "repair_run",
    "report",
    "run_grader",
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
