"""English: the moves of one message become one text, with the writer's habits.

Only free words are here; every value is a mark. So capitals, spaces and short forms can be changed without care.
"""

from __future__ import annotations

import random
import re

from .voice import Voice

_SPARE_SPACE = re.compile(r" (?=[,.?!;:]|'(?:m|d|ll|ve|re)\b)")
_MAYBE_SPARE_STOP = re.compile(r"[,:.?!][.,?!]")
"""What must stand in a text that has a spare stop; looking for it first is much faster."""
_AROUND_LINE = re.compile(r" *\n *")
_SPARE_STOP = re.compile(r"[,:](?=[.,?!])|(?<=[.?!])[.,]")
_SENTENCE = re.compile(r"[.?!\n](?:(?<=\n)(?:- )?|(?<!\n)[\")]?\s+)[a-z]")
"""Where one begins after another; it begins with a character, so that it is found fast."""
_APOSTROPHE = re.compile(r"(?<=n)'(?=t\b)|(?<=\bI)'(?=(?:m|ve)\b)|(?<=\b[Ii]t)'(?=s\b)|(?<=hat)'(?=s\b)")
_SHORT = tuple(
    (long, re.compile(rf"\b{long}\b"), short)
    for long, short in (
        ("please", "pls"),
        ("thanks", "thx"),
        ("because", "bc"),
        ("right now", "rn"),
        ("okay", "ok"),
        ("want to", "wanna"),
        ("by the way", "btw"),
        ("to be honest", "tbh"),
    )
)


def finish(pieces: list[str], role: str, voice: Voice, rng: random.Random) -> str:
    """The text of one message."""
    text = _tidied(_join_moves(pieces, role, voice, rng))
    if role != "user":
        return _capitals(text)
    return _typed(text, voice)


def _join_moves(pieces: list[str], role: str, voice: Voice, rng: random.Random) -> str:
    made = pieces[0] if pieces else ""
    for piece in pieces[1:]:
        if made.endswith(","):
            made += " " + _lowered(piece)
        elif role == "assistant" and "\n" in made:
            made = made.rstrip("\n") + "\n\n" + piece
        elif role == "user" and "lines" in voice.habits and rng.random() < 0.6:
            made += "\n" + piece
        else:
            made += " " + piece
    return made


def _lowered(piece: str) -> str:
    """A sentence that goes on after a comma."""
    return piece if re.match(r"I\b", piece) else piece[:1].lower() + piece[1:]


def _tidied(text: str) -> str:
    """Empty branches leave spaces and stops behind, which go here."""
    text = text.strip()
    while "  " in text:
        text = text.replace("  ", " ")
    text = _SPARE_SPACE.sub("", text)
    if _MAYBE_SPARE_STOP.search(text):
        text = _SPARE_STOP.sub("", text)
    if "\n" in text:
        text = _AROUND_LINE.sub("\n", text)
    return text[:-1] + "." if text.endswith((",", ":")) else text


def _capitals(text: str) -> str:
    if "a" <= text[:1] <= "z":
        text = text[0].upper() + text[1:]
    return _SENTENCE.sub(lambda found: found[0].upper(), text)


def _typed(text: str, voice: Voice) -> str:
    habits = voice.habits
    if "short_words" in habits:
        for long, pattern, short in _SHORT:
            if long in text:
                text = pattern.sub(short, text)
    if "no_apostrophe" in habits and "'" in text:
        text = _APOSTROPHE.sub("", text)
    if "no_stop" in habits and text.endswith("."):
        text = text[:-1]
    return text.lower() if "lower" in habits else _capitals(text)
