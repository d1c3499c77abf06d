"""Loading a checkpoint through transformers: safetensors directories, GGUF files, LoRA adapters on top.

float32 on a CPU (lower precision is far slower there), bfloat16 on CUDA, float16 on Apple's GPU, unless the user says
otherwise. Code that comes with a checkpoint is run only where the user allows it. The last one loaded is kept, because
a run opens its model once for every data set.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.errors import UsageError
from evalwright.text import localized, phrase, said_by

from .memory import keep_freed_memory
from .prompts import PromptFormat, prompt_format
from .spec import LocalSettings
from .template import PLAIN, ChatTemplate, PromptError

_END_WORDS = ("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|call|>", "<|return|>", "<end_of_turn>", "<|end|>",
              "<|user|>", "<|observation|>", "<|endoftext|>", "</s>")  # fmt: skip
"""Tokens that end a turn; those count that a template writes and the vocabulary has."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A loaded model with all that belongs to it."""

    model: Any
    tokenizer: Any
    form: PromptFormat
    ends: frozenset[int]
    pad: int
    context: int

    def decode(self, ids: list[int]) -> str:
        """The text of generated tokens, special ones included: some families mark calls with them."""
        return str(self.tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False))


_kept: dict[str, Checkpoint] = {}


def load(key: str, name: str, path: Path, adapter: Path | None, settings: LocalSettings) -> Checkpoint:
    """The checkpoint at a path; the one loaded last is kept under its key."""
    if key not in _kept:
        _kept.clear()
        started = time.monotonic()
        print(localized("model.loading_name", name=name), file=sys.stderr, flush=True)
        made = _load_checkpoint(path, adapter, settings)
        _kept[key] = made
        where = localized("model.where", value=str(made.model.dtype).removeprefix("torch."), device=made.model.device)
        print(
            localized("model.loaded_where", name=name, monotonic=f"{time.monotonic() - started:.1f}", where=where),
            file=sys.stderr,
            flush=True,
        )
    return _kept[key]


def _load_checkpoint(path: Path, adapter: Path | None, settings: LocalSettings) -> Checkpoint:
    noise = io.StringIO()  # progress bars of half a dozen libraries
    try:
        with redirect_stderr(noise):
            tokenizer, model = _from_disk(path, settings)
            model = model if adapter is None else _with_adapter(model, adapter)
    except UsageError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split())[:300]
        raise UsageError.named(
            "model.not_loaded", path=path, error=type(error).__name__, reason=reason, cure=_cure(reason)
        ) from None
    return checkpoint(model.eval(), tokenizer, settings)


def checkpoint(model: Any, tokenizer: Any, settings: LocalSettings) -> Checkpoint:
    """A model and its tokenizer with how they take conversations and where they end."""
    from transformers import GenerationConfig

    source = _template(tokenizer)
    ends = _end_ids(model, tokenizer, source)
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else min(ends, default=0)
    words = tuple(str(word) for word in tokenizer.convert_ids_to_tokens(sorted(ends)))
    tokens = {name: str(value) for name, value in tokenizer.special_tokens_map.items() if isinstance(value, str)}
    try:
        form = prompt_format(ChatTemplate(source, tokens), _encoder(tokenizer), words)
    except PromptError as error:
        raise UsageError(said_by(error), cure=phrase("cures.mend_template")) from None
    # A checkpoint's own habits (temperature, penalties) would otherwise mix with what was asked for.
    model.generation_config = GenerationConfig(eos_token_id=sorted(ends), pad_token_id=pad)
    longest = getattr(model.config.get_text_config(), "max_position_embeddings", None) or 4096
    return Checkpoint(model, tokenizer, form, ends, pad, min(settings.get("context") or longest, longest))


def encode_with_offsets(tokenizer: Any) -> Callable[[str], tuple[list[int], list[tuple[int, int]]]]:
    """Text to tokens with where in the text each stands, for `render_training`."""

    def encode(text: str) -> tuple[list[int], list[tuple[int, int]]]:
        made = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        return list(made["input_ids"]), [tuple(pair) for pair in made["offset_mapping"]]

    return encode


def _encoder(tokenizer: Any) -> Callable[[str], list[int]]:
    return lambda text: list(tokenizer(text, add_special_tokens=False)["input_ids"])


def _from_disk(path: Path, settings: LocalSettings) -> tuple[Any, Any]:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from .attention import use_grouped_attention

    keep_freed_memory()
    device, dtype = device_and_dtype(settings)
    trust = bool(settings.get("trust_remote_code"))
    where = {"gguf_file": path.name} if path.is_file() else {}
    folder = str(path.parent if path.is_file() else path)
    common: dict[str, Any] = {"trust_remote_code": trust, "local_files_only": True, **where}
    tokenizer = AutoTokenizer.from_pretrained(folder, **common)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=getattr(torch, dtype), **common)
    model = model.to(device)
    use_grouped_attention(model)
    return tokenizer, model


def _with_adapter(model: Any, adapter: Path) -> Any:
    """The adapter's changes added to the weights: faster than keeping them beside."""
    from peft import PeftModel

    return PeftModel.from_pretrained(model, str(adapter)).merge_and_unload()


def device_and_dtype(settings: LocalSettings) -> tuple[str, str]:
    """Where the model runs and with how many digits: as the user says, else what suits the machine."""
    import torch

    usual = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    device = settings.get("device") or usual
    given = settings.get("dtype")
    return device, given or {"cuda": "bfloat16", "mps": "float16"}.get(device.partition(":")[0], "float32")


def _template(tokenizer: Any) -> str:
    found = tokenizer.chat_template
    if isinstance(found, dict):
        found = found.get("tool_use") or found.get("default") or next(iter(found.values()), None)
    return found if isinstance(found, str) and found else PLAIN


def _end_ids(model: Any, tokenizer: Any, template: str) -> frozenset[int]:
    given = getattr(model.generation_config, "eos_token_id", None)
    found = {tokenizer.eos_token_id, *(given if isinstance(given, list) else [given])}
    vocabulary = tokenizer.get_added_vocab()
    found |= {vocabulary[word] for word in _END_WORDS if word in template and word in vocabulary}
    return frozenset(token for token in found if isinstance(token, int))


def _cure(reason: str) -> str:
    if "trust_remote_code" in reason:
        return phrase("cures.trust")
    return phrase("cures.checkpoint")
