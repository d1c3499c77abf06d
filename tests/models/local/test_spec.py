"""What stands after hf: and gguf:, and what is said where it cannot be had. Needs no extra."""

from __future__ import annotations

import builtins
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.models import AnswerError, make_model
from evalwright.models.local import spec as specs
from evalwright.models.local.fitting import room_for
from evalwright.models.local.replies import to_sample
from evalwright.models.local.settings import Generation, read_settings
from evalwright.models.local.spec import positive, read_spec, switch
from evalwright.models.local.weights import identify, looks_local

from ...conftest import Run, write_jsonl

READERS: dict[str, Any] = {"batch": positive, "trust_remote_code": switch, "dtype": specs.one_of("float32")}


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no extra were installed."""
    found = importlib.util.find_spec
    hidden = {"torch", "transformers", "peft", "llama_cpp"}
    monkeypatch.setattr(specs, "find_spec", lambda name: None if name in hidden else found(name))


@pytest.mark.parametrize(
    ("rest", "base", "adapter", "settings"),
    [
        ("Qwen/Qwen2-0.5B-Instruct", "Qwen/Qwen2-0.5B-Instruct", None, {}),
        ("base+tuned", "base", "tuned", {}),
        ("a/b?batch=4&trust_remote_code=1", "a/b", None, {"batch": 4, "trust_remote_code": True}),
        ("base+tuned?dtype=float32", "base", "tuned", {"dtype": "float32"}),
    ],
)
def test_a_spec_is_taken_apart(rest: str, base: str, adapter: str | None, settings: dict[str, Any]) -> None:
    made = read_spec("hf", rest, READERS)
    assert (made.base, made.adapter, made.settings) == (base, adapter, settings)


def test_a_path_that_exists_is_taken_as_it_is(tmp_path: Path) -> None:
    odd = tmp_path / "a+b?c"
    odd.mkdir()
    assert read_spec("hf", str(odd), READERS).base == str(odd)
    assert read_spec("hf", f"{odd}?batch=2", READERS).settings == {"batch": 2}
    assert read_spec("hf", f"{odd}+adapter", READERS).adapter == "adapter"


@pytest.mark.parametrize(
    "rest", ["", "x?bach=4", "x?batch=0", "x?batch=many", "x?trust_remote_code=maybe", "x?dtype=int8"]
)
def test_a_wrong_spec_is_refused(rest: str) -> None:
    with pytest.raises(UsageError):
        read_spec("hf", rest, READERS)


@pytest.mark.parametrize(
    ("text", "packages", "extra"),
    [
        ("hf:Qwen/Qwen2-0.5B-Instruct", "torch and transformers", "evalwright[local]"),
        ("hf:base+tuned", "torch and transformers and peft", "evalwright[local]"),
        ("Qwen/Qwen2-0.5B-Instruct", "has no server", "evalwright[local]"),
        ("gguf:model.gguf", "llama_cpp", "evalwright[gguf]"),
    ],
)
def test_a_missing_extra_is_named(nothing_installed: None, text: str, packages: str, extra: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_model(text)
    assert packages in caught.value.message and extra in str(caught.value.cure)


def test_a_name_that_is_no_path_lacks_its_server() -> None:
    with pytest.raises(UsageError, match="has no server") as caught:
        make_model("qwen-plus")
    assert "--api-url" in str(caught.value.cure)
    assert not looks_local("qwen-plus") and looks_local("org/name") and looks_local("model.gguf")
    assert not looks_local("http://x/y") and not looks_local("../no-such-folder") and not looks_local("a/b/c")


def test_the_command_line_says_which_extra_to_install(evalwright: Run, tmp_path: Path) -> None:
    item = {"messages": [{"role": "user", "content": "x"}], "tools": [], "expected_output": {"role": "assistant"}}
    write_jsonl(tmp_path / "eval.jsonl", [item])
    hide = tmp_path / "hidden"
    hide.mkdir()
    (hide / "sitecustomize.py").write_text(
        "import importlib.util as u\nold = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name in ('torch', 'transformers') else old(name, *more)\n"
    )
    source = Path(specs.__file__).parents[3]
    done = evalwright("eval", "eval.jsonl", "-m", "hf:org/name", env={"PYTHONPATH": f"{hide}:{source}"})
    assert done.returncode == 2 and "evalwright[local]" in done.stderr
    assert "Traceback" not in done.stderr and not (tmp_path / "outputs").exists()


def test_making_a_model_imports_nothing_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specs, "find_spec", lambda name: object())
    real = builtins.__import__

    def guarded(name: str, *more: Any) -> Any:
        assert name.partition(".")[0] not in ("torch", "transformers", "peft", "llama_cpp"), name
        return real(name, *more)

    before = {name for name in sys.modules if name.partition(".")[0] == "torch"}
    monkeypatch.setattr(builtins, "__import__", guarded)
    assert make_model("hf:org/name+adapter?batch=3").name == "name+adapter"
    assert {name for name in sys.modules if name.partition(".")[0] == "torch"} == before


def test_settings_are_read_and_unknown_ones_refused() -> None:
    given = {"temperature": 0, "max_tokens": 7, "stop": "x", "top_p": 0.5, "top_k": -1, "seed": 3}
    made = read_settings(given, b"content")
    assert (made.max_tokens, made.max_tokens_given, made.stop, made.top_p, made.top_k) == (7, True, ("x",), 0.5, 0)
    assert read_settings({}, b"").max_tokens == 512
    for wrong in (
        {"presence_penalty": 1},
        {"max_tokens": 0},
        {"temperature": "hot"},
        {"stop": [""]},
        {"tool_choice": "required"},
    ):
        with pytest.raises(UsageError):
            read_settings(wrong, b"")
    assert not read_settings({"tool_choice": "none"}, b"").tools


def test_the_seed_comes_from_the_content_the_seed_and_the_copy() -> None:
    seeds = [
        read_settings({"seed": seed}, content, tag).seed
        for seed, content, tag in [(0, b"a", ""), (0, b"b", ""), (1, b"a", ""), (0, b"a", "#1"), (0, b"a", "")]
    ]
    assert len(set(seeds)) == 4 and seeds[0] == seeds[-1]


def test_what_does_not_fit_is_said() -> None:
    assert room_for(100, Generation(max_tokens=50, max_tokens_given=True), 150) == 50
    assert room_for(100, Generation(), 150) == 50
    for prompt, generation in ((101, Generation(max_tokens=50, max_tokens_given=True)), (149, Generation())):
        with pytest.raises(AnswerError) as caught:
            room_for(prompt, generation, 150)
        assert caught.value.kind == "context_exceeded" and not caught.value.retry


def test_weights_are_known_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"one")
    (tmp_path / "README.md").write_text("about")
    first = identify(tmp_path)
    (tmp_path / "README.md").write_text("about it")
    (tmp_path / "card.json").write_text("{}")
    assert identify(tmp_path) == first
    (tmp_path / "model.safetensors").write_bytes(b"two")
    assert identify(tmp_path) != first
    snapshot = tmp_path / "models--a--b" / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    assert identify(snapshot) == {"hub": "models--a--b", "commit": "0" * 40}


def test_an_answer_becomes_a_sample() -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
    sizes: dict[str, Any] = {"prompt": 3, "generated": 2, "milliseconds": 1.0}
    text = '<think>hm</think>Well.\n<tool_call>{"name": "f", "arguments": {}}</tool_call>'
    made = to_sample(text, tools, "hermes", cut=False, **sizes)
    assert made["output_tools"] == [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    assert (made["output_text"], made["finish_reason"], made.get("reasoning")) == ("Well.", "tool_calls", "hm")
    assert made["usage"] == {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    assert to_sample("Hi", tools, "hermes", cut=True, **sizes)["finish_reason"] == "length"
    bare = json.dumps({"name": "f", "arguments": {}})
    assert to_sample(bare, [], None, cut=False, **sizes)["output_text"] == bare
