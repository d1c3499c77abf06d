"""Who answers: a server, a local checkpoint, a file of captured answers, a baseline; and how a checkpoint is trained.

What local checkpoints and training need is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

from .addresses import on_this_machine
from .api_keys import Access, ServedModel, named_key, read_served
from .causes import Cause, cause_of, is_of_server
from .failures import one_line
from .protocol import SECRET_REMOVED, AnswerError, Model, Request, Sample
from .registry import ModelSpec, make_model, make_models, model_kinds, register_model
from .tokens import estimated_tokens

if TYPE_CHECKING:
    from .embeddings import EmbeddingModel
    from .local.lengths import prompt_lengths
    from .recorded import recorded_sample
    from .training import TrainingSettings
    from .training.finetune import AdapterCard, finetune

__all__ = [
    "SECRET_REMOVED",
    "Access",
    "AdapterCard",
    "AnswerError",
    "Cause",
    "EmbeddingModel",
    "Model",
    "ModelSpec",
    "Request",
    "Sample",
    "ServedModel",
    "TrainingSettings",
    "cause_of",
    "estimated_tokens",
    "finetune",
    "is_of_server",
    "make_model",
    "make_models",
    "model_kinds",
    "named_key",
    "on_this_machine",
    "one_line",
    "prompt_lengths",
    "read_served",
    "recorded_sample",
    "register_model",
]

_LATE = {
    "embeddings": "EmbeddingModel",
    "local.lengths": "prompt_lengths",
    "recorded": "recorded_sample",
    "training": "TrainingSettings",
    "training.finetune": "AdapterCard finetune",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
