"""What phrases are asked for: the moves of a generator with their slots, the styles, and the forms of a language.

A generator states it once, in a `Vocabulary`; the check holds phrase files against it. `OURS` names the packs that
come with the package and where each states its vocabulary, which is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ..moves import MoveSpec
from .nodes import Form

Styles = Mapping[str, tuple[str, ...]]
"""The styles of `user` and of `assistant`."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All that the words of one language are asked for."""

    moves: Mapping[str, tuple[MoveSpec, ...]]
    """By the name of a rule, such as `user/greet`, the slots that it is said with, in one way or in several."""
    forms: Mapping[str, Form]
    styles: Styles
    said_by_forms: Mapping[str, MoveSpec] = field(default_factory=dict)
    """Rules that a form says, with the slots that it gives them."""
    topics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the name of a move, what its slot `topic` can be."""
    closed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Slots, or last steps of paths, that can have no other values than these."""

    def styles_of(self, rule: str) -> tuple[str, ...]:
        """The styles that a move can be asked for in; a rule that a form says, in all of them."""
        role = rule.partition("/")[0]
        return self.styles[role] if role in self.styles else tuple(sum(self.styles.values(), ()))


class Pack(NamedTuple):
    """Phrases of our own, and what they are asked for."""

    folder: Path
    vocabulary: Callable[[str], Vocabulary]


_ROOM = Path(__file__).parents[1]
OURS = (
    (_ROOM.parent / "domains" / "retail" / "phrases", "..wording.vocabulary"),
    (_ROOM / "phrases", "..generic.vocabulary"),
)


def our_packs() -> list[Pack]:
    """The packs that come with the package."""
    return [Pack(folder, import_module(name, __package__).vocabulary) for folder, name in OURS]


def any_vocabulary(lang: str) -> Vocabulary:
    """For phrases that none of our generators asks for: every form and every style that there is."""
    every = [pack.vocabulary(lang) for pack in our_packs()]
    forms = {name: form for vocabulary in every for name, form in vocabulary.forms.items()}
    return Vocabulary({}, forms, every[0].styles)
