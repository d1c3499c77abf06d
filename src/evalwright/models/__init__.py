"""Who answers: a server, a local checkpoint, a file of captured answers, a baseline; and how a checkpoint is trained.

What local checkpoints and training need is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .addresses import on_this_machine
    from .api_keys import Access, ServedModel, named_key, read_served
    from .causes import Cause, cause_of, is_of_server
    from .embeddings import EmbeddingModel
    from .failures import one_line
    from .local.lengths import prompt_lengths
    from .protocol import SECRET_REMOVED, AnswerError, Model, Request, Sample
    from .recorded import recorded_sample
    from .registry import ModelSpec, make_model, make_models, model_kinds, register_model
    from .tokens import estimated_tokens
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
    "addresses": "on_this_machine",
    "api_keys": "Access ServedModel named_key read_served",
    "causes": "Cause cause_of is_of_server",
    "embeddings": "EmbeddingModel",
    "failures": "one_line",
    "local.lengths": "prompt_lengths",
    "protocol": "SECRET_REMOVED AnswerError Model Request Sample",
    "recorded": "recorded_sample",
    "registry": "ModelSpec make_model make_models model_kinds register_model",
    "tokens": "estimated_tokens",
    "training": "TrainingSettings",
    "training.finetune": "AdapterCard finetune",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
