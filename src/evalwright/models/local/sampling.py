"""Choosing the next token of every row of a batch, each by its own settings, as if it were alone.

Greedy rows take the best. Others add Gumbel noise, drawn from a generator of their own, and take the best of that,
which is sampling; so what a row draws does not depend on its company. On the way it is noted how close every choice
was: company changes sums in their last digits, and only a close choice can turn out otherwise because of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from .settings import Generation


class Chooser:
    """A logits processor for transformers: its best score is the token to take."""

    def __init__(self, settings: Sequence[Generation], device: Any) -> None:
        self._settings = settings
        self._device = device
        self._draws = [torch.Generator().manual_seed(one.seed) if one.temperature else None for one in settings]
        self._margins: list[Tensor] = []

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        scores = scores.float()
        steady = torch.full((scores.shape[0],), float("inf"))
        for row, (one, draws) in enumerate(zip(self._settings, self._draws, strict=True)):
            if draws is not None:
                kept, steady[row] = _narrowed(scores[row] / one.temperature, one)
                noise = torch.empty(kept.shape[0]).exponential_(generator=draws).log_().to(kept.device)
                scores[row] = kept - noise
        best = scores.topk(2, dim=-1).values
        gaps = (best[:, 0] - best[:, 1]).cpu()
        scale = torch.tensor([one.temperature or 1.0 for one in self._settings])
        self._margins.append(torch.minimum(gaps * scale, steady))
        return scores

    def closest(self, row: int, steps: int) -> float:
        """How close the closest of a row's first choices was."""
        return min((float(margins[row]) for margins in self._margins[:steps]), default=float("inf"))


def _narrowed(scores: Tensor, one: Generation) -> tuple[Tensor, float]:
    """The scores without what top_k and top_p leave out, and how near the cut was to falling elsewhere."""
    steady = float("inf")
    if 0 < one.top_k < scores.shape[0]:
        best = scores.topk(one.top_k + 1).values
        steady = float(best[-2] - best[-1]) * one.temperature
        scores = scores.masked_fill(scores < best[-2], float("-inf"))
    if one.top_p < 1:
        ordered, places = scores.sort(descending=True)
        before = ordered.softmax(-1).cumsum(-1) - ordered.softmax(-1)
        dropped = before >= one.top_p
        dropped[0] = False
        steady = min(steady, float((before - one.top_p).abs().min()))
        scores = scores.clone()
        scores[places[dropped]] = float("-inf")
    return scores, steady


class Stopper:
    """A stopping criterion for transformers: each row by its own length and stop strings, all when the run ends."""

    def __init__(
        self, start: int, rooms: Sequence[int], stops: Sequence[tuple[str, ...]], decode: Any, halt: Any
    ) -> None:
        self._start = start
        self._rooms = rooms
        self._stops = stops
        self._decode = decode
        self._halt = halt

    def __call__(self, input_ids: Tensor, scores: Tensor, **_: Any) -> Tensor:
        if self._halt():
            return torch.ones(input_ids.shape[0], dtype=torch.bool, device=input_ids.device)
        done = [self._row_is_done(input_ids[row], row) for row in range(input_ids.shape[0])]
        return torch.tensor(done, device=input_ids.device)

    def _row_is_done(self, ids: Tensor, row: int) -> bool:
        generated = ids.shape[0] - self._start
        if generated >= self._rooms[row]:
            return True
        if not self._stops[row]:
            return False
        # A token is at least a character, apart from pieces of one: the tail is long enough for any stop string.
        tail = min(generated, max(map(len, self._stops[row])) + 8)
        text = self._decode(ids[-tail:].tolist())
        return any(stop in text for stop in self._stops[row])
