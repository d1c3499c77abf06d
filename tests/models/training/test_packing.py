"""Packed examples cost less and teach the same: loss and gradients are those of the plain examples."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from evalwright.models.training.examples import Example
from evalwright.models.training.packing import Pack, pack, tensors

from ..local.tiny import model_of

VOCABULARY = 60


def example(*ids: int, learn: int) -> Example:
    """Tokens of which the last few are learnt, and one in the middle of them is not."""
    mask = [place >= len(ids) - learn for place in range(len(ids))]
    mask[-2] = False
    return Example(list(ids), mask)


SHARED = list(range(10, 30))
EXAMPLES = [
    example(*SHARED, 31, 32, 33, 34, 35, learn=4),
    example(*SHARED, 31, 41, 42, learn=3),
    example(*SHARED, 51, 52, 53, 54, 55, 56, 57, learn=5),
]


def packed_loss(model: Any, each: Pack) -> Any:
    ids, positions, mask, labels = tensors(each, torch, "cpu", torch.float32)
    logits = model(input_ids=ids, position_ids=positions, attention_mask=mask, use_cache=False).logits
    return torch.nn.functional.cross_entropy(logits[0, :-1], labels[0, 1:], ignore_index=-100, reduction="sum")


def plain_loss(model: Any, one: Example) -> Any:
    ids = torch.tensor([one.ids])
    labels = torch.tensor([token if learn else -100 for token, learn in zip(one.ids, one.learn, strict=True)])
    logits = model(input_ids=ids, use_cache=False).logits
    return torch.nn.functional.cross_entropy(logits[0, :-1], labels[1:], ignore_index=-100, reduction="sum")


def gradients(model: Any, losses: list[Any]) -> list[Any]:
    model.zero_grad()
    sum(losses[1:], losses[0]).backward()
    return [each.grad.clone() for each in model.parameters()]


def test_packed_loss_and_gradients_are_the_plain_ones() -> None:
    model = model_of(VOCABULARY)
    (one,) = pack(EXAMPLES, limit=1000)
    assert len(one.shared) == len(SHARED) - 1  # its last token starts each rest
    assert one.tokens < sum(len(each.ids) for each in EXAMPLES) and one.learnt == sum(each.learnt for each in EXAMPLES)
    packed, plain = packed_loss(model, one), [plain_loss(model, each) for each in EXAMPLES]
    assert packed.item() == pytest.approx(sum(each.item() for each in plain), rel=1e-5)
    for ours, theirs in zip(gradients(model, [packed]), gradients(model, plain), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)


def test_what_is_learnt_is_never_shared() -> None:
    twins = [Example([1, 2, 3, 4], [False, False, True, True])] * 2
    (one,) = pack(twins, limit=100)
    assert one.shared == [1] and one.learnt == 4


def test_packs_keep_to_their_limit_and_lose_nobody() -> None:
    made = list(pack(EXAMPLES, limit=30))
    assert all(each.tokens <= 30 for each in made) and len(made) == 2
    assert [each.shared + rest.ids for each in made for rest in each.rests] == [each.ids for each in EXAMPLES]
    assert len(list(pack(EXAMPLES, limit=1))) == 3  # one alone may be longer
