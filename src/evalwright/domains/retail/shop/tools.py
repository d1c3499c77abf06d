"""Which function carries out which tool, and what it takes. A tool is a function of a state and checked arguments."""

from __future__ import annotations

from collections.abc import Callable

from evalwright.chat import Arguments
from evalwright.synth.domain_kit import CalculationError, calculate

from .arguments import Parameters
from .definitions import TOOLS, parameters_of
from .delivered import exchange_delivered_order_items, return_delivered_order_items
from .lookups import (
    find_user_id_by_email,
    find_user_id_by_name_zip,
    get_order_details,
    get_product_details,
    get_user_details,
    list_all_product_types,
)
from .pending import (
    cancel_pending_order,
    modify_pending_order_address,
    modify_pending_order_items,
    modify_pending_order_payment,
    modify_user_address,
)
from .refusal import Refusal
from .state import State
from .world import dump

Tool = Callable[[State, Arguments], str]


def _calculate(state: State, arguments: Arguments) -> str:
    del state
    try:
        return dump({"result": calculate(arguments["expression"])})
    except CalculationError as error:
        raise Refusal("calculation", str(error)) from None


def _transfer(state: State, arguments: Arguments) -> str:
    del state, arguments
    return dump({"transferred": True})


_FUNCTIONS: dict[str, Tool] = {
    "find_user_id_by_email": find_user_id_by_email,
    "find_user_id_by_name_zip": find_user_id_by_name_zip,
    "get_user_details": get_user_details,
    "get_order_details": get_order_details,
    "get_product_details": get_product_details,
    "list_all_product_types": list_all_product_types,
    "calculate": _calculate,
    "cancel_pending_order": cancel_pending_order,
    "modify_pending_order_address": modify_pending_order_address,
    "modify_pending_order_items": modify_pending_order_items,
    "modify_pending_order_payment": modify_pending_order_payment,
    "modify_user_address": modify_user_address,
    "return_delivered_order_items": return_delivered_order_items,
    "exchange_delivered_order_items": exchange_delivered_order_items,
    "transfer_to_human_agents": _transfer,
}

DISPATCH: dict[str, tuple[Tool, Parameters]] = {name: (_FUNCTIONS[name], parameters_of(name)) for name in TOOLS}
"""By tool: the function and what it takes."""
