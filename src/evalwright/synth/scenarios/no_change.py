"""A change that would change nothing: what is passed on for a thing is what the thing has already.

Nobody asks to have a date moved to the day that it is on; such a draw is thrown away. Only fields are looked at that
the chosen thing has under the same name, and that are passed on from somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .model import Argument, Step
from .references import references_in
from .stuck import StuckError
from .talk import Talk


def refuse_no_change(talk: Talk, step: Step, arguments: Mapping[str, Any]) -> None:
    """StuckError where a call that changes things leaves one as it is."""
    if talk.transcript.reads(step.tool):
        return
    leaves = list(_leaves(dict(step.arguments), arguments))
    for name in dict.fromkeys(each.name for each in references_in(dict(step.arguments))):
        thing = talk.scope.things.get(name)
        if not isinstance(thing, Mapping):
            continue
        new = [
            (key, value)
            for key, given, value in leaves
            if key in thing and name not in {each.name for each in references_in(given)}
        ]
        if new and all(str(thing[key]) == str(value) for key, value in new):
            fields = ", ".join(key for key, _ in new)
            raise StuckError("no_change", step.line, tool=step.tool, name=name, fields=fields)


def _leaves(given: Argument, made: Any) -> Iterator[tuple[str, Argument, Any]]:
    """Single values by the names under which they are passed on: as the file says it, and as it was made."""
    if not isinstance(given, Mapping) or not isinstance(made, Mapping):
        return
    for key, inner in given.items():
        if isinstance(inner, Mapping):
            yield from _leaves(inner, made.get(key))
        elif isinstance(made.get(key), str | int | float) and not isinstance(inner, list):
            yield key, inner, made[key]
