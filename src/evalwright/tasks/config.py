"""The configuration of an evaluation. Every option is written once, here; the command line is derived from it.

A field made with `option` becomes `--its-name` on the command line, with its help text; the others are arguments
that the command fills in itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.engine import RetryPolicy
from evalwright.errors import UsageError

DEFAULT_GENERATION: Mapping[str, Any] = {"temperature": 0}
_POLICY = RetryPolicy()


def option(default: Any, text: str, **more: Any) -> Any:
    """A field that is also an option: its help, and `kind`, `choices`, `metavar` where the type does not say it."""
    return field(default=default, metadata={"help": text, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalConfig:
    """Which data, which models, and how to ask."""

    data: tuple[str, ...]
    models: tuple[str, ...]
    run: Path
    show_progress: bool = False
    task: str | None = option(None, "What the data is for; a file says so by itself.", choices=("next_call",))
    match: str = option("schema", "When two arguments count as the same.", choices=("schema", "exact", "foundry"))
    api_url: str | None = option(None, "Address of an OpenAI-compatible server, ending in /v1.", metavar="URL")
    api_key_env: str = option("OPENAI_API_KEY", "Environment variable that holds the key.", metavar="NAME")
    generation_config: Mapping[str, Any] | None = option(
        None, 'Sent with every request, as JSON; {"temperature": null} sends none.', kind="json", metavar="JSON"
    )
    limit: int | None = option(None, "Only the first N items of every file.", metavar="N")
    concurrency: int | None = option(None, "Requests in flight; without it the number adapts itself.", metavar="N")
    tries: int = option(_POLICY.tries, "Requests one item may cost.", metavar="N")
    timeout: float = option(_POLICY.timeout, "Seconds one request may take.", metavar="S")
    deadline: float = option(_POLICY.deadline, "Seconds one item may take, waiting included.", metavar="S")
    retry_wait: float = option(_POLICY.wait, "Seconds before the second try; doubles from there.", metavar="S")
    skip_bad_rows: bool = option(False, "Leave broken rows out and name them, instead of stopping.")

    def __post_init__(self) -> None:
        if not self.data:
            raise UsageError("no data to evaluate on", cure="Name a file of items, such as eval.jsonl")
        if not self.models:
            raise UsageError("no model to evaluate", cure="Name one with -m, such as -m baseline:bigram:train.jsonl")
        for name in ("limit", "concurrency", "tries"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise UsageError(f"--{name} must be at least 1, not {value}")
        for name in ("timeout", "deadline"):
            if getattr(self, name) <= 0:
                raise UsageError(f"--{name} must be more than 0 seconds")
        if self.generation_config is not None and not isinstance(self.generation_config, Mapping):
            raise UsageError("--generation-config is not a JSON object")

    @property
    def generation(self) -> dict[str, Any]:
        """The settings that are sent with every request; null takes a default out."""
        merged = {**DEFAULT_GENERATION, **(self.generation_config or {})}
        return {name: value for name, value in merged.items() if value is not None}

    @property
    def policy(self) -> RetryPolicy:
        """How hard to try."""
        return RetryPolicy(self.tries, self.timeout, self.deadline, self.retry_wait)

    @property
    def task_options(self) -> dict[str, Any]:
        """What the task itself is told."""
        return {"match": self.match}
