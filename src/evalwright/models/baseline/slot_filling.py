"""Filling the arguments of a chosen tool without a model: copied by name and type from the conversation.

For each parameter, the first of these that gives a value its schema allows: (a) the latest value under a key
of that name in a tool's result or an earlier call, (b) the latest token of the user, then of anyone, that
looks like the values seen in training, (c) for an enum its most frequent value, (d) a value that training
gave in more than half of the calls. Else the parameter is left out: nothing is ever made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evalwright.chat import Arguments, JsonError, Message, loads

from .prompt_values import text_of, values_by_key
from .schema_hints import Accepts
from .statistics import ParameterHabits, ToolHabits, canonical
from .value_patterns import emails_in, tokens_like, words_among

_EMAIL_NAMES = frozenset({"email", "e_mail", "email_address", "mail"})


def fill_arguments(parameters: Any, habits: ToolHabits, messages: Sequence[Message]) -> Arguments:
    """The arguments for a tool with this JSON Schema of parameters, in the order of the schema."""
    schema = parameters if isinstance(parameters, dict) else {}
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return {}
    required = schema.get("required")
    source = _Source(messages)
    filled = {
        name: source.fill(name, Accepts.of(inner), habits.of(name), habits.calls)
        for name, inner in properties.items()
        if (isinstance(required, list) and name in required) or habits.of(name).given * 2 > habits.calls
    }
    return {name: value for name, value in filled.items() if value is not None}


class _Source:
    """One conversation, as a place to copy from."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._values = values_by_key(messages)
        users = [text_of(message) for message in reversed(messages) if message.get("role") == "user"]
        anyone = [text_of(message) for message in reversed(messages)]
        self._texts = [*users, *anyone]

    def fill(self, name: str, accepts: Accepts, habits: ParameterHabits, calls: int) -> Any:
        """A value for the parameter, or None."""
        for candidate in self._candidates(name, accepts, habits, calls):
            value = accepts.take(candidate)
            if value is not None:
                return value
        return None

    def _candidates(self, name: str, accepts: Accepts, habits: ParameterHabits, calls: int) -> Iterator[Any]:
        yield from self._by_name(name, accepts)
        yield from self._by_shape(name, habits)
        yield from _usual_member(accepts, habits)
        yield from _usual_value(habits, calls)

    def _by_name(self, name: str, accepts: Accepts) -> Iterator[Any]:
        """Latest first; values of the right type go before those that must be turned into it."""
        for key in (name, *_other_number(name)):
            values = self._values.get(key, [])[::-1]
            yield from (value for value in values if accepts.fits(value))
            yield from values

    def _by_shape(self, name: str, habits: ParameterHabits) -> Iterator[str]:
        shapes, words = habits.shapes.ranked(), habits.words.ranked()
        for text in self._texts:
            if name.lower() in _EMAIL_NAMES:
                yield from emails_in(text)
            yield from tokens_like(shapes, text)
            yield from words_among(words, text)


def _other_number(name: str) -> tuple[str, ...]:
    """The plural of a singular and the singular of a plural, as parameters are named."""
    if name.endswith("ies"):
        return (name[:-3] + "y", name[:-1])
    if name.endswith("s"):
        return (name[:-1], name[:-2]) if name.endswith("es") else (name[:-1],)
    return (name + "s", name[:-1] + "ies") if name.endswith("y") else (name + "s", name + "es")


def _usual_member(accepts: Accepts, habits: ParameterHabits) -> Iterator[Any]:
    """The members of an enum, the most frequent in training first; ties in the enum's order."""
    counts = habits.values.counts
    yield from sorted(accepts.members, key=lambda member: -counts.get(canonical(member), 0))


def _usual_value(habits: ParameterHabits, calls: int) -> Iterator[Any]:
    for text in habits.values.ranked()[:1]:
        if habits.values.counts[text] * 2 > calls:
            try:
                yield loads(text)
            except JsonError:  # a value that can be written but not read back, such as one nested too deep
                return
