"""Who answers: an OpenAI-compatible server, a file of captured answers, or a baseline that needs no model."""

from .failures import one_line
from .protocol import AnswerError, Model, Request, Sample
from .registry import ModelSpec, make_model, model_kinds, register_model

__all__ = [
    "AnswerError",
    "Model",
    "ModelSpec",
    "Request",
    "Sample",
    "make_model",
    "model_kinds",
    "one_line",
    "register_model",
]
