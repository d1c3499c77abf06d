"""hf: from a checkpoint on disk to samples: batches, adapters, limits, templates, and what cannot be loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.models import AnswerError, Request, Sample, make_model

from .tiny import TOOL, WITH_TOOLS, model_of, save, tokenizer_of

SHORT = {"max_tokens": 12, "temperature": 0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("tiny"))


def request(text: str, tools: Sequence[Any] = (), **settings: Any) -> Request:
    messages: Any = [{"role": "system", "content": "You help. " * 8}, {"role": "user", "content": text}]
    return Request(text, messages, list(tools), {**SHORT, **settings})


def ask(text: str, requests: Sequence[Request], *, together: bool = True) -> list[Any]:
    """What a model answers, errors included, without the times."""

    async def run() -> list[Any]:
        model = make_model(text)
        await model.open()
        try:
            if together:
                answers = [model.answer(one, model.prepare(one)) for one in requests]
                found: list[Any] = await asyncio.gather(*answers, return_exceptions=True)
                return found
            return [await model.answer(one, model.prepare(one)) for one in requests]
        finally:
            await model.close()

    return [_untimed(found) if isinstance(found, dict) else found for found in asyncio.run(run())]


def _untimed(sample: Sample) -> dict[str, Any]:
    return {key: value for key, value in sample.items() if key != "latency_ms"}


def test_batches_answer_as_single_requests_do(folder: Path) -> None:
    requests = [request("x" * (number * 7 % 40 + 1), [TOOL] if number % 2 else []) for number in range(10)]
    requests += [request(f"draw {number}", temperature=1.2, seed=number) for number in range(3)]
    together = ask(f"hf:{folder}?batch=4", requests)
    assert together == ask(f"hf:{folder}?batch=1", requests, together=False)
    assert all(one["usage"]["completion_tokens"] <= 12 for one in together)
    assert len({one["output_text"] for one in together}) > 8


def test_what_does_not_fit_is_an_error_of_its_item_alone(folder: Path) -> None:
    found = ask(
        f"hf:{folder}?context=400", [request("short"), request("long " * 100), request("too much", max_tokens=390)]
    )
    assert found[0]["output_text"] is not None
    assert [error.kind for error in found[1:]] == ["context_exceeded"] * 2
    assert all(isinstance(error, AnswerError) and not error.retry for error in found[1:])


def test_the_weights_and_precision_make_the_identity(folder: Path, tmp_path: Path) -> None:
    one = make_model(f"hf:{folder}").identity()
    assert one == make_model(f"hf:{folder}?batch=2").identity()
    assert one["dtype"] == "float32" or one["device"] != "cpu"
    other = make_model(f"hf:{save(tmp_path / 'other', seed=1)}").identity()
    assert other["weights"] != one["weights"]
    assert make_model(f"hf:{folder}?dtype=bfloat16").identity() != one


def test_an_adapter_changes_the_answers_and_the_identity(folder: Path, tmp_path: Path) -> None:
    import peft
    import torch

    model = peft.get_peft_model(
        model_of(len(tokenizer_of())), peft.LoraConfig(r=2, target_modules=["q_proj", "v_proj"])
    )
    torch.manual_seed(1)
    for name, weight in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weight)
    model.save_pretrained(tmp_path / "adapter")
    both = f"hf:{folder}+{tmp_path / 'adapter'}"
    assert make_model(both).identity()["adapter"] and make_model(both).name.endswith("+adapter")
    assert ask(both, [request("hello")]) != ask(f"hf:{folder}", [request("hello")])
    assert ask(both, [request("hello")]) == ask(both, [request("hello")])
    with pytest.raises(UsageError, match="no LoRA adapter"):
        make_model(f"hf:{folder}+{folder}").identity()


def test_a_template_that_refuses_costs_its_item_alone(tmp_path: Path) -> None:
    strict = "{% if messages[-1].content == 'no' %}{{ raise_exception('not this') }}{% endif %}" + WITH_TOOLS
    found = ask(f"hf:{save(tmp_path, strict)}", [request("no"), request("yes", [TOOL])])
    assert found[0].kind == "chat_template" and "not this" in found[0].message
    assert found[1]["finish_reason"] in ("length", "stop")


def test_settings_that_cannot_be_kept_are_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match="logit_bias"):
        make_model(f"hf:{folder}").prepare(request("x", logit_bias={}))


def test_remote_code_is_not_run_unasked(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(
        '{"model_type": "own", "auto_map": {"AutoConfig": "own.Own", "AutoModelForCausalLM": "own.Model"}}'
    )
    (tmp_path / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    with pytest.raises(UsageError, match="cannot be loaded"):
        ask(f"hf:{tmp_path}", [request("x")])
    assert not (tmp_path / "ran").exists()


def test_what_cannot_be_found_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no directory, no file and no hub id"):
        make_model("hf:./nowhere/at/all").identity()
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(UsageError, match="neither on disk nor to be had from Hugging Face") as caught:
        make_model("evalwright-none/none").identity()
    assert "network" in str(caught.value.cure)
    monkeypatch.setenv("EVALWRIGHT_HUB", "modelscope")
    with pytest.raises(UsageError, match="ModelScope"):
        make_model("hf:evalwright-none/none").identity()
    with pytest.raises(UsageError, match="cannot be loaded"):
        ask(f"hf:{tmp_path}", [request("x")])


def test_closing_gives_up_what_is_being_generated(folder: Path) -> None:
    async def run() -> None:
        model = make_model(f"hf:{folder}")
        await model.open()
        long = request("x", max_tokens=1900)
        task = asyncio.create_task(model.answer(long, model.prepare(long)))
        await asyncio.sleep(0.3)
        await asyncio.wait_for(model.close(), 20)
        with pytest.raises(AnswerError, match="stopped"):
            await asyncio.wait_for(task, 5)

    asyncio.run(run())
