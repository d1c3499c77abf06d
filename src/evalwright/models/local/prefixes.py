"""The part of the prompt that all items share (system message and tools), computed once and used again.

The keys and values of the last shared prefix are kept. A batch whose prompts begin with it (or with most of it) starts
from there. Only plain full attention allows that: other models compute every prompt whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import torch

from .attention import RoomyLayer

_SHORTEST = 32
"""Tokens below which keeping a prefix is not worth it."""
_ENOUGH = 0.8
"""The share of a batch's common prefix that a kept one must cover."""


class Prefixes:
    """The one prefix that is kept."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._ids: list[int] = []
        self._layers: list[tuple[Any, Any]] = []
        self._possible = not getattr(model.config.get_text_config(), "sliding_window", None)

    def for_rows(self, rows: Sequence[Sequence[int]]) -> tuple[int, Any]:
        """How many tokens of all rows are computed already, and the cache that holds them for so many rows."""
        shortest = min(rows, key=len)
        common = min(_common(row, shortest[:-1]) for row in rows)
        if not self._possible or common < _SHORTEST:
            return 0, None
        known = min(_common(self._ids, shortest), common)
        if known < common * _ENOUGH:
            if len(rows) == 1:
                return 0, None
            known = common if self._compute(list(shortest[:common])) else 0
        return (known, self._cache(known, len(rows))) if known else (0, None)

    def _compute(self, ids: list[int]) -> bool:
        from transformers.cache_utils import DynamicCache, DynamicLayer

        made = self._model(torch.tensor([ids], device=self._model.device), use_cache=True, logits_to_keep=1)
        cache = made.past_key_values
        self._possible = isinstance(cache, DynamicCache) and all(type(layer) is DynamicLayer for layer in cache.layers)
        if self._possible:
            self._ids = ids
            self._layers = [(layer.keys, layer.values) for layer in cache.layers]
        return self._possible

    def _cache(self, length: int, rows: int) -> Any:
        from transformers.cache_utils import DynamicCache

        cache = DynamicCache()
        cache.layer_class_to_replicate = RoomyLayer  # its layers are plain ones, as `_compute` has seen
        for index, (keys, values) in enumerate(self._layers):
            cache.update(
                keys[..., :length, :].expand(rows, -1, -1, -1), values[..., :length, :].expand(rows, -1, -1, -1), index
            )
        return cache


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
