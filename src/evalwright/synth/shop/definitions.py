"""The fifteen tools as a model sees them: names, parameters, and what they do in English and in Chinese.

Each tool is written once: its effect, its parameters by name, and its descriptions. The words for a parameter are
shared by all tools that take it, so that the same thing is always described the same way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..environment import Effect
from .arguments import Parameters
from .locale import ADDRESS_FIELDS
from .pending import REASONS


class ToolText(NamedTuple):
    """One tool, described."""

    effect: Effect
    parameters: tuple[str, ...]
    en: str
    zh: str


TOOLS: dict[str, ToolText] = {
    "find_user_id_by_email": ToolText(
        "read",
        ("email",),
        "Look up a customer's user id by e-mail address. Upper and lower case do not matter.",
        "根据电子邮箱查找顾客的用户 ID，不区分大小写。",
    ),
    "find_user_id_by_name_zip": ToolText(
        "read",
        ("first_name", "last_name", "zip"),
        "Look up a customer's user id by first name, last name and the zip code of the address on file. Use it when "
        "the customer cannot give an e-mail address or the address is not known.",
        "根据名、姓和登记地址的邮政编码查找顾客的用户 ID。顾客无法提供邮箱或邮箱查不到时使用。",
    ),
    "get_user_details": ToolText(
        "read",
        ("user_id",),
        "Show a customer's profile: name, e-mail address, postal address, payment methods with gift card balances, "
        "and the ids of all orders.",
        "查看顾客资料：姓名、邮箱、地址、支付方式及礼品卡余额，以及全部订单号。",
    ),
    "get_order_details": ToolText(
        "read",
        ("order_id",),
        "Show an order: its status, items with options and prices, delivery address, parcels and payments.",
        "查看订单：状态、商品及其规格和价格、收货地址、包裹和付款记录。",
    ),
    "get_product_details": ToolText(
        "read",
        ("product_id",),
        "Show a product with all its variants: item id, options, price, and whether it is available.",
        "查看商品的全部款式：款式编号、规格、价格以及是否有货。",
    ),
    "list_all_product_types": ToolText(
        "read",
        (),
        "List the names of all products that the shop sells, each with its product id.",
        "列出本店销售的所有商品名称及其商品编号。",
    ),
    "calculate": ToolText(
        "none",
        ("expression",),
        "Work out an arithmetic expression, for example a total of prices. The result has two decimals.",
        "计算算术表达式，例如价格合计。结果保留两位小数。",
    ),
    "cancel_pending_order": ToolText(
        "write",
        ("order_id", "reason"),
        "Cancel an order that is still pending and refund it in full. Get the customer's explicit yes to the order "
        "and the reason first.",
        "取消尚未处理的订单并全额退款。调用前须向顾客说明订单和取消原因，并得到明确同意。",
    ),
    "modify_pending_order_address": ToolText(
        "write",
        ("order_id", *ADDRESS_FIELDS),
        "Send a pending order to another address. Give the whole new address, after the customer's explicit yes.",
        "修改待处理订单的收货地址。须填写完整的新地址，并事先得到顾客明确同意。",
    ),
    "modify_pending_order_items": ToolText(
        "write",
        ("order_id", "item_ids", "new_item_ids", "payment_method_id"),
        "Replace items of a pending order by other available variants of the same products. It is possible once an "
        "order, and afterwards the order cannot be changed or cancelled, so collect every item to be replaced, and "
        "the customer's explicit yes, before calling.",
        "把待处理订单中的商品换成同款商品的其他有货款式。每个订单只能改一次，改后不能再修改或取消，"
        "所以须先问清所有要换的商品并得到顾客明确同意。",
    ),
    "modify_pending_order_payment": ToolText(
        "write",
        ("order_id", "payment_method_id"),
        "Charge a pending order to another payment method of the same customer and refund the earlier one. Get the "
        "customer's explicit yes first.",
        "将待处理订单改为由同一顾客的另一种支付方式付款，原付款退回。须事先得到顾客明确同意。",
    ),
    "modify_user_address": ToolText(
        "write",
        ("user_id", *ADDRESS_FIELDS),
        "Replace the address in a customer's profile. Orders already placed keep their addresses. Get the customer's "
        "explicit yes first.",
        "修改顾客资料中的默认地址，已下订单的地址不变。须事先得到顾客明确同意。",
    ),
    "return_delivered_order_items": ToolText(
        "write",
        ("order_id", "item_ids", "payment_method_id"),
        "Request the return of items of a delivered order. The refund goes to the original payment method or to a "
        "gift card of the customer. Only one return or exchange is possible for an order. Get the customer's explicit "
        "yes first.",
        "为已送达订单中的商品申请退货。退款只能退回原支付方式或顾客的礼品卡。每个订单只能申请一次退货或换货。"
        "须事先得到顾客明确同意。",
    ),
    "exchange_delivered_order_items": ToolText(
        "write",
        ("order_id", "item_ids", "new_item_ids", "payment_method_id"),
        "Request to exchange items of a delivered order for other available variants of the same products. The "
        "payment method pays or receives the price difference. Only one return or exchange is possible for an order. "
        "Get the customer's explicit yes first.",
        "为已送达订单中的商品申请换成同款商品的其他有货款式，差价由指定支付方式补交或退回。"
        "每个订单只能申请一次退货或换货。须事先得到顾客明确同意。",
    ),
    "transfer_to_human_agents": ToolText(
        "none",
        ("summary",),
        "Hand the customer over to a human colleague, with a summary of the matter. Only when the customer explicitly "
        "asks for a person or the matter is beyond these tools and rules.",
        "把顾客转给人工客服，并附上问题摘要。仅在顾客明确要求人工，或问题超出这些工具和规则时使用。",
    ),
}
"""All tools, by name."""

_WORDS: dict[str, tuple[str, str]] = {
    "email": ("E-mail address, such as 'name@example.com'.", "电子邮箱，例如 'name@example.com'。"),
    "first_name": ("First name of the customer.", "顾客的名（不含姓）。"),
    "last_name": ("Last name of the customer.", "顾客的姓。"),
    "zip": ("Zip code.", "邮政编码。"),
    "user_id": ("User id, such as 'anna_walsh_1234'.", "用户 ID，例如 'na_wang_1234'。"),
    "order_id": ("Order id, '#W' and seven digits.", "订单号，'#W' 加七位数字。"),
    "product_id": ("Product id, ten digits; not an item id.", "商品编号，十位数字；不是款式编号。"),
    "expression": (
        "Numbers, + - * /, parentheses and spaces, such as '12.50 + 3 * 4'.",
        "由数字、+ - * /、括号和空格组成，例如 '12.50 + 3 * 4'。",
    ),
    "reason": ("Why the order is cancelled.", "取消订单的原因。"),
    "item_ids": ("Item ids of the order, each ten digits.", "订单中商品的款式编号，每个十位数字。"),
    "new_item_ids": (
        "Item ids of the new variants, in the same order as item_ids and as many.",
        "新款式的编号，顺序和数量须与 item_ids 一致。",
    ),
    "payment_method_id": (
        "Id of a payment method in the customer's profile, such as 'paypal_1234567'.",
        "顾客资料中的支付方式 ID，例如 'paypal_1234567'。",
    ),
    "address1": ("First line of the address: street and number.", "地址第一行：区、路和门牌号。"),
    "address2": ("Second line: apartment, suite or unit; may be empty.", "地址第二行：小区、楼栋和房号；可为空。"),
    "city": ("City.", "城市。"),
    "state": ("State or province.", "省份或州。"),
    "country": ("Country.", "国家。"),
    "summary": ("What the customer needs and what has been done so far.", "顾客的需求以及目前已处理的情况。"),
}

_LISTS = ("item_ids", "new_item_ids")
_MAY_BE_EMPTY = ("address2",)


def parameters_of(name: str) -> Parameters:
    """What a tool takes, for the check of arguments."""
    return {each: _kind(each) for each in TOOLS[name].parameters}


def _kind(parameter: str) -> str:
    if parameter in _LISTS:
        return "list"
    return "text" if parameter in _MAY_BE_EMPTY else "line"


def definition(name: str, locale: str) -> dict[str, Any]:
    """The OpenAI definition of a tool, described in the language of the locale."""
    tool = TOOLS[name]
    properties = {each: _property(each, locale) for each in tool.parameters}
    return tool_definition(name, tool.en if locale == "en" else tool.zh, properties)


def tool_definition(name: str, description: str, properties: dict[str, Any]) -> dict[str, Any]:
    """A definition that takes these properties, all of them, and nothing else."""
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _property(parameter: str, locale: str) -> dict[str, Any]:
    schema = bare_property(parameter)
    return schema | {"description": _WORDS[parameter][0 if locale == "en" else 1]}


def bare_property(parameter: str) -> dict[str, Any]:
    """The schema of a parameter without a word about it."""
    if parameter in _LISTS:
        return {"type": "array", "items": {"type": "string"}}
    if parameter == "reason":
        return {"type": "string", "enum": list(REASONS)}
    return {"type": "string"}
