"""Arguments in the type that a tool's schema names: a number that stands in a text is passed on as a number.

A line of a text, a column of a CSV file and what a user types are texts, and say nothing of types. Only what a step
refers to is read so; what a file itself writes stays as it stands there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..environment import Environment
from ..generic.parameters import resolved
from .model import Argument, Reference

_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,17})")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?")

Schemas = Mapping[str, Mapping[str, Any]]
"""The schema of a tool's arguments, by its name."""


def argument_schemas(environment: Environment) -> Schemas:
    """What the tools of an environment take."""
    return {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in environment.tools()}


def as_schema_says(value: Any, given: Argument, schema: Any, root: Mapping[str, Any]) -> Any:
    """The value of an argument as it was `given` in a step; texts that are numbers where only numbers may stand."""
    here = resolved(schema, root)
    if isinstance(given, Reference):
        return _as_number(value, _types_of(here))
    if isinstance(given, list) and isinstance(value, list):
        return [as_schema_says(each, own, here.get("items"), root) for each, own in zip(value, given, strict=True)]
    if isinstance(given, Mapping) and isinstance(value, Mapping):
        inner = here.get("properties") or {}
        return {name: as_schema_says(each, given[name], inner.get(name), root) for name, each in value.items()}
    return value


def _types_of(schema: Mapping[str, Any]) -> set[str]:
    named = schema.get("type")
    return {named} if isinstance(named, str) else set(named) if isinstance(named, list) else set()


def _as_number(value: Any, types: set[str]) -> Any:
    if not isinstance(value, str) or types - {"integer", "number", "null"}:
        return value
    pattern = _NUMBER if "number" in types else _WHOLE if "integer" in types else None
    return json.loads(value) if pattern is not None and pattern.fullmatch(value) else value
