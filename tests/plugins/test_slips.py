"""What strangers leave out or write wrongly, found by writing packages from the documents alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import (
    Conversation,
    EvalwrightError,
    Result,
    UsageError,
    convert,
    make_model,
    register_domain,
    register_format,
)
from evalwright.plugins import DOMAINS, FORMATS
from evalwright.synth import open_served, openapi_document
from tests.conftest import write_jsonl


@pytest.fixture
def transcript() -> Iterator[None]:
    """A format that cannot hold what an assistant called."""

    @register_format("transcript")
    def write(conversation: Conversation) -> dict[str, Any]:
        raise ValueError("a transcript cannot hold \x1b calls")

    yield
    FORMATS.forget("transcript")


@pytest.fixture
def counter() -> Iterator[None]:
    """A domain whose one tool states no parameters."""

    @register_domain("counter")
    class Counter:
        name, simulated = "counter", False

        def tools(self) -> list[dict[str, Any]]:
            return [{"type": "function", "function": {"name": "read_counter"}}]

        def effect(self, name: str) -> str:
            return "read"

        def policy(self, lang: str) -> str:
            return "Count."

        def fork(self) -> Counter:
            return self

        def hash(self) -> str:
            return ""

        def call(self, name: str, arguments: dict[str, Any]) -> Result:
            return Result(True, "1", 1)

        def close(self) -> None: ...

    yield
    DOMAINS.forget("counter")


def test_a_misspelt_kind_of_model_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"Did you mean replay:\.\.\.\?"):
        make_model("reply:answers.jsonl")
    with pytest.raises(UsageError, match="Give --api-url"):
        make_model("llama3:8b")  # as some servers call theirs


@pytest.mark.usefixtures("transcript")
def test_a_format_says_itself_why_it_cannot_hold_a_conversation(tmp_path: Path) -> None:
    rows = write_jsonl(tmp_path / "rows.jsonl", [{"messages": [{"role": "user", "content": "Hello"}]}])
    with pytest.raises(EvalwrightError, match=r"rows\.jsonl:1: .*a transcript cannot hold \\x1b calls"):
        convert(rows, tmp_path / "out.jsonl", "transcript")


@pytest.mark.usefixtures("counter")
def test_a_tool_that_states_no_parameters_takes_none_where_it_is_hosted() -> None:
    document = openapi_document(open_served("counter", 0, "en"))
    body = document["paths"]["/tools/read_counter"]["post"]["requestBody"]
    assert body["content"]["application/json"]["schema"] == {"type": "object", "properties": {}}
