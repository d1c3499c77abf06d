"""The fields of one testing criterion, read one by one: what is missing or of another kind is named by its place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import listed

from .errors import CriteriaError
from .template import Template


@dataclass(frozen=True, slots=True)
class Fields:
    """A criterion as it was given, and where it stands."""

    given: JsonObject
    place: str
    """Such as `testing_criteria[0]`."""

    def param(self, name: str) -> str:
        """The place of a field."""
        return f"{self.place}.{name}"

    def fault(self, name: str, problem: str, /, **values: Any) -> CriteriaError:
        """What is wrong with a field, by its name in the word files."""
        return CriteriaError.named(f"criteria.{problem}", param=self.param(name), **values)

    def text(self, name: str, *, needed: bool = True) -> str | None:
        """A field that holds text."""
        value = self.given.get(name)
        if value is None and not needed:
            return None
        if isinstance(value, str):
            return value
        raise self.fault(name, "needs_text", kind=kind_of(value))

    def template(self, name: str) -> Template:
        """A field that holds a template; numbers and truths are taken as they are written."""
        value = self.given.get(name)
        if isinstance(value, bool | int | float):
            value = str(value).lower() if isinstance(value, bool) else str(value)
        if not isinstance(value, str):
            raise self.fault(name, "needs_text", kind=kind_of(value))
        return Template(value, self.param(name))

    def one_of(self, name: str, known: Sequence[str]) -> str:
        """A field that holds one of these words."""
        value = self.given.get(name)
        if isinstance(value, str) and value in known:
            return value
        shown = repr(value)[:60] if value is not None else "nothing"
        raise self.fault(name, "choice", given=shown, known=listed(known))

    def number(self, name: str) -> float | None:
        """A field that holds a number, or is not there."""
        value = self.given.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.fault(name, "needs_number", kind=kind_of(value))
        return float(value)

    def inside(self, name: str, key: str) -> Fields:
        """The fields of an object in a field that holds several, by name."""
        value = self.given[name][key]
        place = f"{self.param(name)}.{key}"
        if not isinstance(value, dict):
            raise CriteriaError.named("criteria.no_object", param=place, kind=kind_of(value))
        return Fields(value, place)


def kind_of(value: Any) -> str:
    """What a value is, for people."""
    return "nothing" if value is None else type(value).__name__
