"""Failures that say the same but for ids and numbers are one cause, with what helps against it."""

from __future__ import annotations

import pytest

from evalwright.models import cause_of
from evalwright.text import LANGUAGES, localized, localized_section


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("requested 5017 tokens (request a1)", "requested 90 tokens (request b22)"),
        ("no such thing as conv-7#3 here", "no such thing as conv-8#12 here"),
        ("id 5f2c9d00-77aa-4b1e-9a77-000000000001 failed", "id 0aa2ff00-77aa-4b1e-9a77-0000000000ff failed"),
        (
            "1 validation error, input_value={'role': 'user', 'content': 'where is my order'}",
            "1 validation error, input_value={'role': 'tool', 'content': 'shipped'}",
        ),
        ("cannot read 'where is my order of yesterday?'", "cannot read 'how much is the red bicycle in the window?'"),
    ],
)
def test_what_differs_from_item_to_item_makes_no_other_cause(one: str, other: str) -> None:
    assert cause_of("http_400", one) == cause_of("http_400", other)


def test_an_id_in_words_is_left_out_too() -> None:
    assert cause_of("http_400", "bad item red-bike", "red-bike") == cause_of(
        "http_400", "bad item blue-car", "blue-car"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("This model's maximum context length is 4096", "This model's tokenizer is broken"),
        ("tools are not supported", "images are not supported"),
    ],
)
def test_other_words_are_another_cause(one: str, other: str) -> None:
    assert cause_of("http_400", one) != cause_of("http_400", other)


@pytest.mark.parametrize(
    ("kind", "message", "cure", "may_pass"),
    [
        ("http_400", '"auto" tool choice requires --enable-auto-tool-choice', "vllm_tools", False),
        ("http_400", "registry.ollama.ai/library/gemma:2b does not support tools", "no_tools", False),
        ("http_500", "tools param requires --jinja flag", "llama_cpp_tools", False),
        ("http_400", "the request exceeds the available context size", "context_length", False),
        ("http_400", "Use 'max_completion_tokens' instead", "max_completion_tokens", False),
        ("http_400", "Unsupported value: 'temperature'", "unsupported_parameter", False),
        ("http_400", "The model `gpt-9` does not exist", "model_not_found", False),
        ("http_422", "something else", "refused_request", False),
        ("http_429", "slow down", "rate_limit", True),
        ("http_503", "loading", "server_error", True),
        ("quota", "You exceeded your current quota", "quota", True),
        ("timeout", "no whole answer", "timeout", True),
        ("too_many_files", "no more", "too_many_files", True),
        ("http_418", "teapot", None, False),
    ],
)
def test_known_causes_have_a_cure(kind: str, message: str, cure: str | None, may_pass: bool) -> None:
    cause = cause_of(kind, message)
    assert (cause.cure, cause.may_pass) == (cure, may_pass)


def test_every_cure_is_said_in_every_language() -> None:
    from evalwright.models import causes

    names = {name for name, _ in causes._KNOWN} | set(causes._BY_KIND.values()) | {"server_error", "refused_request"}
    assert names == set(localized_section("failures.cures"))
    assert all(localized(f"failures.cures.{name}", lang) for name in names for lang in LANGUAGES)


def test_a_hostile_message_takes_no_time() -> None:
    for hostile in ("'" * 100_000, "a1" * 50_000, "input_value" * 10_000, "model " * 20_000, '"' + "x" * 100_000):
        cause_of("http_400", hostile)
