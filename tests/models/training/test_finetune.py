"""A training from conversations to an adapter: what its card says, that it survives a kill, and that it teaches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError, UsageError
from evalwright.models import TrainingSettings, finetune

from ...conftest import ROOT, read_jsonl, write_jsonl
from ..local.tiny import TOOL, save
from .talks import talk, talks

QUICK: dict[str, Any] = {"batch": 4, "rank": 4, "alpha": 8, "checkpoint_steps": 1}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"hf:{save(tmp_path_factory.mktemp('base') / 'tiny')}"


def weights(folder: Path) -> bytes:
    return (folder / "adapter_model.safetensors").read_bytes()


def curve(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "card.json").read_text())["curve"]
    return found


def test_the_card_says_how_the_adapter_came_about(base: str, tmp_path: Path) -> None:
    train, valid = talks(tmp_path / "t.jsonl"), talks(tmp_path / "v.jsonl", 3, start=90)
    steps: list[tuple[int, int]] = []
    card = finetune(
        train,
        base,
        tmp_path / "a",
        TrainingSettings(**QUICK, epochs=2, seed=5),
        valid=valid,
        report=lambda step, planned, loss, measured: steps.append((step, planned)),
    )
    assert card == json.loads((tmp_path / "a" / "card.json").read_text())
    assert steps == [(number, 6) for number in range(1, 7)]
    assert card["steps"] == {"planned": 6, "taken": 6, "best": card["steps"]["best"]}
    assert card["train"]["examples"] == 12 and 0 < card["train"]["learnt"] < card["train"]["tokens"]
    assert card["settings"]["seed"] == 5 and card["settings"]["epochs"] == 2
    assert all(len(card["data"][name]) == 64 for name in ("train_sha256", "valid_sha256"))
    assert len(card["base"]["sha256"]) == 64
    assert [entry["step"] for entry in card["curve"]] == [1, 2, 3, 4, 5, 6]
    assert [entry["step"] for entry in card["curve"] if "valid_loss" in entry] == [3, 6]
    assert card["curve"][-1]["loss"] < card["curve"][0]["loss"]
    assert not list((tmp_path / "a").glob(".training*"))


def test_the_same_seed_gives_the_same_adapter_and_another_another(base: str, tmp_path: Path) -> None:
    train = talks(tmp_path / "t.jsonl", 8)
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        finetune(train, base, tmp_path / name, TrainingSettings(**QUICK, seed=seed, dropout=0.1))
    assert weights(tmp_path / "a") == weights(tmp_path / "b") != weights(tmp_path / "c")
    assert curve(tmp_path / "a") == curve(tmp_path / "b")


@pytest.fixture
def one_thread() -> Iterator[None]:
    """On some processors, sums of several threads differ in their last bit from process to process."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_a_killed_training_ends_as_if_it_had_not_been(base: str, tmp_path: Path, one_thread: None) -> None:
    talks(tmp_path / "t.jsonl", 16)
    talks(tmp_path / "v.jsonl", 3, start=90)
    options = ["--valid", "v.jsonl", "--epochs", "4", "--batch", "4", "--rank", "4", "--alpha", "8"]
    args = ["finetune", "t.jsonl", "--base", base, *options, "--valid-steps", "20", "--checkpoint-steps", "3"]
    child = subprocess.Popen(
        [sys.executable, "-c", "from evalwright.cli import main; main()", *args, "-o", "killed"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
        stderr=subprocess.DEVNULL,
    )
    state, deadline = tmp_path / "killed" / ".training.pt", time.monotonic() + 60
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert state.exists() and not (tmp_path / "killed" / "card.json").exists()
    settings = TrainingSettings(**{**QUICK, "epochs": 4.0, "valid_steps": 20, "checkpoint_steps": 3})
    said: list[str] = []
    reached: list[int] = []
    for name in ("killed", "whole"):
        finetune(
            tmp_path / "t.jsonl",
            base,
            tmp_path / name,
            settings,
            valid=tmp_path / "v.jsonl",
            say=said.append,
            report=lambda step, *_: reached.append(step),
        )
    assert "going on where it was stopped" in said and reached[0] > 3
    assert weights(tmp_path / "killed") == weights(tmp_path / "whole")
    assert curve(tmp_path / "killed") == curve(tmp_path / "whole")
    assert [entry["step"] for entry in curve(tmp_path / "killed")] == list(range(1, 17))


def test_a_training_that_is_over_is_not_repeated_nor_mixed_with_another(base: str, tmp_path: Path) -> None:
    train = talks(tmp_path / "t.jsonl", 4)
    first = finetune(train, base, tmp_path / "a", TrainingSettings(**QUICK))
    said: list[str] = []
    assert finetune(train, base, tmp_path / "a", TrainingSettings(**QUICK), say=said.append) == first
    assert said == [f"{tmp_path / 'a'} holds this training already"]
    with pytest.raises(UsageError, match="other data, base or settings"):
        finetune(train, base, tmp_path / "a", TrainingSettings(**QUICK, seed=9))


def test_early_stop_keeps_the_best(base: str, tmp_path: Path) -> None:
    """Data that contradicts the validation file: the loss there grows, and the first measurement stays the best."""
    train = talks(tmp_path / "t.jsonl", 8)
    other = [{"messages": [{"role": "user", "content": "Find 1"}, {"role": "assistant", "content": "~" * 40}]}]
    valid = write_jsonl(tmp_path / "v.jsonl", other)
    settings = {**QUICK, "learning_rate": 0.02, "warmup": 0.0, "valid_steps": 2, "patience": 2, "epochs": 30}
    card = finetune(train, base, tmp_path / "a", TrainingSettings(**settings), valid=valid)
    measured = [(entry["valid_loss"], entry["step"]) for entry in card["curve"] if "valid_loss" in entry]
    assert card["steps"]["taken"] < card["steps"]["planned"] == 60
    assert card["steps"]["best"] == min(measured)[1] == measured[-3][1]
    assert _measured_again(base, tmp_path / "a", valid) == pytest.approx(min(measured)[0], abs=1e-3)


def _measured_again(base: str, adapter: Path, valid: Path) -> float:
    """The validation loss of a saved adapter, loaded as `hf:BASE+ADAPTER` is."""
    import torch

    from evalwright.models.local.loading import load
    from evalwright.models.training.finetune import _examples

    loaded = load(str(adapter), "tiny", Path(base[3:]), adapter, {})
    (example,) = _examples(valid, loaded, TrainingSettings()).kept
    labels = torch.tensor([token if learn else -100 for token, learn in zip(example.ids, example.learn, strict=True)])
    with torch.no_grad():
        logits = loaded.model(input_ids=torch.tensor([example.ids])).logits[0]
    return float(torch.nn.functional.cross_entropy(logits[:-1], labels[1:], ignore_index=-100))


def test_an_adapter_changes_the_answers_to_those_it_was_taught(base: str, tmp_path: Path) -> None:
    """The same conversation again and again: afterwards the tiny model calls the tool, before it does not."""
    from evalwright.run import EvalConfig, evaluate

    train = write_jsonl(tmp_path / "t.jsonl", [talk(7)] * 4)
    settings = TrainingSettings(batch=4, rank=16, learning_rate=0.02, epochs=60)
    finetune(train, base, tmp_path / "a", settings)
    expected = {"role": "assistant", "tool_calls": talk(7)["messages"][2]["tool_calls"]}
    item = {"id": "i", "messages": talk(7)["messages"][:2], "tools": [TOOL], "expected_output": expected}
    config = EvalConfig(
        data=(str(write_jsonl(tmp_path / "eval.jsonl", [item])),),
        models=(base, f"{base}+{tmp_path / 'a'}"),
        run=tmp_path / "run",
        generation_config={"max_tokens": 90},
    )
    evaluate(config)
    scores = {
        path.parent.name: read_jsonl(path)[0]["score"]["next_call_exact"]
        for path in (tmp_path / "run" / "reviews").glob("*/*.jsonl")
    }
    assert scores == {"tiny": 0.0, "tiny+a": 1.0}


def test_two_trainings_in_one_process_do_not_mix(base: str, tmp_path: Path) -> None:
    train = talks(tmp_path / "t.jsonl", 4)
    finetune(train, base, tmp_path / "other", TrainingSettings(**QUICK, seed=3, learning_rate=0.05))
    finetune(train, base, tmp_path / "a", TrainingSettings(**QUICK))
    finetune(train, base, tmp_path / "b", TrainingSettings(**QUICK))
    assert weights(tmp_path / "a") == weights(tmp_path / "b")
    assert {entry["loss"] for entry in curve(tmp_path / "a")} == {entry["loss"] for entry in curve(tmp_path / "b")}


@pytest.mark.parametrize(
    ("base", "reason"),
    [
        ("gguf:x.gguf", "through transformers"),
        ("gpt-4", "no checkpoint to train"),
        ("hf:base+adapter", "not on another adapter"),
        ("hf:", "no checkpoint to train"),
    ],
)
def test_a_base_that_cannot_be_trained_is_refused(base: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=reason):
        finetune(talks(tmp_path / "t.jsonl", 1), base, tmp_path / "a", TrainingSettings())


def test_missing_data_and_a_file_in_the_way_are_said(base: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        finetune(tmp_path / "none.jsonl", base, tmp_path / "a", TrainingSettings())
    train = talks(tmp_path / "t.jsonl", 1)
    with pytest.raises(UsageError, match="is a file"):
        finetune(train, base, train, TrainingSettings())
