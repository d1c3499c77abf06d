"""Rules about what an answer makes of the results before it: nothing, a success of a failure, or the reverse.

They know no more than the words do, so each asks for several signs at once. An answer is held against the last results
before it; a result that says nothing by itself, or a change that was only to be made, need not be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalwright.chat import Call, JsonError, loads_text
from evalwright.text import phrase

from .answer_words import (
    admits_failure,
    answer_language,
    answer_words,
    asks_to_be_told,
    claimed_failure,
    claims_success,
    is_bare,
    without_quotes,
)
from .empty_results import is_empty_result
from .exchanges import Exchange
from .finding import Hit, quoted
from .registry import Memory, register_rule
from .repeats import is_reading
from .row_context import CallAt, Case
from .tool_naming import name_words

_LONGEST_BARE = 300
"""Characters of an answer that may tell nothing; longer ones say something."""
_READ = 20_000
"""Characters of a result that are looked at."""
_WORD = re.compile(r"[^\W\d_]{2,}|\d+(?:[.,]\d+)*")


@register_rule("result-not-told", "warning", "dialogue", only_if="calls")
def result_not_told(case: Case, memory: Memory) -> Iterator[Hit]:
    for exchange in case.exchanges:
        if len(exchange.answer) > _LONGEST_BARE or not is_bare(exchange.answer, exchange.user):
            continue
        told = _words_in(exchange.answer)
        withheld = (number for number in exchange.last if _is_withheld(case, number, exchange.user, told))
        number = next(withheld, None)
        if number is not None:
            tool = quoted(case.calls[number].name)
            said = phrase("audit.found.result_not_told", tool=tool, answer=quoted(exchange.answer))
            yield _answer_hit(exchange, said)


@register_rule("failure-told-as-success", "error", "dialogue", only_if="calls")
def failure_told_as_success(case: Case, memory: Memory) -> Iterator[Hit]:
    for exchange in case.exchanges:
        if not all(map(case.has_failed, exchange.last)):
            continue
        own = without_quotes(exchange.answer, [_result_text(case, number) for number in exchange.last])
        if not claims_success(own) or admits_failure(own) or _did_something(case, exchange):
            continue
        values = {"tool": quoted(case.calls[exchange.last[-1]].name), "answer": quoted(exchange.answer)}
        yield _answer_hit(exchange, phrase("audit.found.failure_told_as_success", **values))


@register_rule("success-told-as-failure", "error", "dialogue", only_if="calls")
def success_told_as_failure(case: Case, memory: Memory) -> Iterator[Hit]:
    for exchange in case.exchanges:
        name = case.calls[exchange.last[-1]].name
        claimed = _claimed_failure(case, exchange, _verb(name))
        if claimed is None or any(map(case.has_failed, exchange.calls)) or _tells_of_failure(case, exchange, claimed):
            continue
        said = phrase("audit.found.success_told_as_failure", tool=quoted(name), claimed=quoted(claimed))
        yield _answer_hit(exchange, said)


def _claimed_failure(case: Case, exchange: Exchange, verb: str) -> str | None:
    """What an answer says of a failure, where it says nothing of a success."""
    claimed = claimed_failure(exchange.answer, verb, failed_before=False)
    if claimed is None or claims_success(exchange.answer.lower().replace(claimed, " ")):
        return None
    before = any(map(case.has_failed, range(exchange.calls.start)))
    return claimed_failure(exchange.answer, verb, failed_before=True) if before else claimed


def _answer_hit(exchange: Exchange, said: str) -> Hit:
    return Hit(exchange.at, f"messages[{exchange.at}].content", said)


def _is_withheld(case: Case, number: int, user: str, told: frozenset[str]) -> bool:
    """Whether a call gave what was wanted, and nothing of it is told."""
    call = case.calls[number]
    if not _is_asked(call, user) or case.has_failed(number):
        return False
    missing = _substance(call, _result_text(case, number)[:_READ])
    return bool(missing) and not missing & told


def _result_text(case: Case, number: int) -> str:
    at = case.results.get(case.calls[number].id)
    return "" if at is None else case.texts[at]


def _did_something(case: Case, exchange: Exchange) -> bool:
    """Whether another call of the exchange may have done what is told."""
    return any(not case.has_failed(at) and not is_reading(case.calls[at].name) for at in exchange.calls)


def _verb(name: str) -> str:
    """What a tool does to something, by its name; empty where it only reads, for who finds nothing has not failed."""
    return "" if is_reading(name) else next(iter(name_words(name)), "")


def _is_asked(call: CallAt, user: str) -> bool:
    """Whether what a call gives is what the user wants to hear: by the tool's name, or by the question."""
    return is_reading(call.name) or asks_to_be_told(user)


def _substance(call: CallAt, text: str) -> frozenset[str]:
    """The words of a result that an answer could tell: not those that say nothing, nor what was passed."""
    if is_empty_result(text):
        return frozenset()
    passed = _words_in(call.arguments) if isinstance(call.read, Call) else frozenset()
    return _words_of_values(text) - passed - answer_words("en").empty - {"0"}


def _words_of_values(text: str) -> frozenset[str]:
    if text[:1] not in "{[":
        return _words_in(text)
    try:
        value = loads_text(text)
    except JsonError:
        return _words_in(text)
    return _words_in("\n".join(_values(value, 0)))


def _values(value: Any, depth: int) -> Iterator[str]:
    """The single values inside a value; yes and no are told by words that do not stand there."""
    if isinstance(value, dict | list) and depth < 12:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _values(inner, depth + 1)
    elif isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        yield str(value)


def _words_in(text: str) -> frozenset[str]:
    """The words and numbers of a text; of Chinese every two characters."""
    found: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if "\u3400" <= word[0] <= "\u9fff":
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        elif word[0].isdigit():
            plain = word.replace(",", "")
            found.add(plain.rstrip("0").rstrip(".") if "." in plain else plain)
        else:
            found.add(word)
    return frozenset(found)


def _tells_of_failure(case: Case, exchange: Exchange, claimed: str) -> bool:
    """Whether the results themselves speak of what the answer says failed, or hold nothing, which is no luck either."""
    if all(is_empty_result(_result_text(case, number)) for number in exchange.last):
        return True
    told = frozenset[str]().union(*(_words_in(_result_text(case, number)[:_READ]) for number in exchange.calls))
    signs = answer_words(answer_language(claimed)).failed_marks
    return any(sign.strip() in word for sign in signs if sign in claimed for word in told)
