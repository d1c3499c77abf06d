"""Which tokens are learnt, what is left out, and which data is refused because it would teach nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError
from evalwright.models.local.loading import Checkpoint, checkpoint
from evalwright.models.local.prompts import render_prompt
from evalwright.models.training.examples import Examples
from evalwright.models.training.finetune import _examples as examples_of
from evalwright.models.training.settings import TrainingSettings

from ...conftest import write_jsonl
from ..local.tiny import CHATML, TOOL, WITH_TOOLS, model_of, tokenizer_of
from .talks import talk, talks

Load = Callable[[str], Checkpoint]


@pytest.fixture(scope="module")
def load() -> Load:
    """A tiny checkpoint with a chat template."""

    def made(template: str) -> Checkpoint:
        tokenizer = tokenizer_of(template)
        return checkpoint(model_of(len(tokenizer)), tokenizer, {})

    return made


def read(loaded: Checkpoint, path: Path, **settings: Any) -> Examples:
    return examples_of(path, loaded, TrainingSettings(**settings))


def learnt(loaded: Checkpoint, ids: list[int], mask: list[bool]) -> str:
    """What the model learns to say, decoded, each stretch by itself."""
    text, before = "", False
    for token, counts in zip(ids, mask, strict=True):
        text += "" if not counts else ("" if before or not text else "|") + loaded.decode([token])
        before = counts
    return text


CALL = '<tool_call>\n{"name": "find", "arguments": {"id": 3}}\n</tool_call>'


@pytest.mark.parametrize(
    ("template", "between"), [(CHATML, "\n"), (WITH_TOOLS, "")], ids=["tools-written-by-us", "tools-by-the-template"]
)
def test_exactly_what_the_assistant_says_counts(load: Load, tmp_path: Path, template: str, between: str) -> None:
    loaded = load(template)
    (example,) = read(loaded, write_jsonl(tmp_path / "one.jsonl", [talk(3)])).kept
    said = learnt(loaded, example.ids, example.learn)
    assert said == f"Looking.{between}{CALL}<|im_end|>|It is thing3.<|im_end|>|Bye!<|im_end|>"


@pytest.mark.parametrize("template", [CHATML, WITH_TOOLS], ids=["tools-written-by-us", "tools-by-the-template"])
def test_the_prompt_at_inference_is_the_beginning_of_what_was_learnt(load: Load, tmp_path: Path, template: str) -> None:
    loaded = load(template)
    (example,) = read(loaded, write_jsonl(tmp_path / "one.jsonl", [talk(3)])).kept
    messages = talk(3)["messages"]
    for index in (2, 4, 6):
        prompt = render_prompt(loaded.form, messages[:index], [TOOL])
        assert example.ids[: len(prompt)] == prompt
        assert example.learn[len(prompt)] and not example.learn[len(prompt) - 1]


def test_per_call_learns_every_turn_once_and_only_there(load: Load, tmp_path: Path) -> None:
    loaded = load(CHATML)
    path = write_jsonl(tmp_path / "one.jsonl", [talk(3)])
    whole, parts = read(loaded, path), read(loaded, path, per_call=True)
    assert [learnt(loaded, each.ids, each.learn) for each in parts.kept] == [
        f"Looking.\n{CALL}<|im_end|>",
        "It is thing3.<|im_end|>",
        "Bye!<|im_end|>",
    ]
    assert parts.learnt == whole.learnt


def test_long_examples_are_left_out_and_counted(load: Load, tmp_path: Path) -> None:
    loaded = load(CHATML)
    long = talk(1)
    long["messages"][1]["content"] = "x" * 1500
    found = read(loaded, write_jsonl(tmp_path / "two.jsonl", [talk(0), long]), max_tokens=1200)
    assert len(found.kept) == 1
    assert found.to_dict()["left_out"] == {"too_long": 1}


def test_everything_too_long_is_refused(load: Load, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="all examples are longer than 50 tokens") as caught:
        read(load(CHATML), talks(tmp_path / "t.jsonl", 2), max_tokens=50)
    assert "--max-tokens" in str(caught.value.cure)


def test_a_file_without_an_assistant_is_refused(load: Load, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "t.jsonl", [{"messages": [{"role": "user", "content": "Hello?"}]}])
    with pytest.raises(InputError, match="no assistant speaks"):
        read(load(CHATML), path)


def test_arguments_that_are_escaped_twice_are_refused(load: Load, tmp_path: Path) -> None:
    twice = talk(1)
    function = twice["messages"][2]["tool_calls"][0]["function"]
    function["arguments"] = json.dumps(function["arguments"])
    with pytest.raises(InputError, match="escaped twice") as caught:
        read(load(CHATML), write_jsonl(tmp_path / "t.jsonl", [talk(0), twice]))
    assert caught.value.line == 2


def test_tools_that_the_template_hides_are_refused(load: Load, tmp_path: Path) -> None:
    first_only = WITH_TOOLS.replace("{{ tools | tojson }}", "{{ tools[0] | tojson }}")
    other = {"type": "function", "function": {"name": "hide", "parameters": {"type": "object", "properties": {}}}}
    path = write_jsonl(tmp_path / "t.jsonl", [talk(1, tools=[TOOL, other])])
    with pytest.raises(InputError, match="does not show the tool 'hide'"):
        read(load(first_only), path)


def test_a_template_that_rewrites_the_past_is_refused_unless_turns_are_learnt_alone(load: Load, tmp_path: Path) -> None:
    past = "{{ message.content if loop.last or message.role != 'assistant' else '-' }}"
    forgetful = WITH_TOOLS.replace("{{ message.content }}", past)
    path = write_jsonl(tmp_path / "t.jsonl", [talk(1)])
    with pytest.raises(InputError, match="otherwise once it is past"):
        read(load(forgetful), path)
    assert len(read(load(forgetful), path, per_call=True).kept) == 3


def test_broken_rows_are_named(load: Load, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(talk(0)) + '\n{"messages": 3}\n')
    with pytest.raises(InputError) as caught:
        read(load(CHATML), path)
    assert caught.value.line == 2
