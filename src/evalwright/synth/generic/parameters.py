"""A tool's parameters, read from its schema as a flat list of the single values that have to be found.

Schemas are untrusted: references are followed only inside the schema and only so deep, cycles end, and what cannot
be filled in sensibly is said in words instead of raised. A nested object becomes its leaves, each with its path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from evalwright.chat import Arguments, JsonSchema

from .described_values import examples_in, options_in, options_told_of, told_of_parameter
from .names import key_of, kind_in

Path = tuple[str | int, ...]
_MAX_DEPTH = 5
_MAX_ITEMS = 50
"""Values that a person would say one after the other, at the very most."""
_MAX_PARAMS = 60
_MAX_REFERENCES = 8
_UNSET = frozenset({"none", "null", "undefined", "nil"})
"""What stands as a default where there is none."""


class UnreadableSchemaError(ValueError):
    """A schema whose values nobody can make up."""


@dataclass(frozen=True, slots=True)
class Param:
    """One value that a call needs or takes."""

    path: Path
    """Its place in the arguments, such as `("address", "city")`."""
    name: str
    key: str
    """What kind of value it is, by name: `order_id` for `new_order_id`."""
    kind: str | None
    """The thing whose id it is."""
    type: str
    """`string`, `integer`, `number` or `boolean`."""
    many: bool
    """Whether a list of such values is taken."""
    required: bool
    schema: Mapping[str, Any]
    """The schema of the single value."""
    least: int
    most: int
    """How many of them, where it is a list."""
    examples: tuple[Any, ...]
    options: tuple[Any, ...]
    """The values that the schema lists."""
    description: str


def resolved(given: Any, root: Mapping[str, Any], depth: int = 0) -> JsonSchema:
    """The schema with its references followed and its alternatives settled; empty where that has no end."""
    schema = given
    for _ in range(_MAX_REFERENCES):
        if not isinstance(schema, Mapping) or depth > _MAX_REFERENCES:
            return {}
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return _settled(schema, root, depth + 1)
        target: Any = root if reference.startswith("#") else None
        for step in reference[2:].split("/") if len(reference) > 2 else ():
            name = step.replace("~1", "/").replace("~0", "~")
            target = target.get(name) if isinstance(target, Mapping) else None
        schema = target
    return {}


def _settled(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> JsonSchema:
    """`allOf` put together, and of other alternatives the first that is not null."""
    made = {key: value for key, value in schema.items() if key not in ("allOf", "anyOf", "oneOf")}
    for part in _dicts(schema.get("allOf")):
        made = _merge_schemas(made, resolved(part, root, depth))
    for keyword in ("anyOf", "oneOf"):
        real = [option for option in _dicts(schema.get(keyword)) if option.get("type") != "null"]
        if real:
            made = _merge_schemas(made, resolved(real[0], root, depth))
            listed = [option["const"] for option in real if "const" in option]
            if len(listed) > 1:
                made = {**{key: value for key, value in made.items() if key != "const"}, "enum": listed}
    return made


def _merge_schemas(one: JsonSchema, other: JsonSchema) -> JsonSchema:
    """Two schemas that both hold."""
    made = {**other, **one}
    if "properties" in one and "properties" in other:
        made["properties"] = {**_dict(other["properties"]), **_dict(one["properties"])}
    if "required" in one and "required" in other:
        made["required"] = [*_strings(one["required"]), *_strings(other["required"])]
    return made


def params_of(schema: Any) -> list[Param]:
    """The single values of a tool's arguments; `UnreadableSchemaError` where a required one cannot be filled in."""
    root = schema if isinstance(schema, Mapping) else {}
    found: list[Param] = []
    for param in _object_params(root, root, (), required=True, depth=0):
        found.append(param)
        if len(found) >= _MAX_PARAMS:
            break
    return found


def _object_params(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: Path, *, required: bool, depth: int
) -> Iterator[Param]:
    here = resolved(schema, root)
    needed = set(_strings(here.get("required")))
    for name, inner in _dict(here.get("properties")).items():
        yield from _schema_params(
            str(name), inner, root, (*path, str(name)), required=required and name in needed, depth=depth
        )
    for name in sorted(needed - set(_dict(here.get("properties")))):
        yield from _schema_params(name, {}, root, (*path, name), required=required, depth=depth)


def _schema_params(
    name: str, schema: Any, root: Mapping[str, Any], path: Path, *, required: bool, depth: int
) -> Iterator[Param]:
    here = resolved(schema, root)
    kind = _type(here)
    if kind == "object":
        inside = bool(_dict(here.get("properties")) or _strings(here.get("required")))
        if depth >= _MAX_DEPTH or not inside:
            if required and depth >= _MAX_DEPTH:
                raise UnreadableSchemaError(f"{_schema_path_text(path)} has no end")
            if required and not inside and here.get("minProperties"):
                raise UnreadableSchemaError(f"{_schema_path_text(path)} is an object of unknown content")
            return
        yield from _object_params(here, root, path, required=required, depth=depth + 1)
    elif kind == "array":
        yield from _array(name, here, root, path, required=required, depth=depth)
    else:
        yield _leaf_param(name, here, path, required=required, many=False, listed={})


