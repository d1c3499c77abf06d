"""Calls that are JSON objects: inside tags, one after another, in a list, or as a whole reply.

A text becomes a call exactly as it is written, its arguments with their own spelling of numbers; what is no call
keeps its raw text under no name. Bare JSON is a call only if it can be nothing else: right keys and a tool's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Literal, TypedDict

from ..spans import elements, members, value_end

ARGUMENTS = ("arguments",)
PARAMETERS = ("parameters", "arguments")
_BETWEEN = re.compile(r"\s*;?\s*")
_FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*)\n[ \t]*```", re.DOTALL)
_ATTEMPT = re.compile(r'\{\s*(?:"type"\s*:\s*"function"\s*,\s*)?"(?:name|function)"\s*:')
_END_TOKENS = re.compile(r"(?:\s|<\|(?:eom_id|eot_id|end_of_text|im_end|eos)\|>|</s>)+\Z")


class WrittenFunction(TypedDict):
    """What a model wrote into its text as a call."""

    name: str | None
    """None where it could not be read; then `arguments` holds the raw text."""
    arguments: str


class WrittenCall(TypedDict):
    """A call in OpenAI's shape, found in a text: it has no id."""

    type: Literal["function"]
    function: WrittenFunction


def make_call(name: str | None, arguments: str) -> WrittenCall:
    """A call in OpenAI's shape, without an id."""
    return {"type": "function", "function": {"name": name, "arguments": arguments}}


def call_from_text(body: str, keys: Sequence[str] = ARGUMENTS) -> WrittenCall:
    """The call that one JSON text stands for; kept raw and without a name where it cannot be read."""
    try:
        parts = members(body)
        name = json.loads(parts.get("name", "null"))
    except (ValueError, RecursionError):
        name, parts = None, {}
    if not isinstance(name, str) or not name:
        return make_call(None, body)
    return make_call(name, next((parts[key] for key in keys if key in parts), ""))


def calls_in_list(body: str) -> list[WrittenCall]:
    """The calls of a JSON list; one unreadable call where it is none, or is empty."""
    try:
        return [call_from_text(element) for element in elements(body)] or [make_call(None, body)]
    except (ValueError, RecursionError):
        return [make_call(None, body)]


def calls_in_sequence(body: str) -> list[WrittenCall]:
    """Objects one after another, white space or a semicolon between them; from the first broken one on, one raw."""
    calls: list[WrittenCall] = []
    body = without_end(body)
    at = len(body) - len(body.lstrip())
    while at < len(body):
        end = value_end(body, at) if body[at] == "{" else None
        if end is None:
            return [*calls, make_call(None, body[at:])]
        calls.append(call_from_text(body[at:end], PARAMETERS))
        between = _BETWEEN.match(body, end)
        at = between.end() if between else end
    return calls or [make_call(None, body)]


def bare_calls(text: str, names: Collection[str], *, expected: bool) -> list[WrittenCall]:
    """The calls that a whole reply is, or none. `expected`: the family calls this way, so a broken one counts."""
    body = without_end(text).strip()
    fenced = _FENCE.fullmatch(body)
    body = fenced[1].strip() if fenced else body
    if not body.startswith(("{", "[")):
        return []
    calls = _bare_calls(body)
    if calls and all(_has_name(call, names, expected) for call in calls):
        return calls
    if expected and _ATTEMPT.match(body):
        return calls_in_sequence(body)
    return []


def without_end(text: str) -> str:
    """The text without the tokens that end a reply."""
    text = text.rstrip()
    found = _END_TOKENS.search(text, max(0, len(text) - 200))
    return text[: found.start()] if found else text


def _bare_calls(body: str) -> list[WrittenCall]:
    """Calls with exactly the right keys, in a list or one after another; none where one has others."""
    if body.startswith("["):
        try:
            texts = elements(body)
        except (ValueError, RecursionError):
            return []
    else:
        texts = [call["function"]["arguments"] for call in _raw_objects(body)]
    calls = [_strict_call(text) for text in texts]
    return [call for call in calls if call] if all(calls) else []


def _raw_objects(body: str) -> list[WrittenCall]:
    """The texts of objects one after another, as raw calls."""
    found: list[WrittenCall] = []
    at = 0
    while at < len(body):
        end = value_end(body, at) if body[at] == "{" else None
        if end is None:
            return []
        found.append(make_call(None, body[at:end]))
        between = _BETWEEN.match(body, end)
        at = between.end() if between else end
    return found


def _strict_call(text: str) -> WrittenCall | None:
    """The call of an object that has a name, arguments, at most a type, and nothing else."""
    try:
        parts = members(text)
        if set(parts) == {"type", "function"}:
            parts = {**members(parts["function"]), "type": parts["type"]}
    except (ValueError, RecursionError):
        return None
    if parts.pop("type", '"function"') != '"function"' or len(parts) != 2:
        return None
    arguments = next((parts[key] for key in PARAMETERS if key in parts), None)
    if arguments is None or "name" not in parts:
        return None
    return call_from_text(f'{{"name": {parts["name"]}, "arguments": {arguments}}}')


def _has_name(call: WrittenCall, names: Collection[str], expected: bool) -> bool:
    name = call["function"]["name"]
    return name in names or (expected and name is not None)
