"""The shop is an MCP server that the protocol's own client can use, over both transports."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from evalwright.synth.serving import Served
from evalwright.synth.serving.mcp_server import make_server
from evalwright.synth.serving.sessions import Seats
from evalwright.synth.sources import McpConnection, McpTarget
from evalwright.synth.sources.environment_source import read_environment
from evalwright.synth.sources.mcp_source import describe

from .conftest import ENVIRONMENT, STDIO


def state_of(text: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


async def read(client: Client, uri: str) -> dict[str, Any]:
    contents: Any = (await client.read_resource(uri)).contents
    return state_of(contents[0].text)


def a_change(served: Served) -> tuple[str, dict[str, Any]]:
    """A call that changes the shop."""
    order = next(each for each in served.environment.world.orders.values() if each["status"] == "pending")  # type: ignore[attr-defined]
    return "cancel_pending_order", {"order_id": order["order_id"], "reason": "no longer needed"}


def test_every_tool_has_schemas_and_hints_and_the_policy_is_told(served: Served) -> None:
    async def go() -> None:
        async with Client(make_server(served, Seats(served), sessions=False)) as client:
            assert client.instructions == served.environment.policy("en")
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [t["function"]["name"] for t in served.environment.tools()]
            for tool, own in zip(tools, served.environment.tools(), strict=True):
                assert tool.input_schema == own["function"]["parameters"]
                assert tool.output_schema is not None
                assert tool.output_schema["type"] == "object"
                assert tool.annotations is not None
                assert tool.annotations.read_only_hint == (served.environment.effect(tool.name) != "write")

    asyncio.run(go())


def test_results_fit_the_output_schemas_and_equal_those_of_the_shop(served: Served) -> None:
    """The client checks every structured result against the schema that was listed."""
    world = served.environment.world  # type: ignore[attr-defined]
    order = next(iter(world.orders.values()))
    user = world.users[order["user_id"]]
    calls = [
        ("find_user_id_by_email", {"email": user["email"]}),
        ("get_user_details", {"user_id": user["user_id"]}),
        ("get_order_details", {"order_id": order["order_id"]}),
        ("get_product_details", {"product_id": order["items"][0]["product_id"]}),
        ("list_all_product_types", {}),
        ("calculate", {"expression": "2 * 3"}),
        ("transfer_to_human_agents", {"summary": "asks for a person"}),
        a_change(served),
    ]

    async def go() -> None:
        own = served.environment.fork()
        async with Client(make_server(served, Seats(served), sessions=False)) as client:
            await client.list_tools()
            for name, arguments in calls:
                answer = await client.call_tool(name, arguments)
                expected = own.call(name, arguments)
                content: Any = answer.content
                assert not answer.is_error
                assert content[0].text == expected.content
                assert answer.structured_content == expected.value

    asyncio.run(go())


def test_refusals_are_error_results_with_the_sentence(served: Served) -> None:
    async def go() -> None:
        async with Client(make_server(served, Seats(served), sessions=False)) as client:
            for name, arguments in [
                ("get_order_details", {"order_id": "#W0"}),
                ("no_such_tool", {}),
                ("calculate", {}),
            ]:
                answer = await client.call_tool(name, arguments)
                content: Any = answer.content
                assert answer.is_error
                assert content[0].text == served.environment.fork().call(name, arguments).content
            with pytest.raises(MCPError, match="no resource"):
                await client.read_resource("evalwright://other")

    asyncio.run(go())


def test_over_stdio_it_is_the_same_source_and_the_same_truth(served: Served) -> None:
    command = ("env", f"PYTHONPATH={ENVIRONMENT['PYTHONPATH']}", sys.executable, "-c", STDIO)
    name, arguments = a_change(served)
    with McpConnection(McpTarget(command=command)) as connection:
        source, native = describe("mcp+stdio:x", connection), read_environment("shop")
        assert source.tools == native.tools
        assert source.effects == native.effects
        assert source.output_schemas == native.output_schemas
        assert source.policy == native.policy
        assert source.guessed == set()
        assert connection.resources() == ["evalwright://state", "evalwright://reset", "evalwright://known"]
        before = state_of(connection.read_resource("evalwright://state"))
        assert before == {"environment": "shop", "seed": 7, "locale": "en", "hash": served.environment.hash()}
        own = served.environment.fork()
        assert connection.call(name, arguments) == own.call(name, arguments)
        assert state_of(connection.read_resource("evalwright://state"))["hash"] == own.hash()
        assert connection.call(name, arguments) == own.call(name, arguments), "the second time is refused"
        assert state_of(connection.read_resource("evalwright://reset")) == before
        assert connection.call(name, arguments).ok


def test_the_newest_protocol_works_over_stdio_too(served: Served) -> None:
    parameters = StdioServerParameters(command=sys.executable, args=["-c", STDIO], env=ENVIRONMENT)

    async def go() -> None:
        async with Client(parameters, mode="2026-07-28") as client:
            assert not (await client.call_tool("calculate", {"expression": "1+1"})).is_error

    asyncio.run(go())


def test_two_sessions_over_http_do_not_see_each_other(served: Served, address: str) -> None:
    name, arguments = a_change(served)

    async def go() -> None:
        async with Client(f"{address}/mcp") as first, Client(f"{address}/mcp") as second:
            before = await read(first, "evalwright://state")
            assert not (await first.call_tool(name, arguments)).is_error
            assert (await first.call_tool(name, arguments)).is_error
            assert await read(first, "evalwright://state") != before
            assert await read(second, "evalwright://state") == before
            assert not (await second.call_tool(name, arguments)).is_error
            assert await read(first, "evalwright://reset") == before
            assert await read(second, "evalwright://state") != before

    asyncio.run(go())
