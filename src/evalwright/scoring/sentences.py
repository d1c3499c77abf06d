"""English text into sentences, by the published Punkt procedure as NLTK 3.9 runs it, without its trained files.

A full stop ends a sentence unless the word before it is an abbreviation, an initial or a number and what follows
does not look like a beginning. The procedure is followed to the letter; in place of the trained model's lists stand
short ones of our own (`sentence_words`), so around rare abbreviations a full stop may stay with its word where the
trained model would split it off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from .sentence_words import OPENERS, ORDINARY, is_known_abbreviation

_CLOSE = r"""[)";}\]*:@'({\[?!]"""
_LONG_MARK = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_CANDIDATE = re.compile(rf"[.?!](?={_CLOSE}|\s+(\S+))")
_TOKEN = re.compile(
    rf"""{_LONG_MARK}
    |(?=[^("`{{\[:;&\#*@)}}\]\-,])\S+?(?=\s|$|{_CLOSE}|{_LONG_MARK}|,(?=$|\s|{_CLOSE}|{_LONG_MARK}))
    |\S""",
    re.VERBOSE,
)
_TAIL = re.compile(r"""["')\]}]+?(?:\s+|(?=--)|$)""", re.MULTILINE)
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?$")
_INITIAL = re.compile(r"[^\W\d]\.$")
_PLAIN = re.compile(r"[A-Za-z]{2,}$")
_MARKS = frozenset(";:,.!?")


def split_sentences(text: str) -> list[str]:
    """The sentences in order, without the white space between them."""
    cuts = list(_cuts(text))
    starts = [0, *(start for _, start in cuts)]
    stops = [*(stop for stop, _ in cuts), len(text.rstrip())]
    found: list[str] = []
    skipped = 0
    for place, stop in enumerate(stops[:-1], 1):
        # Quotes and brackets that close right after the mark belong to the sentence they close.
        tail = _TAIL.match(text, starts[place], stops[place])
        start = starts[place - 1] + skipped
        found.append(text[start : starts[place] + len(tail[0].rstrip()) if tail else stop])
        skipped = len(tail[0]) if tail else 0
    return [*found, text[starts[-1] + skipped : stops[-1]]]


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where a sentence stops and where the next one starts."""
    for start, mark in _contexts(text):
        stop = mark.end()
        after = mark.end(1) if mark[1] else stop + 1
        if mark[0] != "." or _ends_sentence(text, start, mark.start(), after):
            # A question or exclamation mark is a token of its own, which always ends a sentence.
            yield stop, mark.start(1) if mark[1] else stop


def _contexts(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Each mark that may end a sentence, with the start of the word before it; of several in one word the last."""
    start = stop = 0
    pending: re.Match[str] | None = None
    for mark in _CANDIDATE.finditer(text):
        space = _last_space(text, stop, mark.start())
        word = space + 1 if space > stop else start
        if pending is not None and stop <= word:
            yield start, pending
        pending, start, stop = mark, word, mark.start()
    if pending is not None:
        yield start, pending


def _last_space(text: str, start: int, stop: int) -> int:
    return max(text.rfind(space, start, stop) for space in " \n\t\r\v\f")


def _ends_sentence(text: str, start: int, dot: int, after: int) -> bool:
    word = text[start:dot]
    if _PLAIN.match(word) and not is_known_abbreviation(word.lower()):
        return True
    tokens = [token for line in text[start:after].split("\n") for token in _TOKEN.findall(line)]
    return any(_breaks(token, following) for token, following in pairwise(tokens))


def _breaks(token: str, following: str) -> bool:
    """Whether a sentence ends with this token when that one follows."""
    if token in (".", "?", "!"):
        return True
    if not token.endswith("."):
        return False
    is_number, is_initial = _NUMBER.match(token) is not None, _INITIAL.match(token) is not None
    breaks = not token.endswith("..") and not _is_abbreviation(token)
    opens = _opens(following)
    if not breaks and not is_initial and not is_number:
        return following[0].isupper() and _token_type(following) in OPENERS
    if (is_initial or is_number) and opens is False:
        return False
    if is_initial and opens is None and following[0].isupper() and _token_type(following) not in ORDINARY:
        return False
    return breaks


def _is_abbreviation(token: str) -> bool:
    stem = token[:-1].lower()
    return is_known_abbreviation(stem) or is_known_abbreviation(stem.rpartition("-")[2])


def _token_type(token: str) -> str:
    """The word as the lists have it: in lower case, without a full stop that ends the sentence."""
    return token.lower() if _is_abbreviation(token) else token.lower().removesuffix(".")


def _opens(token: str) -> bool | None:
    """False where the spelling of a word says that it opens no sentence; None where it says nothing."""
    if token in _MARKS:
        return False
    return False if token[0].islower() else None
