"""The made-up backend: one world, the same for every tool."""

from __future__ import annotations

import json
import random
import re
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.synth import discover
from evalwright.synth.generic import SimulatedEnvironment

from .tool_files import ALL, HOME, LIBRARY, ODD, TRAINS, backend, text, tool

SHOWN = "x-shown"
"""What stands together in one example of a document."""
SHOP = [
    tool("find_user_id_by_email", "Find a user id by e-mail.", {"email": text()}),
    tool("get_user_details", "Get the details of a user.", {"user_id": text("such as 'sara_doe_496'")}),
    tool("get_order_details", "Get an order.", {"order_id": text("such as '#W0000000'")}),
    tool(
        "cancel_pending_order",
        "Cancel a pending order.",
        {"order_id": text("such as '#W0000000'"), "reason": text("", enum=["mistake", "other"])},
    ),
    tool("create_order", "Create an order for a user.", {"user_id": text(), "product_id": text()}),
    tool("list_products", "List all products.", {}),
]


def drawn(environment: SimulatedEnvironment, name: str, seed: int = 3) -> dict[str, Any]:
    record = environment.draw(random.Random(seed), name)
    assert record is not None
    return record


class TestOneWorld:
    def test_who_is_found_by_email_is_who_the_details_are_of(self) -> None:
        shop = backend(SHOP)
        user = drawn(shop, "get_user_details")
        found = shop.call("find_user_id_by_email", {"email": user["email"].upper()})
        assert found.value == {"user_id": user["user_id"]}
        assert shop.call("get_user_details", {"user_id": user["user_id"]}).value["email"] == user["email"]

    def test_an_order_of_a_user_belongs_to_that_user(self) -> None:
        shop = backend(SHOP)
        user = drawn(shop, "get_user_details")
        for order in user["orders"]:
            assert shop.call("get_order_details", {"order_id": order}).value["user_id"] == user["user_id"]

    def test_ids_look_like_the_example(self) -> None:
        order = drawn(backend(SHOP), "get_order_details")["order_id"]
        assert order[:2] == "#W" and order[2:].isdigit() and len(order) == 9

    def test_a_change_is_seen_by_the_next_look_and_cannot_be_made_twice(self) -> None:
        shop = backend(SHOP)
        order = drawn(shop, "cancel_pending_order")["order_id"]
        arguments = {"order_id": order, "reason": "mistake"}
        assert shop.call("get_order_details", {"order_id": order}).value["status"] == "pending"
        assert shop.call("cancel_pending_order", arguments).ok
        assert shop.call("get_order_details", {"order_id": order}).value["status"] == "cancelled"
        again = shop.call("cancel_pending_order", arguments)
        assert (again.ok, again.content) == (False, f"Error: order {order} is already cancelled.")

    def test_what_is_made_can_be_looked_up_and_belongs_to_its_owner(self) -> None:
        shop = backend(SHOP)
        user = drawn(shop, "get_user_details")["user_id"]
        product = shop.call("list_products", {}).value["products"][0]["product_id"]
        made = shop.call("create_order", {"user_id": user, "product_id": product}).value
        assert shop.call("get_order_details", {"order_id": made["order_id"]}).value == made
        assert made["order_id"] in shop.call("get_user_details", {"user_id": user}).value["orders"]

    def test_an_unknown_id_is_refused(self) -> None:
        assert backend(SHOP).call("get_order_details", {"order_id": "#W0"}).content == "Error: order #W0 not found."

    def test_a_search_finds_the_thing_whose_values_are_asked_for(self) -> None:
        trains = backend(TRAINS, locale="zh")
        train = drawn(trains, "search_trains")
        asked = {name: train[name] for name in ("from_city", "to_city", "date")}
        found = trains.call("search_trains", asked).value["trains"]
        assert train["train_id"] in [each["train_id"] for each in found]

    def test_a_room_keeps_the_light_that_was_set(self) -> None:
        home = backend(HOME)
        room = drawn(home, "set_light")["room"]
        assert home.call("set_light", {"room": room, "brightness": 37}).ok
        assert home.call("get_light_state", {"room": room}).value["brightness"] == 37

    def test_a_loan_shows_among_the_loans_of_its_member(self) -> None:
        library = backend(LIBRARY)
        loan = drawn(library, "get_member_loans")
        book = library.call("search_books", {"title": drawn(library, "search_books")["title"]}).value["books"][0]
        made = library.call("borrow_book", {"member_id": loan["member_id"], "book_id": book["book_id"], "weeks": 2})
        loans = library.call("get_member_loans", {"member_id": loan["member_id"]}).value["loans"]
        assert made.value["loan_id"] in [each["loan_id"] for each in loans]

    def test_what_is_looked_up_has_the_code_that_was_asked_for_at_any_depth(self) -> None:
        airport = {"type": "object", "properties": {"AirportCode": text(), "CityCode": text()}}
        schema = {"type": "object", "properties": {"Resource": {"type": "object", "properties": {"Airport": airport}}}}
        tools = [tool("get_airport", "Get an airport.", {"airport_code": text("such as 'ABC'")})]
        skies = SimulatedEnvironment(tools, seed=1, output_schemas={"get_airport": schema})
        code = drawn(skies, "get_airport")["airport_id"]
        found = skies.call("get_airport", {"airport_code": code}).value["Resource"]["Airport"]
        assert found["AirportCode"] == code

    def test_a_declared_result_has_the_declared_fields(self) -> None:
        schema = {
            "type": "object",
            "properties": {"order_id": {"type": "string"}, "total": {"type": "number"}, "paid": {"type": "boolean"}},
            "additionalProperties": False,
        }
        shop = SimulatedEnvironment(SHOP, seed=1, output_schemas={"get_order_details": schema})
        value = shop.call("get_order_details", {"order_id": drawn(shop, "get_order_details")["order_id"]}).value
        assert list(value) == ["order_id", "total", "paid"]
        assert isinstance(value["total"], int | float) and isinstance(value["paid"], bool)


