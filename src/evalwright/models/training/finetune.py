"""From a file of conversations and a checkpoint to a LoRA adapter with a card that says how it came about.

Conversations are rendered by the function that inference uses, so what the model is taught is to the letter what it
will be shown. The adapter's folder holds a state file until the training is over; the card is written last.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from evalwright._version import __version__
from evalwright.chat import JsonObject, Message, loads
from evalwright.data import check_outputs, dumps_canonical, dumps_pretty, is_forced, is_guarded, sha256_of, write_atomic
from evalwright.errors import InputError, UsageError
from evalwright.text import localized, said_by

from ..local.spec import LocalSpec, SettingReaders, need, one_of, positive, read_spec, switch
from ..local.weights import find_weights, identify
from .examples import Examples, ExamplesDocument, read_examples
from .loop import Report, Training
from .settings import TrainingSettings
from .state import STATE, Checkpoint, CurvePoint, fingerprint, remove_state

if TYPE_CHECKING:
    from ..local import loading

CARD = "card.json"
_READERS: SettingReaders = {
    "dtype": one_of("float32", "bfloat16"),
    "device": str,
    "context": positive,
    "revision": str,
    "trust_remote_code": switch,
}

Say = Callable[[str], None]


class _DataHashes(TypedDict):
    train_sha256: str
    valid_sha256: str | None


class _Deciding(TypedDict):
    base: JsonObject
    """The name, what identifies the weights, and the settings after `?`."""
    data: _DataHashes
    settings: dict[str, float]


class _Steps(TypedDict):
    planned: int
    taken: int
    best: int | None


class _Trained(TypedDict):
    steps: _Steps
    seconds: float
    curve: list[CurvePoint]
    machine: dict[str, str]


class AdapterCard(_Deciding, _Trained):
    """What stands in an adapter's `card.json`."""

    evalwright: str
    mark: str
    """What makes two trainings the same one."""
    train: ExamplesDocument
    valid: ExamplesDocument | None


def finetune(
    train: Path,
    base: str,
    out: Path,
    settings: TrainingSettings,
    *,
    valid: Path | None = None,
    report: Report = lambda step, steps, loss, valid_loss: None,
    say: Say = lambda text: None,
) -> AdapterCard:
    """Train an adapter for `base` (`hf:PATH_OR_ID`) into the folder `out`; goes on where it was stopped.

    Returns the card. A training that is over already is not repeated.
    """
    spec = _spec(base)
    need("finetune", ("torch", "transformers", "peft"), localized("cures.install_train"))
    weights = find_weights(spec.base, spec.settings.get("revision"))
    deciding = _deciding(train, valid, weights, spec, settings)
    mark = fingerprint(deciding)
    done = _card(out, mark)
    if done is not None:
        say(localized("training.over", path=out))
        return done
    _check_folder(out, [train, *([] if valid is None else [valid]), weights])
    loaded = _load_base(spec, weights)
    settings = _within(settings, loaded.context)
    examples = _examples(train, loaded, settings)
    held = _examples(valid, loaded, settings) if valid is not None else None
    say(_examples_summary(examples))
    out.mkdir(parents=True, exist_ok=True)
    trained = _train(loaded.model, settings, examples, held, out, mark, report, say)
    card: AdapterCard = {
        "evalwright": __version__,
        "mark": mark,
        **deciding,
        "train": examples.to_dict(),
        "valid": held.to_dict() if held is not None else None,
        **trained,
    }
    with write_atomic(out / CARD) as stream:
        stream.write(dumps_pretty(card))
    remove_state(out)
    return card


def _examples_summary(examples: Examples) -> str:
    key = "training.examples_left_out" if examples.left_out else "training.examples"
    told = {"n": len(examples.kept), "tokens": examples.tokens, "learnt": examples.learnt}
    return localized(key, left_out=dict(examples.left_out), **told)


def _check_folder(out: Path, inputs: Sequence[Path]) -> None:
    """Refuse a folder that holds what is read here, or, unasked, files that are not of a training."""
    check_outputs(inputs, [out / CARD])
    held = sorted(each.name for each in out.iterdir()) if out.is_dir() else []
    ours = {CARD, STATE} & set(held)
    visible = [name for name in held if not name.startswith(".")]
    if visible and not ours and is_guarded() and not is_forced():
        raise UsageError.named("outputs.folder", path=out, name=visible[0])


