"""The tools that look."""

from __future__ import annotations

import pytest

from .helpers import ANNA, BEN, ELSEWHERE, LAMP, LAMP_GREEN, MUG, PENDING, done, refusal, small_shop


@pytest.mark.parametrize("email", ["anna@example.com", "ANNA@Example.com", " anna@example.com "])
def test_a_user_is_found_by_email_in_any_case(email: str) -> None:
    assert done(small_shop(), "find_user_id_by_email", email=email) == {"user_id": ANNA}


def test_a_user_is_found_by_name_and_zip_in_any_case() -> None:
    found = done(small_shop(), "find_user_id_by_name_zip", first_name="BEN", last_name="frost", zip="78701")
    assert found == {"user_id": BEN}


@pytest.mark.parametrize(
    ("first", "last", "code"), [("Ben", "Walsh", "78701"), ("Ben", "Frost", "78702"), ("Bob", "Frost", "78701")]
)
def test_name_and_zip_must_all_be_right(first: str, last: str, code: str) -> None:
    arguments = {"first_name": first, "last_name": last, "zip": code}
    assert refusal(small_shop(), "find_user_id_by_name_zip", arguments) == "unknown_user"


def test_the_zip_is_that_of_the_address_as_it_is_now() -> None:
    shop = small_shop()
    done(shop, "modify_user_address", user_id=BEN, **ELSEWHERE)
    old = {"first_name": "Ben", "last_name": "Frost", "zip": "78701"}
    assert refusal(shop, "find_user_id_by_name_zip", old) == "unknown_user"
    assert done(shop, "find_user_id_by_name_zip", **old | {"zip": "83702"}) == {"user_id": BEN}


def test_details_are_the_records() -> None:
    shop = small_shop()
    assert done(shop, "get_user_details", user_id=ANNA) == shop.world.users[ANNA]
    assert done(shop, "get_order_details", order_id=PENDING) == shop.world.orders[PENDING]
    assert done(shop, "get_product_details", product_id=LAMP) == shop.world.products[LAMP]


def test_products_are_listed_by_name() -> None:
    assert done(small_shop(), "list_all_product_types") == {"Desk Lamp": LAMP, "Mug": MUG}


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("find_user_id_by_email", {"email": "nobody@example.com"}, "unknown_user"),
        ("get_user_details", {"user_id": "nobody_0000"}, "unknown_user"),
        ("get_user_details", {"user_id": PENDING}, "unknown_user"),
        ("get_order_details", {"order_id": "#W9999999"}, "unknown_order"),
        ("get_order_details", {"order_id": "W1000001"}, "unknown_order"),
        ("get_order_details", {"order_id": ANNA}, "unknown_order"),
        ("get_product_details", {"product_id": "9999999999"}, "unknown_product"),
        ("get_product_details", {"product_id": LAMP_GREEN}, "unknown_product"),
    ],
)
def test_what_is_not_there_is_refused(name: str, arguments: dict[str, str], kind: str) -> None:
    assert refusal(small_shop(), name, arguments) == kind


def test_an_id_of_one_kind_is_not_taken_for_another_even_when_changed() -> None:
    shop = small_shop()
    done(shop, "modify_user_address", user_id=BEN, **ELSEWHERE)
    done(shop, "modify_pending_order_address", order_id=PENDING, **ELSEWHERE)
    assert refusal(shop, "get_order_details", {"order_id": BEN}) == "unknown_order"
    assert refusal(shop, "get_user_details", {"user_id": PENDING}) == "unknown_user"


def test_the_refusal_names_what_was_wrong() -> None:
    result = small_shop().call("get_order_details", {"order_id": "#W9999999"})
    assert result.content == 'Error: there is no order "#W9999999".'


def test_a_result_is_nobody_elses() -> None:
    shop = small_shop()
    done(shop, "get_user_details", user_id=ANNA)["orders"].clear()
    done(shop, "list_all_product_types").clear()
    assert done(shop, "get_user_details", user_id=ANNA)["orders"]
    assert done(shop, "list_all_product_types")
    assert shop.world.users[ANNA]["orders"]


def test_records_that_are_not_there_are_key_errors_for_code() -> None:
    shop = small_shop()
    for read in (shop.user, shop.order, shop.product):
        with pytest.raises(KeyError):
            read("nothing")
