"""What of a conversation must not stand on both sides: the people and things in it, its plan, its wording.

An entity is whatever `audit --against` takes for one (users, orders, addresses), and any other id in arguments and
results that is not a thing for sale: the catalogue is the same for all. A plan is all calls in order with
all their arguments; the mere order of tools is no plan, since few data sets have more than a dozen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evalwright.chat import Call
from evalwright.executor import stable_hash_of

from ..audit.leakage import entities, said_ids
from ..audit.row_context import Case
from ..provenance_leaves import leaves_of

_ID = re.compile(
    r"(?:(?:^|[_\-])(?:id|uuid|guid)|(?<=[a-z])(?:Id|ID|Uuid|UUID)|(?:^|[_\-])(?:phone|iban)(?:_number)?)s?$"
)
_FOR_SALE = re.compile(
    r"(?:product|item|variant|sku|article|category|type|model|tool|call|message|flight|hotel|room|city|country|region"
    r"|store|warehouse|currency|language)s?_?-?(?:id|uuid|guid)s?$",
    re.IGNORECASE,
)
_MIN_ID, _MAX_ID = 4, 100
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one conversation; fingerprints are equal for equal things, in every process."""

    conversation: int
    entities: frozenset[str]
    said: frozenset[str]
    """What users say and may be an id: an entity where any conversation has it as one."""
    plan: int | None
    """None where nothing is passed to any tool: such plans are the same for everybody."""


def marks_of(case: Case) -> Marks:
    """The marks of a conversation."""
    passed = any(isinstance(call.read, Call) and call.read.arguments for call in case.calls)
    said = frozenset(value for _, value in said_ids(case))
    plan = stable_hash_of(case.keys) if passed else None
    return Marks(case.mark, frozenset(_all_entities(case)), said, plan)


def _all_entities(case: Case) -> Iterator[str]:
    yield from (value for _, _, value in entities(case))
    for call in case.calls:
        for _, name, _, value in leaves_of(call.read.arguments, None) if isinstance(call.read, Call) else ():
            if _names_id(name[-_LONGEST_NAME:]):
                yield from _id(value)
    for values in case.result_values.values():
        for name, value in values:
            if _names_id(name[-_LONGEST_NAME:]):
                yield from _id(value)


@lru_cache(maxsize=4096)
def _names_id(name: str) -> bool:
    return _ID.search(name) is not None and _FOR_SALE.search(name) is None


def _id(value: Any) -> Iterator[str]:
    """The value as an entity, where it looks like an id."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return
    if isinstance(value, int) and value.bit_length() > 128:
        return
    text = str(value)
    if not _MIN_ID <= len(text) <= _MAX_ID or not any(map(str.isdigit, text)) or any(map(str.isspace, text)):
        return
    yield text.lower().lstrip("#")
