"""Faults to put into good conversations, one at a time: which rule must name each, and where.

Each fault changes one record of a copy of the retail examples and says the message it is in. `audit` must then report
just that, there.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
Place = tuple[int, int | None, str]
"""The index of the record, the index of the message (None: the whole record) and a part of the path."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault."""

    name: str
    rule: str
    put: Callable[[list[Record]], Place]


FAULTS: list[Fault] = []


def fault(rule: str) -> Callable[[Callable[[list[Record]], Place]], Callable[[list[Record]], Place]]:
    def register(put: Callable[[list[Record]], Place]) -> Callable[[list[Record]], Place]:
        FAULTS.append(Fault(put.__name__, rule, put))
        return put

    return register


def calls_of(record: Record) -> list[tuple[int, dict[str, Any]]]:
    found = []
    for index, message in enumerate(record["messages"]):
        found += [(index, call) for call in message.get("tool_calls") or ()]
    return found


def call_of(record: Record, tool: str, number: int = 0) -> tuple[int, dict[str, Any]]:
    return [(index, call) for index, call in calls_of(record) if call["function"]["name"] == tool][number]


def with_tool(records: list[Record], tool: str) -> int:
    return next(
        index
        for index, record in enumerate(records)
        if any(call["function"]["name"] == tool for _, call in calls_of(record))
    )


def change(call: dict[str, Any], **values: Any) -> None:
    arguments = json.loads(call["function"]["arguments"]) | values
    call["function"]["arguments"] = json.dumps(arguments)


@fault("ungrounded-argument")
def an_order_id_from_nowhere(records: list[Record]) -> Place:
    at = with_tool(records, "get_order_details")
    index, call = call_of(records[at], "get_order_details")
    change(call, order_id="#E99999")
    return at, index, "arguments.order_id"


@fault("ungrounded-argument")
def an_item_id_with_one_digit_changed(records: list[Record]) -> Place:
    at = with_tool(records, "return_delivered_order_items")
    index, call = call_of(records[at], "return_delivered_order_items")
    first = json.loads(call["function"]["arguments"])["item_ids"][0]
    change(call, item_ids=[first[:-1] + str((int(first[-1]) + 1) % 10)])
    return at, index, "arguments.item_ids[0]"


@fault("ungrounded-argument")
def a_part_of_an_id(records: list[Record]) -> Place:
    at = with_tool(records, "get_product_details")
    index, call = call_of(records[at], "get_product_details")
    change(call, product_id=json.loads(call["function"]["arguments"])["product_id"][:-1])
    return at, index, "arguments.product_id"


@fault("ungrounded-argument")
def a_number_nobody_named_in_a_calculation(records: list[Record]) -> Place:
    at = with_tool(records, "calculate")
    index, call = call_of(records[at], "calculate")
    change(call, expression="931.77 + 2")
    return at, index, "arguments.expression"


@fault("id-drift")
def somebody_else_is_served(records: list[Record]) -> Place:
    at = with_tool(records, "get_user_details")
    index, call = call_of(records[at], "get_user_details")
    records[at]["messages"][1]["content"] += " My neighbour is zoe_quill_0001."
    change(call, user_id="zoe_quill_0001")
    return at, index, "arguments.user_id"


def answer_after(record: Record, tool: str) -> tuple[int, int]:
    """The place of a tool's result, and of the answer that follows on it directly."""
    index, _ = call_of(record, tool)
    assert record["messages"][index + 2].get("content")
    return index + 1, index + 2


@fault("result-not-told")
def an_answer_of_empty_words(records: list[Record]) -> Place:
    at = with_tool(records, "calculate")
    _, answer = answer_after(records[at], "calculate")
    records[at]["messages"][answer]["content"] = "Okay, that went through. Is there anything else I can help you with?"
    return at, answer, "content"


@fault("failure-told-as-success")
def a_refusal_that_is_told_as_done(records: list[Record]) -> Place:
    at = with_tool(records, "cancel_pending_order")
    result, answer = answer_after(records[at], "cancel_pending_order")
    records[at]["messages"][result]["content"] = '{"error": "The order cannot be cancelled."}'
    records[at]["messages"][answer]["content"] = "Your order has been cancelled."
    return at, answer, "content"


@fault("success-told-as-failure")
def a_change_that_is_told_as_failed(records: list[Record]) -> Place:
    at = with_tool(records, "cancel_pending_order")
    _, answer = answer_after(records[at], "cancel_pending_order")
    records[at]["messages"][answer]["content"] = "I'm sorry, something went wrong."
    return at, answer, "content"


@fault("tool-named-by-user")
def a_user_who_names_a_tool(records: list[Record]) -> Place:
    records[0]["messages"][1]["content"] += " Please use the get order details function."
    return 0, 1, "content"


@fault("unknown-tool")
def a_tool_that_is_not_declared(records: list[Record]) -> Place:
    index, call = calls_of(records[2])[-1]
    call["function"]["name"] += "_now"
    return 2, index, "function.name"


