"""The bundled shop as a stranger's MCP server: every call is carried out, every row can be played again."""

from __future__ import annotations

import json
import sys

import pytest

from evalwright.domains.retail.shop import make_world
from evalwright.synth.generic import McpEnvironment, ToolsGenerator, environment_for
from evalwright.synth.seeds import random_for
from evalwright.synth.sources import read_source

from ...conftest import ROOT
from .tool_files import names_called

_ROWS = 12


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
