"""Conversations told by hand in a small shop, every call executed: what the tests of the checks start from."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from evalwright.domains.retail.shop import TRANSFER_SENTENCE, Shop
from evalwright.synth import EnvironmentSpec, make_environment

SIZES = {"users": 40, "orders": 80, "products": 12}
SEED = 7

Record = dict[str, Any]


@cache
def shop(lang: str = "en") -> Shop:
    made = make_environment("shop", EnvironmentSpec(SEED, lang, SIZES))
    assert isinstance(made, Shop)
    return made


class Talk:
    """One conversation in the making."""

    def __init__(self, lang: str = "en", name: str = "talk", faults: list[tuple[int, str]] | None = None) -> None:
        self.lang, self.name, self.faults = lang, name, faults or []
        self.shop = shop(lang).fork(self.faults)
        self.messages: list[Record] = [{"role": "system", "content": self.shop.policy(lang)}]
        self.calls = 0

    def user(self, text: str) -> Talk:
        self.messages.append({"role": "user", "content": text})
        return self

    def says(self, text: str) -> Talk:
        self.messages.append({"role": "assistant", "content": text})
        return self

    def call(self, tool: str, **arguments: Any) -> Talk:
        self.calls += 1
        call_id = f"call_{self.calls:04d}"
        function = {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
        made = {"id": call_id, "type": "function", "function": function}
        self.messages.append({"role": "assistant", "content": None, "tool_calls": [made]})
        content = self.shop.call(tool, arguments).content
        self.messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
        return self

    def record(self, **metadata: Any) -> Record:
        environment = {
            "name": "shop",
            "seed": SEED,
            "locale": self.lang,
            "options": SIZES,
            "hash": shop(self.lang).hash(),
            "hash_after": self.shop.hash(),
        }
        if self.faults:
            environment["faults"] = [list(fault) for fault in self.faults]
        return {
            "id": self.name,
            "messages": self.messages,
            "tools": tools(self.lang),
            "parallel_tool_calls": False,
            "metadata": {"lang": self.lang, "environment": environment} | metadata,
        }


@cache
def tools(lang: str = "en") -> list[Record]:
    return shop(lang).tools()


def an_order(status: str, number: int = 0, lang: str = "en") -> Record:
    """An order of this status whose owner has an e-mail address."""
    return [order for order in shop(lang).world.orders.values() if order["status"] == status][number]


def owner(order: Record, lang: str = "en") -> Record:
    return shop(lang).user(order["user_id"])


def method_words(order: Record, lang: str = "en") -> str:
    """How the payment method of an order is called."""
    method = owner(order, lang)["payment_methods"][order["payment_history"][0]["payment_method_id"]]
    if "last_four" in method:
        return f"card ending in {method['last_four']}" if lang == "en" else f"尾号{method['last_four']}的卡"
    return str(method["id"])


def identified(talk: Talk, order: Record, opening: str) -> Talk:
    """The user is found and the order read."""
    user = owner(order, talk.lang)
    talk.user(opening + " " + user["email"])
    talk.call("find_user_id_by_email", email=user["email"])
    talk.call("get_user_details", user_id=order["user_id"])
    return talk.call("get_order_details", order_id=order["order_id"])


def cancelling(number: int = 0, name: str = "cancel", answer: str = "Yes, please go ahead.") -> Talk:
    """A pending order is cancelled."""
    order = an_order("pending", number)
    talk = identified(Talk(name=name), order, f"Hello, please cancel order {order['order_id']}, I am")
    total = order["payment_history"][0]["amount"]
    talk.says(
        f"I can cancel order {order['order_id']} because it is no longer needed. ${total:,.2f} will go back to your"
        f" {method_words(order)}. Shall I?"
    )
    talk.user(answer)
    talk.call("cancel_pending_order", order_id=order["order_id"], reason="no longer needed")
    return talk.says(f"Order {order['order_id']} has been cancelled, and ${total:,.2f} will be refunded.")


def cancelling_in_chinese(number: int = 0, name: str = "取消", answer: str = "可以，取消吧") -> Talk:
    """The same in Chinese."""
    order = an_order("pending", number, "zh")
    talk = identified(Talk("zh", name), order, f"你好，我想取消订单{order['order_id']}，我的邮箱是")
    total = order["payment_history"][0]["amount"]
    talk.says(f"订单{order['order_id']}将因不再需要而取消，{total:.2f}元会退回{method_words(order, 'zh')}，可以吗？")
    talk.user(answer)
    talk.call("cancel_pending_order", order_id=order["order_id"], reason="no longer needed")
    return talk.says(f"订单{order['order_id']}已取消，{total:.2f}元稍后退回。")


def exchanging() -> Talk:
    """One item of a delivered order is exchanged for another variant; the difference is worked out."""
    order, item, variant = _exchangeable()
    talk = identified(Talk(name="exchange"), order, f"Hi, I'd like to exchange my {item['name']}. My address is")
    talk.call("get_product_details", product_id=item["product_id"])
    difference = round(abs(variant["price"] - item["price"]), 2)
    options = ", ".join(variant["options"].values())
    talk.says(
        f"I would exchange the {item['name']} of order {order['order_id']} for {options} at ${variant['price']:.2f};"
        f" the difference is ${difference:.2f}, on your {method_words(order)}. Do you confirm?"
    )
    talk.user("Yes, that is right.")
    talk.call(
        "exchange_delivered_order_items",
        order_id=order["order_id"],
        item_ids=[item["item_id"]],
        new_item_ids=[variant["item_id"]],
        payment_method_id=order["payment_history"][0]["payment_method_id"],
    )
    return talk.says("The exchange is arranged.")


def _exchangeable() -> tuple[Record, Record, Record]:
    for order in shop().world.orders.values():
        paid = order["payment_history"][0]["payment_method_id"]
        if order["status"] != "delivered" or paid.startswith("gift_card"):
            continue
        for item in order["items"]:
            for variant in shop().product(item["product_id"])["variants"].values():
                if variant["available"] and variant["item_id"] != item["item_id"]:
                    return order, item, variant
    raise AssertionError("the small shop has nothing to exchange")


def handed_over(lang: str = "en") -> Talk:
    """A user is handed over to a person."""
    order = an_order("delivered", 0, lang)
    opening = "I want to speak to a person, my address is" if lang == "en" else "我要找人工客服，邮箱是"
    talk = identified(Talk(lang, "transfer"), order, opening)
    talk.call("transfer_to_human_agents", summary="The customer wants to speak to a person.")
    return talk.says(TRANSFER_SENTENCE[lang])
