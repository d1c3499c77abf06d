"""A stored review as it is shown: its reason, its sources and what could not be read, in the language of the command.

Reviews are stored in English, with what is needed to say their sentences again (`said`). Those of older runs, or of
other programs, have no such thing and are shown as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import spoken_language, stored_words

_PLAIN = (str, list, float, int, bool, type(None))
_LISTS = ("expected", "given", "arguments")


def review_in_words(review: Mapping[str, Any]) -> JsonObject:
    """The review with every sentence in the language of this command; nothing else differs."""
    if spoken_language() == "en":
        return dict(review)
    made = _in_words(review, ("reason",))
    details = review.get("details")
    if isinstance(details, Mapping):
        made["details"] = _details(details)
    return made


def _details(details: Mapping[str, Any]) -> JsonObject:
    made = _in_words(details, ("how", "problem"))
    for name in _LISTS:
        if isinstance(made.get(name), list):
            made[name] = [_spoken_details(each) if isinstance(each, Mapping) else each for each in made[name]]
    if isinstance(made.get("effect"), Mapping):
        made["effect"] = _in_words(made["effect"], ("why",))
    return {name: review_in_words(value) if is_review(value) else value for name, value in made.items()}


def is_review(value: Any) -> bool:
    """Whether a detail is a review itself, such as that of the calls which were due besides."""
    if type(value) in _PLAIN:  # nearly all, and in a tenth of the time
        return False
    return isinstance(value, Mapping) and {"verdict", "reason", "details"} <= value.keys()


def _spoken_details(each: Mapping[str, Any]) -> JsonObject:
    return _in_words(each, ("unreadable", "expected_source", "given_source"))


def _in_words(record: Mapping[str, Any], fields: tuple[str, ...]) -> JsonObject:
    return {**record, **{name: stored_words(record, name) for name in fields if name in record}}
