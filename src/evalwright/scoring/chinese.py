"""Chinese text into words, token for token as jieba 0.42.1 cuts it with its name model on.

In flows any text, out come its pieces in order, nothing lost. The likeliest way through the listed words is found
from the end of a block to its start; the sums are jieba's in jieba's order, so that ties fall the same way.
"""

from __future__ import annotations

import re

from .chinese_names import cut_names
from .jieba_data import Weights, word_weights

_PIECE = re.compile(r"([\u4e00-\u9fd5a-zA-Z0-9+#&._%-]+)|\r\n|.", re.DOTALL)


def cut_chinese(text: str) -> list[str]:
    """The words in order. White space and marks are words of one character."""
    weights, unknown = word_weights()
    words: list[str] = []
    for piece in _PIECE.finditer(text):
        if piece.lastindex:
            _cut_block(piece[0], weights, unknown, words)
        else:
            words.append(piece[0])
    return words


def _cut_block(block: str, weights: Weights, unknown: float, words: list[str]) -> None:
    ends = _best_ends(block, weights, unknown)
    at = first_single = 0
    size = len(block)
    while at < size:
        end = ends[at]
        if end - at > 1:
            if first_single < at:
                _cut_singles(block[first_single:at], weights, words)
            words.append(block[at:end])
            first_single = end
        at = end
    if first_single < size:
        _cut_singles(block[first_single:], weights, words)


def _best_ends(block: str, weights: Weights, unknown: float) -> list[int]:
    """For each place the end of the word that begins there on the likeliest way through the block."""
    size = len(block)
    scores = [0.0] * (size + 1)
    ends = list(range(1, size + 1))
    weight_of = weights.get
    for start in range(size - 1, -1, -1):
        weight = weight_of(block[start])
        best = (weight or unknown) + scores[start + 1]
        if weight is not None:
            # A beginning that is no word itself gives way to any word; of equal ways the longer word wins.
            if not weight:
                best = _WORST
            for end in range(start + 2, size + 1):
                weight = weight_of(block[start:end])
                if weight is None:
                    break
                if weight and weight + scores[end] >= best:
                    best = weight + scores[end]
                    ends[start] = end
            if best == _WORST:
                best = unknown + scores[start + 1]
        scores[start] = best
    return ends


_WORST = float("-inf")


def _cut_singles(run: str, weights: Weights, words: list[str]) -> None:
    """Neighbours that no word joins: a name or a new word, unless the run is listed and yet was not chosen."""
    if len(run) == 1:
        words.append(run)
    elif weights.get(run):
        words.extend(run)
    else:
        words.extend(cut_names(run))
