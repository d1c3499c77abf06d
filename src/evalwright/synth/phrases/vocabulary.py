"""What phrases are asked for: the moves of a generator with their slots, the styles, and the forms of a language.

A generator states it once, in a `Vocabulary`; the check holds phrase files against it. A pack of ours
is a folder of phrases, and a file `wording/vocabulary.py` beside it, which is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from .nodes import Form, Test

Styles = Mapping[str, tuple[str, ...]]
"""The styles of `user` and of `assistant`."""
PLACES = ("start", "last", "fresh")
"""The slots that every move has, which may be either way."""


class MoveSpec(NamedTuple):
    """What a move must and may mention."""

    needs: tuple[str, ...]
    may: tuple[str, ...] = ()


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
        return self.styles[role] if role in self.styles else tuple(chain.from_iterable(self.styles.values()))

    def strange(self, test: Test) -> Iterator[tuple[str, str]]:
        """What in a mark does not exist, each with what is wrong with it."""
        if test.kind == "@":
            known = {style for styles in self.styles.values() for style in styles}
            yield from (("no_style", name) for name in sorted(test.wanted - known))
            return
        if self.moves and test.path[0] not in self.slots:
            yield "no_mark", test.path[0]
        if test.kind == "=" and (values := self._values(test.path)):
            yield from (("never_equal", f"={'.'.join(test.path)}:{each}") for each in sorted(test.wanted - values))

    @property
    def slots(self) -> set[str]:
        """Every slot that something is said with."""
        specs = [*chain.from_iterable(self.moves.values()), *self.said_by_forms.values()]
        return {*PLACES, "first", *(slot for spec in specs for slot in spec.needs + spec.may)}

    def _values(self, path: tuple[str, ...]) -> set[str]:
        """All that a slot can be, where that is known."""
        topics = chain.from_iterable(self.topics.values()) if path == ("topic",) else ()
        return {*self.closed.get(path[-1], ()), *topics}


class Pack(NamedTuple):
    """Phrases of our own, and what they are asked for."""

    folder: Path
    vocabulary: Callable[[str], Vocabulary]


_ROOM = Path(__file__).parents[1]


def our_packs() -> list[Pack]:
    """The packs that come with the package: those of the domains that have phrases, and that around scenario files."""
    folders = sorted((_ROOM.parent / "domains").glob("*/phrases"))
    named = [(folder, f"evalwright.domains.{folder.parent.name}.wording.vocabulary") for folder in folders]
    named.append((_ROOM / "scenarios" / "phrases", "evalwright.synth.scenarios.vocabulary"))
    return [Pack(folder, import_module(module).vocabulary) for folder, module in named]


def any_vocabulary(lang: str) -> Vocabulary:
    """For phrases that none of our generators asks for: every form and every style that there is."""
    every = [pack.vocabulary(lang) for pack in our_packs()]
    forms = {name: form for vocabulary in every for name, form in vocabulary.forms.items()}
    return Vocabulary({}, forms, every[0].styles)
