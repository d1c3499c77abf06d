"""Names and new words: runs of characters that no listed word joins, cut by jieba's hidden Markov model.

Each character begins (B), continues (M) or ends (E) a word, or is one (S). Sums are made in jieba's order and ties
fall to the later letter, as there, so that characters the model has not seen are cut alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .jieba_data import NEVER, Emission, Model, name_model

_PART = re.compile(r"([\u4e00-\u9fd5]+)|[a-zA-Z0-9]+(?:\.[0-9]+)?%?|[^\u4e00-\u9fd5a-zA-Z0-9]+")
_SHORT = 12
_UNSEEN: Emission = (NEVER, NEVER, NEVER, NEVER)
_BEFORE = {"B": ("E", "S"), "M": ("B", "M"), "E": ("B", "M"), "S": ("E", "S")}
"""The two states that may come before each, the one that wins a tie second."""
_PLACE = {"B": 0, "M": 1, "E": 2, "S": 3}

_Origin = tuple[bool, bool, bool, bool]
"""For each state which of the two before it was the likelier."""


def cut_names(run: str) -> tuple[str, ...]:
    """The words of a run. Most runs are short and come again, so these are remembered."""
    return _cut_short(run) if len(run) <= _SHORT else _cut_unlisted_run(run)


def _cut_unlisted_run(run: str) -> tuple[str, ...]:
    words: list[str] = []
    for part in _PART.finditer(run):
        if part.lastindex and len(part[0]) > 1:
            _split_by_states(part[0], _states(part[0], name_model()), words)
        else:
            words.append(part[0])
    return tuple(words)


_cut_short = lru_cache(maxsize=16_384)(_cut_unlisted_run)


def forget() -> None:
    """Remember no run any more; measurements need it."""
    _cut_short.cache_clear()


def _split_by_states(text: str, states: list[str], words: list[str]) -> None:
    begin = done = 0
    for place, state in enumerate(states, 1):
        if state == "B":
            begin = place - 1
        elif state == "E":
            words.append(text[begin:place])
            done = place
        elif state == "S":
            words.append(text[place - 1])
            done = place
    if done < len(text):
        words.append(text[done:])


def _states(text: str, model: Model) -> list[str]:
    """The likeliest state of each character (Viterbi)."""
    start, step, emissions = model
    (b_to_e, b_to_m), (e_to_b, e_to_s) = (step["B"]["E"], step["B"]["M"]), (step["E"]["B"], step["E"]["S"])
    (m_to_e, m_to_m), (s_to_b, s_to_s) = (step["M"]["E"], step["M"]["M"]), (step["S"]["B"], step["S"]["S"])
    in_b, in_m, in_e, in_s = emissions.get(text[0], _UNSEEN)
    b, m, e, s = start["B"] + in_b, start["M"] + in_m, start["E"] + in_e, start["S"] + in_s
    origins: list[_Origin] = []
    for character in text[1:]:
        in_b, in_m, in_e, in_s = emissions.get(character, _UNSEEN)
        e_b, s_b = e + e_to_b + in_b, s + s_to_b + in_b
        b_m, m_m = b + b_to_m + in_m, m + m_to_m + in_m
        b_e, m_e = b + b_to_e + in_e, m + m_to_e + in_e
        e_s, s_s = e + e_to_s + in_s, s + s_to_s + in_s
        origins.append((s_b >= e_b, m_m >= b_m, m_e >= b_e, s_s >= e_s))
        b, m = max(s_b, e_b), max(m_m, b_m)
        e, s = max(m_e, b_e), max(s_s, e_s)
    return _traced("S" if s >= e else "E", origins)


def _traced(last: str, origins: list[_Origin]) -> list[str]:
    states = [last]
    for origin in reversed(origins):
        last = _BEFORE[last][origin[_PLACE[last]]]
        states.append(last)
    states.reverse()
    return states
