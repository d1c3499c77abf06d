"""evalwright finetune: a LoRA adapter for a local checkpoint, from conversations, with progress and a card."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.text import localized

from .forms import lang_option
from .help_page import GroupedCommand
from .output import json_option, result, say
from .paths import FileIn, FolderOut, ModelIn

if TYPE_CHECKING:
    from evalwright.models import AdapterCard

_GROUPS = {
    "files": ("base", "out", "valid", "force", "as_json", "lang", "help"),
    "training": (
        *("per_call", "epochs", "learning_rate", "rank", "alpha", "dropout", "batch", "max_tokens", "seed"),
        "checkpoint_steps",
    ),
    "stopping": ("valid_steps", "patience"),
}


@click.command("finetune", cls=GroupedCommand, groups=_GROUPS)
@click.argument("train", type=FileIn(as_path=True), metavar="TRAIN.jsonl")
@click.option("--base", type=ModelIn(), required=True, metavar="hf:PATH_OR_ID")
@click.option("-o", "--out", required=True, type=FolderOut(as_path=True), metavar="ADAPTER")
@click.option("--valid", type=FileIn(as_path=True), metavar="F")
@click.option("--per-call", is_flag=True)
@click.option("--epochs", default=1.0, show_default=True)
@click.option("--learning-rate", default=1e-3, show_default=True)
@click.option("--rank", default=16, show_default=True)
@click.option("--alpha", default=32, show_default=True)
@click.option("--dropout", default=0.0, show_default=True)
@click.option("--batch", default=8, show_default=True)
@click.option("--max-tokens", default=2048, show_default=True)
@click.option("--valid-steps", default=0, show_default=True)
@click.option("--patience", default=2, show_default=True)
@click.option("--checkpoint-steps", default=10, show_default=True)
@click.option("--seed", default=0, show_default=True)
@lang_option
@json_option
def command(train: Path, base: str, out: Path, valid: Path | None, as_json: bool, **options: Any) -> None:
    """Train an adapter on the conversations of TRAIN.jsonl; run again, it goes on where it was stopped."""
    from evalwright.models import TrainingSettings, finetune

    line = Line()
    card = finetune(train, base, out, TrainingSettings(**options), valid=valid, report=line.step, say=say)
    line.end()
    result(card | {"out": str(out)}, lambda: words_of_training(card, out, base), as_json=as_json)


def words_of_training(card: AdapterCard, out: Path, base: str) -> str:
    """What the training did, for people."""
    steps, curve = card["steps"], card["curve"]
    measured = [entry["valid_loss"] for entry in curve if "valid_loss" in entry]
    lines = [
        localized(
            "finetune.steps",
            taken=steps["taken"],
            planned=steps["planned"],
            seconds=f"{card['seconds']:.0f}",
            **_losses(curve[0]["loss"], curve[-1]["loss"]),
        )
    ]
    if measured:
        lines.append(localized("finetune.valid", best=steps["best"], **_losses(measured[0], min(measured))))
    lines.append(localized("finetune.adapter", out=out))
    return "\n".join([*lines, localized("finetune.evaluate", base=base, out=out)])


def _losses(first: float, last: float) -> dict[str, str]:
    return {"first": f"{first:.3f}", "last": f"{last:.3f}"}


class Line:
    """Steps, loss and time left: drawn again on a terminal, a plain line every now and then elsewhere."""

    def __init__(self) -> None:
        self._begun: tuple[float, int] | None = None
        from evalwright.text import StatusLine

        self._status = StatusLine()
        self._due = 0.0

    def step(self, step: int, steps: int, loss: float, valid_loss: float | None) -> None:
        """One more step is done."""
        from evalwright.text import time_left

        now = time.monotonic()
        begun, first = self._begun = self._begun or (now, step)
        if not self._status.terminal and valid_loss is None and now < self._due and step < steps:
            return
        self._due = now + self._status.seconds
        pace = (now - begun) / (step - first) if step > first else 0.0
        facts = [f"finetune: {step}/{steps}", localized("progress.loss", loss=f"{loss:.3f}")]
        facts += [localized("progress.valid_loss", loss=f"{valid_loss:.3f}")] if valid_loss is not None else []
        self._status.draw(step / steps, [*facts, *([time_left(pace * (steps - step))] if pace else [])])

    def end(self) -> None:
        """Take the line away."""
        self._status.clear()
