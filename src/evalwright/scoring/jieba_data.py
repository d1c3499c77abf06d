"""What is taken from the installed jieba 0.42: its word list and the numbers of its hidden Markov model.

The package itself is never imported: that sets up a log on stderr, and a first cut there would load a marshalled
cache from a predictable file in the shared temporary folder, which anybody may have put there. Everything is read
once, when Chinese text is met for the first time.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from evalwright.errors import UsageError

NEVER = -3.14e100
"""The weight of what the model has not seen."""

Weights = dict[str, float]
"""Words with the logarithm of their share, below zero; beginnings of words that are none themselves with 0."""

Emission = tuple[float, float, float, float]
"""The weight of a character at the begin, in the middle, at the end of a word, and as a word of its own."""

_Table = dict[str, Any]
"""A weight for every state or character, or such a table for every state."""


class Model(NamedTuple):
    """The hidden Markov model: weights of the first state, of one state after another, of characters in states."""

    start: dict[str, float]
    step: dict[str, dict[str, float]]
    emissions: dict[str, Emission]


@cache
def word_weights() -> tuple[Weights, float]:
    """The word list with all beginnings, and the weight of a character that is not in it."""
    fields = (_folder() / "dict.txt").read_text(encoding="utf-8").split()
    words, counts = fields[0::3], list(map(int, fields[1::3]))
    log_total = log(sum(counts))
    log_share = {count: log(count) - log_total for count in set(counts)}
    weights = dict.fromkeys(_beginnings(words), 0.0)
    weights.update(zip(words, map(log_share.__getitem__, counts), strict=True))
    return weights, log(1) - log_total


@cache
def name_model() -> Model:
    """The model, with one entry per character in place of jieba's one table per state."""
    tables = [_hmm_table("prob_emit")[state] for state in "BMES"]
    emissions: dict[str, Emission] = {}
    for character in set().union(*tables):
        begin, middle, end, single = (table.get(character, NEVER) for table in tables)
        emissions[character] = (begin, middle, end, single)
    return Model(_hmm_table("prob_start"), _hmm_table("prob_trans"), emissions)


def _beginnings(words: list[str]) -> set[str]:
    found: set[str] = set()
    length = 0
    while words:
        length += 1
        words = [word for word in words if len(word) > length]
        found.update([word[:length] for word in words])
    return found


def _hmm_table(name: str) -> _Table:
    """A table of the model. It is kept as a Python file, which is run by itself, without the package around it."""
    spec = spec_from_file_location(f"_jieba_{name}", _folder() / "finalseg" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    table: _Table = module.P
    return table


def _folder() -> Path:
    """Where jieba is installed, found without running its code."""
    found = find_spec("jieba")
    if found is None or not found.submodule_search_locations:
        raise UsageError.named("scoring.jieba")
    return Path(next(iter(found.submodule_search_locations)))
