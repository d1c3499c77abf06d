"""How many tokens prompts take for a checkpoint: to keep what a small model can hold before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from evalwright.data import dumps_canonical
from evalwright.errors import UsageError

from .hf_model import HfModel
from .weights import find_weights


def prompt_lengths(model: str, items: Iterable[Mapping[str, Any]]) -> Iterator[int]:
    """The length of every item's prompt, rendered as `hf:...` will be asked; the checkpoint stays loaded for that."""
    from .loading import load
    from .prompts import render_prompt

    kind, _, rest = model.partition(":")
    if kind != "hf":
        raise UsageError.named("model.not_counted", model=repr(model))
    asked = HfModel(rest)
    key = dumps_canonical([asked.identity(), asked.spec.settings]).decode()
    path = find_weights(asked.spec.base, asked.spec.settings.get("revision"))
    form = load(key, asked.name, path, None, asked.spec.settings).form
    for item in items:
        yield len(render_prompt(form, item["messages"], item["tools"]))
