"""The options of every verb that asks a model for words: which one, where, how patiently, and what it may cost.

They are named and read once, so that `synth` and `scenarios` ask through the same engine with the same settings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from evalwright.errors import UsageError

from .options import JsonText
from .paths import ModelIn

if TYPE_CHECKING:
    from evalwright.chat import JsonObject
    from evalwright.synth import Players

_Command = TypeVar("_Command", bound=Callable[..., Any])
_OPTIONS = (
    click.option("-m", "--model", type=ModelIn(), metavar="M"),
    click.option("--api-url", metavar="U"),
    click.option("--api-key-env", default="OPENAI_API_KEY", show_default=True, metavar="NAME"),
    click.option("--generation-config", type=JsonText(), metavar="JSON"),
    click.option("--concurrency", type=int, metavar="N"),
    click.option("--timeout", type=float, metavar="S"),
    click.option("--max-requests", type=int, metavar="N"),
    click.option("--max-tokens-total", type=int, metavar="N"),
    click.option("--max-minutes", type=float, metavar="X"),
)
BUDGET = ("max_requests", "max_tokens_total", "max_minutes")
MODEL_GROUP = ("model", "api_url", "api_key_env", "generation_config", "concurrency", "timeout")
_AT_LEAST_ONE = ("concurrency", "max_requests", "max_tokens_total")
_MORE_THAN_ZERO = ("timeout", "max_minutes")


def model_options(command: _Command) -> _Command:
    """Add these options to a verb."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def players_among(options: JsonObject) -> Players | None:
    """The models that were named, taken out of the options of a verb; None where no model was."""
    given = {name: options.pop(name) for name in (*MODEL_GROUP, *BUDGET)}
    other = options.pop("user_model", None)
    if given["model"] is None:
        named = [name for name in given if given[name] is not None and name != "api_key_env"]
        unused = ["user_model"] if other is not None else named
        if unused:
            raise UsageError.named("synth.no_model", flag=unused[0].replace("_", "-"))
        return None
    from evalwright.engine import Budget, RetryPolicy
    from evalwright.models import Access, make_models
    from evalwright.synth import Players

    named = [name for name in (given["model"], other) if name]
    assistant, *others = make_models(named, Access(given["api_url"], given["api_key_env"]))
    for flags, least, name in ((_AT_LEAST_ONE, 1, "at_least_one"), (_MORE_THAN_ZERO, 1e-9, "more_than_zero")):
        for flag in flags:
            if given[flag] is not None and not given[flag] >= least:
                raise UsageError.named(f"synth.{name}", flag=flag.replace("_", "-"))
    generation = given["generation_config"] or {}
    if not isinstance(generation, dict):
        raise UsageError.named("synth.generation_config", example='{"temperature": 1}')
    policy = RetryPolicy() if given["timeout"] is None else RetryPolicy(timeout=given["timeout"])
    budget = Budget(*(given[name] for name in BUDGET))
    user = others[0] if others else assistant
    return Players(assistant, user, generation, policy, given["concurrency"], show_progress=True, budget=budget)
