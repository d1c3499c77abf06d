"""Which settings there are, and what to say about a name that is none of them."""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
from collections.abc import Collection, Mapping
from typing import Any

from evalwright.errors import UsageError
from evalwright.secrecy import shown_settings

DATASET_FIELDS = (
    "dataset_id", "local_path", "name", "subset_list", "prompt_template", "system_prompt", "few_shot_num",
    "few_shot_random", "shuffle", "metric_list", "aggregation", "language", "multiple_correct", "extra_params", "match",
)  # fmt: skip
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
    "n": "an answer is judged once",
    "stream": "a verdict is read when it is whole",
    "timeout": "the judge is asked with the timeout of the run",
    "retries": "the judge is asked with the tries of the run",
    "retry_interval": "the judge is asked with the retries of the run",
}
_MCQ_ONLY = ("few_shot_num", "few_shot_random", "language", "multiple_correct")
NOT_USED_BY = {
    "general_mcq": ("metric_list", "match"),
    "general_qa": (*_MCQ_ONLY, "match"),
    "general_fc": (*_MCQ_ONLY, "prompt_template", "metric_list"),
    "next_call": (*_MCQ_ONLY, "prompt_template", "system_prompt", "metric_list"),
}
"""Settings that a format has no use for; a note in the report says so where one is given."""
AGGREGATIONS = ("mean", "mean_and_pass_at_k")
"""What several answers to one item are summed up by; both are always given where items are repeated."""
UNUSED_DATASET_FIELDS = {
    "few_shot_prompt_template": "few-shot examples are written in the language of the prompt",
    "filters": "answers are read by one extractor that needs no filters",
    "shuffle_choices": "options are asked in the order of the record",
    "review_timeout": "scoring needs no time limit",
}

_ENVIRONMENT = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)\}")


def check_names(given: Mapping[str, Any], known: Collection[str], where: str, unused: Mapping[str, str] = {}) -> None:
    """Refuse a name that means nothing here, with the reason or the nearest name that does."""
    for name in given:
        if name in known:
            continue
        if name in unused:
            raise UsageError(f"{where}: {name} means nothing here: {unused[name]}", cure="Take it out")
        close = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5)
        hint = f"Did you mean {close[0]!r}?" if close else f"It may hold: {', '.join(sorted(known))}"
        raise UsageError(f"{where}: there is no {name!r}", cure=hint)


def mapping(value: Any, where: str) -> dict[str, Any]:
    """A dictionary, or a sentence."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return dict(value)
    raise UsageError(f"{where} must be a dictionary, not {type(value).__name__}")


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
        raise UsageError(f"{where} must be text")
    named = _ENVIRONMENT.fullmatch(value.strip())
    if named is None:
        return value
    found = os.environ.get(named["name"])
    if not found:
        raise UsageError(
            f"{where} is ${{{named['name']}}}, but that variable is not set", cure=f"export {named['name']}=..."
        )
    return found
