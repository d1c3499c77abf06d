"""What a tool's JSON Schema says about its parameters: which are declared, which required, which default they
have.

Only what comparing needs is read; whether arguments satisfy the schema is the toolbox's business. Schemas
come from data: nothing is fetched, a reference is followed once, and whatever has the wrong shape counts as
not said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalwright.chat import JsonObject, JsonSchema

NO_DEFAULT = object()

_MAX_PARTS = 500
"""Schema objects followed for one value; a real one has a handful, a hostile one may never end."""
_MAX_BRANCHES, _DEEPEST_BRANCH = 20, 3


def tool_named(tools: object, name: str) -> JsonObject | None:
    """The first tool of that name in a list of raw tools, in OpenAI or flat shape, as it stands there."""
    for tool in tools if isinstance(tools, (list, tuple)) else ():
        if isinstance(tool, dict):
            inner = tool.get("function", tool)
            if isinstance(inner, dict) and inner.get("name") == name:
                return tool
    return None


def tool_names(tools: object) -> frozenset[str]:
    """The names of all raw tools."""
    listed = tools if isinstance(tools, (list, tuple)) else ()
    names = [inner.get("name") for tool in listed if (inner := _tool_function(tool)) is not None]
    return frozenset([name for name in names if isinstance(name, str)])


def schema_of(tool: JsonObject | None) -> object:
    """The raw schema of a raw tool's arguments; None where there is none."""
    inner = _tool_function(tool)
    return None if inner is None else inner.get("parameters", inner.get("input_schema"))


def _tool_function(tool: object) -> JsonObject | None:
    if not isinstance(tool, dict):
        return None
    inner = tool.get("function", tool)
    return inner if isinstance(inner, dict) else None


def parts(schemas: Sequence[object], root: object, *, branches: bool = True) -> list[JsonSchema]:
    """All schema objects that speak about one value: the given ones, what they refer to, and their allOf.

    `branches`: also the object branch of an anyOf or oneOf that has just one, as in "an address or null".
    """
    found: list[JsonSchema] = []
    followed: set[str] = set()
    waiting = list(reversed(schemas))
    while waiting and len(found) < _MAX_PARTS:
        schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        found.append(schema)
        more = _list(schema.get("allOf"))
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref not in followed:
            followed.add(ref)
            more = [*more, _resolve_reference(ref, root)]
        if branches:
            more = [*more, *_only_object_branch(schema, root)]
        waiting.extend(reversed(more))
    return found


def children(schemas: Sequence[object], root: object, key: str) -> list[object]:
    """The schemas of one property; empty where the property is not declared."""
    tables = (part.get("properties") for part in parts(schemas, root))
    return [table[key] for table in tables if isinstance(table, dict) and key in table]


def elements(schemas: Sequence[object], root: object) -> list[object]:
    """The schemas of the elements of a list."""
    return [part["items"] for part in parts(schemas, root) if isinstance(part.get("items"), dict)]


def is_required(schemas: Sequence[object], root: object, key: str) -> bool:
    return any(key in _list(part.get("required")) for part in parts(schemas, root))


def default_of(schemas: Sequence[object], root: object) -> object:
    """The default that a property's schemas declare, or NO_DEFAULT."""
    for part in parts(schemas, root, branches=False):
        if "default" in part:
            return part["default"]
    return NO_DEFAULT


def allows_null(schemas: Sequence[object], root: object, depth: int = 0) -> bool:
    """Whether a value may be null: where a schema says so, or where none states a type."""
    stated = False
    for part in parts(schemas, root, branches=False):
        kinds, branches = part.get("type"), [*_list(part.get("anyOf")), *_list(part.get("oneOf"))]
        if kinds == "null" or "null" in _list(kinds) or part.get("nullable") is True or None in _list(part.get("enum")):
            return True
        if depth < _DEEPEST_BRANCH and any(allows_null([each], root, depth + 1) for each in branches[:_MAX_BRANCHES]):
            return True
        stated = stated or kinds is not None or bool(branches) or "enum" in part or "const" in part
    return not stated


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _resolve_reference(ref: str, root: object) -> object:
    """What a local reference points at; None for any other kind of reference."""
    if ref == "#":
        return root
    steps = ref.split("/")
    if len(steps) < 3 or steps[0] != "#" or steps[1] not in ("$defs", "definitions"):
        return None
    here = root
    for step in steps[1:]:
        here = here.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(here, dict) else None
    return here


def _only_object_branch(schema: JsonSchema, root: object) -> list[object]:
    for word in ("anyOf", "oneOf"):
        objects = [branch for branch in _list(schema.get(word)) if _is_object(branch, root)]
        if len(objects) == 1:
            return objects
    return []


def _is_object(schema: object, root: object) -> bool:
    for part in parts([schema], root, branches=False):
        kind = part.get("type")
        if kind == "object" or "object" in _list(kind) or "properties" in part:
            return True
    return False
