"""A file of tools in any dialect gives the same tools, and none loses its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError, UsageError
from evalwright.synth.sources import keep_usable, read_source, target_of
from evalwright.synth.sources.effects import guess_effect

SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
FUNCTION = {"name": "get_thing", "description": "Look.", "parameters": SCHEMA}
OPENAI = {"type": "function", "function": FUNCTION}
ANTHROPIC = {"name": "get_thing", "description": "Look.", "input_schema": SCHEMA}
MCP = {"name": "get_thing", "description": "Look.", "inputSchema": SCHEMA}


def write(tmp_path: Path, value: Any) -> str:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(value))
    return str(path)


@pytest.mark.parametrize(
    "value",
    [
        [OPENAI],
        [FUNCTION],
        OPENAI,
        {"tools": [OPENAI]},
        {"functions": [FUNCTION]},
        {"messages": [], "tools": [OPENAI]},
        [ANTHROPIC],
        {"tools": [MCP]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}},
        [{"function_declarations": [FUNCTION]}],
    ],
)
def test_every_dialect_gives_openai_definitions(tmp_path: Path, value: Any) -> None:
    source = read_source(write(tmp_path, value))
    assert source.kind == "tools"
    assert source.tools == [OPENAI]
    assert source.effects == {"get_thing": "read"}
    assert source.guessed == {"get_thing"}
    assert source.notes == []


def test_what_an_mcp_server_stated_is_taken_and_not_guessed(tmp_path: Path) -> None:
    output = {"type": "object"}
    listed = [
        {**MCP, "annotations": {"readOnlyHint": False}, "outputSchema": output},
        {**MCP, "name": "drop_it", "annotations": {"readOnlyHint": True}},
    ]
    source = read_source(write(tmp_path, {"tools": listed}))
    assert source.effects == {"get_thing": "write", "drop_it": "read"}
    assert source.guessed == set()
    assert source.output_schemas == {"get_thing": output}
    assert list(source.tools[0]["function"]) == ["name", "description", "parameters"]


def test_what_is_left_out_or_odd_is_said(tmp_path: Path) -> None:
    broken = {"name": "odd", "parameters": {"type": "object", "properties": {"a": {"type": "nonsense"}}}}
    source = read_source(
        write(
            tmp_path, [OPENAI, {**FUNCTION, "description": "Else."}, {"type": "web_search"}, {"name": "ping"}, broken]
        )
    )
    assert source.names() == ["get_thing", "ping", "odd"]
    assert source.notes[:3] == [
        "tools[1]: get_thing is defined twice, the second is left out",
        "tools[2]: web_search is a tool of a service itself, left out",
        "tools[3]: ping has no schema, taken to have no parameters",
    ]
    assert source.notes[3].startswith("odd: its schema cannot be used")


@pytest.mark.parametrize("value", [[], {}, "text", 7, None, {"tools": []}, [{"type": "function"}], [[]]])
def test_a_file_without_tools_is_refused(tmp_path: Path, value: Any) -> None:
    with pytest.raises(InputError, match="holds no tools"):
        read_source(write(tmp_path, value))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("no/such/file.json", "no such file"),
        ("\0", "no such file"),
        ("x" * 5000, "no such file"),
        ("", "nothing is named"),
        (".", "it is a folder"),
        ("/dev/null", "it is no plain file"),
    ],
)
def test_a_source_that_is_nothing_says_what_could_be_given(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=rf"{what}\. Give .*or one of: .*shop"):
        read_source(text)


def test_names_that_services_refuse_are_changed_and_said(tmp_path: Path) -> None:
    named = ["find user", "find user", "查询订单", "取消订单", "y" * 70, "_kept-as-it-is_"]
    source = read_source(write(tmp_path, [{**FUNCTION, "name": name, "at": at} for at, name in enumerate(named)]))
    assert source.names() == ["find_user", "tool", "tool_2", "y" * 64, "_kept-as-it-is_"]
    assert source.effects["tool"] == "read", "the guess is from the name that was given"
    assert source.effects["tool_2"] == "write"
    assert source.notes[:2] == [
        "tools[0]: find user: is called find_user here, since not every model takes its own name",
        "tools[1]: find user is defined twice, the second is left out",
    ]


def test_what_conversations_cannot_be_made_with_is_left_out(tmp_path: Path) -> None:
    broken = {"name": "odd", "parameters": {"type": "object", "properties": {"a": {"type": "nonsense"}}}}
    many = [{**FUNCTION, "name": f"get_{number}"} for number in range(130)]
    source = read_source(write(tmp_path, [broken, *many]))
    keep_usable(source)
    assert source.names() == [f"get_{number}" for number in range(128)]
    assert set(source.effects) == source.guessed == set(source.names())
    assert source.notes[-2:] == [
        "left out for their schemas: odd",
        "only the first 128 of 130 tools are used, because services take no more: "
        "--include and --exclude choose others",
    ]
    with pytest.raises(UsageError, match="no tool has a schema that can be used"):
        keep_usable(read_source(write(tmp_path, [broken])))


def test_servers_are_known_by_their_form() -> None:
    assert target_of("tools.json") is None
    spaced = target_of("mcp+stdio:server --name 'a b'")
    assert spaced is not None
    assert spaced.command == ("server", "--name", "a b")
    remote = target_of("https://a.example/mcp")
    assert remote is not None
    assert remote.url == "https://a.example/mcp"


@pytest.mark.parametrize("text", ["mcp+stdio:", "mcp+stdio:  ", "mcp+stdio:'open", "mcp+stdio:''"])
def test_a_command_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        target_of(text)


def test_the_shop_states_its_effects() -> None:
    source = read_source("shop")
    assert source.kind == "shop"
    assert len(source.tools) == 15
    assert source.guessed == set()
    assert set(source.output_schemas) == set(source.names())
    assert source.policy
    disagreements = {name for name in source.names() if guess_effect(name) != source.effects[name]}
    assert disagreements == set(), "a guess from these names is right"


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("getUser", "read"),
        ("github_search_issues", "read"),
        ("HTTPGet", "read"),
        ("deleteAll", "write"),
        ("set_and_get", "write"),
        ("frobnicate", "write"),
        ("", "write"),
        ("calculate", "none"),
        ("targets", "write"),
        ("user_details", "read"),
        ("status_update", "write"),
        ("find_and_replace", "write"),
        ("check_out", "write"),
        ("transfer_to_human_agents", "none"),
        ("transfer_funds", "write"),
    ],
)
def test_effects_are_guessed_with_care(name: str, effect: str) -> None:
    assert guess_effect(name) == effect


def test_numbers_are_added_up_and_things_are_added(tmp_path: Path) -> None:
    numbers = {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}}
    things = {"type": "object", "properties": {"item_id": {"type": "integer"}, "count": {"type": "integer"}}}
    listed = [
        {"type": "function", "function": {"name": name, "parameters": schema}}
        for name, schema in (("add", numbers), ("multiply_numbers", numbers), ("add_item", things))
    ]
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(listed), encoding="utf-8")
    assert read_source(str(path)).effects == {"add": "none", "multiply_numbers": "none", "add_item": "write"}


@pytest.mark.parametrize(
    ("name", "about", "effect"),
    [
        ("books_on_subject", "Shows the books on a subject, one per line.", "read"),
        ("book_details", "Get the details of a book by its number.", "read"),
        ("upcoming_events", "What is on in the next weeks.", "read"),
        ("opening_hours", "Tells when the library is open on a weekday.", "read"),
        ("depot_hours", "Opening hours of a depot.", "read"),
        ("shipping_price", "Price of sending a parcel of this weight.", "read"),
        ("lamp_status", "Sets the status of a lamp.", "write"),
        ("balance_load", "Load of all servers, evenly", "write"),
        ("account_balance", "Resets the balance of an account", "write"),
        ("open_tickets", "All tickets that are not closed yet.", "read"),
        ("tickets", "All tickets are closed at once.", "write"),
        ("plans", "The plans one can have, with their prices.", "read"),
        ("reboot", "The server will restart.", "write"),
        ("packages", "列出驿站的所有包裹", "read"),
        ("bookings", "查询预约", "read"),
        ("book_table", "Book a table", "write"),
        ("book_flight", "Shows flights and books one", "write"),
        ("orders", "List orders, then delete the old ones", "write"),
        ("purge", "Find stale items and remove them", "write"),
        ("records", "查询并删除记录", "write"),
    ],
)
def test_a_name_without_a_verb_is_judged_by_its_description(name: str, about: str, effect: str) -> None:
    assert guess_effect(name, None, about) == effect
