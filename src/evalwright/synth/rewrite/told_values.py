"""Which values of a result an answer tells, and whether other words tell them too.

A conversation that code has made flows in, with the places of the values in its texts; what must be told again flows
out. A place may hold a whole list or record, put in other words than the result's: then its single values count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.workbench import is_said, read_result_text

from ..plan import Draft, text_in

_SHORT_VALUE = 40
_LONG_WORD = re.compile("[a-z0-9]{4,}|[\u4e00-\u9fff]{2}")
_SOME_WORDS = 5
_DEEPEST = 8


def values_told(blueprint: Draft, at: int, content: str) -> tuple[str, ...]:
    """The values of results that the message after one (at `at`: `content`) tells, less what the user had said."""
    answer = at + 1
    if answer >= len(blueprint.messages) or blueprint.messages[answer]["role"] != "assistant":
        return ()
    text = text_in(blueprint.messages[answer])
    said, given = (
        "\n".join(text_in(message) for message in blueprint.messages[:answer] if message["role"] == role)
        for role in ("user", "tool")
    )
    places = [text[begin:end].strip() for begin, end in blueprint.spans.get(answer, ())]
    values = [value for place in places for value in ([place] if place in given else _values_in(place, content))]
    return tuple(dict.fromkeys(value for value in values if value and value not in said))


def _values_in(place: str, content: str) -> Iterator[str]:
    """The single values of a result that a list or record in other words holds."""
    try:
        value = loads(content)
    except JsonError:
        value = read_result_text(content).value
    for each in single_values(value):
        if (
            isinstance(each, str | int | float)
            and not isinstance(each, bool)
            and is_said(str(each), place, plainly=True)
        ):
            yield str(each)


def single_values(value: Any, depth: int = 0) -> Iterator[Any]:
    """Every value in lists and objects."""
    if isinstance(value, dict | list) and depth < _DEEPEST:
        for part in value.values() if isinstance(value, dict) else value:
            yield from single_values(part, depth + 1)
    else:
        yield value


def tells(said: str, value: str) -> bool:
    """Whether a value stands in a text; of a long one, some of its words."""
    if len(value) <= _SHORT_VALUE or value in said:
        return value in said
    words = set(_LONG_WORD.findall(value))
    return sum(word in said for word in words) >= min(_SOME_WORDS, len(words))
