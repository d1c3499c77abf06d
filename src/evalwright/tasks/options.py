"""The options a task is given (`dataset_args`), read with a sentence for what cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.errors import UsageError

from .templates import is_chinese

LANGUAGES = ("zh", "en")


class Options:
    """Typed access to a mapping that a user wrote."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def text(self, name: str) -> str | None:
        """A text, or None."""
        value = self.given.get(name)
        if value is None or isinstance(value, str):
            return value or None
        raise UsageError.named("task.not_text", name=name, value=type(value).__name__)

    def flag(self, name: str) -> bool:
        """A yes or no, also inside `extra_params` where EvalScope has it."""
        extra = self.given.get("extra_params")
        value = self.given.get(name, extra.get(name, False) if isinstance(extra, Mapping) else False)
        if isinstance(value, bool):
            return value
        raise UsageError.named("task.not_bool", name=name, value=repr(value))

    def names(self, name: str) -> Sequence[str] | None:
        """A list of texts, or None."""
        value = self.given.get(name)
        if value is None:
            return None
        if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            return value
        raise UsageError.named("task.not_names", name=name)

    def language(self, template: str | None = None) -> str:
        """The language of prompts: as set, else that of the user's own template, else Chinese."""
        value = self.given.get("language")
        if value in LANGUAGES:
            return str(value)
        if value is not None:
            raise UsageError.named("task.language", value=repr(value), languages=", ".join(LANGUAGES))
        return "zh" if template is None or is_chinese(template) else "en"
