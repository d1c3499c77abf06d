"""What each tool answers, as JSON Schema: published with the tools, and what the tests hold every result to."""

from __future__ import annotations

from typing import Any

from .locale import ADDRESS_FIELDS

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_MONEY: Schema = {"type": "number"}
_DATE: Schema = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
_TEN_DIGITS: Schema = {"type": "string", "pattern": "^[0-9]{10}$"}
_ORDER_ID: Schema = {"type": "string", "pattern": "^#W[0-9]{7}$"}
_WORDS: Schema = {"type": "object", "additionalProperties": _TEXT}


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _map(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


_ADDRESS = _object(dict.fromkeys(ADDRESS_FIELDS, _TEXT))
_METHOD = _object(
    {"id": _TEXT, "source": {"type": "string", "enum": ["credit_card", "gift_card", "paypal"]}},
    {"brand": _TEXT, "last_four": _TEXT, "balance": _MONEY | {"minimum": 0}},
)
_ITEM = _object({"name": _TEXT, "product_id": _TEN_DIGITS, "item_id": _TEN_DIGITS, "price": _MONEY, "options": _WORDS})
_VARIANT = _object({"item_id": _TEN_DIGITS, "options": _WORDS, "available": {"type": "boolean"}, "price": _MONEY})
_PAYMENT = _object(
    {
        "transaction_type": {"type": "string", "enum": ["payment", "refund"]},
        "amount": _MONEY | {"minimum": 0},
        "payment_method_id": _TEXT,
    }
)
_USER = _object(
    {
        "user_id": _TEXT,
        "name": _object({"first_name": _TEXT, "last_name": _TEXT}),
        "email": _TEXT,
        "address": _ADDRESS,
        "payment_methods": _map(_METHOD),
        "orders": _list(_ORDER_ID),
    }
)
STATUSES = (
    "pending",
    "pending (items modified)",
    "processed",
    "delivered",
    "cancelled",
    "return requested",
    "exchange requested",
)
"""Every status an order can have."""
_ORDER = _object(
    {
        "order_id": _ORDER_ID,
        "user_id": _TEXT,
        "address": _ADDRESS,
        "items": _list(_ITEM),
        "status": {"type": "string", "enum": list(STATUSES)},
        "ordered_at": _DATE,
        "fulfillments": _list(_object({"tracking_id": _TEXT, "item_ids": _list(_TEN_DIGITS)})),
        "payment_history": _list(_PAYMENT),
    },
    {
        "delivered_at": _DATE,
        "cancel_reason": _TEXT,
        "return_items": _list(_TEN_DIGITS),
        "return_payment_method_id": _TEXT,
        "return_refund": _MONEY,
        "exchange_items": _list(_TEN_DIGITS),
        "exchange_new_items": _list(_TEN_DIGITS),
        "exchange_payment_method_id": _TEXT,
        "exchange_price_difference": _MONEY,
    },
)
_PRODUCT = _object({"product_id": _TEN_DIGITS, "name": _TEXT, "variants": _map(_VARIANT)})
_FOUND = _object({"user_id": _TEXT})

OUTPUT_SCHEMAS: dict[str, Schema] = {
    "find_user_id_by_email": _FOUND,
    "find_user_id_by_name_zip": _FOUND,
    "get_user_details": _USER,
    "get_order_details": _ORDER,
    "get_product_details": _PRODUCT,
    "list_all_product_types": _map(_TEN_DIGITS),
    "calculate": _object({"result": _MONEY}),
    "cancel_pending_order": _ORDER,
    "modify_pending_order_address": _ORDER,
    "modify_pending_order_items": _ORDER,
    "modify_pending_order_payment": _ORDER,
    "modify_user_address": _USER,
    "return_delivered_order_items": _ORDER,
    "exchange_delivered_order_items": _ORDER,
    "transfer_to_human_agents": _object({"transferred": {"type": "boolean"}}),
}
"""By tool; a result that is not a refusal always fits."""
