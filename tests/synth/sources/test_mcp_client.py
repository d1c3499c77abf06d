"""A connection survives whatever a server does, and says what happened."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import Tool

from evalwright.errors import UsageError
from evalwright.synth.sources import McpConnection, McpTarget
from evalwright.synth.sources.mcp_source import describe
from evalwright.synth.sources.mcp_trouble import is_gone

SERVER = Path(__file__).with_name("faulty_server.py")


@pytest.fixture(scope="module")
def connection() -> Iterator[McpConnection]:
    with McpConnection(McpTarget(command=(sys.executable, str(SERVER)))) as opened:
        yield opened


def test_all_pages_of_tools_are_listed(connection: McpConnection) -> None:
    names = [tool.name for tool in connection.tools()]
    assert names[:4] == ["die", "hang", "get_number", "giant"]
    assert connection.instructions == "Be careful."
    assert connection.resources() == []


def test_what_a_server_offers_becomes_a_source(connection: McpConnection) -> None:
    source = describe("mcp+stdio:faulty", connection)
    assert source.kind == "mcp-stdio"
    assert source.policy == "Be careful."
    assert all(tool["function"]["parameters"]["properties"] for tool in source.tools)
    assert source.remote_names["name_with_odd_signs"] == "name.with/odd signs"
    assert any("name_with_odd_signs" in note for note in source.notes)
    assert source.effects["refuse"] == "read"
    assert source.effects["name_with_odd_signs"] == "write"
    assert source.guessed == {"die", "hang", "get_number", "giant", "picture", "liar"}
    assert source.output_schemas["get_number"] == {}, "what was wrapped for the wire is unwrapped"
    assert "\x1b" in source.tools[0]["function"]["description"], "a hostile description is data, kept as it is"


def test_an_endless_description_is_cut_and_that_is_said() -> None:
    class Talkative:
        target = McpTarget(command=("talkative",))
        instructions = ""

        def tools(self) -> list[Tool]:
            return [Tool(name="get_it", description="x" * 50_000, input_schema={"type": "object"})]

    source = describe("mcp+stdio:talkative", Talkative())  # type: ignore[arg-type]
    assert len(source.tools[0]["function"]["description"]) == 20_000
    assert any("get_it" in note and "50" in note for note in source.notes)


def test_the_structured_part_is_the_value_and_the_text_the_content(connection: McpConnection) -> None:
    result = connection.call("get_number", {"n": 1})
    assert result.ok
    assert isinstance(result.value, int)
    assert result.content == str(result.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("refuse", "not today"),
        ("giant", "Error: the result is larger than 1 MB"),
        ("picture", "Error: the result is image content, which has no text"),
        ("liar", "Error: the tool server gave no valid answer"),
    ],
)
def test_a_result_that_cannot_be_used_is_an_error(connection: McpConnection, name: str, sentence: str) -> None:
    result = connection.call(name, {})
    assert (result.ok, result.content, result.value) == (False, sentence, None)


def test_a_server_that_dies_or_hangs_is_started_again(connection: McpConnection) -> None:
    before = connection.restarts
    assert connection.call("die", {}).content == "Error: the tool server ended during the call"
    first = connection.call("get_number", {})
    assert first.ok
    assert connection.restarts == before + 1
    assert connection.call("hang", {}, timeout=0.3).content == "Error: the tool did not answer in 0.3 seconds"
    second = connection.call("get_number", {})
    assert second.ok
    assert second.value != first.value, "another process answers"
    assert connection.restarts == before + 2


def test_a_resource_that_is_not_there_is_an_error(connection: McpConnection) -> None:
    with pytest.raises(UsageError, match="nothing://here cannot be read"):
        connection.read_resource("nothing://here")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("no-such-command-anywhere",), "is not found"),
        (("/",), "may not be executed"),
        (("sh", "-c", "echo first >&2; echo the reason >&2; exit 3"), "ended before it answered: the reason"),
        (("cat",), "does not answer as an MCP server"),
        (("sh", "-c", "echo hello; cat > /dev/null"), "gave no answer of an MCP server in 1 second"),
    ],
)
def test_a_command_that_is_no_server_is_said_so(command: tuple[str, ...], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        McpConnection(McpTarget(command=command), connect_timeout=1)


def test_an_address_where_nobody_listens_is_said_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/mcp"
        with pytest.raises(UsageError, match="cannot be reached"):
            McpConnection(McpTarget(url=url), connect_timeout=5)


def test_an_address_that_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/mcp"
        with pytest.raises(UsageError, match=r"there was no answer in 0\.5 seconds"):
            McpConnection(McpTarget(url=url), connect_timeout=0.5)


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (MCPError(-32000, "Connection closed"), True),
        (MCPError(-32600, "Session not found"), True),
        (MCPError(-32600, "Session terminated"), True),
        (ExceptionGroup("a", [ExceptionGroup("b", [MCPError(-32000, "Connection closed")])]), True),
        (MCPError(-32602, "Unknown tool"), False),
        (RuntimeError("Session not found"), False),
    ],
)
def test_a_server_that_forgot_the_session_is_gone(error: Exception, gone: bool) -> None:
    assert is_gone(error) == gone


def test_a_closed_connection_says_so(connection: McpConnection) -> None:
    """The last of this file, since the connection is shared."""
    connection.close()
    connection.close()
    with pytest.raises(UsageError, match="is closed"):
        connection.call("get_number", {})
