"""How sayings, facts and values are written into a sentence: the forms of the grammar around the words of a file.

The phrases around them stand in `phrases/en` and `phrases/zh`. A saying is free words and values; the values stay
locked to the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from ..phrases import FINISH, Form, Language, Out, Voice, load, read_folder, write
from .sayings import Piece, Saying, ended, listed_pieces, lowered
from .spoken_values import list_joints
from .talk import StatedFact

PHRASES = Path(__file__).parent / "phrases"
"""A folder of phrase files for each language."""

Pieces = list[Piece]


@cache
def language_of(lang: str) -> Language:
    """The language in which scenario files are played."""
    finish = FINISH[lang]

    def without_end(pieces: list[str], role: str, voice: Voice, rng: random.Random) -> str:
        return finish(pieces, role, voice, rng).rstrip("\n")

    return Language(load(PHRASES / lang, forms_of(lang)), without_end)


def phrase_texts(lang: str) -> str:
    """All that is said around the words of a file, in one text."""
    return " ".join(section.text() for section in read_folder(PHRASES / lang).values())


def forms_of(lang: str) -> Mapping[str, Form]:
    """How each slot is written in a language."""
    forms = _Forms(lang)
    return {
        "wish": forms.wish,
        "words": forms.words,
        "after": forms.after,
        "given": forms.given,
        "answers": forms.answers,
        "asks": forms.asks,
        "labels": forms.labels,
        "label": forms.label,
        "value": forms.value,
        "values": forms.values,
        "joined": forms.joined,
        "things": forms.things,
        "count": forms.label,
        "details": forms.details,
    }


class _Forms:
    """The forms of one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._space, self._comma = ("", "，") if lang == "zh" else (" ", ", ")

    def wish(self, saying: Saying, out: Out) -> None:
        """A wish, as a whole sentence."""
        self._emit(ended(saying.pieces(out.rng, self._lang), self._lang), out)

    def words(self, saying: Saying, out: Out) -> None:
        """Words of the file as they are; a text of several lines at the end stays open."""
        pieces = saying.pieces(out.rng, self._lang)
        self._emit(pieces, out)
        if pieces and "\n" in pieces[-1].text:
            out.text("\n\n" if self._lang == "zh" else "\n")

    def after(self, said: Saying | Sequence[StatedFact] | Sequence[Saying], out: Out) -> None:
        """The same as it goes on after a comma."""
        every = [said] if isinstance(said, Saying) else [_saying_of(each) for each in said]
        if not all(saying.ways for saying in every):
            self.answers([fact for fact in said if isinstance(fact, StatedFact)], out)  # type: ignore[union-attr]
            return
        for at, saying in enumerate(every):
            pieces = ended(saying.pieces(out.rng, self._lang), self._lang)
            out.text(self._space if at else "")
            self._emit(pieces if at else lowered(pieces), out)

    def given(self, facts: Sequence[StatedFact], out: Out) -> None:
        """Facts that nobody asked for, each a sentence."""
        for at, fact in enumerate(facts):
            if at:
                out.text(self._space)
            if fact.saying.ways:
                self._emit(ended(fact.saying.pieces(out.rng, self._lang), self._lang), out)
            else:
                out.say("fact.told", {"label": fact.label, "value": fact.value, "mine": fact.mine})
                out.text("。" if self._lang == "zh" else ".")

    def answers(self, facts: Sequence[StatedFact], out: Out) -> None:
        """Facts that were asked for."""
        if len(facts) == 1 and not facts[0].saying.ways:
            out.say("answer.one", {"value": facts[0].value})
        elif not any(fact.saying.ways for fact in facts):
            out.say("answer.more", {"values": [fact.value for fact in facts]})
        else:
            for at, fact in enumerate(facts):
                out.text(self._space if at else "")
                own = bool(fact.saying.ways)
                pieces = fact.saying.pieces(out.rng, self._lang) if own else list(self._listed(fact.value))
                self._emit(ended(pieces, self._lang), out)

    def asks(self, sayings: Sequence[Saying], out: Out) -> None:
        """Questions for facts, one after the other; in English the last of several begins with `And`."""
        for at, saying in enumerate(sayings):
            pieces = ended(saying.pieces(out.rng, self._lang), self._lang)
            out.text(self._space if at else "")
            if self._lang == "en" and 0 < at == len(sayings) - 1 and not pieces[0].text.startswith("And "):
                out.text("And ")
                pieces = lowered(pieces)
            self._emit(pieces, out)

    def labels(self, labels: Sequence[tuple[str, bool]], out: Out) -> None:
        """What facts are called: those of the user are hers."""
        named = [f"{'your' if mine else 'the'} {label}" if self._lang == "en" else label for label, mine in labels]
        for piece in listed_pieces(named, self._lang):
            out.text(piece.text)

    def label(self, label: str, out: Out) -> None:
        """A name in plain words, or a number."""
        out.text(label)

    def value(self, texts: Sequence[str], out: Out) -> None:
        """A value."""
        self._emit(list(self._listed(texts)), out)

    def values(self, several: Sequence[Sequence[str]], out: Out) -> None:
        """Several values, set apart by commas."""
        for at, texts in enumerate(several):
            out.text(self._comma if at else "")
            self.value(texts, out)

    def joined(self, several: Sequence[Sequence[str]], out: Out) -> None:
        """Several values beside one another, as what was looked for."""
        for at, text in enumerate(text for texts in several for text in texts):
            out.text(list_joints(self._lang)[0] if at else "")
            self.value([text], out)

    def things(self, things: Sequence[Sequence[Sequence[str]]], out: Out) -> None:
        """Things by what the user knows of them, told apart where each has several values."""
        joint = ("；" if self._lang == "zh" else "; ") if any(len(thing) > 1 for thing in things) else self._comma
        for at, values in enumerate(things):
            out.text(joint if at else "")
            self.values(values, out)

    def details(self, details: Sequence[tuple[str, Sequence[str]]], out: Out) -> None:
        """Arguments with their names, where those are words of the language."""
        for at, (label, texts) in enumerate(details):
            out.text(self._comma if at else "")
            if self._lang == "en":
                out.text(f"{label}: ")
            self.value(texts, out)

    def _listed(self, texts: Sequence[str]) -> Iterable[Piece]:
        return listed_pieces(texts, self._lang)

    def _emit(self, pieces: Iterable[Piece], out: Out) -> None:
        value: Callable[[str, Out], None] = write if self._lang == "zh" else _write_plain
        for piece in _joined_values(pieces):
            if piece.is_value:
                value(piece.text, out)
            else:
                out.text(piece.text)


def _joined_values(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The same, with values as one where nothing stands between them: no space comes where an author wrote none."""
    for is_value, group in groupby(pieces, attrgetter("is_value")):
        if is_value:
            yield Piece("".join(piece.text for piece in group), is_value=True)
        else:
            yield from group


def _saying_of(said: Saying | StatedFact) -> Saying:
    return said.saying if isinstance(said, StatedFact) else said


def _write_plain(text: str, out: Out) -> None:
    out.value(text)
