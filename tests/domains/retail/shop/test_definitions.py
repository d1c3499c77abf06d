"""What a model sees of the shop: tools in two languages, the policy, what results look like, and the small shop."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema_rs
import pytest

from evalwright.domains.retail.shop import (
    OUTPUT_SCHEMAS,
    POLICY,
    POLICY_RULES,
    SHOP_NAMES,
    TOOL_NAMES,
    TRANSFER_SENTENCE,
    Shop,
    make_world,
)
from evalwright.domains.retail.shop.tools import DISPATCH
from evalwright.errors import UsageError
from evalwright.synth.environment import EnvironmentSpec, environment_names, make_environment

from .helpers import ANNA, CARD, DELIVERED, MUG_WHITE, PENDING, done, refusal, small_shop, small_world

PARAMETERS = {
    "calculate": "expression",
    "cancel_pending_order": "order_id reason",
    "exchange_delivered_order_items": "order_id item_ids new_item_ids payment_method_id",
    "find_user_id_by_email": "email",
    "find_user_id_by_name_zip": "first_name last_name zip",
    "get_order_details": "order_id",
    "get_product_details": "product_id",
    "get_user_details": "user_id",
    "list_all_product_types": "",
    "modify_pending_order_address": "order_id address1 address2 city state country zip",
    "modify_pending_order_items": "order_id item_ids new_item_ids payment_method_id",
    "modify_pending_order_payment": "order_id payment_method_id",
    "modify_user_address": "user_id address1 address2 city state country zip",
    "return_delivered_order_items": "order_id item_ids payment_method_id",
    "transfer_to_human_agents": "summary",
}


def _functions(shop: Shop) -> dict[str, Any]:
    return {tool["function"]["name"]: tool["function"] for tool in shop.tools()}


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_fifteen_tools_take_what_they_should(locale: str) -> None:
    functions = _functions(Shop(make_world(1, locale, 5, 5, 5)))
    assert {name: " ".join(each["parameters"]["properties"]) for name, each in functions.items()} == PARAMETERS
    for each in functions.values():
        parameters = each["parameters"]
        assert parameters["required"] == list(parameters["properties"])
        assert parameters["additionalProperties"] is False


def test_descriptions_are_in_the_language_of_the_locale() -> None:
    for locale, foreign in (("en", "[一-鿿]"), ("zh", r"[A-Za-z]{3,} [A-Za-z]{3,}")):
        for function in _functions(Shop(make_world(1, locale, 5, 5, 5))).values():
            described = [function, *function["parameters"]["properties"].values()]
            assert all(each["description"] and not re.search(foreign, each["description"]) for each in described)


def test_every_tool_is_carried_out_and_has_an_effect_and_an_output_schema() -> None:
    shop = small_shop()
    assert set(DISPATCH) == set(OUTPUT_SCHEMAS) == set(TOOL_NAMES) == set(PARAMETERS)
    writes = {name for name in TOOL_NAMES if shop.effect(name) == "write"}
    assert writes == {name for name in TOOL_NAMES if name.split("_")[0] in ("cancel", "modify", "return", "exchange")}
    assert shop.effect("calculate") == shop.effect("transfer_to_human_agents") == shop.effect("no_such_tool") == "none"


def test_definitions_are_the_callers_own() -> None:
    shop = small_shop()
    shop.tools()[7]["function"]["parameters"]["properties"].clear()
    shop.tools()[7]["function"]["parameters"]["required"].clear()
    assert _functions(shop)["cancel_pending_order"]["parameters"]["properties"]["reason"]["enum"]


@pytest.mark.parametrize("mini", [False, True])
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_what_is_read_fits_the_output_schemas(locale: str, mini: bool) -> None:
    shop = Shop(make_world(7, locale), mini=mini)
    checks = {name: jsonschema_rs.validator_for(schema) for name, schema in shop.output_schemas().items()}
    for user_id in list(shop.world.users)[:60]:
        assert checks["get_user_details"].is_valid(done(shop, "get_user_details", user_id=user_id))
    for order_id in list(shop.world.orders)[:60]:
        assert checks["get_order_details"].is_valid(done(shop, "get_order_details", order_id=order_id))
    for product_id in () if mini else shop.world.products:
        assert checks["get_product_details"].is_valid(done(shop, "get_product_details", product_id=product_id))


def test_handing_over_says_so() -> None:
    assert done(small_shop(), "transfer_to_human_agents", summary="Wants an invoice.") == {"transferred": True}


def test_the_policy_is_its_rules_in_both_languages() -> None:
    assert len({rule.id for rule in POLICY_RULES}) == len(POLICY_RULES)
    for rule in POLICY_RULES:
        assert rule.en in POLICY["en"] and rule.zh in POLICY["zh"]
        assert re.search("[一-鿿]", rule.zh) and not re.search("[一-鿿]", rule.en)
    for lang in ("en", "zh"):
        assert SHOP_NAMES[lang] in POLICY[lang] and TRANSFER_SENTENCE[lang] in POLICY[lang]
        assert small_shop().policy(lang) == POLICY[lang]
    assert 1_500 <= len(POLICY["en"]) <= 2_200


def test_a_language_that_the_shop_does_not_speak_is_refused() -> None:
    with pytest.raises(UsageError, match="fr"):
        small_shop().policy("fr")


def test_both_shops_are_offered_by_name() -> None:
    assert {"shop", "shop-mini"} <= set(environment_names())
    made = make_environment("shop", EnvironmentSpec(3, "zh", {"users": 9, "orders": 12, "products": 4}))
    assert isinstance(made, Shop)
    assert (made.name, made.locale, made.simulated, made.mini) == ("shop", "zh", False, False)
    assert [len(part) for part in (made.world.users, made.world.orders, made.world.products)] == [9, 12, 4]
    with pytest.raises(UsageError, match="colour"):
        make_environment("shop", EnvironmentSpec(options={"colour": 1}))


def test_the_small_shop_is_small() -> None:
    shop = make_environment("shop-mini", EnvironmentSpec(3, options={"users": 20, "orders": 40}))
    assert isinstance(shop, Shop) and shop.fork().mini and shop.name == "shop-mini"
    assert len(shop.tools()) <= 6 and len(json.dumps(shop.tools())) < 1_200
    assert all(len(shop.policy(lang)) < 300 for lang in ("en", "zh"))
    assert max(len(order["items"]) for order in shop.world.orders.values()) == 1


def test_the_small_shop_has_the_same_rules_and_says_less() -> None:
    shop, full = Shop(small_world(), mini=True), small_shop()
    assert done(shop, "get_user_details", user_id=ANNA)["pays_with"] == list(full.user(ANNA)["payment_methods"])
    short = done(shop, "get_order_details", order_id=PENDING)
    assert (short["status"], short["paid_with"], len(short["items"])) == ("pending", CARD, 2)
    assert done(shop, "cancel_pending_order", order_id=PENDING, reason="no longer needed") == {"status": "cancelled"}
    back = {"order_id": DELIVERED, "item_ids": [MUG_WHITE], "payment_method_id": CARD}
    assert done(shop, "return_delivered_order_items", **back) == {"status": "return requested"}
    assert refusal(shop, "return_delivered_order_items", back) == "already_requested"
    assert refusal(shop, "calculate", {"expression": "1"}) == "unknown_tool"
    done(full, "cancel_pending_order", order_id=PENDING, reason="no longer needed")
    done(full, "return_delivered_order_items", **back)
    assert shop.hash() == full.hash()
