"""The tools that look: users, orders, products. Each gives the JSON of its answer or refuses.

Also what every tool starts with: the record of an id, or the sentence that there is none.
"""

from __future__ import annotations

from evalwright.chat import Arguments

from .records import Order, User
from .refusal import Refusal, shown
from .state import State
from .world import dump


def the_user(state: State, user_id: str) -> User:
    """The user of an id, or a Refusal."""
    user = state.user(user_id)
    if user is None:
        raise Refusal.because("unknown_user.id", user=shown(user_id))
    return user


def the_order(state: State, order_id: str) -> Order:
    """The order of an id, or a Refusal."""
    order = state.order(order_id)
    if order is None:
        raise Refusal.because("unknown_order.id", order=shown(order_id))
    return order


def find_user_id_by_email(state: State, arguments: Arguments) -> str:
    """Case does not matter."""
    user_id = state.world.user_of_email.get(arguments["email"].strip().casefold())
    if user_id is None:
        raise Refusal.because("unknown_user.email", email=shown(arguments["email"]))
    return dump({"user_id": user_id})


def find_user_id_by_name_zip(state: State, arguments: Arguments) -> str:
    """Case does not matter; the zip code is that of the address as it is now."""
    first, last = arguments["first_name"].strip(), arguments["last_name"].strip()
    for user_id in state.world.users_of_name.get((first.casefold(), last.casefold()), ()):
        if the_user(state, user_id)["address"]["zip"] == arguments["zip"].strip():
            return dump({"user_id": user_id})
    raise Refusal.because("unknown_user.name_zip", name=shown(f"{first} {last}"), zip=shown(arguments["zip"]))


def get_user_details(state: State, arguments: Arguments) -> str:
    """The whole profile."""
    return state.text(the_user(state, arguments["user_id"])["user_id"])


def get_order_details(state: State, arguments: Arguments) -> str:
    """The whole order."""
    return state.text(the_order(state, arguments["order_id"])["order_id"])


def get_product_details(state: State, arguments: Arguments) -> str:
    """The product with all its variants."""
    product_id = arguments["product_id"]
    if product_id not in state.world.products:
        raise Refusal.because("unknown_product.id", product=shown(product_id))
    return state.text(product_id)


def list_all_product_types(state: State, arguments: Arguments) -> str:
    """Names with the ids to look them up by."""
    del arguments
    return state.world.product_list
