"""Running a chat template: Jinja in a sandbox, the same for checkpoints and GGUF files, for inference and training.

A template comes with the weights and is not trusted: it sees the conversation and nothing else. Dates are fixed, so
that a prompt is the same on every day and an answer can be found again in the journal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NoReturn

from jinja2 import Environment, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from evalwright.text import phrase

PLAIN = (
    "{% for message in messages %}{{ message['role'] | capitalize }}: {{ message['content'] }}\n\n{% endfor %}"
    "{% if add_generation_prompt %}Assistant:{% endif %}"
)
"""For base models, which have no template."""
_GENERATION = re.compile(r"(\{%[-+]?\s*)(end)?generation(\s*[-+]?%\})")
_DAY = datetime(2026, 1, 1)


class PromptError(ValueError):
    """A conversation that the chat template does not take."""


class ChatTemplate:
    """One chat template, compiled."""

    def __init__(self, source: str, tokens: Mapping[str, str]) -> None:
        self.source = source
        self._tokens = dict(tokens)
        try:
            self._compiled = _environment().from_string(_known_tags(source))
        except TemplateError as error:
            raise PromptError(phrase("model.template", error=error)) from None

    def render(
        self,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Mapping[str, Any]] | None,
        *,
        reply: bool,
        told: Mapping[str, Any] | None = None,
    ) -> str:
        """The text of a conversation; `reply`: up to where the assistant is about to speak."""
        try:
            given = {**self._tokens, **(told or {}), "messages": messages, "tools": tools or None}
            return str(self._compiled.render(**given, add_generation_prompt=reply))
        except Exception as error:  # a template may raise anything, and is part of the data
            raise PromptError(" ".join(str(error).split())[:300] or type(error).__name__) from None


def _known_tags(source: str) -> str:
    """`{% generation %}` marks the assistant's words for one way of training; what stands inside counts always."""
    return _GENERATION.sub(lambda found: found[1] + ("endif" if found[2] else "if true") + found[3], source)


def _environment() -> Environment:
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"], autoescape=False
    )
    made.filters["tojson"] = _to_json
    made.globals["raise_exception"] = _refuse
    made.globals["strftime_now"] = _DAY.strftime
    return made


def _to_json(
    value: Any, ensure_ascii: bool = False, indent: int | None = None, separators: Any = None, sort_keys: bool = False
) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _refuse(message: str) -> NoReturn:
    raise TemplateError(message)
