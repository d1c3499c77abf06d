"""One tool as this room sees it: what it does, what it is about, what it needs and what it gives.

Made once per tool from its definition; whatever is wrong with a definition is kept as `problem`, in words, and the
tool is left out of plans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalwright.chat import ChatError, read_tools

from ..environment import Effect
from .names import AFTER_THE_THING, Act, act_of, changes, key_of, singular, words_of
from .parameters import Param, UnreadableSchemaError, params_of, with_described_values

_STOPS = frozenset({"by", "with", "for", "from", "to", "in", "on", "of", "at", "using", "via"})
_FILLERS = frozenset({"all", "the", "a", "an", "up", "available", "my"})


@dataclass(frozen=True, eq=False, slots=True)
class ToolView:
    """One tool."""

    name: str
    description: str
    act: Act
    verb: str
    effect: Effect
    nouns: tuple[str, ...]
    """The words of the name that say what it is about, without the verb."""
    params: tuple[Param, ...]
    output: Mapping[str, Any] | None
    problem: str | None

    @property
    def required(self) -> list[Param]:
        """The values that it cannot do without."""
        return [param for param in self.params if param.required]

    @property
    def noun(self) -> str | None:
        """The thing that it is about, by its name alone."""
        words = [word for word in self.nouns if not word.isdigit()]
        while len(words) > 1 and words[-1] in AFTER_THE_THING:
            words.pop()
        return singular(words[-1]) if words else None


def views_of(
    tools: Sequence[Mapping[str, Any]],
    effects: Mapping[str, Effect] | None = None,
    outputs: Mapping[str, Any] | None = None,
) -> dict[str, ToolView]:
    """The tools by name; of two with one name the first."""
    found: dict[str, ToolView] = {}
    for definition in tools:
        for tool in _read_tool_definition(definition):
            if tool.name not in found:
                effect = (effects or {}).get(tool.name)
                output = (outputs or {}).get(tool.name)
                found[tool.name] = _view(tool.name, tool.description or "", tool.parameters, effect, output)
    return found


def _read_tool_definition(definition: Any) -> Sequence[Any]:
    try:
        return read_tools([definition])
    except (ChatError, TypeError, ValueError, RecursionError):
        return ()


def _view(name: str, description: str, schema: Any, effect: Effect | None, output: Any) -> ToolView:
    act, verb = act_of(name, description)
    if effect == "read" and act in ("create", "update", "end"):  # `exchange_rate` that only reads exchanges nothing
        act, verb = None, ""
    if act is None:
        act = "update" if effect == "write" else "read"
    nouns = _nouns(name, verb)
    problem = None
    try:
        given = params_of(schema)
        params = tuple(with_described_values(param, description, alone=len(given) == 1) for param in given)
    except UnreadableSchemaError as error:
        params, problem = (), str(error)
    made = ToolView(
        name=name,
        description=description,
        act=act,
        verb=verb,
        effect=effect or ("write" if changes(act) else "none" if act == "compute" else "read"),
        nouns=nouns,
        params=params,
        output=output if isinstance(output, Mapping) else None,
        problem=problem,
    )
    return replace(made, params=tuple(_with_noun(param, made.noun) for param in params))


def _nouns(name: str, verb: str) -> tuple[str, ...]:
    words = list(words_of(name))
    if verb in words:
        words.remove(verb)
    kept: list[str] = []
    for word in words:
        if word in _STOPS and kept:
            break
        if word not in _FILLERS and word not in _STOPS:
            kept.append(word)
    return tuple(kept)


def _with_noun(param: Param, noun: str | None) -> Param:
    """A bare `id` is the id of what the tool is about."""
    if param.kind is None and len(param.path) == 1 and param.name.lower() in ("id", "ids", "uuid") and noun:
        return replace(param, kind=noun, key=key_of("id", noun))
    return param
