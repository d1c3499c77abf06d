"""A shop small enough to be known by heart: two customers, two products, one order of each status."""

from __future__ import annotations

from typing import Any

from evalwright.domains.retail.shop import Shop, World
from evalwright.synth.environment import Result

ANNA, BEN = "anna_walsh_1001", "ben_frost_1002"
CARD, PAYPAL, RICH_GIFT, POOR_GIFT = "credit_card_1000001", "paypal_1000002", "gift_card_1000003", "gift_card_1000004"
BENS_CARD = "credit_card_1000005"
LAMP, MUG = "5000000001", "5000000002"
LAMP_WHITE, LAMP_BLACK, LAMP_BRASS, LAMP_GREEN = "6000000001", "6000000002", "6000000003", "6000000004"
MUG_WHITE, MUG_BLUE = "7000000001", "7000000002"
PENDING, DELIVERED, PROCESSED, CANCELLED = "#W1000001", "#W1000002", "#W1000003", "#W1000004"
PENDING_GIFT = "#W1000005"
PRICES = {LAMP_WHITE: 40.0, LAMP_BLACK: 45.5, LAMP_BRASS: 30.1, LAMP_GREEN: 41.0, MUG_WHITE: 10.2, MUG_BLUE: 10.2}
"""The green lamp is the one that is not available."""
HOME = {
    "address1": "12 Elm Street",
    "address2": "Apt 3",
    "city": "Austin",
    "state": "TX",
    "country": "USA",
    "zip": "78701",
}
ELSEWHERE = HOME | {"address1": "9 Oak Road", "address2": "", "city": "Boise", "state": "ID", "zip": "83702"}


def small_world() -> World:
    """The world of these tests, made anew."""
    products = {
        LAMP: _product(LAMP, "Desk Lamp", [LAMP_WHITE, LAMP_BLACK, LAMP_BRASS, LAMP_GREEN]),
        MUG: _product(MUG, "Mug", [MUG_WHITE, MUG_BLUE]),
    }
    orders = [
        _order(PENDING, "pending", [LAMP_WHITE, MUG_WHITE], CARD),
        _order(DELIVERED, "delivered", [LAMP_WHITE, MUG_WHITE], CARD),
        _order(PROCESSED, "processed", [MUG_BLUE], PAYPAL),
        _order(CANCELLED, "cancelled", [MUG_BLUE], PAYPAL),
        _order(PENDING_GIFT, "pending", [LAMP_BRASS], RICH_GIFT),
    ]
    users = {
        ANNA: _user(ANNA, "Anna", "Walsh", _wallet(), [order["order_id"] for order in orders]),
        BEN: _user(BEN, "Ben", "Frost", {BENS_CARD: _card(BENS_CARD)}, []),
    }
    return World(0, "en", users, {order["order_id"]: order for order in orders}, products)


def small_shop() -> Shop:
    """A shop in that world."""
    return Shop(small_world())


def refusal(shop: Shop, name: str, arguments: Any) -> str:
    """The kind of refusal that a call meets. It must say so in one sentence and change nothing."""
    before = shop.hash()
    result = shop.call(name, arguments)
    assert not result.ok and result.value is None
    assert result.content.startswith("Error: ") and result.content.endswith(".") and "\n" not in result.content
    assert shop.hash() == before
    assert shop.refused is not None
    return shop.refused


def done(shop: Shop, name: str, **arguments: Any) -> Any:
    """The value of a call that must succeed."""
    result: Result = shop.call(name, arguments)
    assert result.ok, result.content
    return result.value


def balance(shop: Shop, method_id: str = RICH_GIFT) -> float:
    """What is on one of Anna's gift cards."""
    value: float = shop.user(ANNA)["payment_methods"][method_id]["balance"]
    return value


def _card(method_id: str) -> dict[str, Any]:
    return {"id": method_id, "source": "credit_card", "brand": "visa", "last_four": "4242"}


def _wallet() -> dict[str, Any]:
    return {
        CARD: _card(CARD),
        PAYPAL: {"id": PAYPAL, "source": "paypal"},
        RICH_GIFT: {"id": RICH_GIFT, "source": "gift_card", "balance": 100.0},
        POOR_GIFT: {"id": POOR_GIFT, "source": "gift_card", "balance": 5.49},
    }


def _user(user_id: str, first: str, last: str, wallet: dict[str, Any], orders: list[str]) -> dict[str, Any]:
    return {
        "user_id": user_id,
        "name": {"first_name": first, "last_name": last},
        "email": f"{first.lower()}@example.com",
        "address": dict(HOME),
        "payment_methods": wallet,
        "orders": orders,
    }


def _product(product_id: str, name: str, item_ids: list[str]) -> dict[str, Any]:
    variants = {
        item_id: {
            "item_id": item_id,
            "options": {"color": f"color {item_id[-1]}"},
            "available": item_id != LAMP_GREEN,
            "price": PRICES[item_id],
        }
        for item_id in item_ids
    }
    return {"product_id": product_id, "name": name, "variants": variants}


def _order(order_id: str, status: str, item_ids: list[str], method_id: str) -> dict[str, Any]:
    total = round(sum(PRICES[item_id] for item_id in item_ids), 2)
    kinds = ["payment", "refund"] if status == "cancelled" else ["payment"]
    return {
        "order_id": order_id,
        "user_id": ANNA,
        "address": dict(HOME),
        "items": [_item(item_id) for item_id in item_ids],
        "status": status,
        "ordered_at": "2026-03-01",
        "fulfillments": [],
        "payment_history": [
            {"transaction_type": kind, "amount": total, "payment_method_id": method_id} for kind in kinds
        ],
    }


def _item(item_id: str) -> dict[str, Any]:
    lamp = item_id.startswith("6")
    return {
        "name": "Desk Lamp" if lamp else "Mug",
        "product_id": LAMP if lamp else MUG,
        "item_id": item_id,
        "price": PRICES[item_id],
        "options": {"color": f"color {item_id[-1]}"},
    }