def _array(
    name: str, schema: Mapping[str, Any], root: Mapping[str, Any], path: Path, *, required: bool, depth: int
) -> Iterator[Param]:
    items = resolved(schema.get("items", {}), root)
    kind, least = _type(items), schema.get("minItems")
    if kind == "array" or depth >= _MAX_DEPTH or (isinstance(least, int) and least > _MAX_ITEMS):
        if required:
            wrong = "is a list of lists" if kind == "array" or depth >= _MAX_DEPTH else f"is a list of {least} or more"
            raise UnreadableSchemaError(f"{_schema_path_text(path)} {wrong}")
        return
    if kind != "object":
        described = {"description": schema.get("description", ""), **items}
        yield _leaf_param(name, described, path, required=required, many=True, listed=schema)
        return
    for number in range(min(least, 3) if isinstance(least, int) and least > 1 else 1):
        yield from _object_params(items, root, (*path, number), required=required, depth=depth + 1)


def _leaf_param(
    name: str, schema: Mapping[str, Any], path: Path, *, required: bool, many: bool, listed: Mapping[str, Any]
) -> Param:
    about = singular_parent(path)
    least, most = listed.get("minItems"), listed.get("maxItems")
    return Param(
        path=path,
        name=name,
        key=key_of(name, about),
        kind=kind_in(name) or (about if name.lower() in ("id", "uuid") else None),
        type=_type(schema) if _type(schema) in ("integer", "number", "boolean") else "string",
        many=many,
        required=required,
        schema=schema,
        least=least if isinstance(least, int) and least > 0 else 1,
        most=most if isinstance(most, int) and most > 0 else 3,
        examples=tuple(examples_of(schema)),
        options=listed_values(schema),
        description=_description(schema),
    )


def singular_parent(path: Path) -> str | None:
    """The thing that a leaf stands in, where it stands in one."""
    names = [step for step in path[:-1] if isinstance(step, str)]
    return key_of(names[-1]) if names else None


def place(arguments: Arguments, path: Path, value: Any) -> None:
    """Put a value at its place in the arguments, making the objects and lists around it."""
    here: Any = arguments
    for step, after in pairwise(path):
        empty: Any = [] if isinstance(after, int) else {}
        if isinstance(step, int):
            while len(here) <= step:
                here.append(type(empty)())
            here = here[step]
        else:
            here = here.setdefault(step, empty)
    if isinstance(path[-1], int):
        here.append(value)
    else:
        here[path[-1]] = value


def examples_of(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What a schema and its description show as examples."""
    given = schema.get("examples")
    for value in [*(given if isinstance(given, list) else []), schema.get("example"), schema.get("default")]:
        if isinstance(value, str | int | float) and len(str(value)) <= 80 and str(value).lower() not in ("", *_UNSET):
            yield value
    yield from examples_in(_description(schema))


def listed_values(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values that something may have: those that its schema lists, else those of a text's description."""
    listed = schema.get("enum")
    if isinstance(listed, list):
        return tuple(value for value in listed if isinstance(value, str | int | float) and value != "")[:_MAX_ITEMS]
    if isinstance(schema.get("const"), str | int | float):
        return (schema["const"],)
    return options_in(_description(schema)) if _type(schema) in ("string", "") else ()


def with_described_values(param: Param, description: str, *, alone: bool = False) -> Param:
    """A parameter with what its tool's description says of it, where its own schema says nothing.

    `alone`: it is the only one, so what the description shows as examples are values of it.
    """
    text = param.description or told_of_parameter(description, param.name)
    options = param.options or (options_in(text) if param.type == "string" else ())
    if not options and param.type == "string" and not param.examples:
        options = options_told_of(description, param.name)
    examples = param.examples or tuple(examples_in(text if text or not alone else description))
    return replace(param, description=text, options=options, examples=examples)


def _description(schema: Mapping[str, Any]) -> str:
    text = schema.get("description")
    return text if isinstance(text, str) else ""


def _type(schema: Mapping[str, Any]) -> str:
    given = schema.get("type")
    if isinstance(given, list):
        given = next((each for each in given if each != "null"), None)
    if isinstance(given, str):
        return given
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else ""


def _schema_path_text(path: Path) -> str:
    return ".".join(str(step)[:40] for step in path)[:120]


def _dict(value: Any) -> JsonSchema:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[JsonSchema]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