def _train(
    base: Any,
    settings: TrainingSettings,
    examples: Examples,
    held: Examples | None,
    out: Path,
    mark: str,
    report: Report,
    say: Say,
) -> _Trained:
    """Train, write the adapter, and leave the base as it was; returns what the card says about it."""
    model, torch = _with_adapter(base, settings)
    try:
        checkpoint = Checkpoint(out, mark, torch)
        training = Training(model, torch, settings, examples.kept, held.kept if held else [], checkpoint)
        if training.resume():
            say(localized("training.going_on"))
        progressed = training.run(report)
        model.save_pretrained(str(out))
    finally:
        # A loaded checkpoint is kept for the next who asks for it, and must not come with this adapter.
        model.unload()
    return {
        "steps": {"planned": training.steps, "taken": progressed.step, "best": progressed.best_step or None},
        "seconds": round(progressed.seconds, 1),
        "curve": progressed.curve,
        "machine": {"python": platform.python_version(), "torch": torch.__version__, "peft": version("peft")},
    }


def _spec(base: str) -> LocalSpec:
    kind, colon, rest = base.partition(":")
    if kind == "gguf":
        raise UsageError.named("training.gguf", name=rest)
    if not colon or kind != "hf" or not rest:
        raise UsageError.named("training.no_checkpoint", base=repr(base))
    spec = read_spec("hf", rest, _READERS)
    if spec.adapter is not None:
        raise UsageError.named("training.on_adapter", name=spec.base)
    return spec


def _deciding(train: Path, valid: Path | None, weights: Path, spec: LocalSpec, settings: TrainingSettings) -> _Deciding:
    """All that decides the adapter."""
    for path in (train, valid):
        if path is not None and not path.is_file():
            raise InputError.named("training.no_file", path=path)
    return {
        "base": {"name": spec.base, **identify(weights), **spec.settings},
        "data": {"train_sha256": sha256_of(train), "valid_sha256": sha256_of(valid) if valid is not None else None},
        "settings": settings.to_dict(),
    }


def _card(out: Path, mark: str) -> AdapterCard | None:
    """The card of the same training, where it is over; UsageError where the folder holds another one."""
    if out.exists() and not out.is_dir():
        raise UsageError.named("training.is_file", path=out)
    if not (out / CARD).exists():
        return None
    found = loads((out / CARD).read_text(encoding="utf-8"))
    if isinstance(found, dict) and found.get("mark") == mark:
        return cast(AdapterCard, found)  # its mark says that this training wrote it
    raise UsageError.named("training.other_adapter", path=out)


def _load_base(spec: LocalSpec, weights: Path) -> loading.Checkpoint:
    from ..local.loading import load

    return load(f"training {weights}", spec.base, weights, None, spec.settings)


def _within(settings: TrainingSettings, context: int) -> TrainingSettings:
    return replace(settings, max_tokens=min(settings.max_tokens, context))


def _examples(path: Path, loaded: loading.Checkpoint, settings: TrainingSettings) -> Examples:
    from ..local.loading import encode_with_offsets
    from ..local.prompts import render_training
    from ..local.template import PromptError

    encode = encode_with_offsets(loaded.tokenizer)
    shown: set[bytes] = set()

    def render(messages: Sequence[Message], tools: Sequence[JsonObject]) -> tuple[list[int], list[bool]]:
        try:
            _check_tools(loaded, tools, path, shown)
            made = render_training(loaded.form, encode, messages, list(tools), last_only=settings.per_call)
        except PromptError as error:
            raise InputError.named("training.template", path=path, problem=said_by(error)) from None
        return made.ids, made.mask

    return read_examples(path, render, per_call=settings.per_call, max_tokens=settings.max_tokens)


def _check_tools(loaded: loading.Checkpoint, tools: Sequence[JsonObject], path: Path, shown: set[bytes]) -> None:
    """Refuse to teach calls of tools that the model would never be shown; `shown` remembers what is known to be."""
    from ..local.prompts import render_text

    known = dumps_canonical(list(tools))
    if known in shown:
        return
    text = render_text(loaded.form, [{"role": "user", "content": "?"}], tools)
    for tool in tools:
        name = tool.get("function", tool).get("name", "")
        if name not in text:
            raise InputError.named("training.unseen_tool", path=path, tool=repr(name))
    shown.add(known)


def _with_adapter(model: Any, settings: TrainingSettings) -> tuple[Any, Any]:
    """The model with fresh LoRA weights on every linear layer of its blocks."""
    import torch
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(settings.seed)
    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules="all-linear",
    )
    return get_peft_model(model, config), torch
