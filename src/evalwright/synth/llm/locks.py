"""Values under lock while a model rewrites the words around them, and the check of what came back.

A value becomes a token such as ⟦2⟧; every token must come back exactly once, nothing that looks like a value may be
new, and the text must still be a message of the same language and about the same length. Anything else is refused:
then the words that were there before stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalwright.models import Sample

from ..script import Span, Worded

_TOKEN = re.compile(r"⟦(\d+)⟧")
_LOCKS = re.compile(r"[⟦⟧]")
_HAN = re.compile(r"[㐀-鿿]")
_LETTER = re.compile(r"[A-Za-z]")
_VALUE_LIKE = re.compile(r"#\w+|\S+@\S+|https?://\S+|\d+(?:[.,]\d+)*|\w+_\w+")
_REFUSAL = re.compile(
    r"\b(as an ai|language model|i can(?:'|no)t (?:assist|help|comply|rewrite)|i'm sorry, but i)\b"
    r"|作为(?:一个)?(?:ai|人工智能|语言模型)|(?:无法|不能)(?:协助|帮助你改写|改写)",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"^\s*(?:sure|certainly|here(?:'s| is)|rewritten|rewrite|改写|好的，以下|以下是)[^\n]{0,60}[:：]", re.IGNORECASE
)
_QUOTES = ('"', "“", "”", "'", "「", "」")
_SHORTER, _LONGER, _SLACK = 0.3, 3.0, 40


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


def unlocked(sample: Sample | None, masked: str, values: Sequence[str]) -> Worded | str:
    """The rewritten text with the values back in their places; else the reason why it is refused."""
    if sample is None:
        return "no-answer"
    if sample.get("output_tools"):
        return "called-a-tool"
    if sample.get("finish_reason") == "length":
        return "cut-off"
    text = _bare(sample.get("output_text") or "")
    return _objection(text, masked, values) or _filled(text, values)


def _bare(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return text


def _objection(text: str, masked: str, values: Sequence[str]) -> str | None:
    if not text:
        return "empty"
    tokens = _TOKEN.findall(text)
    if sorted(tokens, key=int) != [str(number) for number in range(1, len(values) + 1)]:
        return "slot-lost" if len(tokens) < len(values) else "slot-repeated"
    words, before = _TOKEN.sub(" ", text), _TOKEN.sub(" ", masked)
    if _LOCKS.search(words):
        return "slot-broken"
    if set(_VALUE_LIKE.findall(words)) - set(_VALUE_LIKE.findall(before)):
        return "value-invented"
    if _REFUSAL.search(words) or _TALK.search(words):
        return "not-a-rewrite"
    if not _SHORTER * len(before) - _SLACK <= len(words) <= _LONGER * len(before) + _SLACK:
        return "wrong-length"
    return "other-language" if _chinese(words) != _chinese(before) else None


def _chinese(text: str) -> bool:
    return 2 * len(_HAN.findall(text)) > len(_LETTER.findall(text)) / 3


def _filled(text: str, values: Sequence[str]) -> Worded:
    made, spans, at, length = [], [], 0, 0
    for found in _TOKEN.finditer(text):
        words, value = text[at : found.start()], values[int(found[1]) - 1]
        made += [words, value]
        length += len(words)
        spans.append((length, length + len(value)))
        length += len(value)
        at = found.end()
    return Worded("".join([*made, text[at:]]), tuple(spans))
