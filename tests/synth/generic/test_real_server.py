"""MCP servers of strangers: the bundled shop, whose rows can be played again, and a depot that answers in any form.

Nothing that the depot says, in JSON or in text, is withheld, twisted or lost.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evalwright.chat import is_failure
from evalwright.domains.retail.shop import make_world
from evalwright.synth.generic import McpEnvironment, ToolsGenerator, environment_for
from evalwright.synth.seeds import random_for
from evalwright.synth.sources import read_source
from evalwright.workbench import Provenance

from ...conftest import ROOT
from .tool_files import names_called

_ROWS = 12
SERVER = Path(__file__).parents[1] / "parcel_server.py"
_TALKS = 40
_NOTHING = ("nothing more to tell", "without details", "没有更多内容", "没有返回更多信息")
_WORKED = ("That worked", "It went through", "Done", "办好了", "操作成功")


def test_rows_of_a_real_server_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    source = read_source(f"mcp+stdio:{sys.executable} -m evalwright shop --stdio")
    environment, notes = environment_for(source)
    assert isinstance(environment, McpEnvironment) and environment.resettable and notes == []
    users = list(make_world(0, "en").users.values())[:80]
    known = [{"user_id": user["user_id"], "email": user["email"], **user["name"], **user["address"]} for user in users]
    try:
        made = ToolsGenerator(source, environment, "en", 1, known=known)
        drafts = [made.make(random_for(2, number), str(number)) for number in range(_ROWS)]
        rows = [draft for draft in drafts if draft is not None]
        assert len(rows) == _ROWS and not any(draft.metadata["simulated"] for draft in rows)
        assert len({name for draft in rows for name in names_called(draft.messages)}) >= 8
        for draft in rows:
            fork = environment.fork()
            assert fork.hash() == draft.metadata["hash_before"]
            calls = [call["function"] for message in draft.messages for call in message.get("tool_calls", ())]
            results = [message["content"] for message in draft.messages if message["role"] == "tool"]
            for call, result in zip(calls, results, strict=True):
                assert fork.call(call["name"], json.loads(call["arguments"])).content == result
            assert fork.hash() == draft.metadata["hash_after"]
    finally:
        environment.close()


Made = tuple[list[Any], ToolsGenerator]
"""Conversations, and what made them."""


@pytest.fixture(scope="module", params=["text en", "text zh", "json en", "json zh"])
def talks(request: pytest.FixtureRequest) -> Made:
    form, lang = request.param.split()
    source = read_source(f"mcp+stdio:{sys.executable} {SERVER} --form {form}")
    environment, _ = environment_for(source)
    try:
        maker = ToolsGenerator(source, environment, lang, 1)
        drafts = [maker.make(random_for(2, number), str(number)) for number in range(_TALKS)]
    finally:
        environment.close()
    return [draft for draft in drafts if draft is not None], maker


def test_no_answer_is_empty_while_the_result_is_not(talks: Made) -> None:
    said = [
        message["content"] or "" for talk in talks[0] for message in talk.messages if message["role"] == "assistant"
    ]
    assert not [text for text in said if any(words in text for words in _NOTHING)]
    assert any("Leave nothing at the gate." in text for text in said)


def test_a_tool_that_says_no_in_an_ordinary_answer_has_failed(
    talks: Made,
) -> None:
    rows, maker = talks
    assert "track_parcel" in maker.flow.failed and "track_parcel" not in maker.flow.usable
    for draft in rows:
        for result, answer in pairwise(draft.messages):
            if result["role"] == "tool" and is_failure(result["content"]) and answer["content"]:
                assert not any(words in answer["content"] for words in _WORKED)


def test_values_of_a_listing_feed_the_next_call(talks: Made) -> None:
    fed = 0
    for talk in [draft.messages for draft in talks[0]]:
        for argument in Provenance(talk).arguments():
            told = {role: first_told(talk, role, str(argument.value)) for role in ("tool", "user")}
            assert argument.source.known and (argument.source.kind != "result" or argument.source.path), argument
            fed += told["tool"] < min(told["user"], argument.message)
    assert fed >= _TALKS // 10


def test_a_path_of_a_listing_is_looked_up_and_read(talks: Made, request: pytest.FixtureRequest) -> None:
    rows, maker = talks
    assert maker.flow.listed == ({"path"} if "text" in request.node.callspec.id else set())
    sources = [each.source for draft in rows for each in Provenance(draft.messages).arguments() if each.path == "path"]
    found = [source for source in sources if source.tool == "list_label_files"]
    if maker.flow.listed:
        assert found and all((source.path or "")[:1] == "L" for source in found)


def test_an_error_of_the_protocol_is_kept_as_it_was_sent_and_known_as_one(talks: Made) -> None:
    rows, asleep = 0, "The scale is asleep,\n  come back tomorrow"
    for draft in talks[0]:
        results = [message["content"] for message in draft.messages if message["role"] == "tool"]
        failed = [number for number, content in enumerate(results, 1) if content == asleep]
        assert draft.metadata.get("environment", {}).get("failed", []) == failed
        for result, answer in pairwise(draft.messages):
            if result["content"] == asleep:
                rows += 1
                assert "The scale is asleep, come back tomorrow" in answer["content"]
                assert not any(words in answer["content"] for words in _WORKED)
    assert rows


def first_told(talk: list[dict[str, Any]], role: str, value: str) -> int:
    """The index of the first message of a role that holds a value; beyond the end where none does."""
    return next((at for at, m in enumerate(talk) if m["role"] == role and value in m["content"]), len(talk))
