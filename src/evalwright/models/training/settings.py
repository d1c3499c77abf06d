"""What a user asks of `finetune`; written to the adapter's card."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from evalwright.errors import UsageError


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of one training."""

    epochs: float = 1.0
    learning_rate: float = 1e-3
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.0
    batch: int = 8
    """Examples per step of the optimizer."""
    max_tokens: int = 2048
    """Longer examples are left out, and counted."""
    pack_tokens: int = 1280
    """Tokens of one forward pass; examples are packed behind the beginning that they share.

    What sharing saves in layers, longer passes cost in attention; beyond this, the second outweighs the first."""
    warmup: float = 0.05
    """The share of all steps in which the learning rate grows."""
    seed: int = 0
    per_call: bool = False
    """One example per message of the assistant instead of one per conversation."""
    checkpoint_steps: int = 10
    valid_steps: int = 0
    """How often the validation loss is measured; 0: at the end of every epoch."""
    patience: int = 2
    """How many measurements without a better validation loss end the training."""

    def __post_init__(self) -> None:
        for name in ("epochs", "learning_rate", "rank", "alpha", "batch", "max_tokens", "pack_tokens", "patience"):
            if not getattr(self, name) > 0:
                raise UsageError.named("model.positive", name=name)
        if not 0 <= self.warmup < 1 or not 0 <= self.dropout < 1:
            raise UsageError.named("model.warmup")

    def to_dict(self) -> dict[str, float]:
        """The settings as JSON data."""
        return asdict(self)
