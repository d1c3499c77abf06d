"""What is known of a set of tools as JSON data and back, so that a manifest can hold all that its proof needs.

Reading trusts nothing: whatever is not of the right kind is left out.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any, TypedDict, get_args

from evalwright.chat import JsonObject, JsonSchema, ToolDefinition

from ..environment import Effect
from .operation import METHODS, Key, Operation, Parameter
from .source import Evidence, ToolSource, is_definition

_EFFECTS = ("read", "write", "none")


class Catalogue(TypedDict):
    """The tools of a source with all that is known of them."""

    tools: list[ToolDefinition]
    policy: str
    effects: dict[str, Effect]
    guessed: list[str]
    output_schemas: dict[str, JsonSchema]
    operations: dict[str, JsonObject]
    """The fields of each `Operation`."""
    remote_names: dict[str, str]
    evidence: dict[str, Evidence]
    """For each tool who said what it does."""


def catalogue_of(source: ToolSource) -> Catalogue:
    """The tools with policy, effects, output schemas and requests."""
    return {
        "tools": source.tools,
        "policy": source.policy,
        "effects": source.effects,
        "guessed": sorted(source.guessed),
        "output_schemas": source.output_schemas,
        "operations": {name: asdict(operation) for name, operation in source.operations.items()},
        "remote_names": source.remote_names,
        "evidence": source.evidence,
    }


def source_of(catalogue: Any, *, text: str = "", kind: str = "tools") -> ToolSource:
    """The source that a catalogue was made of, without the way to reach it."""
    told = catalogue if isinstance(catalogue, dict) else {}
    effects = _mapping(told.get("effects"))
    policy = told.get("policy")
    return ToolSource(
        text,
        kind,
        [tool for tool in _list_or_empty(told.get("tools")) if is_definition(tool)],
        policy if isinstance(policy, str) else "",
        {name: effect for name, effect in effects.items() if effect in _EFFECTS},
        {name for name in _list_or_empty(told.get("guessed")) if isinstance(name, str)},
        {name: each for name, each in _mapping(told.get("output_schemas")).items() if isinstance(each, dict)},
        operations=_operations(told.get("operations")),
        remote_names={name: str(each) for name, each in _mapping(told.get("remote_names")).items()},
        evidence={name: each for name, each in _mapping(told.get("evidence")).items() if each in get_args(Evidence)},
    )


def _operations(told: Any) -> dict[str, Operation]:
    made = {}
    for name, each in _mapping(told).items():
        with suppress(TypeError):  # fields that no request has
            operation = _operation(each)
            if operation.method in METHODS and operation.path.startswith("/"):
                made[name] = operation
    return made


def _operation(told: Any) -> Operation:
    fields = dict(_mapping(told))
    parameters = tuple(_parameter(_mapping(each)) for each in _list_or_empty(fields.pop("parameters", None)))
    keys = tuple(Key(**_texts(_mapping(each))) for each in _list_or_empty(fields.pop("keys", None)))
    return Operation(**_texts(fields), parameters=parameters, keys=keys)


def _parameter(told: JsonObject) -> Parameter:
    explode = told.get("explode") is True
    return Parameter(**_texts({key: value for key, value in told.items() if key != "explode"}), explode=explode)


def _texts(fields: JsonObject) -> JsonObject:
    """The fields, if all of them are texts; TypeError where one is not."""
    if not all(isinstance(value, str) for value in fields.values()):
        raise TypeError
    return fields


def _mapping(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list_or_empty(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
