"""Several examples in one sequence, behind the beginning that they share.

Examples of one data set begin alike (policy, tools). That beginning is computed once; each rest sees it and itself,
never the other rests, and its positions go on from the beginning. The loss is that of the plain examples, at about
half the tokens. A test proves both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from .examples import Example


@dataclass(frozen=True, slots=True)
class Pack:
    """A shared beginning and the rests behind it."""

    shared: list[int]
    rests: list[Example]

    @property
    def tokens(self) -> int:
        """Tokens of the forward pass."""
        return len(self.shared) + sum(len(rest.ids) for rest in self.rests)

    @property
    def learnt(self) -> int:
        """Tokens that count."""
        return sum(rest.learnt for rest in self.rests)


def pack(examples: Sequence[Example], limit: int) -> Iterator[Pack]:
    """The examples in packs of at most so many tokens, in their order; a long one has a pack of its own."""
    waiting: list[Example] = []
    for example in examples:
        if waiting and _packed([*waiting, example]).tokens > limit:
            yield _packed(waiting)
            waiting = []
        waiting.append(example)
    if waiting:
        yield _packed(waiting)


def _packed(examples: Sequence[Example]) -> Pack:
    """What all have in common and no one learns stands once; the last shared token starts each rest."""
    shortest = min(len(example.ids) for example in examples)
    first = examples[0]
    alike = takewhile(
        lambda at: all(each.ids[at] == first.ids[at] and not each.learn[at] for each in examples), range(shortest - 1)
    )
    # The token after the beginning is predicted from the last one of it, so that one is repeated in each rest.
    length = max(sum(1 for _ in alike) - 1, 0) if len(examples) > 1 else 0
    rests = [Example(each.ids[length:], each.learn[length:]) for each in examples]
    return Pack(first.ids[:length], rests)


def tensors(packed: Pack, torch: Any, device: Any, dtype: Any) -> tuple[Any, Any, Any, Any]:
    """Ids, positions, the mask of who sees whom, and labels (-100: not learnt), each for a batch of one."""
    ids, positions, labels = list(packed.shared), list(range(len(packed.shared))), [-100] * len(packed.shared)
    start = len(packed.shared)
    size = packed.tokens
    sees = torch.zeros((size, size), dtype=torch.bool, device=device)
    sees[:start, :start] = torch.ones((start, start), dtype=torch.bool, device=device).tril()
    at = start
    for rest in packed.rests:
        end = at + len(rest.ids)
        sees[at:end, :start] = True
        sees[at:end, at:end] = torch.ones((end - at, end - at), dtype=torch.bool, device=device).tril()
        ids += rest.ids
        positions += range(start, start + len(rest.ids))
        labels += [-100, *(token if learn else -100 for token, learn in zip(rest.ids[1:], rest.learn[1:], strict=True))]
        at = end
    mask = torch.zeros((size, size), dtype=dtype, device=device).masked_fill(~sees, torch.finfo(dtype).min)
    made = [torch.tensor([each], dtype=torch.long, device=device) for each in (ids, positions, labels)]
    return made[0], made[1], mask[None, None], made[2]
