"""The way into splitting, light enough to stand on the start-up path."""

from __future__ import annotations

from pathlib import Path

from evalwright.errors import UsageError

from ..conversation_rows import Source
from .result import Split

ENTITY_MAX_SHARE = 0.2


def split(
    source: Source,
    out: str | Path | None = None,
    *,
    valid_share: float = 0.2,
    seed: int = 0,
    entity_max_share: float = ENTITY_MAX_SHARE,
    skip_bad_rows: bool = False,
) -> Split:
    """Split conversations into train.jsonl and valid.jsonl in the folder `out`, without leakage.

    The same seed gives the same bytes. What stands in more than `entity_max_share` of all conversations (and in more
    than ten) is a common thing, not somebody's, and joins nothing. Without `out` nothing is written.
    """
    if not 0 < valid_share < 1:
        raise UsageError(
            f"the share of the validation file is {valid_share}", cure="It lies between 0 and 1, such as 0.2"
        )
    if not 0 < entity_max_share <= 1:
        raise UsageError(f"the largest share of an entity is {entity_max_share}", cure="It lies between 0 and 1")
    from .run import carry_out

    return carry_out(source, out, valid_share, seed, entity_max_share, skip_bad_rows=skip_bad_rows)
