"""What is told of a file's words by themselves: whether a wish asks for something, how an answer begins, its quotes.

Phrases of the engine stand around words that it never saw. A hurry beside "I've brought it back", or "It's Ada Holm."
where nobody asked, would not sound like a person; the words by which that is told are data of each language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..phrases import WordLists
from .model import Reference, Template, Words
from .sayings import quotes_around
from .scope import fact_name


def asks_for_something(text: str, lang: str) -> bool:
    """Whether a wish is a question or a request, and not a mere statement."""
    low = f" {text.lower()} "
    return is_question(text) or any(word in low for word in _word_list(lang, "requests"))


def is_question(text: str) -> bool:
    """Whether words are put as a question."""
    return "?" in text or "？" in text


def is_bare_answer(text: str, lang: str) -> bool:
    """Whether words answer a question that somebody must have asked: "It's {garden}."."""
    return text.lower().startswith(tuple(_word_list(lang, "answers")))


def is_announcement(text: str, lang: str) -> bool:
    """Whether words bring something up that nobody asked for: "This is about {garden}."."""
    return text.lower().startswith(tuple(_word_list(lang, "announcements")))


def asks_whether_right(text: str, lang: str) -> bool:
    """Whether a question before a change is if all is right, and not if it may be done: "Is that right?"."""
    return any(word in text.lower() for word in _word_list(lang, "checks"))


def asks_kindly(text: str, lang: str) -> bool:
    """Whether a question asks for a favour, to which one says "sure": "May I have your name?"."""
    return text.lower().startswith(tuple(_word_list(lang, "favours")))


def quotes_of(words: Words, lang: str, name: str) -> tuple[str, str]:
    """The quotation marks in which a file's words put a fact; empty where one of them puts none."""
    found = {_quotes_of_fact(way, name) for way in words.get(lang, ())}
    return found.pop() if len(found) == 1 else ("", "")


def in_quotes(parts: Iterable[str], quotes: tuple[str, str]) -> tuple[str, ...]:
    """The texts of a value, each in these marks."""
    return tuple(f"{quotes[0]}{text}{quotes[1]}" for text in parts)


def _quotes_of_fact(way: Template, name: str) -> tuple[str, str]:
    places = [at for at, part in enumerate(way.parts) if isinstance(part, Reference) and fact_name(part) == name]
    return quotes_around(way, places[0]) if places else ("", "")


@cache
def _word_list(lang: str, name: str) -> tuple[str, ...]:
    path = Path(__file__).parent / "phrases" / lang / "wishes.words"
    return tuple(sorted(word.replace("_", " ") for word in WordLists(path).words(name)))
