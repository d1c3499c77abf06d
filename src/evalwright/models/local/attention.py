"""Attention for one new token on a CPU, without copying what is remembered.

Where several query heads share one head of keys and values, the library copies keys and values for each of them before
it multiplies, and it copies the whole cache again to add one token. With a batch of long prompts that is most of the
work on a CPU. Here the query heads that belong together are multiplied with their keys at once, and the cache has room
to grow in place. Prompts, which are many tokens at once, go the library's way.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from transformers.cache_utils import DynamicLayer
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, sdpa_mask
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

NAME = "evalwright_grouped"
_ROOM = 128
"""Tokens that a cache grows by, once it has to."""


def grouped_attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    **more: Any,
) -> tuple[Tensor, None]:
    """Attention of one new token to all before it; of several tokens as the library does it."""
    rows, heads, length, size = query.shape
    groups = key.shape[1]
    plain = not dropout and more.get("softcap") is None and more.get("position_bias") is None
    if length != 1 or heads % groups or not plain:
        return sdpa_attention_forward(  # type: ignore[no-any-return]
            module, query, key, value, attention_mask, dropout=dropout, scaling=scaling, **more
        )
    grouped = query.reshape(rows, groups, heads // groups, size)
    scores = grouped @ key.transpose(-1, -2) * (size**-0.5 if scaling is None else scaling)
    if attention_mask is not None:
        mask = attention_mask[:, :1, :, : key.shape[-2]]
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min) if mask.dtype == torch.bool else scores + mask
    found = scores.softmax(-1) @ value
    return found.reshape(rows, heads, 1, size).transpose(1, 2).contiguous(), None


class RoomyLayer(DynamicLayer):  # type: ignore[misc]
    """A layer of the cache that is written in place: what is remembered is a view of a larger block."""

    def update(self, key_states: Tensor, value_states: Tensor, *_: Any, **__: Any) -> tuple[Tensor, Tensor]:
        """Add the keys and values of new tokens."""
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
            self._blocks: list[Tensor] = []
        held = self.get_seq_length()
        end = held + key_states.shape[-2]
        if not self._blocks or self._blocks[0].shape[-2] < end:
            self._blocks = [self._grown(old, new, end) for old, new in self._cache_pairs(key_states, value_states)]
        for block, new in zip(self._blocks, (key_states, value_states), strict=True):
            block[..., held:end, :] = new
        self.keys, self.values = (block[..., :end, :] for block in self._blocks)
        return self.keys, self.values

    def _cache_pairs(self, key_states: Tensor, value_states: Tensor) -> list[tuple[Tensor, Tensor]]:
        return [(self.keys, key_states), (self.values, value_states)]

    def _grown(self, old: Tensor, new: Tensor, end: int) -> Tensor:
        block = new.new_zeros((*new.shape[:-2], end + _ROOM, new.shape[-1]))
        if old.numel():
            block[..., : old.shape[-2], :] = old
        return block


def use_grouped_attention(model: Any) -> None:
    """Let a model on a CPU attend this way, where it would use the library's standard one."""
    if model.device.type != "cpu" or getattr(model.config, "_attn_implementation", None) != "sdpa":
        return
    ALL_ATTENTION_FUNCTIONS.register(NAME, grouped_attention)
    ALL_MASK_ATTENTION_FUNCTIONS.register(NAME, sdpa_mask)
    model.set_attn_implementation(NAME)
