"""What a tool is for, in the language of its description, and all that is said around it: one object for any language.

English is read by `purposes` and worded by `wishes`, Chinese by `chinese`; whoever drafts a scenario asks this object
and need not know which it is. Nothing is said in a language that the descriptions are not written in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from ..generic.toolview import ToolView
from . import chinese, wishes
from .phrasing import Spoken, filled
from .purposes import CREATING, Purpose

_AT_ONCE = re.compile(r"\b(?:multiple|several) [\w-]+ at once\b", re.I)
_HAN = re.compile(r"[\u4e00-\u9fff]")


class SaidValue(NamedTuple):
    """What users say under a name, and how it is asked for and said."""

    values: tuple[Any, ...]
    words: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class SaidPurpose:
    """A purpose in its language."""

    purpose: Any
    language: ModuleType

    @property
    def manner(self) -> str:
        """What it comes to for the user."""
        return str(self.purpose.manner)

    @property
    def verb(self) -> str:
        """The verb that it is asked for by; nothing where the language has none of its own."""
        return str(getattr(self.purpose, "verb", ""))

    @property
    def creates(self) -> bool:
        """Whether something new comes of it."""
        return self.verb in CREATING

    @property
    def is_of_several(self) -> bool:
        """Whether it is about many things at once: `read multiple files`."""
        places = getattr(self.purpose, "places", [])
        texts = (part if isinstance(part, str) else part.words for part in getattr(self.purpose, "parts", ()))
        at_once = any(_AT_ONCE.search(text) is not None for text in texts)
        return at_once or any(place.words.lower().startswith(("multiple ", "several ")) for place in places)

    @property
    def is_of_somebody(self) -> bool:
        """Whether it is about a person that nothing names: `get a member by e-mail address`."""
        return bool(self.language.is_of_somebody(self.purpose))

    @property
    def lang(self) -> str:
        """The language that it is said in."""
        return str(self.language.lang)

    def wishes(self, said: Mapping[str, Spoken]) -> list[str]:
        """Ways to ask for it."""
        return list(self.language.wishes(self.purpose, said))

    def follow_ups(self, said: Mapping[str, Spoken]) -> list[str]:
        """Ways to ask for it after it was mentioned."""
        return list(self.language.follow_ups(self.purpose, said))

    def deed(self, said: Mapping[str, Spoken]) -> str | None:
        """What is done, as the assistant says it."""
        made = self.language.deed(self.purpose, said)
        return made if isinstance(made, str) else None

    def leads(self, said: Mapping[str, Spoken], *, text: bool) -> list[str]:
        """What stands before what is told of a result."""
        return list(self.language.leads(self.purpose, said, text=text))

    def facts(self, said: Mapping[str, Spoken], slot: str) -> list[str]:
        """What is told where the result is one value."""
        return list(self.language.facts(self.purpose, said, slot))

    def is_about(self, field: str) -> bool:
        """Whether what is asked for is what a field says: a balance is not the information about an account."""
        return bool(self.language.is_about(self.purpose, field))

    def numbers(self, said: Mapping[str, Spoken], slot: str) -> list[str]:
        """What is told where the result is a bare number."""
        return list(self.language.numbers(self.purpose, said, slot))

    def frames(self, name: str, **slots: str) -> list[str]:
        """The ways to say something that belongs to no tool."""
        return list(self.language.frames(name, **slots))

    def details(self, named: Sequence[tuple[str, str]]) -> str:
        """Parameters with their slots, as they stand behind a deed; nothing where there are none."""
        words = self.language.words_for
        texts = [filled(words("detail"), label=self.label(name), slot=slot) for name, slot in named]
        return filled(words("details"), details=words("comma").join(texts)) if texts else ""

    def label(self, param: str) -> str:
        """What a parameter is called."""
        return str(self.language.label_in(self.purpose, param))

    def fact_words(self, name: str, param: str, *, mine: bool, counts: bool) -> dict[str, Sequence[str]]:
        """How a fact is asked for and said, where the language cannot tell from its name."""
        return dict(self.language.fact_words(name, self.label(param), mine=mine, counts=counts))

    def joined(self, first: str, then: str) -> str:
        """Two texts one after the other."""
        return first + then if self.lang == "zh" else f"{first} {then}"

    def sentence(self, text: str) -> str:
        """A text as a whole sentence."""
        return text + ("。" if self.lang == "zh" else ".")


def said_purpose(view: ToolView) -> SaidPurpose | None:
    """What a tool is for, in the language of its description; None where nobody would ask for it."""
    language = language_of(view)
    purpose: Purpose | chinese.ChinesePurpose | None = language.purpose_of(view)
    return SaidPurpose(purpose, language) if purpose is not None else None


def language_of(view: ToolView) -> ModuleType:
    """The words of the language that a tool is described in."""
    return chinese if _HAN.search(view.description.split("\n")[0]) else wishes
