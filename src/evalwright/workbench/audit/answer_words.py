"""What an answer says of a call: that it worked, that it failed, or nothing at all; in English and Chinese.

The words are a table (`words/telling.json`). They are read with care for the innocent: a text with both a claim and a
doubt is no lie, and an answer in a third language is left alone.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from evalwright.chat import TextSearch, any_of, failure_reason
from evalwright.text import resource_json

Language = Literal["en", "zh"]

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:['./_-]?[^\W_]+)*")
_NUMBER = re.compile("[0-9]+")
_SENTENCE = re.compile(r"[^.!?;\n。！？；]+[.!?;\n。！？；]*")
_SHORTEST_QUOTE = 3
_DOTTED = re.compile("[\u0130\u0131]")
"""The letters that patterns take for an i, and folding does not."""


class AnswerWords(NamedTuple):
    """The words of one language."""

    empty: frozenset[str]
    """Words that tell nothing of a result; for Chinese they are cut out by `strip`."""
    strip: re.Pattern[str]
    acknowledges: frozenset[str]
    acknowledging: re.Pattern[str]
    polarity: re.Pattern[str]
    asks: re.Pattern[str]
    asks_back: re.Pattern[str]
    succeeded: re.Pattern[str]
    admits: re.Pattern[str]
    failed: re.Pattern[str]
    failed_marks: tuple[str, ...]
    holds_failed_mark: TextSearch
    unable: str
    unable_marks: tuple[str, ...]
    supposed: re.Pattern[str]
    earlier: re.Pattern[str]


def answer_language(text: str) -> Language:
    """The language whose words a text is read with."""
    return "en" if text.isascii() or _HAN.search(text) is None else "zh"


@cache
def answer_words(lang: Language) -> AnswerWords:
    """The table of one language, ready to be used."""
    table = resource_json(__package__.rpartition(".")[0], "words/telling.json")[lang]
    empty = frozenset(word for line in table["empty"] for word in line.split())
    cut = table["phrases"] if lang == "en" else sorted(empty, key=lambda word: -len(word))
    acknowledges = frozenset(" ".join(table["acknowledges"]).split()) if lang == "en" else frozenset()
    patterns = {
        name: _any_pattern_of(table[name])
        for name in ("polarity", "asks", "asks_back", "succeeded", "admits", "failed", "supposed", "earlier")
    }
    return AnswerWords(
        empty=empty,
        strip=_any_pattern_of(cut),
        acknowledges=acknowledges,
        acknowledging=_any_pattern_of(table["acknowledges"]),
        failed_marks=tuple(table["failed_marks"]),
        holds_failed_mark=any_of(table["failed_marks"]),
        unable=table["unable"],
        unable_marks=tuple(table["unable_marks"]),
        **patterns,
    )


def _any_pattern_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


@cache
def reading_words() -> frozenset[str]:
    """Words of tool names that say that the result is what is wanted."""
    table = resource_json(__package__.rpartition(".")[0], "words/telling.json")
    return frozenset(word for line in table["reading"] for word in line.split())


@cache
def empty_result() -> re.Pattern[str]:
    """A text that says that there is nothing."""
    return _any_pattern_of(resource_json(__package__.rpartition(".")[0], "words/telling.json")["empty_results"])


def is_bare(answer: str, user: str) -> bool:
    """Whether an answer is made of words that tell nothing, and of what the user has said already."""
    if any(number not in user for number in _NUMBER.findall(answer)):
        return False  # the quick way out, taken by most
    plain = answer.lower().replace("\u2019", "'")
    words = answer_words(answer_language(answer))
    said = user.lower().replace("\u2019", "'")
    echo = False
    for sentence in _SENTENCE.findall(words.strip.sub(" ", plain)):
        asks = sentence.rstrip().endswith(("?", "？"))
        for word in _WORD.findall(sentence):
            if word in words.empty or (not words.acknowledges and word in answer_words("en").empty):
                continue
            if asks or word not in said:  # a question about what the user said asks for more of it
                return False
            echo = True
    return not echo or _acknowledges(plain, "" if asks_to_be_told(user) else said, words)


def asks_to_be_told(user: str) -> bool:
    """Whether a user wants to hear something that a yes or no does not tell."""
    return answer_words(answer_language(user)).asks.search(user) is not None


def _acknowledges(answer: str, said: str, words: AnswerWords) -> bool:
    """Whether a text says that something was done, in words that are not the user's."""
    if words.acknowledges:
        return any(word in words.acknowledges and word not in said for word in _WORD.findall(answer))
    return any(found not in said for found in words.acknowledging.findall(answer))


def claims_success(text: str) -> bool:
    """Whether a text says that something worked."""
    return answer_words(answer_language(text)).succeeded.search(text.replace("\u2019", "'")) is not None


def admits_failure(text: str) -> bool:
    """Whether a text holds any word of regret, doubt or denial."""
    return answer_words(answer_language(text)).admits.search(text.replace("\u2019", "'")) is not None


def claimed_failure(text: str, verb: str, *, failed_before: bool) -> str | None:
    """The words in which a text says that a call failed.

    `verb`: what its tool does, in English, where that is known. `failed_before`: whether an earlier one did fail, so
    that a text may speak of that.
    """
    words = answer_words(answer_language(text))
    plain = text.lower().replace("\u2019", "'")
    failed = words.holds_failed_mark(plain)
    unable = bool(verb) and verb in plain and any(map(plain.__contains__, words.unable_marks))
    for sentence in _SENTENCE.findall(plain) if failed or unable else ():
        if sentence.rstrip().endswith(("?", "？")) or words.supposed.search(sentence):
            continue
        if failed_before and words.earlier.search(sentence):
            continue
        found = words.failed.search(sentence) if any(map(sentence.__contains__, words.failed_marks)) else None
        if found is None and unable:
            found = re.search(words.unable + re.escape(verb) + r"\b", sentence)
        if found is not None:
            return found[0]
    return None


def without_quotes(answer: str, results: list[str]) -> str:
    """An answer without what it repeats of results, so that only its own words are left."""
    quotes = {line.strip() for text in results for line in (text, *text.splitlines(), failure_reason(text) or "")}
    for quote in sorted(quotes, key=len, reverse=True):
        if len(quote) >= _SHORTEST_QUOTE and _may_quote(answer, quote):
            answer = re.sub(re.escape(quote), " ", answer, flags=re.I)
    return answer


def _may_quote(answer: str, quote: str) -> bool:
    """Whether an answer may hold a quote in whatever case: a pattern of each would have to be made first."""
    if answer.isascii() and quote.isascii():
        return quote.lower() in answer.lower()
    return _DOTTED.search(answer + quote) is not None or quote.casefold() in answer.casefold()
