"""The way into curating, light enough to stand on the start-up path: audit's rules are loaded when one begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalwright.data import RowSource
from evalwright.executor import Workers

from .result import Curated
from .rules import CurateRules


def curate(
    source: RowSource,
    out: str | Path | None = None,
    rules: CurateRules | Mapping[str, Any] | str | Path = "authenticate-first",
    *,
    rejected: str | Path | None = None,
    skip_bad_rows: bool = False,
    workers: Workers = 1,
) -> Curated:
    """Keep the conversations that pass every rule.

    `rules`: a rule set, a mapping like that of a rules file, the path of one, or the name of a bundled one. `out` and
    `rejected` are written as a whole or not at all; without them nothing is written and the result says it all.
    `workers`: processes, or `all`.
    """
    from .run import carry_out

    chosen = rules if isinstance(rules, CurateRules) else CurateRules.read(rules)
    return carry_out(source, out, chosen, rejected, skip_bad_rows=skip_bad_rows, workers=workers)
