"""Our own kinds of models: what stands after `kind:` flows in, a model flows out.

Each is named by an entry point of this package under `evalwright.models`, as those of other packages are, and loads
what it needs when it is asked for.
"""

from __future__ import annotations

from pathlib import Path

from evalwright.errors import UsageError

from .protocol import Model
from .registry import ModelSpec


def baseline(spec: ModelSpec) -> Model:
    """`baseline:WHICH:TRAIN.jsonl`: statistics of a training file."""
    from .baseline.baselines import BigramBaseline, MajorityBaseline

    which, _, train = spec.rest.partition(":")
    made = {"majority": MajorityBaseline, "bigram": BigramBaseline}.get(which)
    if made is None:
        raise UsageError.named("models.no_baseline", which=repr(which))
    if not train:
        raise UsageError.named("models.baseline_file", which=which)
    return made(Path(train))


def replay(spec: ModelSpec) -> Model:
    """`replay:FILE`: answers that were captured before."""
    from .replay import ReplayModel

    if not spec.rest:
        raise UsageError.named("models.replay_file")
    return ReplayModel(Path(spec.rest))


def recorded(spec: ModelSpec) -> Model:
    """`recorded:`: rows that hold their own answers."""
    from .recorded import RecordedModel

    if spec.rest:
        raise UsageError.named("models.recorded", name=repr(spec.text[:80]))
    return RecordedModel()


def hf(spec: ModelSpec) -> Model:
    """`hf:PATH_OR_ID`: a checkpoint, run in this process."""
    from .local.hf_model import HfModel

    return HfModel(spec.rest)


def gguf(spec: ModelSpec) -> Model:
    """`gguf:FILE`: a quantised checkpoint, run in this process."""
    from .local.gguf_model import GgufModel

    return GgufModel(spec.rest)
