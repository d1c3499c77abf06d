"""English assistant: what cannot be done and why, handing over, and the end of a conversation."""

from __future__ import annotations

from ..shop import TRANSFER_SENTENCE

RULES: dict[str, str] = {
    "assistant/refuse.status": r"""
*2 [sorry] order {order_id} is {status}, and [only.when].
@-brief order {order_id} has the status {status}. [only.when], so [cannot.do].
@-brief [sorry] [cannot.do]: order {order_id} is {status}, and [only.when].
@formal [sorry] order {order_id} currently has the status {status}. [only.when].
@brief order {order_id} is {status}, [only.when].
""",
    "sorry": r"""
(I'm sorry, but|unfortunately,|I'm afraid)
@warm I wish I had better news, but
@warm I'm really sorry,
@formal (I regret to say that|unfortunately,|I am sorry, but)
@brief (sorry|unfortunately),
""",
    "only.when": r"""
=action:cancel only pending orders can be cancelled
=action:cancel an order can be cancelled only while it's pending
=action:order_address the address can be changed only while an order is pending
=action:order_address only pending orders can get a different address
=action:items the items can be changed only while an order is pending
=action:items only pending orders can be modified
=action:payment the payment method can be changed only while an order is pending
=action:payment only pending orders can get a different payment method
=action:return only items of delivered orders can be returned
=action:return a return is possible only for a delivered order
=action:exchange only items of delivered orders can be exchanged
=action:exchange an exchange is possible only for a delivered order
that isn't possible in this status
this status doesn't allow it
""",
    "cannot.do": r"""
=action:cancel I can't cancel it
=action:cancel a cancellation isn't possible
=action:order_address I can't change where it goes
=action:order_address I can't change its address
=action:items I can't change what's in it
=action:items I can't swap anything in it
=action:payment I can't change how it's paid
=action:payment I can't switch the payment
=action:return I can't take (the items|anything) back from it
=action:return I can't open a return for it
=action:exchange I can't exchange anything from it
=action:exchange I can't set up an exchange for it
I can't do that (here|for this order)
""",
    "assistant/refuse.not_yours": r"""
*2 [sorry] order {order_id} (isn't on your account|belongs to a different account|isn't one of yours), so I can't \
(discuss it|look into it with you|share anything about it).
@-brief I can only help with orders on your own account, and {order_id} (isn't one of them|is not among them).
@-brief [sorry] I can't (say anything about|give out details of) order {order_id}, since it isn't on your account. \
(whoever placed it is welcome to contact us|the person who placed it can write to us).
@warm [sorry] {order_id} isn't on your account, and I (have to keep|keep) other people's orders private.
@formal [sorry] order {order_id} is not registered to your account. (I may not disclose any information about it|I \
cannot provide any details).
@brief {order_id} isn't on your account, so I can't (discuss it|help with it).
""",
    "assistant/refuse.unavailable": r"""
?variants.0 *2 [sorry] (we don't have|I don't have) {wanted} in stock (right now|at the moment|). what I can \
offer:{variants}
?variants.0 [sorry] {wanted} (isn't available|is out of stock). (available are|you could have|in stock \
there's):{variants}
?variants.0 @-brief [sorry] {wanted} (isn't available|can't be had) at the moment. (would one of these do|is one of \
these all right):{variants}
?variants.0 @warm [sorry] {wanted} (is sold out|isn't in stock). (maybe one of these|how about one of \
these):{variants}
?variants.0 @formal [sorry] {wanted} is currently unavailable. (the following are in stock|available are):{variants}
?variants.0 @brief {wanted}: out of stock. in stock:{variants}
!variants.0 [sorry] {wanted} (isn't available|is out of stock) (right now|at the moment|). (would you like a \
different one|is there another version you'd like)?
!variants.0 @-brief [sorry] we don't have {wanted} in stock. (would another version do|can it be another version)?
!variants.0 @brief {wanted} is out of stock. another one?
""",
    "assistant/refuse.balance": r"""
?method.balance *2 [sorry] {method:short} has {method.balance:money} on it, which (doesn't cover|isn't enough for) \
the {amount} (needed|).
?method.balance @-brief [sorry] the balance of {method.balance:money} on {method:short} (doesn't cover|is too low \
for) {amount}, and a gift card has to cover the whole amount.
?method.balance @formal [sorry] {method:short}, with a balance of {method.balance:money}, does not cover the amount \
of {amount}.
?method.balance @brief {method:short} has {method.balance:money}, {amount} is needed.
!method.balance *2 [sorry] {method:short} doesn't (cover|have enough on it for) the {amount} (needed|).
!method.balance @-brief [sorry] what's on {method:short} isn't enough for {amount}, and a gift card has to cover the \
whole amount.
!method.balance @brief {method:short} doesn't cover {amount}.
""",
    "assistant/refuse.once": r"""
*2 [sorry] the items of order {order_id} have already been changed, and (that's possible only once|that can be done \
only once per order).
@-brief [sorry] order {order_id} (was already modified|has been modified already), (and after that it can't be \
changed or cancelled|so it can't be changed again).
@-brief the items of an order can be changed only once, and for {order_id} that (has been done|has happened) already.
@formal [sorry] the items of order {order_id} have already been modified once. (no further change is possible|a \
second change is not possible).
@brief {order_id} has been modified already, (only one change is possible|that works only once).
""",
    "assistant/refuse.irrelevant": r"""
(I'm afraid|sorry, but) (that's outside what I can help with|that's not something I can help with here|I can't help \
with that). [back]
(that's one|that one's) (for somebody else|beyond me), (I only deal with|I'm only here for) orders and products (of \
our shop|here). [back]
=topic:joke @warm (I'd love to, but|the best jokes are told by others), I'd better stick to (your order|orders and \
products). [back]
=topic:weather @warm I (wish I knew|can't see a sky from here), I only know about (orders and products|our shop). \
[back]
=topic:recipe @warm (sounds tasty, but|I'd only burn it,) I can only help with (our shop|orders and products). [back]
@warm (ha, I'd like to help with that too|I like the question), but (I'm limited to|I only know about) orders and \
products here. [back]
@formal (I must limit myself to|I can only assist with) matters concerning your orders and our products. [back]
@brief (sorry, can't help with that|that's not something I do here). [back]
""",
    "back": r"""
?last (is there anything about your orders I can do|can I help with an order or a product)?
?last if there's (something|anything) about (an order|your orders or our products), (I'm here|just tell me|let me \
know).
!last (back to your request|let's get back to your request|now, to your request)(.|:)
!last @-brief let's (go on|continue) with (your request|where we were).
!last @brief (back to it|now then).
""",
    "assistant/refuse.same_method": r"""
*2 [sorry] the order is already paid with {method}, so it has to be a different one.
@-brief [sorry] {method} is what the order is paid with (now|already). (please choose another one|it needs to be a \
different method).
@formal [sorry] the order has already been charged to {method}. a different payment method is required.
@brief it's already on {method}, please (pick|choose) another one.
""",
    "assistant/transfer": TRANSFER_SENTENCE["en"],
    "assistant/offer_more": r"""
(is there anything else|anything else) (I can do for you|I can help with|you need|on your mind)?
@-brief (can|may) I help (you |)with anything else (today|)?
@warm (is there anything else I can do for you|anything else on your list|what else can I do for you) (today|)?
@plain (what else can I do|do you need anything else|was there anything else)?
@formal (may I assist you with anything further|is there anything further I can do for you)?
@brief (anything else|something else)?
""",
    "assistant/welcome": r"""
(you're welcome|you are welcome|no problem|my pleasure|glad I could help)(.|, anytime.)
@warm (happy to help|it was a pleasure|very welcome|of course, anytime|I'm glad that worked out).
@plain (you're welcome|sure|happy to help)(.|, that's what I'm here for.)
@formal (you are most welcome|it was my pleasure|with pleasure)(.|, thank you for your patience.)
@brief (sure|you're welcome|no problem).
""",
    "assistant/bye": r"""
(have a good day|have a nice day|take care|goodbye)(.| and thanks for stopping by.| and until next time.)
@warm (have a lovely day|enjoy the rest of your day|take good care|all the best to you)(.| and see you soon.)
@plain (bye|bye for now|goodbye|goodbye for now|have a good one).
@formal (we wish you a pleasant day|goodbye and all the best|thank you for choosing us, goodbye).
@brief (bye|take care|have a good day).
""",
}
