"""Which settings there are, and what to say about a name that is none of them."""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
from collections.abc import Collection, Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.errors import UsageError
from evalwright.secrecy import shown_settings
from evalwright.text import listed, localized

DATA_FIELDS = (
    "dataset_id", "local_path", "name", "subset_list", "shuffle", "aggregation", "extra_params",
)  # fmt: skip
"""What every data set can be told."""
TASK_FIELDS = (
    "few_shot_num", "few_shot_random", "language", "multiple_correct", "prompt_template", "system_prompt",
    "metric_list", "match", "match_rules",
)  # fmt: skip
"""What data sets of EvalScope's formats can be told besides; which of it a task uses, it states itself."""
DATASET_FIELDS = (*DATA_FIELDS, *TASK_FIELDS)
GENERATION_FIELDS = (
    "temperature", "top_p", "top_k", "min_p", "max_tokens", "max_completion_tokens", "seed", "stop", "stop_seqs", "n",
    "frequency_penalty", "presence_penalty", "repetition_penalty", "logit_bias", "logprobs", "top_logprobs",
    "parallel_tool_calls", "tool_choice", "response_format", "reasoning_effort", "stream", "timeout", "retries",
    "retry_interval", "extra_body", "extra_headers", "do_sample", "enable_thinking", "chat_template_kwargs",
)  # fmt: skip
JUDGE_FIELDS = (
    "model_id", "api_url", "api_key", "api_key_env", "generation_config", "score_type", "prompt_template",
    "score_pattern", "score_mapping", "system_prompt",
)  # fmt: skip
EXTRA_PARAMS = ("multiple_correct", "shuffle")
"""What `extra_params` of a data set may hold: flags that may also stand beside it."""
UNUSED_JUDGE_GENERATION = {
    "n": "judged_once",
    "stream": "whole_verdict",
    "timeout": "timeout_of_run",
    "retries": "tries_of_run",
    "retry_interval": "retries_of_run",
}
"""Settings that are refused, with the reason: the name of a sentence in the section `unused` of the word files."""
AGGREGATIONS = ("mean", "mean_and_pass_at_k")
"""What several answers to one item are summed up by; both are always given where items are repeated."""
UNUSED_DATASET_FIELDS = {
    "few_shot_prompt_template": "few_shot_language",
    "filters": "one_extractor",
    "shuffle_choices": "order_of_record",
    "review_timeout": "no_time_limit",
}

_ENVIRONMENT = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)\}")


def check_names(given: Mapping[str, Any], known: Collection[str], where: str, unused: Mapping[str, str] = {}) -> None:
    """Refuse a name that means nothing here, with the reason or the nearest name that does."""
    for name in given:
        if name in known:
            continue
        if name in unused:
            reason = localized(f"unused.{unused[name]}")
            raise UsageError.named("tasks.unused", where=where, name=name, reason=reason)
        if close := difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5):
            raise UsageError.named("tasks.misspelt", where=where, name=repr(name), close=repr(close[0]))
        raise UsageError.named("tasks.unknown", where=where, name=repr(name), known=listed(sorted(known)))


def mapping(value: Any, where: str) -> JsonObject:
    """A dictionary, or a sentence."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return dict(value)
    raise UsageError.named("tasks.no_dictionary", where=where, kind=type(value).__name__)


def shown_fields(config: Any) -> str:
    """A configuration as `repr` shows it: what is not at its default, without secrets."""
    shown = []
    for item in dataclasses.fields(config):
        value = getattr(config, item.name)
        default = item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
        if item.repr and value != default:
            shown.append(f"{item.name}={shown_settings({item.name: value})[item.name]!r}")
    return f"{type(config).__name__}({', '.join(shown)})"


def secret(value: Any, where: str) -> str | None:
    """A key as given, or from the environment where it is written `${NAME}`."""
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise UsageError.named("tasks.not_text", where=where)
    named = _ENVIRONMENT.fullmatch(value.strip())
    if named is None:
        return value
    found = os.environ.get(named["name"])
    if not found:
        raise UsageError.named("tasks.variable", where=where, reference=named[0], name=named["name"])
    return found
