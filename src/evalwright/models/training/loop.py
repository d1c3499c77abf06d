"""The training itself: steps over packed examples, measured against validation data, saved so that it can go on.

Everything that is random comes from the seed and the step, so a training that was killed and goes on takes the steps
that it would have taken.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .examples import Example
from .packing import Pack, pack, tensors
from .settings import TrainingSettings
from .state import Checkpoint, CurvePoint, Progressed, TrainingTensors, Weights

Report = Callable[[int, int, float, float | None], None]
"""Told after each step: its number, how many there will be, its loss, and a validation loss if one was measured."""


class Training:
    """A model with an adapter, its optimizer, and where they stand."""

    def __init__(
        self,
        model: Any,
        torch: Any,
        settings: TrainingSettings,
        train: Sequence[Example],
        valid: Sequence[Example],
        checkpoint: Checkpoint,
    ) -> None:
        self.model, self.torch, self.settings = model, torch, settings
        self.train, self.valid = train, valid
        self.checkpoint = checkpoint
        self.weights = {name: each for name, each in model.named_parameters() if each.requires_grad}
        self.optimizer = torch.optim.AdamW(self.weights.values(), lr=settings.learning_rate, weight_decay=0.0)
        self.per_epoch = math.ceil(len(train) / settings.batch)
        self.steps = max(math.ceil(self.per_epoch * settings.epochs), 1)
        self.progressed = Progressed()
        self.best: Weights | None = None
        first = next(iter(self.weights.values()))
        self.device, self.dtype = first.device, first.dtype

    def run(self, report: Report) -> Progressed:
        """Train until all steps are taken or the validation loss gets no better; the best weights stay."""
        begun, before = time.monotonic(), self.progressed.seconds
        while self.progressed.step < self.steps and self.progressed.worse < self.settings.patience:
            loss = self._training_step(self.progressed.step)
            self.progressed.step += 1
            entry: CurvePoint = {"step": self.progressed.step, "loss": round(loss, 5)}
            measured = self._measure() if self._is_due() else None
            if measured is not None:
                entry["valid_loss"] = round(measured, 5)
            self.progressed.curve.append(entry)
            self.progressed.seconds = before + time.monotonic() - begun
            if self.progressed.step % self.settings.checkpoint_steps == 0 or measured is not None:
                self._save()
            report(self.progressed.step, self.steps, loss, measured)
        if self.best is not None:
            self._put(self.best)
        return self.progressed

    def _batch(self, step: int) -> list[Example]:
        epoch, place = divmod(step, self.per_epoch)
        order = list(range(len(self.train)))
        random.Random(f"{self.settings.seed}/{epoch}").shuffle(order)
        chosen = order[place * self.settings.batch : (place + 1) * self.settings.batch]
        # Neighbours that begin alike share more of their beginning.
        return sorted((self.train[at] for at in chosen), key=lambda example: example.ids)

    def _training_step(self, step: int) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * self._pace(step)
        self.torch.manual_seed(self.settings.seed * 1_000_003 + step)
        self.model.train()
        packs = list(pack(self._batch(step), self.settings.pack_tokens))
        learnt = sum(each.learnt for each in packs) or 1
        total = 0.0
        for each in packs:
            loss = self._loss(each) / learnt
            loss.backward()
            total += float(loss.detach())
        self.torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return total

    def _pace(self, step: int) -> float:
        """The share of the learning rate: it grows, then falls in half a wave."""
        warm = max(round(self.steps * self.settings.warmup), 1)
        if step < warm:
            return (step + 1) / warm
        done = (step - warm) / max(self.steps - warm, 1)
        return 0.1 + 0.45 * (1 + math.cos(math.pi * done))

    def _loss(self, packed: Pack) -> Any:
        """The summed loss of the tokens that are learnt; only their logits are computed."""
        ids, positions, mask, labels = tensors(packed, self.torch, self.device, self.dtype)
        targets = (labels[0] != -100).nonzero()[:, 0]
        out = self.model(
            input_ids=ids, position_ids=positions, attention_mask=mask, use_cache=False, logits_to_keep=targets - 1
        )
        return self.torch.nn.functional.cross_entropy(out.logits[0].float(), labels[0][targets], reduction="sum")

    def _is_due(self) -> bool:
        every = self.settings.valid_steps or self.per_epoch
        return bool(self.valid) and (self.progressed.step % every == 0 or self.progressed.step == self.steps)

    def _measure(self) -> float:
        """The validation loss; remembers the weights where it is the best so far."""
        self.model.eval()
        total = learnt = 0.0
        with self.torch.no_grad():
            for each in pack(sorted(self.valid, key=lambda example: example.ids), self.settings.pack_tokens):
                total += float(self._loss(each))
                learnt += each.learnt
        loss = total / max(learnt, 1)
        if self.progressed.best is None or loss < self.progressed.best:
            self.progressed.best, self.progressed.best_step, self.progressed.worse = loss, self.progressed.step, 0
            self.best = {name: each.detach().clone() for name, each in self.weights.items()}
        else:
            self.progressed.worse += 1
        return loss

    def _save(self) -> None:
        held: TrainingTensors = {
            "weights": dict(self._detached_weights()),
            "optimizer": self.optimizer.state_dict(),
            "best": self.best,
        }
        self.checkpoint.save(self.progressed, held)

    def _detached_weights(self) -> Iterator[tuple[str, Any]]:
        for name, each in self.weights.items():
            yield name, each.detach()

    def resume(self) -> bool:
        """Go on from the saved state; False where there is none."""
        found = self.checkpoint.load()
        if found is None:
            return False
        self.progressed, held = found
        self._put(held["weights"])
        self.optimizer.load_state_dict(held["optimizer"])
        self.best = held["best"]
        return True

    def _put(self, weights: Weights) -> None:
        with self.torch.no_grad():
            for name, each in self.weights.items():
                each.copy_(weights[name])
