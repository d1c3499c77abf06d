"""What a message is about, by the words that customers and agents have for it, in English and Chinese.

Two messages that mean the same are about the same things and, where they are long, have some words in common. This
does not prove that they mean the same; it keeps out fluent sentences that have nothing to do with each other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from evalwright.text import resource_json

from .language_detection import is_common
from .patterns import said_in_any

_TABLES = resource_json(__package__, "words/topics.json")
_TOPICS = [said_in_any(patterns) for patterns in _TABLES["topics"].values()]
_COURTESY = said_in_any(_TABLES["courtesy"])
_WORD = re.compile(r"[a-z]{4,}")
_HAN = re.compile("[\u4e00-\u9fff]+")
_STEM = 4
_SHORT = 60
"""A message of this many characters that holds a word of thanks or farewell is little else."""
_ENOUGH_STEMS, _ENOUGH_PAIRS = 4, 12
_STRANGE_ALLOWED, _PER_STRANGE = 2, 8
"""So many words may be new that neither the message nor the vocabulary has, and one more for so many in the message."""


def same_topics(new: str, old: str, lang: str, vocabulary: str = "") -> bool:
    """Whether two messages are about the same things, as far as words show it.

    `vocabulary`: words that belong in such a chat, however a model arranges them.
    """
    if any((topic.search(new) is None) != (topic.search(old) is None) for topic in _TOPICS):
        return False
    strange = _units(new, lang) - _units(old, lang) - _usual(vocabulary, lang)
    if len(strange) > _STRANGE_ALLOWED + len(_units(old, lang)) // _PER_STRANGE:
        return False
    before, enough = (_han_bigrams(old), _ENOUGH_PAIRS) if lang == "zh" else (_units(old, lang), _ENOUGH_STEMS)
    return len(before) < enough or bool(before & (_han_bigrams(new) if lang == "zh" else _units(new, lang)))


def courtesy_lost(new: str, old: str) -> bool:
    """Whether a message that is little but thanks or farewell became something else."""
    return len(old) < _SHORT and _COURTESY.search(old) is not None and _COURTESY.search(new) is None


def off_topic(text: str, known: str, lang: str, vocabulary: str = "") -> bool:
    """Whether most of what a text speaks of is neither known from the conversation nor heard of in such a chat."""
    own = _units(text, lang)
    strange = own - _units(known, lang) - _usual(vocabulary, lang)
    return len(strange) > _STRANGE_ALLOWED and len(strange) > len(own) // 2


@lru_cache(maxsize=8)
def _usual(vocabulary: str, lang: str) -> frozenset[str]:
    return frozenset(_units(vocabulary, lang))


def _units(text: str, lang: str) -> set[str]:
    """What says what a text is about: the beginnings of its less common words, or its Chinese characters."""
    if lang == "zh":
        return set("".join(_HAN.findall(text)))
    return {word[:_STEM] for word in _WORD.findall(text.lower()) if not is_common(word)}


def _han_bigrams(text: str) -> set[str]:
    """Chinese characters that stand side by side."""
    return {run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1)}
