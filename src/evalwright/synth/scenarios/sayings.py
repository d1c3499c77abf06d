"""The words of a scenario file with what is known put in: from templates and values to pieces of text.

A `Saying` holds the ways in which something may be said and the values of their slots; which way it is comes with the
wording, when all calls are done. What comes out is a list of pieces, each free words or a value that nothing may
alter. Names, paths and codes that an author wrote into a sentence are locked like values: a typing habit is no reason
to spell a file's name in another way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from ..phrases import WordLists
from .model import Alternatives, Reference, Template
from .references import references_in
from .spoken_values import currency_names, list_joints

_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./@#$%&+~:-]*[A-Za-z0-9]")
_IS_CODE = re.compile(r"[a-z][A-Z]|[A-Z]{2}|\d|[_/@]|\w\.\w")
_STOPS = ".!?。！？…"
_ENDS = (*_STOPS, ":", "：", "\n", ")", "）", "”", '"', "~", "～")
_QUOTES = {"“": "”", "‘": "’", "《": "》", "「": "」", "『": "』", "„": "“", "«": "»"}
_MOST_VARIANTS = 64
_ARTICLE = re.compile(r"(?<![\w'])([aA])( )$")
_VOWEL = re.compile(r"[aeio]|u(?!ni|se|su|ti)", re.IGNORECASE)
_CURRENCY_SIGNS = ("$", "€", "£", "¥")
_ONE_DECIMAL = re.compile(r"\d+\.\d")
_SPACE_BEFORE = re.compile(r"[ \t]+$")


class Piece(NamedTuple):
    """A part of a text."""

    text: str
    is_value: bool = False


@dataclass(slots=True)
class Saying:
    """Ways of saying something, and the values of their slots."""

    ways: Sequence[Template] = ()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By the name of the slot; several texts where it is a list."""

    def __bool__(self) -> bool:
        return bool(self.ways)

    def pieces(self, rng: random.Random, lang: str) -> list[Piece]:
        """One of the ways, in pieces."""
        way = self.ways[int(rng.random() * len(self.ways))]
        return merged_pieces(_set_apart(merged_pieces(_expanded(way, self.values, rng, lang))))


@lru_cache(maxsize=4096)
def variants(template: Template) -> tuple[Template, ...]:
    """The same words with every alternative settled that holds a slot, since each of them tells something else."""
    made: list[tuple[str | Reference | Alternatives, ...]] = [()]
    for part in template.parts:
        if isinstance(part, Alternatives) and any(True for _ in references_in(part)):
            ways = [inner.parts for way in part.ways for inner in variants(way)]
            made = [(*begun, *way) for begun in made for way in ways][:_MOST_VARIANTS]
        else:
            made = [(*begun, part) for begun in made]
    if len(made) == 1 and made[0] == template.parts:
        return (template,)
    return tuple(Template(parts, template.text, template.line) for parts in made)


def _expanded(
    template: Template, values: Mapping[str, tuple[str, ...]], rng: random.Random, lang: str
) -> Iterable[Piece]:
    for at, part in enumerate(template.parts):
        if isinstance(part, Reference):
            texts = values[str(part)]
            told = [_with_cents(text) for text in texts] if _is_money(template, at, lang) else texts
            yield from listed_pieces(told, lang, quotes_around(template, at))
        elif isinstance(part, Alternatives):
            yield from _expanded(part.ways[int(rng.random() * len(part.ways))], values, rng, lang)
        else:
            yield from _code_locked(part)


def quotes_around(way: Template, at: int) -> tuple[str, str]:
    """The quotation marks around a part of a text; empty where it stands in none."""
    before, after = (way.parts[place] if 0 <= place < len(way.parts) else "" for place in (at - 1, at + 1))
    opened = before[-1:] if isinstance(before, str) else ""
    closed = after[:1] if isinstance(after, str) else ""
    return (opened, closed) if opened and _QUOTES.get(opened) == closed else ("", "")


def _is_money(way: Template, at: int, lang: str) -> bool:
    """Whether a part of a text is an amount: a sign of a currency stands right before it, or its name behind."""
    before, after = (way.parts[place] if 0 <= place < len(way.parts) else "" for place in (at - 1, at + 1))
    return (isinstance(before, str) and before.endswith(_CURRENCY_SIGNS)) or (
        isinstance(after, str) and after.startswith(currency_names(lang))
    )


