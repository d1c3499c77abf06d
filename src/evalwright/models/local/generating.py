"""Generating answers in batches, so that each is, token for token, what it would be alone.

Prompts are padded on the left (after the prefix that they share); padding is masked and positions skip it. Sums come
out differently in their last digits in other company, so a row with a choice too close to call is generated again
alone. That holds for float32; with fewer digits nearly every choice would be close, and it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from .prefixes import Prefixes
from .replies import cut_at_stop
from .sampling import Chooser, Stopper
from .settings import Generation

_TOO_CLOSE = 1e-3
"""A difference between scores that company might turn round; rounding in float32 stays a hundred times below."""


@dataclass(frozen=True, slots=True)
class Row:
    """One prompt and how to go on from it."""

    ids: list[int]
    room: int
    generation: Generation


@dataclass(frozen=True, slots=True)
class Generated:
    """What came out."""

    ids: list[int]
    """The tokens, the one that ends the turn left out."""
    text: str
    cut: bool
    """Whether the limit came before the end."""


class Generator:
    """A loaded model, ready to go on from prompts."""

    def __init__(
        self,
        model: Any,
        decode: Callable[[list[int]], str],
        ends: Collection[int],
        pad: int,
        *,
        halt: Callable[[], bool] = lambda: False,
        share_prefixes: bool = True,
    ) -> None:
        self._model = model
        self._decode = decode
        self._ends = frozenset(ends)
        self._pad = pad
        self._halt = halt
        self._prefixes = Prefixes(model) if share_prefixes else None
        self._exact = model.dtype == torch.float32
        self.again = 0
        """Rows that were generated a second time, alone."""

    def generate(self, rows: Sequence[Row]) -> list[Generated]:
        """The answers to several prompts at once."""
        with torch.inference_mode():
            shared, cache = self._prefixes.for_rows([row.ids for row in rows]) if self._prefixes else (0, None)
            if len(rows) == 1 and not shared:
                return [self._alone(rows[0])]
            found, margins = self._generate_rows(rows, shared, cache)
            return [
                self._again(row) if self._exact and margin < _TOO_CLOSE else self._generated(row, ids)
                for row, ids, margin in zip(rows, found, margins, strict=True)
            ]

    def _again(self, row: Row) -> Generated:
        self.again += 1
        return self._alone(row)

    def _alone(self, row: Row) -> Generated:
        found, _ = self._generate_rows([row], 0, None)
        return self._generated(row, found[0])

    def _generate_rows(self, rows: Sequence[Row], shared: int, cache: Any) -> tuple[list[list[int]], list[float]]:
        """The tokens of every row up to its end, that one included, and how close its closest choice was."""
        ids, mask = _padded([row.ids for row in rows], shared, self._pad)
        device = self._model.device
        settings = [row.generation for row in rows]
        chooser = Chooser(settings, device)
        stopper = Stopper(
            len(ids[0]), [row.room for row in rows], [one.stop for one in settings], self._decode, self._halt
        )
        made = self._model.generate(
            torch.tensor(ids, device=device),
            attention_mask=torch.tensor(mask, device=device),
            past_key_values=cache,
            do_sample=False,
            max_new_tokens=max(row.room for row in rows),
            eos_token_id=sorted(self._ends),
            pad_token_id=self._pad,
            logits_processor=[chooser],
            stopping_criteria=[stopper],
        )
        found = [
            self._up_to_end(line[: row.room]) for line, row in zip(made[:, len(ids[0]) :].tolist(), rows, strict=True)
        ]
        return found, [chooser.closest(number, len(ids)) for number, ids in enumerate(found)]

    def _up_to_end(self, line: list[int]) -> list[int]:
        end = next((place for place, token in enumerate(line) if token in self._ends), None)
        return line if end is None else line[: end + 1]

    def _generated(self, row: Row, ids: list[int]) -> Generated:
        ended = bool(ids) and ids[-1] in self._ends
        kept = ids[:-1] if ended else ids
        text = self._decode(kept)
        stopped = cut_at_stop(text, row.generation.stop)
        if stopped is not None:
            return Generated(kept, stopped, cut=False)
        return Generated(kept, text, cut=not ended)


def _padded(rows: Sequence[list[int]], shared: int, pad: int) -> tuple[list[list[int]], list[list[int]]]:
    """The rows at one length and their masks: first what is shared, then padding, then the rest of each."""
    longest = max(map(len, rows))
    gaps = [longest - len(row) for row in rows]
    ids = [[*row[:shared], *[pad] * gap, *row[shared:]] for row, gap in zip(rows, gaps, strict=True)]
    mask = [[*[1] * shared, *[0] * gap, *[1] * (len(row) - shared)] for row, gap in zip(rows, gaps, strict=True)]
    return ids, mask
