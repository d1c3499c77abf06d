"""A started MCP server gets what programs need and what was named for it, and no key besides."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.secrecy import redacted
from evalwright.synth import SourceAccess
from evalwright.synth.sources import McpConnection, expect_no_secret, target_of
from evalwright.synth.sources.process_environment import filled, server_environment

SERVER = """
import json, os
from mcp.server import MCPServer
server = MCPServer("dump")

@server.tool()
def environment() -> str:
    return json.dumps(dict(os.environ))

server.run()
"""


def test_a_server_sees_no_key_that_was_not_named_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "HF_TOKEN", "MY_OWN", "GITHUB_TOKEN"):
        monkeypatch.setenv(name, f"canary-of-{name}")
    monkeypatch.setenv("HTTPS_PROXY", "http://me:canary-of-proxy@127.0.0.1:1")
    (tmp_path / "dump.py").write_text(SERVER, encoding="utf-8")
    text = f"mcp+stdio:GITHUB_TOKEN=${{GITHUB_TOKEN}} LEVEL=3 {sys.executable} {tmp_path / 'dump.py'}"
    target = target_of(text)
    assert target is not None and "canary" not in f"{target} {target!r}"
    with McpConnection(target) as connection:
        result = connection.call("environment", {})
    seen = json.loads(result.content)
    canaries = {name for name, value in seen.items() if "canary" in value}
    assert canaries == {"GITHUB_TOKEN"} and seen["LEVEL"] == "3"
    assert seen["PATH"] == os.environ["PATH"] and "HOME" in seen
    assert redacted("it was canary-of-GITHUB_TOKEN") == "it was ***"


def test_a_variable_that_is_not_set_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOT_THERE", raising=False)
    with pytest.raises(UsageError, match="NOT_THERE"):
        server_environment([("TOKEN", "${NOT_THERE}")])


def test_a_key_is_named_and_not_written_into_a_source() -> None:
    with pytest.raises(UsageError, match=r"API_KEY=\$\{API_KEY\}") as caught:
        target_of("mcp+stdio:API_KEY=hunter22 serve")
    assert "hunter22" not in str(caught.value)
    for address in ("https://h/mcp?api_key=hunter22", "https://h/mcp?code=hunter22", "http://me:hunter22@h/mcp"):
        with pytest.raises(UsageError) as caught:
            target_of(address)
        assert "hunter22" not in str(caught.value)


def test_a_key_in_an_address_is_filled_in_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_KEY", "sk-mcp-0123456789")
    target = target_of("https://h/mcp?api_key=${MCP_KEY}&profile=small")
    assert target is not None and "0123" not in f"{target}"
    assert filled(target.url, "address") == "https://h/mcp?api_key=sk-mcp-0123456789&profile=small"
    expect_no_secret("http://127.0.0.1:8000/v1?api-version=2024-01-01")


def test_a_started_server_gets_what_is_named_and_what_is_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = ("PLAIN", "CLERK_TOKEN", "FIXED_DATE=2026-01-01T00:00:00Z")
    for name in ("PLAIN", "OTHER", "CLERK_TOKEN"):
        monkeypatch.setenv(name, f"canary-of-{name}")
    (tmp_path / "dump.py").write_text(SERVER, encoding="utf-8")
    target = target_of(f"mcp+stdio:{sys.executable} {tmp_path / 'dump.py'}", SourceAccess(env=named))
    assert target is not None and "canary" not in f"{target} {target!r}"
    with McpConnection(target) as connection:
        seen = json.loads(connection.call("environment", {}).content)
        shown = _command_lines()
    assert {name for name, value in seen.items() if "canary" in value} == {"PLAIN", "CLERK_TOKEN"}
    assert seen["FIXED_DATE"] == "2026-01-01T00:00:00Z"
    assert "dump.py" in shown and "canary" not in shown


def _command_lines() -> str:
    """What `ps` would show of every process."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            found.append(path.read_bytes().decode("utf-8", "replace"))
    return "\n".join(found) or "dump.py"
