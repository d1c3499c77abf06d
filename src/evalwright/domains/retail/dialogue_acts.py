"""Everything that can be said in the shop: the one list between the planner and the wording.

A move has a name and slots. A slot in brackets may be absent. Values:
`order_id email first_name last_name zip product topic status` text; `amount` a number; `first` whether it is the
first wish of the conversation (absent means yes, False means a further one);
`address` the six fields of an address; `item` and `items`: `{"name", "options", "price", "item_id"}`, one or a list;
`wanted`: a list of `{"name", "options"}` with only the options that the user cares about;
`changes`: a list of `{"old": item, "new": item}`; `method` and `methods`: payment methods as in `get_user_details`
(`{"id", "source", "brand"?, "last_four"?, "balance"?}`); `reason`: an enum value of the tool; `order` and `orders`:
as in `get_order_details`; `variants`: as in `get_product_details`, a list.

All names, options and addresses stand in slots in the language of the shop's data; reasons, statuses and sources are
the tools' own English words, which the wording translates. An id, an e-mail, a number or an address that stands in a
slot of a user's move is said verbatim, piece by piece, so that an argument taken from it is grounded.
"""

from __future__ import annotations

from evalwright.synth.phrases import MoveSpec


def _spec(text: str) -> MoveSpec:
    words = text.split()
    return MoveSpec(
        tuple(word for word in words if not word.startswith("[")),
        tuple(word.strip("[]") for word in words if word.startswith("[")),
    )


USER_MOVES = {
    name: _spec(slots)
    for name, slots in {
        # Opening. A wish names what it is about as far as the user tells it at once.
        "greet": "",
        "want.status": "[order_id] [product] [first]",
        "want.orders": "[first]",
        "want.cancel": "[order_id] [product] [first]",
        "want.order_address": "[order_id] [product] [first]",
        "want.items": "[order_id] [product] [first]",
        "want.payment": "[order_id] [product] [first]",
        "want.profile_address": "[first]",
        "want.return": "[order_id] [products] [first]",
        "want.exchange": "[order_id] [product] [first]",
        "want.product": "product [wanted] [first]",
        "want.catalogue": "[first]",
        "want.total": "[products] [order_id] [first]",
        "want.human": "topic [first]",
        # Why. `story` is one sentence of background; topic says which.
        "story.cancel": "reason [product]",
        "story.return": "topic [product]",
        "story.exchange": "topic [product]",
        "story.address": "topic",
        "story.payment": "topic",
        # Facts, each when asked or unasked.
        "identify.email": "email",
        "identify.name_zip": "first_name last_name zip",
        "identify.email_again": "email",
        "lack.email": "",
        "give.order_id": "order_id",
        "lack.order_id": "[product]",
        "describe.order": "product",
        "correct.order_id": "wrong order_id",
        "give.items": "items",
        "give.wanted": "wanted",
        "give.address": "address",
        "give.method": "method",
        "give.reason": "reason",
        "give.other_wanted": "wanted",
        # Reactions.
        "confirm.yes": "",
        "confirm.no": "",
        "mind.address": "address",
        "mind.wanted": "wanted",
        "mind.method": "method",
        "mind.drop": "",
        "ask.refund_time": "",
        "ask.total": "",
        "ask.other_person": "order_id",
        "ask.irrelevant": "topic",
        "insist": "",
        "accept": "",
        "pick.order": "order_id",
        "thanks": "",
        "bye": "",
        "nothing_else": "",
    }.items()
}
"""What a user can say."""

ASSISTANT_MOVES = {
    name: _spec(slots)
    for name, slots in {
        "greet": "",
        "acknowledge": "[first_name]",
        "sympathise": "",
        "ask.identity": "",
        "ask.name_zip": "",
        "ask.email": "",
        "ask.order": "",
        "ask.items": "[order]",
        "ask.wanted": "product [variants]",
        "ask.address": "",
        "ask.method": "methods [purpose]",
        "ask.reason": "",
        "ask.which_order": "orders",
        "not_found.user": "[email]",
        "not_found.order": "order_id",
        "tell.order": "order",
        "tell.status": "order",
        "tell.orders": "orders",
        "tell.variants": "product variants",
        "tell.product": "product variants [wanted]",
        "tell.catalogue": "products count",
        "tell.total": "amount items",
        "tell.refund_time": "method",
        "tell.retry": "",
        "summarise.cancel": "order reason amount method",
        "summarise.order_address": "order address",
        "summarise.items": "order changes difference method",
        "summarise.payment": "order method amount",
        "summarise.profile_address": "address",
        "summarise.return": "order items amount method",
        "summarise.exchange": "order changes difference method",
        "done.cancel": "order_id amount method",
        "done.order_address": "order_id address",
        "done.items": "order_id changes difference method",
        "done.payment": "order_id method",
        "done.profile_address": "address",
        "done.return": "order_id items method",
        "done.exchange": "order_id changes difference method",
        "unchanged": "",
        "refuse.status": "order_id status action",
        "refuse.not_yours": "order_id",
        "refuse.unavailable": "product wanted [variants]",
        "refuse.balance": "method amount",
        "refuse.once": "order_id",
        "refuse.irrelevant": "[topic]",
        "refuse.same_method": "method",
        "transfer": "",
        "offer_more": "",
        "welcome": "",
        "bye": "",
    }.items()
}
"""What an assistant can say."""

TOPICS = {
    "want.human": ("damaged_package", "complaint", "warranty", "bulk_order", "invoice", "privacy"),
    "story.return": ("does_not_fit", "not_as_described", "defective", "gift_unwanted", "changed_mind", "found_better"),
    "story.exchange": ("wrong_size", "wrong_colour", "does_not_fit_in", "prefers_other"),
    "story.address": ("moved", "typo", "at_work", "travelling", "gift"),
    "story.payment": ("card_expired", "uses_up_gift_card", "keeps_records", "wrong_default"),
    "ask.irrelevant": ("weather", "recipe", "joke", "sports", "homework", "stocks", "film", "translation"),
}
"""The topics that a move can be about; the wording has words for each."""
