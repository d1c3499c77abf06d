"""Values in a message that nobody has said and nothing has returned: numbers, paths, addresses, names of people.

The user may say what stands on the card and what was told; the assistant what it heard, and how many there are of
something that it was given. Whatever else looks like a value was thought up by a model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.workbench import read_result_text

from ..checks.claim_extraction import claims_of
from .language_detection import is_common
from .meaning import names_in

_TOKEN = re.compile(r"[A-Za-z0-9._%+#@/\\:~-]*[0-9@_/\\.][A-Za-z0-9._%+#@/\\:~-]*")
_WITH_DIGIT = re.compile("[0-9]")
_LIKE_A_FILE = re.compile(r"[A-Za-z0-9_-]{2,}\.[A-Za-z][A-Za-z0-9]{1,4}")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_#])[0-9]+(?:[.,:/-][0-9]+)*(?![0-9])")
_NUMBERED = re.compile(r"^\s*[0-9]{1,3}[.)、．]\s", re.MULTILINE)
_DEEPEST = 6


def invented_by_user(text: str, known: str) -> str | None:
    """The first value in a user's message that is not known to the user; None where there is none."""
    return next((value for value in (*_value_tokens(text), *names_in(text)) if not _is_known(value, known)), None)


def invented_by_assistant(text: str, heard: str, results: Iterable[str]) -> str | None:
    """The first number or name that the assistant has neither heard nor counted; None where there is none."""
    counted: set[str] | None = None
    for number in _NUMBER.findall(_without_claims(_NUMBERED.sub("", text))):
        if _stands_in(number, heard):
            continue
        counted = {str(count) for count in _counts_of_results(results, text)} if counted is None else counted
        if number not in counted:
            return str(number)
    return next((name for name in names_in(text) if not _is_known(name, heard)), None)


def _without_claims(text: str) -> str:
    """A text less the dates, amounts and ids in it, which have checks of their own."""
    claims = claims_of(text)
    for written in () if claims is None else (*claims.dates, *(amount for amount, _ in claims.amounts), *claims.ids):
        text = text.replace(written, " ")
    return text


def _value_tokens(text: str) -> Iterator[str]:
    """Everything that reads as a value: with a digit, an address, a path, a file, a name in code."""
    for found in _TOKEN.finditer(text):
        token = found[0].strip(".:-~")
        path = token.count("/") > 1 or token.startswith(("/", "\\"))
        if _WITH_DIGIT.search(token) or "@" in token or "_" in token or path or _LIKE_A_FILE.fullmatch(token):
            yield token


def _is_known(value: str, known: str) -> bool:
    bare = value.strip("#").casefold()
    return not bare or is_common(bare) or bare in known.casefold()


def _stands_in(number: str, text: str) -> bool:
    """Whether a number was heard, be it written with commas or without."""
    ways = {number, number.replace(",", "")}
    return any(re.search(rf"(?<![0-9]){re.escape(way)}(?![0-9])", text) is not None for way in ways)


def _counts_of_results(results: Iterable[str], said: str) -> set[int]:
    """How many there are of anything in what tools gave: elements, lines, and those of them that are alike.

    Of a list that `said` names in part, also how many more there are.
    """
    counted: set[int] = set()
    for text in results:
        value = _value_of_text(text)
        counted |= _counts_in(value, 0) | {text.count("{")} | _rests_in(_things_of(text, value), said)
        lines = [line.split() for line in text.splitlines() if line.strip()]
        counted |= {len(lines), len(lines) - 1, len(lines) - 2}
        for words in ([line[0] for line in lines], [line[-1] for line in lines]):
            counted |= set(Counter(words).values())
    return counted


def _value_of_text(text: str) -> Any:
    try:
        return loads(text)
    except JsonError:
        return None


def _counts_in(value: Any, depth: int) -> set[int]:
    if depth > _DEEPEST or not isinstance(value, dict | list):
        return set()
    parts = list(value.values()) if isinstance(value, dict) else value
    counted = {len(parts)}
    if isinstance(value, list):
        fields = ((name, str(each)) for part in parts if isinstance(part, dict) for name, each in part.items())
        counted |= set(Counter(fields).values())
    return counted.union(*(_counts_in(part, depth + 1) for part in parts))


def _things_of(text: str, value: Any) -> Any:
    """What stands in a result: JSON as it is, the lines of a text as what they hold."""
    return read_result_text(text).value if value is None else value


def _rests_in(value: Any, said: str, depth: int = 0) -> set[int]:
    """Of each list in a value, how many of its things a text does not name, where it names others."""
    if depth > _DEEPEST or not isinstance(value, dict | list):
        return set()
    parts = list(value.values()) if isinstance(value, dict) else value
    rests = set().union(*(_rests_in(part, said, depth + 1) for part in parts))
    named = sum(_is_named(part, said) for part in parts) if isinstance(value, list) else 0
    return rests | {len(parts) - named} if named else rests


def _is_named(thing: Any, said: str) -> bool:
    """Whether a text names a thing, or any of its own values."""
    held = thing.values() if isinstance(thing, dict) else [thing]
    plain = (str(each) for each in held if isinstance(each, str | int | float) and not isinstance(each, bool))
    return any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", said) is not None for each in plain if len(each) > 1)