def _with_cents(text: str) -> str:
    """An amount as people write it: 252.5 is 252.50."""
    return f"{text}0" if _ONE_DECIMAL.fullmatch(text) else text


def listed_pieces(texts: Sequence[str], lang: str, quotes: tuple[str, str] = ("", "")) -> Iterable[Piece]:
    """Values one after the other, joined as the language joins lists; in the quotes around them, each has its own."""
    comma, last = list_joints(lang)
    for at, text in enumerate(texts):
        if at:
            yield Piece(f"{quotes[1]}{last if at == len(texts) - 1 else comma}{quotes[0]}")
        yield Piece(text, True)


@lru_cache(maxsize=4096)
def _code_locked(words: str) -> tuple[Piece, ...]:
    """Free words, with what is written like a name of a machine set apart as a value."""
    made, at = list[Piece](), 0
    for found in _CODE.finditer(words):
        if _IS_CODE.search(found[0]):
            made += [Piece(words[at : found.start()]), Piece(found[0], True)]
            at = found.end()
    return (*made, Piece(words[at:]))


def _set_apart(pieces: list[Piece]) -> list[Piece]:
    """Values that end a sentence are not ended again; those of several lines stand on lines of their own."""
    made: list[Piece] = []
    for piece in pieces:
        before = made[-1] if made else None
        if not piece.text:
            continue
        if piece.is_value and "\n" in piece.text and before is not None and not before.text.endswith("\n"):
            made[-1] = Piece(before.text if before.is_value else _SPACE_BEFORE.sub("", before.text), before.is_value)
            made.append(Piece("\n"))
        if piece.is_value and before is not None and not before.is_value:
            made[-1] = Piece(_before_value(made[-1].text, piece.text))
        follows = before is not None and before.is_value and not piece.is_value
        if follows and before is not None and _ends_alike(before.text, piece.text):
            made[-1] = Piece(before.text[:-1], True)  # the stop of the words is seen by whoever sets capitals
            made.append(piece)
            continue
        made.append(Piece(_after_value(before.text, piece.text)) if follows and before is not None else piece)
    if made and made[-1].is_value and made[-1].text[-1:] in tuple(".。") and "\n" not in made[-1].text:
        made[-1:] = [Piece(made[-1].text[:-1], True), Piece(made[-1].text[-1])]  # likewise
    return made


def _before_value(words: str, value: str) -> str:
    """Words before a value, with the article that it takes: an Electric Kettle."""
    return _ARTICLE.sub(r"\1n\2", words) if _VOWEL.match(value) else words


def _ends_alike(value: str, words: str) -> bool:
    """Whether a value of one line ends with the stop that the words after it begin with."""
    return (
        value[-1:] in tuple(".。") and value[-1:] == words[:1] and "\n" not in value and value[-2:-1] not in tuple(".…")
    )


def _after_value(value: str, words: str) -> str:
    if value[-1:] in _STOPS and words[:1] in tuple(".。"):
        words = words[1:]
    if "\n" not in value:
        return words
    rest = words.lstrip(" .。")
    return f"\n\n{rest.lstrip()}" if rest.strip() else ""


def merged_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbouring words as one, empty ones left out."""
    made: list[Piece] = []
    for piece in pieces:
        if made and not made[-1].is_value and not piece.is_value:
            made[-1] = Piece(made[-1].text + piece.text)
        elif piece.text:
            made.append(piece)
    return made


def ended(pieces: list[Piece], lang: str) -> list[Piece]:
    """The same as a whole sentence."""
    last = pieces[-1].text.rstrip(" ") if pieces else "."
    if last.endswith(_ENDS) or "\n" in last:
        return pieces
    return [*pieces, Piece("。" if lang == "zh" else ".")]


def lowered(pieces: list[Piece]) -> list[Piece]:
    """The same as it goes on after a comma: its first word in small letters, unless that is a name or `I`."""
    if not pieces or pieces[0].is_value:
        return pieces
    text = pieces[0].text
    word = re.match(r"[A-Za-z']+", text)
    if word is None or re.match(r"I\b", text) or word[0] in _capitals() or _is_acronym(word[0]):
        return pieces
    return [Piece(text[:1].lower() + text[1:]), *pieces[1:]]


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and not word[1:].islower()


@cache
def _capitals() -> frozenset[str]:
    """Words that are written with a capital wherever they stand."""
    return WordLists(Path(__file__).parent / "phrases" / "en" / "capitals.words").words("capitals")
