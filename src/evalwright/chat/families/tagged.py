"""Calls written as nested tags, without types: Qwen3-Coder's `<function=..><parameter=..>` and GLM's `<arg_key>` pairs.

What stands between the tags is text; the tool's schema gives it its type. A tag that is not closed, a key given
twice or words between the tags make the arguments unreadable: they are kept as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .json_calls import WrittenCall, make_call
from .typed import arguments_text

FUNCTION = re.compile(r"<function=([^<>\s]{1,256})>")
FUNCTION_EDGE = re.compile(r"</function>|<function=|</?tool_call>")
_PARAMETER = re.compile(r"\s*<parameter=([^<>\n]{1,256})>(.*?)</parameter>", re.DOTALL)
_PAIR = re.compile(r"\s*<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)
_GLM_NAME = re.compile(r"\s*([^\s<>{}\[\]\"']{1,256})\s*(?=<arg_key>|\Z)")
_CLOSE = "</function>"

Schemas = Mapping[str, Any]
"""The schema of each tool by its name; what a stranger put there may be no schema."""


def function_call(name: str, body: str, schemas: Schemas) -> WrittenCall:
    """The call whose text between `<function=NAME>` and `</function>` is `body`."""
    if body.lstrip().startswith("{"):  # Llama writes JSON between the same tags
        return make_call(name, body.strip())
    pairs = _tag_pairs(_PARAMETER, body, "<parameter=")
    if pairs is None:
        return make_call(name, body.strip())
    unwrapped = [(key, _strip_line_breaks(value)) for key, value in pairs]
    return make_call(name, arguments_text(unwrapped, schemas.get(name)) or body.strip())


def function_in_call(body: str, schemas: Schemas) -> WrittenCall:
    """The call that `<tool_call>` holds in Qwen3-Coder's way; raw where the function is not closed or not alone."""
    opened = FUNCTION.match(body)
    close = body.rfind(_CLOSE)
    if opened is None or body[close + len(_CLOSE) :].strip():
        return make_call(None, body)
    if close < 0:
        return make_call(opened[1], body)
    return function_call(opened[1], body[opened.end() : close], schemas)


def glm_call(body: str, schemas: Schemas, *, closed: bool, expected: bool) -> WrittenCall | None:
    """The call in GLM's way, or None where it is not one. A bare word is one only where it can be nothing else."""
    named = _GLM_NAME.match(body)
    if named is None:
        return None
    name, rest = named[1], body[named.end() :]
    if not rest and not (expected or name in schemas):
        return None
    pairs = _tag_pairs(_PAIR, rest, "<arg_key>") if closed else None
    arguments = None if pairs is None else arguments_text(pairs, schemas.get(name))
    return make_call(name, arguments or rest or body)


def _tag_pairs(pattern: re.Pattern[str], body: str, opening: str) -> list[tuple[str, str]] | None:
    """All pairs, or None where anything else stands between them."""
    found: list[tuple[str, str]] = []
    at = 0
    while (pair := pattern.match(body, at)) is not None:
        if opening in pair[2]:
            return None
        found.append((pair[1], pair[2]))
        at = pair.end()
    return None if body[at:].strip() else found


def _strip_line_breaks(value: str) -> str:
    """Without the one line break that the template puts on either side."""
    return value.removeprefix("\n").removesuffix("\n")
