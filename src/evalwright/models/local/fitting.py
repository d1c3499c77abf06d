"""Whether a prompt and its answer fit into what a model can hold at once."""

from __future__ import annotations

from evalwright.text import phrase

from ..protocol import AnswerError
from .settings import Generation

_LEAST_ROOM = 16
"""Tokens that must be left for an answer whose length nobody asked for."""


def room_for(prompt: int, generation: Generation, context: int) -> int:
    """How many tokens may be generated; AnswerError `context_exceeded` where the answer would not fit."""
    wanted = generation.max_tokens if generation.max_tokens_given else _LEAST_ROOM
    if prompt + wanted > context:
        raise AnswerError("context_exceeded", phrase("failures.context", prompt=prompt, wanted=wanted, context=context))
    return min(generation.max_tokens, context - prompt)
