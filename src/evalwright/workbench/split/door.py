"""The way into splitting, light enough to stand on the start-up path."""

from __future__ import annotations

from pathlib import Path

from evalwright.data import RowSource
from evalwright.errors import UsageError
from evalwright.executor import Workers

from .result import Split

ENTITY_MAX_SHARE = 0.2


def split(
    source: RowSource,
    out: str | Path | None = None,
    *,
    valid_share: float = 0.2,
    seed: int = 0,
    entity_max_share: float = ENTITY_MAX_SHARE,
    group_by: str | None = None,
    skip_bad_rows: bool = False,
    workers: Workers = 1,
) -> Split:
    """Split conversations into train.jsonl and valid.jsonl in the folder `out`, without leakage.

    The same seed gives the same bytes. What stands in more than `entity_max_share` of all conversations (and in more
    than ten) is a common thing, not somebody's, and joins nothing. Rows with the same value of the field `group_by`
    (such as `metadata.task_id`) stay together. Without `out` nothing is written. `workers`: processes, or `all`.
    """
    if not 0 < valid_share < 1:
        raise UsageError.named("split.share", valid_share=valid_share)
    if not 0 < entity_max_share <= 1:
        raise UsageError.named("split.entity_share", entity_max_share=entity_max_share)
    from .run import Wishes, carry_out

    return carry_out(source, out, Wishes(valid_share, seed, entity_max_share, group_by, skip_bad_rows), workers)
