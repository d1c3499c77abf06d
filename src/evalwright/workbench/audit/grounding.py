"""Rules about where arguments come from: what a call passes on must have been said or returned before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evalwright.chat import Call, plain
from evalwright.text import listed, phrase

from ..provenance_place import Place
from .finding import Hit, quoted, visible
from .registry import Memory, register_rule
from .row_context import CallAt, Case

_IDENTITY = re.compile(
    r"(?:^|_)(?:user|customer|account|client|member|patient|guest|student|employee|passenger)_?id$", re.I
)

_SHOWN_PARTS = 5


@register_rule("ungrounded-argument", "error", "grounding", only_if="doubtful values")
def ungrounded_argument(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.calls and case.doubtful and case.provenance.gave_up:
        memory.full.add("argument values")
    for call, argument in case.doubtful:
        if not argument.source.known:
            values = {"value": quoted(plain(argument.value)), "path": visible(argument.path, 80)}
            text = phrase("audit.found.ungrounded", tool=visible(call.name, 80), **values)
            yield Hit(call.message, _argument_place(call, argument.path), text)


@register_rule("ungrounded-part", "warning", "grounding", only_if="doubtful values")
def ungrounded_part(case: Case, memory: Memory) -> Iterator[Hit]:
    for call, argument in case.doubtful:
        unknown = argument.source.unknown
        if unknown:
            parts = listed([quoted(part) for part in unknown[:_SHOWN_PARTS]], "and")
            values = {"parts": parts, "path": visible(argument.path, 80), "tool": visible(call.name, 80)}
            yield Hit(call.message, _argument_place(call, argument.path), phrase("audit.found.part", **values))


@register_rule("inferred-code", "info", "grounding", only_if="doubtful values")
def inferred_code(case: Case, memory: Memory) -> Iterator[Hit]:
    for call, argument in case.doubtful:
        if argument.source.guessed:
            values = {"value": quoted(plain(argument.value)), "path": visible(argument.path, 80)}
            told = phrase("audit.found.inferred_code", source=argument.source.words(), **values)
            yield Hit(call.message, _argument_place(call, argument.path), told)


@register_rule("given-value", "info", "grounding", only_if="doubtful values")
def given_value(case: Case, memory: Memory) -> Iterator[Hit]:
    for call, argument in case.doubtful:
        if argument.source.kind == "given":
            values = {"value": quoted(plain(argument.value)), "path": visible(argument.path, 80)}
            yield Hit(call.message, _argument_place(call, argument.path), phrase("audit.found.given", **values))


@register_rule("assistant-introduced", "info", "grounding", only_if="doubtful values")
def assistant_introduced(case: Case, memory: Memory) -> Iterator[Hit]:
    for call, argument in case.doubtful:
        if argument.source.kind == "assistant":
            value, path = quoted(plain(argument.value)), visible(argument.path, 80)
            yield Hit(
                call.message,
                _argument_place(call, argument.path),
                phrase("audit.found.introduced", value=value, path=path),
            )


@register_rule("id-drift", "error", "grounding", only_if="calls")
def id_drift(case: Case, memory: Memory) -> Iterator[Hit]:
    for call in case.calls:
        if not isinstance(call.read, Call):
            continue
        for name, value in call.read.arguments.items():
            if not isinstance(value, str) or not _is_identity(name):
                continue
            returned = _returned(case, name, value, call.message)
            if returned and case.provenance.trace(value, before=call.message).known:
                said = phrase(
                    "audit.found.id_drift", name=visible(name, 80), value=quoted(value), returned=quoted(returned)
                )
                yield Hit(call.message, _argument_place(call, name), said)


@lru_cache(maxsize=1024)
def _is_identity(name: str) -> bool:
    return _IDENTITY.search(name) is not None


def _returned(case: Case, name: str, value: str, before: int) -> str | None:
    """The id that tools returned under this name, where it is never the given one; the last of several."""
    key, same, last = f'"{name}"', f'"{value}"', None
    for index in range(before):
        text = case.texts[index]
        if case.roles[index] != "t" or key not in text:
            continue
        if same in text:
            return None
        for path, leaf in Place("result", text).leaves:
            if isinstance(leaf, str) and leaf != name and path.endswith(f".{name}"):
                if leaf == value:
                    return None
                last = leaf
    return last


def _argument_place(call: CallAt, path: str) -> str:
    return f"{call.path}.function.arguments.{visible(path, 120)}"