class TestState:
    def test_a_fork_changes_nothing_of_its_origin(self) -> None:
        shop = backend(SHOP)
        order, before = drawn(shop, "cancel_pending_order")["order_id"], shop.hash()
        fork = shop.fork()
        fork.call("cancel_pending_order", {"order_id": order, "reason": "other"})
        assert fork.hash() != before == shop.hash()
        assert shop.call("get_order_details", {"order_id": order}).value["status"] == "pending"

    def test_putting_a_value_back_gives_the_old_hash(self) -> None:
        home = backend(HOME)
        light, before = drawn(home, "set_light"), home.hash()
        home.call("set_light", {"room": light["room"], "brightness": (light["brightness"] + 1) % 100})
        assert home.hash() != before
        home.call("set_light", {"room": light["room"], "brightness": light["brightness"]})
        assert home.hash() == before

    def test_reading_leaves_the_state_alone(self) -> None:
        shop = backend(SHOP)
        before = shop.hash()
        shop.call("list_products", {})
        shop.call("get_user_details", {"user_id": drawn(shop, "get_user_details")["user_id"]})
        assert shop.hash() == before

    def test_the_same_seed_is_the_same_world_and_another_seed_another(self) -> None:
        one, same, other = (backend(SHOP, seed=seed) for seed in (1, 1, 2))
        assert one.hash() == same.hash() != other.hash()
        assert one.call("list_products", {}).content == same.call("list_products", {}).content
        assert one.call("list_products", {}).content != other.call("list_products", {}).content


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)

KEYWORDS = ["type", "properties", "required", "items", "enum", "$ref", "allOf", "anyOf", "oneOf", "pattern", "minimum"]


class TestHostile:
    @settings(max_examples=60)
    @given(name=st.sampled_from([each["function"]["name"] for each in [*SHOP, *ODD]]) | st.text(), arguments=_JSON)
    def test_whatever_is_passed_gets_an_answer(self, name: str, arguments: Any) -> None:
        result = backend([*SHOP, *ODD]).call(name, arguments)
        assert result.ok or result.content.startswith("Error: ")

    @settings(max_examples=60)
    @given(schema=st.dictionaries(st.sampled_from(KEYWORDS), _JSON))
    def test_whatever_the_schema_is_the_backend_stands(self, schema: dict[str, Any]) -> None:
        definition = {"type": "function", "function": {"name": "get_thing", "description": "x", "parameters": schema}}
        environment = backend([definition])
        environment.draw(random.Random(1), "get_thing")
        result = environment.call("get_thing", {})
        assert result.ok or result.content.startswith("Error: ")

    @pytest.mark.parametrize("tools", ALL.values(), ids=ALL.keys())
    def test_every_record_is_json(self, tools: list[dict[str, Any]]) -> None:
        environment = backend(tools)
        for name in environment.views:
            record = environment.draw(random.Random(2), name)
            assert json.loads(json.dumps(record)) == record


