"""EvalScope's constants under their own names, so that a script changes its imports and nothing else."""

from __future__ import annotations

from enum import StrEnum

from evalwright.tasks import Strategy as JudgeStrategy


class EvalType(StrEnum):
    """Where the model is: behind a server, or a local checkpoint."""

    CHECKPOINT = "llm_ckpt"
    SERVICE = "openai_api"


__all__ = ["EvalType", "JudgeStrategy"]
