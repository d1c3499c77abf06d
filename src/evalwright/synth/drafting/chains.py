"""A chain of calls as data: a row of steps, the last of which is the goal, each argument with where it is from.

A step may choose one thing of its result for those after it. Arguments are written as a scenario file writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import resource_json

from ..generic.names import words_of
from .feeds import Origin

ME = "me"
_SOUGHT = frozenset(resource_json(__package__, "words/purposes.json")["sought"])


@dataclass(frozen=True, slots=True)
class Chosen:
    """One thing of a step's result."""

    name: str
    origin: Origin
    single: bool
    """Whether there never was more than one."""
    label: tuple[str, ...]
    """The field by which people call it; empty where it is its own name."""
    labels: tuple[Any, ...]
    """Some of these names."""
    where: tuple[str, str] | None = None
    own: bool = True
    """Whether it is the listed thing itself that is chosen, and not another one that it mentions."""

    @property
    def slot(self) -> str:
        """Its name, as words refer to it."""
        return f"{{{'.'.join((self.name, *map(quoted_field, self.label)))}}}"


@dataclass(frozen=True, slots=True)
class Call:
    """One step of a chain."""

    tool: str
    name: str
    """By which its result is known."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """As a scenario file writes them."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """By parameter what its value is from: the name of a value, of a chosen thing or of a step, or `me.FIELD`."""
    chosen: Chosen | None = None

    @property
    def is_about_me(self) -> bool:
        """Whether it finds out who the user is, by what users know of themselves."""
        return bool(self.sources) and all(
            source.startswith(f"{ME}.") and not is_sought(param) for param, source in self.sources.items()
        )


@dataclass(frozen=True, slots=True)
class Chain:
    """Calls that lead to a goal."""

    calls: tuple[Call, ...] = ()
    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """What the user says, by name."""

    @property
    def goal(self) -> Call:
        """The last call."""
        return self.calls[-1]

    @property
    def names(self) -> set[str]:
        """All that something is called by in it."""
        things = {call.chosen.name for call in self.calls if call.chosen is not None}
        return {*(call.name for call in self.calls), *things, *self.values}

    @property
    def choices(self) -> list[Chosen]:
        """Every choice among several, in order."""
        return [call.chosen for call in self.calls if call.chosen is not None and not call.chosen.single]


def is_sought(param: str) -> bool:
    """Whether a parameter takes whatever somebody looks for."""
    return bool(_SOUGHT & set(words_of(param)))


def quoted_field(name: str) -> str:
    """A field as references write it."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'
