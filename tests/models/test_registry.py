"""What stands after -m becomes a model, or one line with the cure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.models import ModelSpec, make_model, model_kinds, register_model
from evalwright.models.openai_api import OpenAIModel
from evalwright.plugins import MODELS

URL = "http://127.0.0.1:8000/v1"


def server(text: str, **more: Any) -> OpenAIModel:
    model = make_model(text, **more)
    assert isinstance(model, OpenAIModel)
    return model


@pytest.mark.parametrize(
    ("text", "api_url", "name", "url"),
    [
        ("qwen-plus", URL, "qwen-plus", URL),
        ("org/model:tag", URL, "org/model:tag", URL),
        ("qwen@http://127.0.0.1:9/v1", None, "qwen", "http://127.0.0.1:9/v1"),
        ("qwen@http://127.0.0.1:9/v1", URL, "qwen", "http://127.0.0.1:9/v1"),
        ("model@2024-01-01", URL, "model@2024-01-01", URL),
    ],
)
def test_a_name_is_asked_at_its_address(text: str, api_url: str | None, name: str, url: str) -> None:
    model = server(text, api_url=api_url)
    assert model.identity() == {"kind": "openai_api", "model": name, "url": f"{url}/chat/completions"}


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        ("http://h/v1/", "http://h/v1/chat/completions"),
        ("http://h/v1/chat/completions", "http://h/v1/chat/completions"),
        ("http://h/v1/chat/completions/", "http://h/v1/chat/completions"),
        ("https://h:8443", "https://h:8443/chat/completions"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1/chat/completions"),
        ("https://h/openai/v1?api-version=2025-01-01", "https://h/openai/v1/chat/completions?api-version=2025-01-01"),
    ],
)
def test_the_address_is_completed(url: str, endpoint: str) -> None:
    assert server("m", api_url=url).url == endpoint


@pytest.mark.parametrize(
    "url",
    ["127.0.0.1:8000", "ftp://h/v1", "http://", "http:///v1", "http://h:99999/v1", "http://h:x/v1", "http://[::1/v1"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="is no http address"):
        make_model("m", api_url=url)


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(UsageError) as caught:
        make_model("m", api_url="http://me:hunter2@h/v1")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("qwen", "--api-url"),
        ("@http://h/v1", "NAME@URL"),
        ("baseline:best:x.jsonl", "baseline:bigram"),
        ("baseline:bigram", "TRAIN.jsonl"),
        ("replay:", "replay:SAMPLES.jsonl"),
    ],
)
def test_what_is_no_model_is_refused_with_the_cure(text: str, cure: str) -> None:
    with pytest.raises(UsageError, match=cure):
        make_model(text)


@pytest.mark.parametrize(("value", "sent"), [("sk-1", "sk-1"), ("sk-1\n", "sk-1"), ("", None), ("  ", None)])
def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, value: str, sent: str | None) -> None:
    monkeypatch.setenv("MY_KEY", value)
    assert server("m", api_url=URL, api_key_env="MY_KEY")._key == sent


@pytest.mark.parametrize("value", ["sk-1\nX-Evil: 1", "sk 1", "ключ", "sk-\x07"])
def test_a_key_that_cannot_be_a_header_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match="MY_KEY") as caught:
        make_model("m", api_url=URL, api_key_env="MY_KEY")
    assert value not in str(caught.value)


def test_the_key_is_no_part_of_what_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in repr(server("m", api_url=URL).identity())


@pytest.fixture
def own_kind() -> Iterator[str]:
    yield "own"
    MODELS.forget("own")


def test_a_kind_of_ones_own_is_one_factory(own_kind: str) -> None:
    @register_model(own_kind)
    def make(spec: ModelSpec) -> Any:
        return ("made", spec.text, spec.rest)

    assert make_model("own:a:b") == ("made", "own:a:b", "a:b")  # type: ignore[comparison-overlap]
    assert own_kind in model_kinds()


def test_our_own_kinds_are_made(tmp_path: Path) -> None:
    assert make_model(f"baseline:majority:{tmp_path}/t.jsonl").name == "baseline:majority"
    assert {"baseline", "replay"} <= set(model_kinds())
