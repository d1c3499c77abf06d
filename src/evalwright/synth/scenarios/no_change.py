"""A change that would change nothing: what is passed on for a thing is what the thing has already.

Nobody asks to have a date moved to the day that it is on; such a draw is thrown away. Only fields are looked at that
the chosen thing has under the same name, and that the user or the file gives for this change alone: what it was
looked up by only names the thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .model import Argument, Step
from .references import references_in
from .scope import ME
from .stuck import StuckError
from .talk import Talk


def refuse_no_change(talk: Talk, step: Step, arguments: Mapping[str, Any]) -> None:
    """StuckError where a call that changes things leaves one as it is."""
    if talk.transcript.reads(step.tool):
        return
    reads = [called for called in talk.transcript.calls if talk.transcript.reads(called.name)]
    passed = {str(value) for called in reads for value in _single_values(called.arguments)}
    new = {
        key: value
        for key, given, value in _leaves(dict(step.arguments), arguments)
        if str(value) not in passed and all(each.name in (ME, *talk.scope.values) for each in references_in(given))
    }
    for name in dict.fromkeys(each.name for each in references_in(dict(step.arguments))):
        held = talk.scope.things.get(name)
        thing: Mapping[str, Any] = held if isinstance(held, Mapping) else {}
        same = [key for key in new if key in thing]
        if same and all(str(thing[key]) == str(new[key]) for key in same):
            raise StuckError("no_change", step.line, tool=step.tool, name=name, fields=", ".join(same))


def _single_values(made: Any) -> Iterator[Any]:
    """Every single value of what was passed on."""
    for inner in made.values() if isinstance(made, Mapping) else made if isinstance(made, list) else ():
        yield from _single_values(inner) if isinstance(inner, Mapping | list) else (inner,)


def _leaves(given: Argument, made: Any) -> Iterator[tuple[str, Argument, Any]]:
    """Single values by the names under which they are passed on: as the file says it, and as it was made."""
    if not isinstance(given, Mapping) or not isinstance(made, Mapping):
        return
    for key, inner in given.items():
        if isinstance(inner, Mapping):
            yield from _leaves(inner, made.get(key))
        elif isinstance(made.get(key), str | int | float) and not isinstance(inner, list):
            yield key, inner, made[key]
