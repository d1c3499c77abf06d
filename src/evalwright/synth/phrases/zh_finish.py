"""How a Chinese message is put together: moves without spaces between them, full-width stops, and typing habits.

Words flow in with `MARK` for each value; only words are changed. A tail ("谢谢", "尽快") that a wish brought along goes
to the end of the message, behind the facts that follow the wish.
"""

from __future__ import annotations

import random
import re

from .nodes import MARK
from .voice import Voice
from .zh_gaps import GAP

_TAIL = re.compile("¦([^¦]*)¦")
_HAN = "\u4e00-\u9fff"
_STOPS = "，。？！：；、（）"
_HAN_LATIN = re.compile(rf"(?<=[{_HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{_HAN}])")
_HAN_SPACE_LATIN = re.compile(rf"(?<=[{_HAN}]) (?=[A-Za-z0-9])|(?<=[A-Za-z0-9]) (?=[{_HAN}])")
_NOT_WANTED = re.compile(f" +(?=[{_STOPS}])|(?<=[{_STOPS}]) +|(?<=[？！～…])。|(?<=[{_HAN}]) +(?=[{_HAN}])")
_WANTED_GAP = re.compile(rf"(?<=[{_HAN}A-Za-z0-9{MARK}]){GAP}+(?=[{_HAN}A-Za-z0-9{MARK}])")
_SPARE_STOP = re.compile("[？！～…]。")
_LATIN = re.compile("[A-Za-z0-9]")
"""Most texts hold neither, and looking for these first is much faster."""
_LISTED = re.compile(r"[0-9]+\. ")
_ENDS = "。？！～…\n”"
_TYPED_TIGHT = frozenset(("casual", "chatty", "upset"))
_SPACED_OUT = str.maketrans({"，": " ", "。": " ", "：": " "})


def finish(pieces: list[str], role: str, voice: Voice, rng: random.Random) -> str:
    """The moves of one message as one text."""
    parts = [_ended(part) for part in _with_tail(pieces)]
    if role == "assistant":
        return _spaced(_join_moves(parts), " ")
    tight = voice.user_style in _TYPED_TIGHT or "no_apostrophe" in voice.habits
    text = _spaced(("\n" if "lines" in voice.habits else "").join(parts), "" if tight else " ")
    if "short_words" in voice.habits and voice.user_style in ("casual", "terse"):
        text = re.sub(" +", " ", text.translate(_SPACED_OUT)).replace(" \n", "\n").strip(" ")
    if "no_stop" in voice.habits:
        text = text.rstrip("。").replace("。\n", "\n")
    return text


def _with_tail(pieces: list[str]) -> list[str]:
    tails = [tail for piece in pieces for tail in _TAIL.findall(piece) if tail]
    return [words for words in (_TAIL.sub("", piece) for piece in pieces) if words] + tails[-1:]


def _ended(part: str) -> str:
    part = part.rstrip("，； ")
    return part if part[-1:] in _ENDS or _LISTED.match(part.rpartition("\n")[2]) else f"{part}。"


def _join_moves(parts: list[str]) -> str:
    """Lists get room: what follows one begins on a new line."""
    text = ""
    for part in parts:
        before = text.rpartition("\n")[2]
        text += f"\n{part}" if _LISTED.match(before) else part
    return text


def _spaced(text: str, space: str) -> str:
    """Spaces beside Latin letters and digits, or none."""
    made = _WANTED_GAP.sub(space, text).replace(GAP, "") if GAP in text else text
    if " " in made or _SPARE_STOP.search(made):
        made = _NOT_WANTED.sub("", made)
    if _LATIN.search(made) is None:
        return made
    return _HAN_LATIN.sub(" ", made) if space else _HAN_SPACE_LATIN.sub("", made)