class TestNothingSilly:
    ACTION: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "status": {"type": "string", "enum": ["open", "done"]},
            "region": {"type": "string", "examples": ["nyc3", "ams2"]},
            "started_at": {"type": "string", "examples": ["2020-11-14T16:29:21Z"]},
            "zorgle": {"type": "string"},
            "api_token": {"type": "string"},
        },
    }
    TOOLS = (
        tool("list_actions", "List all actions.", {}),
        tool("get_action", "Get an action.", {"action_id": text()}),
        tool("compute_tax", "Compute the tax on an amount.", {"amount": {"type": "number"}}),
        tool("get_horoscope", "Get it.", {}),
        tool("calculate", "Work out an expression.", {"expression": text()}),
        tool("get_zorgle", "Get a zorgle.", {"flux": text()}),
    )

    def world(self) -> SimulatedEnvironment:
        listed = {"type": "object", "properties": {"actions": {"type": "array", "items": self.ACTION}}}
        one = {"type": "object", "properties": {"action": self.ACTION}}
        return SimulatedEnvironment(list(self.TOOLS), output_schemas={"list_actions": listed, "get_action": one})

    def test_what_is_listed_is_what_is_looked_up(self) -> None:
        world = self.world()
        first = world.call("list_actions", {}).value["actions"][0]
        assert world.call("get_action", {"action_id": first["id"]}).value == {"action": first}

    def test_fields_look_like_their_examples_and_unknown_ones_are_left_out(self) -> None:
        actions = self.world().call("list_actions", {}).value["actions"]
        assert {each["region"] for each in actions} == {"nyc3", "ams2"}
        assert all(re.fullmatch(r"2026-\d\d-\d\dT\d\d:\d\d:\d\dZ", each["started_at"]) for each in actions)
        assert not any("zorgle" in each or "api_token" in each for each in actions)
        assert {key for each in actions for key in each} == {"id", "status", "region", "started_at"}

    def test_what_has_to_be_worked_out_or_is_described_by_nobody_is_not_made_up(self) -> None:
        assert self.world().unknowable() == ["compute_tax", "get_horoscope", "get_zorgle"]
        assert self.world().call("calculate", {"expression": "2 + 3"}).value == {"result": 5}

    def test_a_tool_for_which_nothing_sensible_can_be_said_is_left_out_with_the_reason(self) -> None:
        tools = [tool("open_ticket", "Open a ticket.", {"title": text(), "severance_kind": text()})]
        flow = discover(SimulatedEnvironment(tools), random.Random(1))
        assert flow.usable == [] and "severance_kind" in flow.left_out["open_ticket"]


def test_things_take_the_fields_of_one_example_together() -> None:
    shown = {"label": ["Amsterdam", "New York"], "continent": ["Europe", "North America"], "flag": [None, "usa"]}
    fields = {name: {"type": "string", "examples": values, SHOWN: values} for name, values in shown.items()}
    items = {"type": "array", "items": {"type": "object", "properties": fields}, SHOWN: 2}
    schema = {"type": "object", "properties": {"regions": items, "total_items": {"type": "integer"}}}
    function = {"name": "apps_list_regions", "description": "List all regions.", "parameters": {"type": "object"}}
    made = SimulatedEnvironment([{"type": "function", "function": function}], output_schemas={function["name"]: schema})
    value = made.call("apps_list_regions", {}).value
    assert {each["label"]: each["continent"] for each in value["regions"]} == dict(
        zip(shown["label"], shown["continent"], strict=True)
    )
    assert [each.get("flag") for each in value["regions"]] == [None, "usa"], "what an example has not is left out"
    assert value["total_items"] == len(value["regions"]) == 2, "no two are called the same"


