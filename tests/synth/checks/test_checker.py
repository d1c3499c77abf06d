"""All checks of one row: true conversations pass, and each kind of fault is named where it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from evalwright.synth import Checker
from evalwright.workbench import Finding

from .talk import (
    Record,
    Talk,
    an_order,
    cancelling,
    cancelling_in_chinese,
    exchanging,
    handed_over,
    identified,
    method_words,
    owner,
    shop,
)

Put = Callable[[], tuple[Record, int | None]]
FAULTS: list[tuple[str, Put]] = []


def fault(rule: str) -> Callable[[Put], Put]:
    """A row with one fault, and the message that it is in."""

    def register(put: Put) -> Put:
        FAULTS.append((rule, put))
        return put

    return register


def check(record: Record) -> list[Finding]:
    return Checker(shop(record["metadata"]["lang"])).check(record)


def errors(record: Record) -> list[tuple[str, int | None]]:
    return [(found.rule, found.message) for found in check(record) if found.severity == "error"]


def place_of(record: Record, tool: str) -> int:
    """The message that calls a tool."""
    for index, message in enumerate(record["messages"]):
        if any(call["function"]["name"] == tool for call in message.get("tool_calls") or ()):
            return index
    raise AssertionError(tool)


def said(record: Record, index: int, text: str) -> None:
    record["messages"][index]["content"] = text


@pytest.mark.parametrize(
    "talk",
    [
        cancelling,
        cancelling_in_chinese,
        exchanging,
        handed_over,
        lambda: handed_over("zh"),
        lambda: Talk().user("Hello, what is on offer?").call("list_all_product_types").says("Quite a few things."),
    ],
    ids=["cancelling", "chinese", "exchanging", "handed-over", "handed-over-zh", "no-user-needed"],
)
def test_a_true_conversation_has_no_fault(talk: Callable[[], Talk]) -> None:
    found = [finding for finding in check(talk().record()) if finding.severity != "info"]
    assert found == []


def test_a_conversation_object_is_checked_like_its_record() -> None:
    from evalwright.chat import read_conversation

    assert Checker(shop()).check(read_conversation(cancelling().record())) == []


def test_a_call_that_failed_by_chance_is_not_executed_again() -> None:
    order = an_order("pending")
    talk = identified(Talk(faults=[(3, "Error: try again.")]), order, "Where is my parcel? I am")
    talk.call("get_order_details", order_id=order["order_id"])
    talk.says(f"Order {order['order_id']} is pending.")
    assert errors(talk.record()) == []


@fault("replay-result")
def a_price_in_a_result() -> tuple[Record, int | None]:
    record = cancelling().record()
    at = place_of(record, "get_order_details") + 1
    result = json.loads(record["messages"][at]["content"])
    result["items"][0]["price"] += 1
    said(record, at, json.dumps(result, ensure_ascii=False, separators=(",", ":")))
    return record, at


@fault("replay-result")
def a_refusal_in_other_words() -> tuple[Record, int | None]:
    talk = Talk().user("I am nobody@example.com").call("find_user_id_by_email", email="nobody@example.com")
    record = talk.says("I cannot find you.").record()
    said(record, 3, "Error: out of order.")
    return record, 3


@fault("replay-result")
def a_price_in_a_result_that_is_said_to_change() -> tuple[Record, int | None]:
    record, at = a_price_in_a_result()
    record["metadata"]["environment"]["changing"] = ["get_order_details"]
    return record, at


@fault("replay-end-state")
def another_end_state() -> tuple[Record, int | None]:
    record = cancelling().record()
    record["metadata"]["environment"]["hash_after"] = "0" * 64
    return record, None


@fault("replay-environment")
def another_beginning() -> tuple[Record, int | None]:
    record = cancelling().record()
    record["metadata"]["environment"]["hash"] = "0" * 64
    return record, None


@fault("unauthenticated")
def an_order_is_read_for_anybody() -> tuple[Record, int | None]:
    order = an_order("delivered")
    talk = Talk().user(f"Where is {order['order_id']}?").call("get_order_details", order_id=order["order_id"])
    return talk.says("It has been delivered.").record(), 2


@fault("another-user")
def a_second_user_is_served() -> tuple[Record, int | None]:
    order, other = an_order("pending"), an_order("delivered")
    talk = identified(Talk(), order, "Hello, I am")
    talk.says("How can I help?").user(f"Look up my friend {owner(other)['user_id']} too.")
    talk.call("get_user_details", user_id=other["user_id"])
    return talk.says("Found.").record(), 10


@fault("another-user")
def an_order_of_another_user_is_cancelled() -> tuple[Record, int | None]:
    mine = an_order("delivered")
    other = next(
        o for o in shop().world.orders.values() if o["status"] == "pending" and o["user_id"] != mine["user_id"]
    )
    talk = identified(Talk(), mine, "Hello, I am").says("Yes?").user(f"Cancel {other['order_id']}, not needed.")
    talk.call("get_order_details", order_id=other["order_id"])
    talk.says(f"Shall I cancel {other['order_id']} as no longer needed?").user("Yes.")
    talk.call("cancel_pending_order", order_id=other["order_id"], reason="no longer needed")
    return talk.says("Done.").record(), 14


@fault("told-anothers-order")
def an_order_of_another_user_is_told() -> tuple[Record, int | None]:
    mine = an_order("delivered")
    other = next(o for o in shop().world.orders.values() if o["user_id"] != mine["user_id"])
    talk = identified(Talk(), mine, "Hello, I am").says("Yes?").user(f"And where does {other['order_id']} go?")
    talk.call("get_order_details", order_id=other["order_id"])
    return talk.says(f"It goes to {other['address']['address1']}.").record(), 12


@fault("unconfirmed-write")
def the_user_has_a_question() -> tuple[Record, int | None]:
    record = cancelling(answer="When do I get the money?").record()
    return record, place_of(record, "cancel_pending_order")


@fault("unconfirmed-write")
def the_user_declines() -> tuple[Record, int | None]:
    record = cancelling_in_chinese(answer="别取消").record()
    return record, place_of(record, "cancel_pending_order")


@fault("unnamed-argument")
def the_order_is_not_named() -> tuple[Record, int | None]:
    record = cancelling().record()
    at = place_of(record, "cancel_pending_order")
    said(record, at - 2, "Shall I cancel it, as it is no longer needed?")
    return record, at


@fault("unnamed-argument")
def the_reason_is_not_named() -> tuple[Record, int | None]:
    record = cancelling().record()
    at = place_of(record, "cancel_pending_order")
    said(record, at - 2, f"Shall I cancel {an_order('pending')['order_id']}?")
    return record, at


@fault("several-calls")
def two_calls_in_one_message() -> tuple[Record, int | None]:
    record = Talk().user("What is on offer?").call("list_all_product_types").says("A lot.").record()
    record["parallel_tool_calls"] = True
    again = copy.deepcopy(record["messages"][2]["tool_calls"][0]) | {"id": "call_9"}
    record["messages"][2]["tool_calls"].append(again)
    record["messages"].insert(4, record["messages"][3] | {"tool_call_id": "call_9"})
    return record, 2


@fault("order-not-read")
def an_order_is_changed_unseen() -> tuple[Record, int | None]:
    order = an_order("pending")
    user = owner(order)
    talk = Talk().user(f"Cancel {order['order_id']}, no longer needed. {user['email']}")
    talk.call("find_user_id_by_email", email=user["email"]).call("get_user_details", user_id=user["user_id"])
    talk.says(f"Cancel {order['order_id']} as no longer needed?").user("Yes")
    talk.call("cancel_pending_order", order_id=order["order_id"], reason="no longer needed")
    return talk.says("Done.").record(), 8


@fault("transfer-ending")
def other_words_at_the_hand_over() -> tuple[Record, int | None]:
    record = handed_over().record()
    last = len(record["messages"]) - 1
    said(record, last, "Please hold the line.")
    return record, last


@fault("transfer-ending")
def more_after_the_hand_over() -> tuple[Record, int | None]:
    talk = handed_over()
    at = len(talk.messages) - 1
    return talk.user("Thanks").says("You are welcome.").record(), at


@fault("unseen-id")
def an_invented_order() -> tuple[Record, int | None]:
    talk = Talk().user("Hello").says("Is it about order #W0000001?")
    return talk.record(), 2


@fault("unseen-id")
def an_invented_fraction() -> tuple[Record, int | None]:
    return Talk().user("Is it 1013.25 or 0.54321?").says("1013.25, not 0.54321, but 1013.26.").record(), 2


@fault("unseen-email")
def an_invented_address() -> tuple[Record, int | None]:
    return Talk().user("Hello").says("Write to help@example.com please.").record(), 2


@fault("unseen-amount")
def an_invented_amount() -> tuple[Record, int | None]:
    record = cancelling().record()
    last = len(record["messages"]) - 1
    said(record, last, "You get $1,234.56 back.")
    return record, last


@fault("unseen-amount")
def an_invented_amount_in_chinese() -> tuple[Record, int | None]:
    record = cancelling_in_chinese().record()
    last = len(record["messages"]) - 1
    said(record, last, "退款1234.56元。")
    return record, last


@fault("unseen-date")
def an_invented_date() -> tuple[Record, int | None]:
    return Talk().user("Hello").says("It will be there on May 3, 2031.").record(), 2


@fault("unseen-date")
def an_invented_date_in_chinese() -> tuple[Record, int | None]:
    return Talk("zh").user("你好，什么时候到？").says("预计5月3日送到。").record(), 2


@fault("wrong-status")
def another_status() -> tuple[Record, int | None]:
    order = an_order("delivered")
    talk = identified(Talk(), order, "Where is my parcel? I am")
    return talk.says(f"Order {order['order_id']} is still pending.").record(), 8


@fault("leaked-placeholder")
def a_slot_is_left() -> tuple[Record, int | None]:
    return Talk().user("Hello").says("Dear {first_name}, how can I help?").record(), 2


@fault("unknown-tool")
def a_tool_that_is_not_there() -> tuple[Record, int | None]:
    record = Talk().user("What is on offer?").call("list_all_product_types").says("A lot.").record()
    record["messages"][2]["tool_calls"][0]["function"]["name"] = "list_all_products"
    return record, 2


@fault("ungrounded-argument")
def an_argument_from_nowhere() -> tuple[Record, int | None]:
    talk = Talk().user("Where is my parcel?").call("find_user_id_by_email", email="made.up@example.com")
    return talk.says("I cannot find you.").record(), 2


@pytest.mark.parametrize(("rule", "put"), FAULTS, ids=[put.__name__ for _, put in FAULTS])
def test_a_fault_is_named_where_it_is(rule: str, put: Put) -> None:
    record, message = put()
    assert (rule, message) in errors(record)


def test_a_changed_result_is_named_to_the_very_value() -> None:
    record, _ = a_price_in_a_result()
    text = next(found.text for found in check(record) if found.rule == "replay-result")
    assert "$.items[0].price" in text


def test_items_of_an_order_are_changed_once() -> None:
    talk = exchanging()
    again = next(m for m in reversed(talk.messages) if m.get("tool_calls"))
    record = talk.record()
    ok = record["messages"][-2]["content"]
    second = copy.deepcopy(again)
    second["tool_calls"][0]["id"] = "call_9"
    record["messages"][-1:-1] = [second, {"role": "tool", "tool_call_id": "call_9", "content": ok}]
    assert "changed-twice" in [rule for rule, _ in errors(record)]


def test_details_are_read_directly_after_the_user_was_found_unless_the_profile_allows_it() -> None:
    order = an_order("delivered")
    talk = Talk().user(f"Where is {order['order_id']}? {owner(order)['email']}")
    talk.call("find_user_id_by_email", email=owner(order)["email"])
    talk.call("get_order_details", order_id=order["order_id"]).says("It was delivered.")
    assert "details-not-read" in [found.rule for found in check(talk.record())]
    assert "details-not-read" not in [found.rule for found in check(talk.record(profile="seed"))]


def test_amounts_may_be_worked_out_from_prices() -> None:
    order = next(o for o in shop().world.orders.values() if len(o["items"]) >= 3)
    cents = [round(item["price"] * 100) for item in order["items"]]
    talk = identified(Talk(), order, "How much were the first two? I am")
    talk.says(f"${(cents[0] + cents[1]) / 100:.2f} together, and ${3 * cents[0] / 100:.2f} for three of the first.")
    assert errors(talk.record()) == []


def test_what_was_refused_is_not_changed_later() -> None:
    order = an_order("pending")
    talk = identified(Talk(), order, f"Cancel {order['order_id']}, I am")
    talk.says(f"Cancel {order['order_id']} ({method_words(order)}), no longer needed?").user("No, leave it.")
    talk.says("Then nothing changes.").user("Thanks, bye")
    talk.call("cancel_pending_order", order_id=order["order_id"], reason="no longer needed").says("Bye.")
    found = errors(talk.record())
    assert ("unconfirmed-write", 12) in found


@pytest.mark.parametrize(
    ("lang", "text", "strange"),
    [
        ("en", "Hello, 请问 my parcel?", True),
        ("en", "Hello, naïve café – “where”?", False),
        ("zh", "Hello there, where is my parcel, I have been waiting for days?", True),
        ("zh", "hi，我的包裹到哪里了？", False),
        ("zh", "wei.zhang1234@example.com", False),
    ],
)
def test_one_row_speaks_one_language(lang: str, text: str, strange: bool) -> None:
    record = Talk(lang).user(text).says("How can I help?" if lang == "en" else "请问有什么可以帮您？").record()
    assert ("wrong-language" in [found.rule for found in check(record)]) == strange


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Dear [customer name], hello", True),
        ("Your order ⟦1⟧ is here", True),
        ("That is $nan.", True),
        ("It goes to None, Boston", True),
        ("The value is undefined.", True),
        ("None of them fits.", False),
        ("See [the page](x) for more", False),
        ("My nan likes it.", False),
        ("a set {1, 2}", False),
    ],
)
def test_placeholders_are_told_from_words(text: str, leaks: bool) -> None:
    record = Talk().user(text).says("I see.").record()
    assert ("leaked-placeholder" in [found.rule for found in check(record)]) == leaks


def test_endless_text_is_found() -> None:
    record = Talk().user("Hello").says("I am sorry. " * 60).record()
    assert "repeated-text" in [found.rule for found in check(record)]


@pytest.mark.parametrize(
    "metadata",
    [
        {"environment": None},
        {"environment": []},
        {"environment": {"name": 7, "seed": "x", "faults": [1, [2], ["a", "b"], {}], "options": 3, "changing": 1}},
        {"lang": 3},
        {"lang": "tlh"},
        {"profile": {}},
    ],
)
def test_odd_metadata_never_crashes(metadata: dict[str, Any]) -> None:
    record = cancelling().record()
    record["metadata"] |= metadata
    assert isinstance(Checker(shop()).check(record), list)


def test_without_replay_the_other_checks_remain() -> None:
    record, _ = a_price_in_a_result()
    assert "replay-result" not in [found.rule for found in Checker(shop(), replay=False).check(record)]
    bad, _ = the_user_declines()
    assert "unconfirmed-write" in [found.rule for found in Checker(shop("zh"), replay=False).check(bad)]


@pytest.mark.parametrize(
    "text",
    [
        "The relation is: works atShall I look up one of them?",
        "The result is Here are three:.",
        "That is all.\n\n\nBye.",
    ],
)
def test_careless_joints_are_named(text: str) -> None:
    record = Talk().user("What is there?").says(text).record()
    assert "broken-text" in [found.rule for found in check(record)]


@pytest.mark.parametrize(
    "text", ["Is it openIssue or closeIssue?", "I looked it up. Shall I go on?", "First.\n\nSecond.", "At 10:30, say."]
)
def test_ordinary_joints_are_not(text: str) -> None:
    record = Talk().user("What is there?").says(text).record()
    assert "broken-text" not in [found.rule for found in check(record)]