@fault("invalid-arguments")
def an_argument_of_the_wrong_type(records: list[Record]) -> Place:
    at = with_tool(records, "get_order_details")
    index, call = call_of(records[at], "get_order_details")
    change(call, order_id=True)
    return at, index, "arguments"


@fault("invalid-arguments")
def an_argument_too_few(records: list[Record]) -> Place:
    at = with_tool(records, "return_delivered_order_items")
    index, call = call_of(records[at], "return_delivered_order_items")
    arguments = json.loads(call["function"]["arguments"])
    del arguments["payment_method_id"]
    call["function"]["arguments"] = json.dumps(arguments)
    return at, index, "arguments"


@fault("unreadable-arguments")
def arguments_cut_off(records: list[Record]) -> Place:
    index, call = calls_of(records[1])[-1]
    call["function"]["arguments"] = call["function"]["arguments"][:-1]
    return 1, index, "arguments"


@fault("unreadable-arguments")
def a_key_given_twice(records: list[Record]) -> Place:
    at = with_tool(records, "get_order_details")
    index, call = call_of(records[at], "get_order_details")
    inner = call["function"]["arguments"].strip("{}")
    call["function"]["arguments"] = "{" + inner + ", " + inner + "}"
    return at, index, "arguments"


@fault("empty-arguments")
def no_arguments_at_all(records: list[Record]) -> Place:
    at = with_tool(records, "list_all_product_types") if _has(records, "list_all_product_types") else 0
    index, call = calls_of(records[at])[0]
    call["function"]["arguments"] = ""
    return at, index, "arguments"


def _has(records: list[Record], tool: str) -> bool:
    return any(call["function"]["name"] == tool for record in records for _, call in calls_of(record))


@fault("unanswered-call")
def a_result_is_missing(records: list[Record]) -> Place:
    index, call = calls_of(records[0])[-1]
    messages = records[0]["messages"]
    del messages[next(at for at, message in enumerate(messages) if message.get("tool_call_id") == call["id"])]
    return 0, index, "tool_calls"


@fault("answered-twice")
def a_result_stands_twice(records: list[Record]) -> Place:
    index, _ = calls_of(records[0])[-1]
    records[0]["messages"].insert(index + 2, copy.deepcopy(records[0]["messages"][index + 1]))
    return 0, index + 2, f"messages[{index + 2}]"


@fault("result-without-call")
def a_result_of_nothing(records: list[Record]) -> Place:
    records[3]["messages"].insert(2, {"role": "tool", "tool_call_id": "call_none", "content": "{}"})
    return 3, 2, "tool_call_id"


@fault("late-result")
def somebody_speaks_before_the_result(records: list[Record]) -> Place:
    index, _ = calls_of(records[0])[-1]
    records[0]["messages"].insert(index + 1, {"role": "user", "content": "Hello?"})
    return 0, index + 2, f"messages[{index + 2}]"


@fault("ends-on-call")
def the_end_is_cut_off(records: list[Record]) -> Place:
    index, _ = calls_of(records[4])[-1]
    del records[4]["messages"][index + 1 :]
    return 4, index, "tool_calls"


@fault("ends-without-assistant")
def nobody_answers_the_user(records: list[Record]) -> Place:
    records[5]["messages"].append({"role": "user", "content": "And now?"})
    last = len(records[5]["messages"]) - 1
    return 5, last, f"messages[{last}]"


@fault("assistant-twice")
def the_assistant_speaks_twice(records: list[Record]) -> Place:
    records[6]["messages"].append({"role": "assistant", "content": "Anything else?"})
    last = len(records[6]["messages"]) - 1
    return 6, last, f"messages[{last}]"


@fault("user-twice")
def the_user_speaks_twice(records: list[Record]) -> Place:
    records[6]["messages"].insert(2, {"role": "user", "content": "Are you there?"})
    return 6, 2, "messages[2]"


@fault("misplaced-system")
def a_system_message_in_the_middle(records: list[Record]) -> Place:
    records[7]["messages"].append({"role": "system", "content": "Be brief."})
    records[7]["messages"].append({"role": "assistant", "content": "Good bye."})
    at = len(records[7]["messages"]) - 2
    return 7, at, f"messages[{at}]"


@fault("misplaced-calls")
def a_user_who_calls(records: list[Record]) -> Place:
    at = next(index for index, message in enumerate(records[7]["messages"]) if message["role"] == "user")
    records[7]["messages"][at]["tool_calls"] = [{}]
    return 7, at, f"messages[{at}].tool_calls"


@fault("no-user-first")
def the_assistant_opens(records: list[Record]) -> Place:
    records[7]["messages"].insert(1, {"role": "assistant", "content": "Welcome to the shop."})
    return 7, 1, "messages[1]"


@fault("parallel-calls")
def parallel_calls_though_forbidden(records: list[Record]) -> Place:
    at, index = next(
        (number, at)
        for number, record in enumerate(records)
        for at, message in enumerate(record["messages"])
        if len(message.get("tool_calls") or ()) > 1
    )
    records[at]["parallel_tool_calls"] = False
    return at, index, "tool_calls"