def test_what_was_done_is_not_denied_by_a_made_up_answer() -> None:
    fields = {"added_status": {"type": "boolean"}, "user_id": {"type": "string"}}
    tools = [tool("add_contact", "Add a contact to the workspace.", {"user_name": text()})]
    made = SimulatedEnvironment(tools, output_schemas={"add_contact": {"type": "object", "properties": fields}})
    told = [made.call("add_contact", {"user_name": f"mia_{at}"}).value["added_status"] for at in range(12)]
    assert all(told)


class TestNothingContradicted:
    """What was done is what is told, and what belongs to one person is not everybody's."""

    def test_a_field_that_may_be_one_of_several_says_what_was_done(self) -> None:
        pedal = {"type": "string", "enum": ["pressed", "released"]}
        lights = {"type": "string", "description": "The status. [Enum]: on, off"}
        tools = [
            tool("pressPedal", "Press the pedal.", {}),
            tool("releasePedal", "Release the pedal.", {}),
            tool("setLights", "Set the lights.", {"mode": text()}),
        ]
        outputs = {
            "pressPedal": {"type": "object", "properties": {"status": pedal}},
            "releasePedal": {"type": "object", "properties": {"status": pedal}},
            "setLights": {"type": "object", "properties": {"light": lights}},
        }
        for seed in range(6):
            world = SimulatedEnvironment(
                tools, seed=seed, output_schemas=outputs, effects=dict.fromkeys(outputs, "write")
            )
            assert world.call("pressPedal", {}).value["status"] == "pressed"
            assert world.call("releasePedal", {}).value["status"] == "released"
            assert world.call("setLights", {"mode": "off"}).value["light"] == "off"

    def test_an_example_of_an_address_is_not_where_everybody_lives(self) -> None:
        address = {"city": {"type": "string", "description": "The city, such as 'San Francisco'"}}
        tools = [
            tool("get_user", "Get a user.", {"user_id": text()}),
            tool("set_city", "Set the city of a user.", {"user_id": text(), **address}),
        ]
        world, rng = SimulatedEnvironment(tools, seed=1), random.Random(3)
        drawn = [world.draw(rng, "get_user") for _ in range(20)]
        assert len({each["city"] for each in drawn if each is not None}) > 2

    def test_what_shops_sell_has_names_of_things_that_are_sold(self) -> None:
        tools = [
            tool("list_products", "List all products.", {}),
            tool("get_product", "Get a product with its items.", {"product_id": text()}),
            tool("get_item", "Get an item of a product.", {"item_id": text(), "product_id": text()}),
        ]
        world = SimulatedEnvironment(tools, seed=2)
        first = world.call("list_products", {}).value["products"][0]
        assert not first["name"].endswith("Product") and "category" not in first
        whole = world.call("get_product", {"product_id": first["product_id"]}).value
        assert {each["name"] for each in whole.get("items", [])} <= {whole["name"]}

    def test_an_example_decides_among_options_and_no_password_is_shown(self) -> None:
        state = {"type": "string", "enum": ["failed", "ready", "gone"], "example": "ready"}
        uri = {"type": "string", "x-shown": ["postgres://admin:wv78n3zpz42x@db.example.com/x"]}
        output = {"type": "object", "properties": {"state": state, "uri": uri, "name": {"type": "string"}}}
        tools = [tool("get_cluster", "Get the cluster.", {})]
        for seed in range(5):
            value = SimulatedEnvironment(tools, seed=seed, output_schemas={"get_cluster": output}).call(
                "get_cluster", {}
            )
            assert value.value["state"] == "ready" and "wv78n3zpz42x" not in value.content

    def test_who_is_looked_up_by_name_has_that_name(self) -> None:
        output = {"type": "object", "properties": {"username": {"type": "string"}, "city": {"type": "string"}}}
        tools = [tool("showProfile", "Show the profile of somebody.", {"username": text()})]
        world = SimulatedEnvironment(tools, output_schemas={"showProfile": output}, effects={"showProfile": "read"})
        assert world.call("showProfile", {"username": "ruth_adler7"}).value["username"] == "ruth_adler7"
