"""What is asked and how it is scored: tasks, their data sources, and the run that carries them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .answer_kinds import ANSWER_KINDS, WHOLE_ANSWERS, answer_kind
    from .fields import (
        AGGREGATIONS,
        GENERATION_FIELDS,
        JUDGE_FIELDS,
        UNUSED_JUDGE_GENERATION,
        check_names,
        mapping,
        secret,
        shown_fields,
    )
    from .judge_strategy import UNREADABLE_VERDICT, Judged, JudgeView, Strategy
    from .match_settings import match_rules_of
    from .options import Options
    from .protocol import (
        FewShot,
        InvalidItemError,
        Statements,
        Task,
        TaskOption,
        is_our_own,
        make_task,
        register_task,
        requested,
        reviewed,
        stated,
        whole_review,
    )
    from .recognition import detect_task
    from .review_line import FailedItem, Failure, InvalidItem, ReviewLine
    from .statements import (
        check_options,
        is_share,
        known_metrics,
        main_metric,
        metric_names,
        scorers_named,
        shown_metric,
        splits_of,
        task_of_criteria,
        task_of_items,
        unused_by,
    )

__all__ = [
    "AGGREGATIONS",
    "ANSWER_KINDS",
    "GENERATION_FIELDS",
    "JUDGE_FIELDS",
    "UNREADABLE_VERDICT",
    "UNUSED_JUDGE_GENERATION",
    "WHOLE_ANSWERS",
    "FailedItem",
    "Failure",
    "FewShot",
    "InvalidItem",
    "InvalidItemError",
    "JudgeView",
    "Judged",
    "Options",
    "ReviewLine",
    "Statements",
    "Strategy",
    "Task",
    "TaskOption",
    "answer_kind",
    "check_names",
    "check_options",
    "detect_task",
    "is_our_own",
    "is_share",
    "known_metrics",
    "main_metric",
    "make_task",
    "mapping",
    "match_rules_of",
    "metric_names",
    "register_task",
    "requested",
    "reviewed",
    "scorers_named",
    "secret",
    "shown_fields",
    "shown_metric",
    "splits_of",
    "stated",
    "task_of_criteria",
    "task_of_items",
    "unused_by",
    "whole_review",
]

_LATE = {
    "answer_kinds": "ANSWER_KINDS WHOLE_ANSWERS answer_kind",
    "fields": (
        "AGGREGATIONS GENERATION_FIELDS JUDGE_FIELDS UNUSED_JUDGE_GENERATION check_names mapping secret shown_fields"
    ),
    "judge_strategy": "UNREADABLE_VERDICT Judged JudgeView Strategy",
    "match_settings": "match_rules_of",
    "options": "Options",
    "protocol": (
        "FewShot InvalidItemError Statements Task TaskOption is_our_own make_task register_task requested reviewed "
        "stated whole_review"
    ),
    "recognition": "detect_task",
    "review_line": "FailedItem Failure InvalidItem ReviewLine",
    "statements": (
        "check_options is_share known_metrics main_metric metric_names scorers_named shown_metric splits_of "
        "task_of_criteria task_of_items unused_by"
    ),
}
_MOVED = {
    ".run": (
        "Asked Asking DryRun EvalConfig GraderFacts GraderLimits Grading RequestPlan Run Scored TaskConfig Tell "
        "collect dry_run execute open_grading read_config_file read_task_config review_notes served_by"
    ),
    ".rundir": (
        "DataConfig FORMAT KEPT_DATA Owed PartConfig Repair RunConfig RunDir SET_ASIDE read_document read_report "
        "read_run_config repair_run require_sound"
    ),
}
"""Names that live in other rooms now, and are still found here."""

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {**_LATE, **_MOVED})
