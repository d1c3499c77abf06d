"""Values under lock while a model rewrites the words around them, and the check of what came back.

A value becomes a token such as ⟦2⟧; every token must come back exactly once, nothing that looks like a value may be
new or missing, and the text must still be a message of the same speaker and language, about as long. Anything else is
refused: then the words that were there before stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalwright.models import Sample
from evalwright.scoring import without_thoughts

from ..plan import Span, Worded
from .acceptance import NO_ANSWER
from .meaning import said_otherwise
from .wish_groups import Ways

_TOKEN = re.compile(r"⟦([0-9]+)⟧")
_LOCKS = re.compile(r"[⟦⟧]")
_QUOTES = {'"': '"', "“": "”", "「": "」", "'": "'"}
_SHORTER, _LONGER, _SLACK = 0.4, 2.2, 32


def locked(text: str, spans: Sequence[Span]) -> tuple[str, list[str]]:
    """The text with tokens in place of its values, and the values."""
    made, values, at = [], [], 0
    for number, (begin, end) in enumerate(spans, 1):
        made += [text[at:begin], f"⟦{number}⟧"]
        values.append(text[begin:end])
        at = end
    return "".join([*made, text[at:]]), values


def has_words(masked: str) -> bool:
    """Whether anything stands beside the tokens that could be said in another way."""
    return any(each.isalpha() for each in _TOKEN.sub("", masked))


def said_by(sample: Sample) -> str:
    """What a model said, without its thoughts and the quotes that it may have put around a message."""
    text = without_thoughts(sample.get("output_text") or "").strip()
    end = _QUOTES.get(text[:1])
    if len(text) > 1 and end == text[-1] and not any(quote in text[1:-1] for quote in (text[0], end)):
        return text[1:-1].strip()
    return text


def unlocked(
    sample: Sample | None,
    masked: str,
    values: Sequence[str],
    role: str,
    lang: str,
    vocabulary: str = "",
    ways: Ways = (),
) -> Worded | str:
    """The rewritten text with the values back in their places; else the reason why it is refused.

    `ways`: how else the same is said, where that is known.
    """
    if sample is None:
        return NO_ANSWER
    if sample.get("output_tools"):
        return "called-a-tool"
    if sample.get("finish_reason") == "length":
        return "cut-off"
    text = said_by(sample)
    marks = _marks_changed(text, masked, len(values))
    return marks or said_otherwise(text, masked, role, lang, vocabulary, ways) or _fill_masked_slots(text, values)


def _marks_changed(text: str, masked: str, values: int) -> str | None:
    if not text:
        return "empty"
    tokens = sorted(_TOKEN.findall(text))
    if tokens != sorted(str(number) for number in range(1, values + 1)):
        return "slot-lost" if len(set(tokens)) < values else "slot-repeated"
    words, before = (_TOKEN.sub("□", each) for each in (text, masked))
    if _LOCKS.search(words):
        return "slot-broken"
    if not _SHORTER * len(before) - _SLACK <= len(words) <= _LONGER * len(before) + _SLACK:
        return "wrong-length"
    return None


def _fill_masked_slots(text: str, values: Sequence[str]) -> Worded:
    made, spans, at, length = [], [], 0, 0
    for found in _TOKEN.finditer(text):
        words, value = text[at : found.start()], values[int(found[1]) - 1]
        made += [words, value]
        length += len(words)
        spans.append((length, length + len(value)))
        length += len(value)
        at = found.end()
    return Worded("".join([*made, text[at:]]), tuple(spans))
