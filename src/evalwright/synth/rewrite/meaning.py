"""What new words must not change: who speaks, yes and no, what is asked, what is said to be done, which facts are told.

Code cannot tell whether two sentences mean the same, but it can tell the changes that would make a conversation untrue
or senseless. It would rather object too often: then the old words stay, or the story is played again.
"""

from __future__ import annotations

import re

from evalwright.text import resource_json

from ..checks import read_answer
from ..plan import Span
from .language_detection import in_language
from .patterns import said_in_any
from .same_wish import wish_changed
from .topics import courtesy_lost, same_topics
from .wish_groups import Ways

_VALUE_LIKE = re.compile(
    r"#[A-Za-z0-9]+|[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+|https?://\S+|[0-9]+(?:[.,:/-][0-9]+)*%?|[A-Za-z0-9]+_[A-Za-z0-9_]+"
    r"|[$¥￥€£]"
)
_TABLES = resource_json(__package__, "words/meaning.json")
_MARK = re.compile("⟦[0-9]+⟧")
_NUMBER_WORDS = said_in_any(_TABLES["number_words"])
_NAME = re.compile(r"(?<=[a-z,;□] )[A-Z][a-z]{2,}")
_MONTH = re.compile("(?:Jan|Febr?u|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*")
_ABOUT_ITSELF = said_in_any(_TABLES["about_itself"])
_DECLINES = said_in_any(_TABLES["declines"])
_INTRODUCTION = said_in_any(_TABLES["introduction"])
_MARKUP = re.compile(r"```|\*\*|^\s*#{1,4} |</?[a-z][^>]{0,40}>|\\n", re.MULTILINE)
_SPEAKS_AS = {role: said_in_any(patterns) for role, patterns in _TABLES["speaks_as"].items()}
"""What a speaker of this role does not say: it belongs to the other one."""
_ASKS = said_in_any(_TABLES["asks"])
_QUESTION = re.compile("[?？]")
_DONE = said_in_any(_TABLES["done"], changed="|".join(_TABLES["changed"]))


def values_in(text: str) -> list[str]:
    """Everything in a text that looks like a value: ids, addresses, numbers, in figures or in words; sorted."""
    return sorted(each.casefold() for each in (*_VALUE_LIKE.findall(text), *_NUMBER_WORDS.findall(text)))


def spans_of_values(text: str) -> list[Span]:
    """Where values stand in a text whose maker did not say so."""
    return [found.span() for found in _VALUE_LIKE.finditer(text)]


def names_in(text: str) -> list[str]:
    """Words in the middle of a sentence that are written as names are; months are parts of dates."""
    return [name for name in _NAME.findall(text) if not _MONTH.fullmatch(name)]


def out_of_character(text: str, known: str = "") -> bool:
    """Whether whoever speaks talks about being a model or about the task, or writes no chat message at all.

    `known`: what was said and returned before, which may be repeated, whatever it looks like.
    """
    strange = (found for each in (_ABOUT_ITSELF, _MARKUP) for found in each.finditer(text))
    return _INTRODUCTION.search(text) is not None or any(found[0] not in known for found in strange)


def claims_done(text: str) -> bool:
    """Whether an assistant says that something has been changed."""
    return _DONE.search(text) is not None


def wants_answer(text: str) -> bool:
    """Whether an assistant wants an answer."""
    return _ASKS.search(text) is not None


def changed(new: str, old: str, role: str, lang: str, vocabulary: str = "", *, any_topic: bool = False) -> str | None:
    """How a rewritten message says something else than the old one; None where nothing of that kind is found.

    `any_topic`: what it is about is judged by other ways of saying the same.
    """
    if out_of_character(new) or any(
        each.search(new) and not each.search(old) for each in (_SPEAKS_AS[role], _DECLINES)
    ):
        return "not-a-rewrite"
    if values_in(new) != values_in(old):
        return "value-lost" if set(values_in(new)) < set(values_in(old)) else "value-invented"
    if any(name.casefold() not in old.casefold() for name in names_in(new)):
        return "name-invented"
    if not in_language(new, lang, old):
        return "other-language"
    found = _question_changed(new, old) if role == "assistant" else _answer_changed(new, old, lang)
    if found is None and (courtesy_lost(new, old) or not (any_topic or same_topics(new, old, lang, vocabulary))):
        return "other-topic"
    return found


def said_otherwise(text: str, masked: str, role: str, lang: str, vocabulary: str = "", ways: Ways = ()) -> str | None:
    """How a text with its marks in order says something else than the message; None where it does not."""
    words, before = (_MARK.sub("□", each) for each in (text, masked))
    found = changed(words, before, role, lang, vocabulary, any_topic=bool(ways))
    return found or wish_changed(text, masked, role, lang, ways)


def _question_changed(new: str, old: str) -> str | None:
    if wants_answer(old) and not wants_answer(new):
        return "question-lost"
    if _QUESTION.search(new) and not wants_answer(old):
        return "question-added"
    return "said-too-early" if claims_done(new) and not claims_done(old) else None


def _answer_changed(new: str, old: str, lang: str) -> str | None:
    """A yes that became a no, or a no that became a yes."""
    answers = {read_answer(old, lang), read_answer(new, lang)}
    return "answer-turned" if answers == {"yes", "no"} else None
