"""From moves to a message: each move is expanded by its rule, the language joins them, the values go in last.

One `Wording` speaks one conversation: it remembers which productions were used, so that nobody says the same thing the
same way twice while there is another. Besides its own slots every move has three that tell where it stands: `start`
(the first move of its message), `last` (the last one) and `fresh` (in the first message of its side).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import accumulate

from ..plan import Said, Span, Worded
from .language import Language
from .nodes import MARK, Out, Rule
from .voice import Voice


class Wording:
    """The words of one conversation."""

    def __init__(self, voice: Voice, rng: random.Random, language: Language) -> None:
        self.voice = voice
        self._rng = rng
        self._language = language
        self._used: dict[Rule, set[int]] = {}
        self._outs: dict[str, Out] = {}

    def say(self, said: Said) -> Worded:
        """One message in words."""
        role, grammar = said.role, self._language.grammar
        out = self._outs.get(role)
        fresh, end = out is None, len(said.moves) - 1
        if out is None:
            out = self._outs[role] = Out(grammar, self._rng, role, self.voice.style(role), self._used)
        out.values = []
        pieces = []
        for at, move in enumerate(said.moves):
            slots = {"first": True, "start": at == 0, "last": at == end, "fresh": fresh, **move.slots}
            pieces.append(grammar.expand(f"{role}/{move.name}", slots, out))
        text = self._language.finish(pieces, role, self.voice, self._rng)
        return _fill_marks(text, out.values)


def _fill_marks(text: str, values: list[str]) -> Worded:
    """The text with its values in their places."""
    if not values and MARK not in text:
        return Worded(text)
    words = text.split(MARK)
    if len(words) != len(values) + 1:
        raise ValueError(f"{len(values)} values for {len(words) - 1} places")
    parts = [""] * (len(words) + len(values))
    parts[::2], parts[1::2] = words, values
    ends = list(accumulate(map(len, parts)))
    spans: Iterable[Span] = zip(ends[::2], ends[1::2], strict=False)  # the words at the end have nothing after them
    return Worded("".join(parts), tuple(spans if all(values) else (span for span in spans if span[0] < span[1])))
