"""A result that is a bare yes or no, and an answer that turns it round.

`true` stands in no sentence, so such an answer cannot be found by its value; it is told from whether it denies.
"""

from __future__ import annotations

from evalwright.chat import Arguments, JsonError, loads
from evalwright.text import resource_json

from .patterns import said_in_any
from .told_values import single_values

_NEGATION = said_in_any(resource_json(__package__, "words/meaning.json")["negation"])


def contradicts(text: str, content: str, arguments: Arguments) -> bool:
    """Whether a text says no where a result says nothing but yes, or the reverse."""
    answer = _bare_answer(content, set(map(str, arguments.values())))
    return answer is not None and answer == (_NEGATION.search(text) is not None)


def _bare_answer(content: str, passed: set[str]) -> bool | None:
    """The yes or no that a result is, beside what the call itself passed; None where it is more or less than that."""
    try:
        value = loads(content)
    except JsonError:
        return None
    parts = [part for part in single_values(value) if str(part) not in passed]
    return bool(parts[0]) if parts and all(type(part) is bool and part == parts[0] for part in parts) else None