@fault("empty-message")
def an_empty_message(records: list[Record]) -> Place:
    records[8]["messages"][-1]["content"] = " \n"
    return 8, len(records[8]["messages"]) - 1, "content"


@fault("missing-call-id")
def a_call_without_an_id(records: list[Record]) -> Place:
    index, call = calls_of(records[9])[-1]
    del call["id"]
    return 9, index, "tool_calls[0]"


@fault("repeated-call-id")
def one_id_for_two_calls(records: list[Record]) -> Place:
    calls = calls_of(records[9])
    index, last = calls[-1]
    messages = records[9]["messages"]
    result = next(message for message in messages if message.get("tool_call_id") == last["id"])
    result["tool_call_id"] = last["id"] = calls[0][1]["id"]
    return 9, index, "tool_calls[0].id"


@fault("repeated-id")
def one_id_for_two_conversations(records: list[Record]) -> Place:
    records[10]["id"] = records[9]["id"]
    return 10, None, "id"


@fault("hidden-characters")
def a_right_to_left_override(records: list[Record]) -> Place:
    records[11]["messages"][1]["content"] += " \u202eexe.tnemucod"
    return 11, 1, "content"


@fault("contradictory-gold")
def the_same_history_with_another_call(records: list[Record]) -> Place:
    twin = copy.deepcopy(records[0])
    twin["id"] = "twin"
    index, call = calls_of(twin)[-1]
    call["function"] = copy.deepcopy(calls_of(twin)[0][1]["function"])
    del twin["messages"][index + 2 :]
    twin["messages"].append({"role": "assistant", "content": "Done."})
    records.append(twin)
    return len(records) - 1, index, "tool_calls[0]"


@fault("duplicate")
def a_conversation_stands_twice(records: list[Record]) -> Place:
    records.append({**copy.deepcopy(records[12]), "id": "again"})
    return len(records) - 1, None, "messages"


@fault("near-duplicate")
def a_conversation_told_again_with_other_numbers(records: list[Record]) -> Place:
    text = json.dumps(records[12]["messages"], ensure_ascii=False).translate(str.maketrans("345", "453"))
    twin = {**records[12], "id": "alike", "messages": json.loads(text)}
    records.append(twin)
    return len(records) - 1, None, "messages"


@fault("bad-tool-name")
def a_tool_name_with_a_space(records: list[Record]) -> Place:
    records[13]["tools"].append({"type": "function", "function": {"name": "do it", "parameters": {"type": "object"}}})
    return 13, None, "tools[15].function.name"


@fault("repeated-tool")
def a_tool_declared_twice(records: list[Record]) -> Place:
    records[13]["tools"].append(copy.deepcopy(records[13]["tools"][0]))
    return 13, None, "tools[15]"


@fault("too-many-tools")
def more_tools_than_services_take(records: list[Record]) -> Place:
    for number in range(120):
        function = {"name": f"tool_{number}", "parameters": {"type": "object"}}
        records[13]["tools"].append({"type": "function", "function": function})
    return 13, None, "tools"


@fault("unusable-schema")
def a_schema_that_points_outside(records: list[Record]) -> Place:
    function = {"name": "far", "parameters": {"$ref": "https://schemas.example/far.json"}}
    records[13]["tools"].append({"type": "function", "function": function})
    return 13, None, "tools[15]"


@fault("no-tools")
def the_tools_are_missing(records: list[Record]) -> Place:
    del records[14]["tools"]
    return 14, calls_of(records[14])[0][0], "tools"


@fault("object-arguments")
def arguments_as_an_object(records: list[Record]) -> Place:
    index, call = calls_of(records[14])[0]
    call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    return 14, index, "arguments"


@fault("extra-message-key")
def a_key_that_services_do_not_know(records: list[Record]) -> Place:
    records[14]["messages"][2]["annotations"] = []
    return 14, 2, "messages[2]"


@fault("secret")
def an_api_key_in_a_message(records: list[Record]) -> Place:
    records[15]["messages"][1]["content"] += " sk-" + "a1B2" * 8
    return 15, 1, "content"


@fault("card-number")
def a_card_number_in_a_message(records: list[Record]) -> Place:
    records[15]["messages"][1]["content"] += " 4111 1111 1111 1111"
    return 15, 1, "content"


@fault("national-id")
def a_social_security_number(records: list[Record]) -> Place:
    records[15]["messages"][1]["content"] += " (123-45-6789)"
    return 15, 1, "content"


@fault("phone-number")
def a_phone_number(records: list[Record]) -> Place:
    records[15]["messages"][1]["content"] += " Call +1 415 555 0132."
    return 15, 1, "content"


@fault("unreadable-row")
def a_record_without_messages(records: list[Record]) -> Place:
    del records[3]["messages"]
    return 3, None, ""


@fault("unreadable-row")
def an_unknown_role(records: list[Record]) -> Place:
    records[3]["messages"][1]["role"] = "wizard"
    return 3, None, ""
