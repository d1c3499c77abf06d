"""The `data_source` of a run: read, checked, and turned into what an evaluation is told.

What a client posted flows in; rows on disk and a `Sampling` flow out, or a refusal that says what to do instead. What
only the hosted service has (stored completions, logs, agents, traces) is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonObject

from .api_errors import refused
from .models_file import Answerer, ModelsFile
from .responses_shape import chat_message, chat_settings

_ELSEWHERE = frozenset(
    {
        "azure_ai_responses",
        "azure_ai_traces_preview",
        "azure_ai_trace_data_source",
        "azure_ai_benchmark_preview",
        "azure_ai_red_team",
        "azure_ai_synthetic_data_generation_with_simulation",
        "csv",
    }
)
_SAMPLED = ("completions", "responses", "azure_ai_target_completions")


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a run asks: whom, with which messages, under which settings."""

    answerer: Answerer
    input_messages: JsonObject
    settings: JsonObject


@dataclass(frozen=True, slots=True)
class DataSource:
    """What a run works on."""

    rows: list[Any] | None
    """The rows themselves, where they came with the request."""
    file_id: str | None
    sampling: Sampling | None
    """None where the rows hold what is graded."""

    @property
    def model(self) -> str:
        """The name that the run shows."""
        return self.sampling.answerer.name if self.sampling is not None else ""


def check_config(config: Any) -> None:
    """ApiError where an eval is over data that only a hosted service has."""
    if not isinstance(config, Mapping):
        raise refused("needs", param="data_source_config", name="data_source_config")
    kind = config.get("type")
    if kind in ("logs", "stored_completions"):
        raise refused("stored", param="data_source_config.type", kind=kind)
    if kind not in ("custom", "azure_ai_source"):
        raise refused("config_type", param="data_source_config.type", kind=repr(kind)[:60])
    schema = config.get("item_schema")
    if kind == "custom" and not isinstance(schema, Mapping):
        raise refused("needs", param="data_source_config.item_schema", name="item_schema")


def read_data_source(given: Any, models: ModelsFile) -> DataSource:
    """What a run works on; ApiError where that cannot be had here."""
    if not isinstance(given, Mapping):
        raise refused("needs", param="data_source", name="data_source")
    kind = given.get("type")
    if kind in _ELSEWHERE:
        raise refused("elsewhere", param="data_source.type", kind=kind)
    if kind != "jsonl" and kind not in _SAMPLED:
        raise refused("source_type", param="data_source.type", kind=repr(kind)[:60])
    rows, file_id = _read_source(given.get("source"))
    return DataSource(rows, file_id, _read_sampling(given, models) if kind in _SAMPLED else None)


def _read_source(source: Any) -> tuple[list[Any] | None, str | None]:
    if not isinstance(source, Mapping):
        raise refused("needs", param="data_source.source", name="source")
    kind = source.get("type")
    if kind in ("stored_completions", "responses", "logs"):
        raise refused("stored", param="data_source.source.type", kind=kind)
    if kind == "file_id":
        if not isinstance(source.get("id"), str):
            raise refused("needs", param="data_source.source.id", name="id")
        return None, source["id"]
    if kind != "file_content":
        raise refused("source_kind", param="data_source.source.type", kind=repr(kind)[:60])
    content = source.get("content")
    if not isinstance(content, list) or not content:
        raise refused("needs", param="data_source.source.content", name="content")
    for number, row in enumerate(content):
        if not is_row(row):
            raise refused("row", param=f"data_source.source.content[{number}]", number=number)
    return content, None


def is_row(row: Any) -> bool:
    """Whether this is a row: an object with an `item`, and a `sample` where one is there."""
    return isinstance(row, Mapping) and isinstance(row.get("item"), Mapping)


def _read_sampling(given: Mapping[str, Any], models: ModelsFile) -> Sampling | None:
    target = given.get("target")
    if given["type"] == "azure_ai_target_completions":
        if not isinstance(target, Mapping) or target.get("type") != "azure_ai_model":
            raise refused("agent", param="data_source.target")
        given = {**given, **{name: target[name] for name in ("model", "sampling_params") if name in target}}
    if given.get("model") is None and given.get("input_messages") is None:
        return None  # the rows bring their samples
    params = given.get("sampling_params")
    if params is not None and not isinstance(params, Mapping):
        raise refused("needs", param="data_source.sampling_params", name="sampling_params")
    return Sampling(
        models.find(given.get("model"), "data_source.model"),
        _read_input_messages(given.get("input_messages")),
        chat_settings(params or {}, "data_source.sampling_params"),
    )


def _read_input_messages(given: Any) -> JsonObject:
    kind = given.get("type") if isinstance(given, Mapping) else None
    if kind == "item_reference" and isinstance(given.get("item_reference"), str):
        return {"type": kind, "item_reference": given["item_reference"]}
    template = given.get("template") if kind == "template" else None
    if not isinstance(template, list) or not template:
        raise refused("input_messages", param="data_source.input_messages")
    place = "data_source.input_messages.template"
    return {"type": kind, "template": [chat_message(each, f"{place}[{at}]") for at, each in enumerate(template)]}
