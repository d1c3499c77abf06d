"""The JSON objects in a judge's reply, and the text around them.

A judge asked for JSON may still wrap it in a code fence or in sentences. Objects are read strictly (a key given twice
or a broken object is no verdict), and their text is taken out of the reply, so that nothing inside them is read again
as if it stood in the open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads

_MAX_TRIES = 200
"""Opening braces that are tried from the end; a reply of braces alone must not cost the square of its length."""
_CUT_OFF = re.compile(r'\{\s*"[^{}]*$')
_SKIM = json.JSONDecoder(parse_int=str, parse_float=str)


@dataclass(frozen=True, slots=True)
class JsonParts:
    """A reply taken apart."""

    objects: tuple[JsonObject, ...]
    before: str
    """The text without the objects, up to the last of them."""
    after: str
    """The text after the last object; all of it where there is none."""
    cut_off: bool
    """Whether the reply ends inside an object."""


def take_objects(text: str) -> JsonParts:
    """All outermost JSON objects in the text."""
    found: list[JsonObject] = []
    kept: list[str] = []
    at = 0
    for start in [brace.start() for brace in re.finditer(r"\{", text)][-_MAX_TRIES:]:
        read = _object_at(text, start) if start >= at else None
        if read is not None:
            kept.append(text[at:start])
            at = read[1]
            found.append(read[0])
    rest = text[at:]
    broken_start = not found and text.lstrip("`json \n").startswith('{"') and not text.rstrip("` \n").endswith("}")
    return JsonParts(tuple(found), "\n".join(kept), rest, broken_start or _CUT_OFF.search(rest) is not None)


def values_under(objects: Sequence[JsonObject], tiers: Sequence[frozenset[str]]) -> list[Any]:
    """What stands under the first tier of keys that any object has; an object inside an only value is looked into."""
    flat = [{key.casefold().strip(): value for key, value in _unwrap_verdict(one).items()} for one in objects]
    for keys in tiers:
        values = [value for one in flat for key, value in one.items() if key in keys]
        if values:
            return [value[0] if isinstance(value, list) and len(value) == 1 else value for value in values]
    return []


def _unwrap_verdict(one: JsonObject) -> JsonObject:
    inner = next(iter(one.values())) if len(one) == 1 else None
    return inner if isinstance(inner, dict) else one


def _object_at(text: str, start: int) -> tuple[JsonObject, int] | None:
    try:
        end = _SKIM.raw_decode(text, start)[1]
        value = loads(text[start:end])
    except (JsonError, ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict) else None
