"""What a tool's schema says about where an argument may come from: literals it lists, and texts to be made up freely.

A value that the schema itself lists (enum, const, default) needs no other source. A summary for a human is written,
not copied; an expression to calculate is written too, but its numbers are not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .provenance_described import is_described
from .provenance_source import Source

Schema = Mapping[str, Any] | None

_FREE_NAMES = re.compile(
    r"summar|reason|note|comment|message|query|question|descri|content|body|text|title|subject|explan|feedback|prompt"
    r"|instruction|keyword|search|topic|thought|code|script|sql|摘要|备注|原因|说明|内容|描述|问题|标题|留言",
    re.I,
)
_EXPRESSION_NAMES = re.compile(r"express|formula|calcul|arithm|equation|算式|表达式|公式|计算", re.I)
_EXPRESSION = re.compile(r"[\d\s.,+\-*/()%^×÷=]+")
_MAX_EXPRESSION = 2_000
_FREE_WORDS, _FREE_LENGTH = 8, 60
_CJK = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]")
_MAX_REFERENCES = 8


def literal(schema: Schema, value: object) -> Source | None:
    """The keyword of the schema that lists the value."""
    if value is None or value == "" or isinstance(value, bool):
        return Source("schema", path="type")
    if schema is None:
        return None
    for keyword in ("const", "default"):
        if keyword in schema and _same_literal(schema[keyword], value):
            return Source("schema", path=keyword)
    options = schema.get("enum")
    if isinstance(options, list) and any(_same_literal(option, value) for option in options):
        return Source("schema", path="enum")
    if is_described(schema.get("description"), value):
        return Source("schema", path="description")
    return None


def is_expression(name: str, schema: Schema, value: str) -> bool:
    """Whether a value is arithmetic to be worked out: then its numbers must have a source, not the text."""
    return (
        len(value) <= _MAX_EXPRESSION
        and _EXPRESSION.fullmatch(value) is not None
        and _says(_EXPRESSION_NAMES, name, schema)
    )


def is_free_text(name: str, schema: Schema, value: str) -> bool:
    """Whether a value is text that the assistant composes: by what the schema says, and by its length."""
    if schema is not None and any(keyword in schema for keyword in ("enum", "const", "pattern", "format")):
        return False
    words = len(value.split()) + len(_CJK.findall(value)) // 2
    if words >= _FREE_WORDS or (len(value) >= _FREE_LENGTH and words >= _FREE_WORDS // 2):
        return True
    has_id = any(char.isdigit() for char in value) and words < 2
    return not has_id and words >= 2 and _says(_FREE_NAMES, name, schema, description=False)


def child(schema: Schema, key: str | int, root: Schema) -> Schema:
    """The schema of one value inside, as far as it is plainly given; references are followed within the schema."""
    here = _resolved(schema, root)
    if here is None:
        return None
    if isinstance(key, int):
        return _resolved(here.get("items"), root)
    inside = here.get("properties")
    found = inside.get(key) if isinstance(inside, dict) else None
    return _resolved(here.get("additionalProperties") if found is None else found, root)


def _resolved(given: Any, root: Schema) -> Schema:
    schema = given
    for _ in range(_MAX_REFERENCES):
        if not isinstance(schema, Mapping):
            return None
        here: Mapping[str, Any] = schema
        for keyword in ("anyOf", "oneOf", "allOf"):
            here = _one_of(here, keyword)
        reference = here.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/") or root is None:
            return here
        target: Any = root
        for step in reference[2:].split("/"):
            target = target.get(step) if isinstance(target, Mapping) else None
        schema = target
    return None


def _one_of(schema: Mapping[str, Any], keyword: str) -> Mapping[str, Any]:
    """Of alternatives the one that is not null: how an optional value is written."""
    options = schema.get(keyword)
    if not isinstance(options, list):
        return schema
    real = [option for option in options if isinstance(option, dict) and option.get("type") != "null"]
    if len(real) == 1:
        return {**{key: value for key, value in schema.items() if key != keyword}, **real[0]}
    listed = [value for option in real for value in _listed_literals(option)]
    return {**schema, "enum": [*_listed_literals(schema), *listed]} if listed else schema


def _listed_literals(schema: Mapping[str, Any]) -> list[Any]:
    options = schema.get("enum")
    return [*(options if isinstance(options, list) else []), *([schema["const"]] if "const" in schema else [])]


def _says(pattern: re.Pattern[str], name: str, schema: Schema, *, description: bool = True) -> bool:
    about = schema.get("description") if schema is not None and description else None
    return pattern.search(name) is not None or (isinstance(about, str) and pattern.search(about[:400]) is not None)


def _same_literal(listed: object, value: object) -> bool:
    if isinstance(listed, bool) or isinstance(value, bool):
        return listed is value
    if isinstance(listed, str) or isinstance(value, str):
        return listed == value
    return listed == value or (isinstance(listed, list | dict) and str(listed) == str(value))
