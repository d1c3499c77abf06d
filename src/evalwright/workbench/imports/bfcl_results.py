"""Answers of models as BFCL stores them, as samples: a list of calls, or the text that a model wrote.

Models that are asked in words answer with Python's notation, `[f(a=1), g(b="x")]`; it is read as notation and never
carried out, so a calculation in it stays a text. Text that is no such list stays text: the reader of samples looks for
calls in it as in every other. Positional arguments do not count, as in BFCL.
"""

from __future__ import annotations

import ast
import math
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import dumps, own_id
from evalwright.text import phrase

from .bfcl_questions import tool_name

_LONGEST_NOTATION = 50_000
_AROUND = "`\n "


def is_bfcl_result(value: Any) -> bool:
    """Whether a row is a stored answer."""
    return isinstance(value, dict) and "result" in value and own_id(value) is not None


def bfcl_sample(record: JsonObject) -> JsonObject:
    """The sample of a stored answer, with the id of its item; ValueError where it is none."""
    result = record["result"]
    sample: JsonObject = {"id": own_id(record), "output_text": None, "output_tools": None}
    if isinstance(result, list):
        calls = [_call_of(each) for each in result]
        return sample | {"output_tools": calls or None, "output_text": None if calls else ""}
    if not isinstance(result, str):
        raise ValueError(phrase("import.bfcl.result"))
    calls = _calls_in_notation(result)
    return sample | ({"output_tools": calls} if calls else {"output_text": result})


def _call_of(entry: object) -> JsonObject:
    if not isinstance(entry, dict) or len(entry) != 1:
        raise ValueError(phrase("import.bfcl.result"))
    ((name, arguments),) = entry.items()
    return _call(name, arguments if isinstance(arguments, str) else dumps(arguments).decode())


def _call(name: str, arguments: str) -> JsonObject:
    return {"type": "function", "function": {"name": tool_name(name), "arguments": arguments}}


def _calls_in_notation(text: str) -> list[JsonObject]:
    """The calls of a text in Python's notation; none where it is anything else."""
    text = text.strip(_AROUND)
    if len(text) > _LONGEST_NOTATION or not text:
        return []
    text = text if text.startswith("[") else f"[{text}"
    try:
        body = ast.parse(text if text.endswith("]") else f"{text}]", mode="eval").body
        elements = body.elts if isinstance(body, ast.List) else []
        if not elements or not all(isinstance(each, ast.Call) for each in elements):
            return []
        return [_written_call(each) for each in elements if isinstance(each, ast.Call)]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return []


def _written_call(call: ast.Call) -> JsonObject:
    arguments = {each.arg: _written_value(each.value) for each in call.keywords if each.arg is not None}
    return _call(ast.unparse(call.func), dumps(arguments).decode())


def _written_value(node: ast.expr) -> Any:
    """The value of a piece of notation; what is no value is its text."""
    match node:
        case ast.Constant(value=str() | bool() | int() | None as value):
            return value
        case ast.Constant(value=float() as value) if math.isfinite(value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)) if math.isfinite(value):
            return -value
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [_written_value(each) for each in elements]
        case ast.Dict(keys=keys, values=values) if all(isinstance(key, ast.Constant) for key in keys):
            pairs = zip(keys, values, strict=True)
            return {str(key.value): _written_value(each) for key, each in pairs if isinstance(key, ast.Constant)}
    return ast.unparse(node)
