"""English phrases by which a user agrees or declines, from `words/answers.en.json`; looked for in lower case."""

from __future__ import annotations

import re

from evalwright.text import resource_json

_TABLES = resource_json(__package__, "words/answers.en.json")


def _phrases(name: str) -> re.Pattern[str]:
    """A pattern for whole words."""
    return re.compile(rf"\b(?:{'|'.join(_TABLES[name])})\b".replace("{actions}", _TABLES["actions"]))


NEGATIONS: tuple[str, ...] = tuple(_TABLES["negations"])
"""Every phrase of the next three holds one of these; most answers hold none, and are not searched for them."""

MEANS_YES = _phrases("means_yes")
"""Agreement with a no in it."""
BESIDE_THE_POINT = _phrases("beside_the_point")
"""A no that is not about the proposal: reasons, haste, other wishes."""
NOT_TO_DO = re.compile(_TABLES["not_to_do"])
"""A yes turned around: "don't do that"."""

NO = _phrases("no")
YES = _phrases("yes")
IMPERATIVE = re.compile(_TABLES["imperative"].replace("{actions}", _TABLES["actions"]))
"""A yes by telling what to do: "write it, please"."""
ALONE = re.compile(_TABLES["alone"])
"""A yes where nothing else is said."""
ASKS_BACK = re.compile(_TABLES["asks_back"])
BEGINS_YES = re.compile(_TABLES["begins_yes"])
BEGINS_NO = re.compile(_TABLES["begins_no"])
PROVISO = _phrases("proviso")
"""What makes a yes before it no plain yes."""
