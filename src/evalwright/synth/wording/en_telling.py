"""English assistant: what was found out: orders, their states, products, prices, times.

Only what stands in the slots is said, and an order of which little is known gets few words.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "assistant/tell.order": r"""
*2 [found] order {order.order_id}: [state.is], [when] with {order.items:priced}.
[found] order {order.order_id}. [state.it] [in.it]
@-brief [state.it] order {order.order_id} [has] {order.items:priced}.
@-brief order {order.order_id} [when.paren] is {order.status}. (it has|in it are|it contains|it's made up \
of):{order.items:lines}
@warm (there it is|found it|got it)! order {order.order_id} is {order.status}, and (here's what's in it|it has these \
items):{order.items:lines}
@formal order {order.order_id} currently has the status {order.status} and (contains|comprises) the \
following:{order.items:lines}
@brief {order.order_id}, {order.status}:{order.items:lines}
""",
    "found": r"""
(I have|I've got|here is|here's|I found|I'm looking at)
@formal (I have located|I have found|I have before me)
@brief (this is|found)
""",
    "has": r"""
(has|contains|includes)
""",
    "state.is": r"""
it's {order.status}
the status is {order.status}
currently {order.status}
""",
    "state.it": r"""
(it's|it is) (currently|) {order.status}.
(the|its) status is {order.status}.
""",
    "when": r"""
?order.ordered_at (placed|ordered) on {order.ordered_at},
?order.ordered_at from {order.ordered_at},
!order.ordered_at and
""",
    "when.paren": r"""
?order.ordered_at from {order.ordered_at}
?order.ordered_at , placed on {order.ordered_at},
!order.ordered_at ()
""",
    "in.it": r"""
(it contains|you ordered|these are the items):{order.items:lines}
(it has|it contains|it includes) {order.items:priced}.
""",
    "assistant/tell.status": r"""
*3 [status.words]
*2 [status.words] [status.more]
@warm ?last [status.words] (I hope that helps|I hope that answers it).
""",
    "status.words": r"""
=order.status:pending order {order.order_id} is (still|currently) {order.status}, so it (hasn't (shipped|gone out|\
left us) yet|is still waiting to be processed).
=order.status:pending order {order.order_id} is {order.status}(: it hasn't shipped yet|, it hasn't been sent out yet|\
).
=order.status:pending @-brief your order {order.order_id} (hasn't left us yet|hasn't gone out yet), its status is \
{order.status}.
=order.status:processed order {order.order_id} has been {order.status}(, so it can no longer be changed| and is past \
the point where it can be changed|).
=order.status:processed @-brief the status of order {order.order_id} is {order.status}, (so it has moved on from \
pending|it's no longer pending).
=order.status:processed order {order.order_id} is already {order.status}.
=order.status:delivered ?order.delivered_at order {order.order_id} was {order.status} on {order.delivered_at}.
=order.status:delivered ?order.delivered_at (according to our system|our records say), order {order.order_id} was \
{order.status} on {order.delivered_at}.
=order.status:delivered ?order.delivered_at @-brief (good news|it has arrived): order {order.order_id} is marked as \
{order.status} since {order.delivered_at}.
=order.status:delivered !order.delivered_at order {order.order_id} (has been|was) {order.status}.
=order.status:delivered !order.delivered_at order {order.order_id} is marked as {order.status}.
=order.status:cancelled order {order.order_id} (has been|was) {order.status}.
=order.status:cancelled order {order.order_id} is {order.status}(, so nothing will be sent|).
order {order.order_id} (has the status|is marked as) "{order.status}".
the status of order {order.order_id} is {order.status}.
@-brief I've checked order {order.order_id}, and (its status is|it's) {order.status}.
""",
    "status.more": r"""
?order.ordered_at (it was placed|you placed it) on {order.ordered_at}[and.has].
it (has|contains|includes) {order.items:names}.
?order.fulfillments.0 ?order.fulfillments.0.tracking_id the tracking number is {order.fulfillments:tracking}.
(it includes|this is what's in it):{order.items:lines}
?order.address @-brief it's addressed to {order.address}.
""",
    "and.has": r"""
\ and it has {order.items:names} in it
\ and it contains {order.items:names}
\ with {order.items:names}
""",
    "assistant/tell.orders": r"""
(here are|these are) (your orders|the orders on your account):{orders}
(you have|I see|there are) (these|the following) orders (on your account|on file|):{orders}
@warm (here's the overview|I've gone through them all|here you go):{orders}
@plain (on your account I see|I found these orders):{orders}
@formal (your account shows the following orders|please find your orders below):{orders}
@brief your orders:{orders}
""",
    "order.line": r"""
{order.order_id} \({order.status}\): {order.items:names}
""",
    "assistant/tell.variants": r"""
(for|of) the {product} (we have|there are|you can get) (these versions|the following in stock|these):{variants}
the {product} (comes in these versions|can be had as follows|is available in these versions):{variants}
@warm (happily|gladly)! the {product} (comes like this|can be had in these versions):{variants}
@formal the following versions of the {product} are (available|in stock):{variants}
@brief {product}:{variants}
""",
    "assistant/tell.product": r"""
?wanted (I checked|I looked up|I've looked up) the {product}. [this.fits]:{variants}
?wanted (here's what I found for|this is what we have of) the {product} (with those options|as you describe it|like \
that):{variants}
?wanted @warm (let me see|good choice). [this.fits] for the {product}:{variants}
?wanted @formal for the {product} with the options you mention, (our list shows|I find) the following:{variants}
?wanted @brief {product}, as asked:{variants}
!wanted the {product} (comes in|is listed in) several versions(, for example|, among them):{variants}
!wanted (here are|these are) (some|) versions of the {product} (we list|in our range|):{variants}
!wanted @warm there's (a nice choice|some choice) (for|of) the {product}, for example:{variants}
!wanted @formal the {product} (is offered|is listed) as follows:{variants}
!wanted @brief {product}, for example:{variants}
""",
    "this.fits": r"""
(this matches|this fits what you describe|here's what matches|this is what matches)
""",
    "assistant/tell.catalogue": r"""
we (carry|sell|have) {count} (kinds|types) of products, (among them|for example|such as) {products:kinds}.
(our range has|there are) {count} product types (in our shop|), (including|from) {products:kinds} (and more|).
@warm (quite a lot|all sorts of things), {count} kinds in all. (to name a few|a few examples): {products:kinds}.
@formal our catalogue (comprises|lists) {count} product types, (among others|including) {products:kinds}.
@brief {count} product types, such as {products:kinds}.
@-brief you'll find {count} kinds of products here, {products:kinds} among them.
""",
    "assistant/tell.total": r"""
*2 (that comes to|that makes|together that's|the total is) {amount}: {items:priced}.
{items:priced}: (that's|together|in total) {amount} (in total|altogether|).
@-brief (I've added it up|I've worked it out): {amount} (in total|altogether) for {items}.
@-brief for {items} (the total is|that makes|it comes to) {amount}.
@warm (let me add that up|here's the sum): {items:priced}. that makes {amount} (altogether|in total).
@formal the total (amounts|comes) to {amount}. (it is made up as follows|this consists of):{items:lines}
@brief total: {amount}.
""",
    "assistant/tell.refund_time": r"""
=method.source:gift_card refunds to a gift card (are immediate|are there immediately|arrive immediately), so (it's|\
the money is) on your gift card right away.
=method.source:gift_card (since|as) it goes to your gift card, (you can use it immediately|the money is there \
immediately|it's available immediately).
=method.source:gift_card @formal a refund to a gift card is credited immediately.
=method.source:gift_card @brief immediately, since it's a gift card.
=method.source:credit_card,paypal (it|the refund|the money) (takes|needs|should take) 5 to 7 business days to (reach|\
arrive on|show up on) {method:short}.
=method.source:credit_card,paypal (you'll have|you should see) (it|the money|the refund) on {method:short} (within|\
in) 5 to 7 business days.
=method.source:credit_card,paypal @-brief refunds (to|going to) {method:short} take 5 to 7 business days.
=method.source:credit_card,paypal @formal please allow 5 to 7 business days for the refund to (arrive on|reach) \
{method:short}.
=method.source:credit_card,paypal @brief 5 to 7 business days, to {method:short}.
""",
    "assistant/tell.retry": r"""
(sorry|one moment), (the system didn't answer|that lookup failed|our system hiccuped), (let me try that again|I'll \
try again).
@-brief (that didn't go through|something went wrong) on our side, (I'll try once more|give me a moment to try again|\
let me try it again).
@warm (bear with me|hang on) for a moment, the system (stumbled|didn't respond), (I'll try again|trying again).
@formal (there was a technical problem|the request could not be completed) just now. (allow me to try again|I will \
try again).
@brief (system error|technical hiccup), (trying again|one more try).
""",
    # Payment methods, as their owner says them, as the assistant does, and in a list to choose from.
    "method.mine": r"""
=method.source:credit_card ?method.last_four *3 my {method.brand} (ending in|ending with|that ends in) \
{method.last_four}
=method.source:credit_card ?method.last_four the {method.brand} (ending in|that ends in) {method.last_four}
=method.source:credit_card ?method.last_four my (credit card|card), the {method.brand} (ending in|with) \
{method.last_four}
=method.source:credit_card ?method.last_four @casual,terse {method.brand} {method.last_four}
=method.source:credit_card !method.last_four (my|the) (credit card|card)
=method.source:paypal *3 (my |)[paypal]
=method.source:paypal my [paypal] account
=method.source:gift_card ?method.balance *2 (my|the) gift card (with|that has) {method.balance:money} (on it|left on \
it|left)
=method.source:gift_card ?method.balance my {method.balance:money} gift card
=method.source:gift_card ?method.balance (my|the) gift card \((the one with |there's |balance |\
){method.balance:money}\)
=method.source:gift_card !method.balance (my|the) gift card
=method.source:gift_card !method.balance the gift card (I have|on my account)
""",
    "paypal": r"""
{method:paypal}
""",
    "method.yours": r"""
=method.source:credit_card ?method.last_four *3 your {method.brand} ending in {method.last_four}
=method.source:credit_card ?method.last_four the {method.brand} ending in {method.last_four}
=method.source:credit_card !method.last_four your credit card
=method.source:paypal your [paypal] account
=method.source:paypal *2 your [paypal] account
=method.source:gift_card ?method.balance your gift card (with|that has) {method.balance:money} on it
=method.source:gift_card ?method.balance your gift card \(balance {method.balance:money}\)
=method.source:gift_card !method.balance your gift card
""",
    # The same once it is clear which one, and after its balance may have changed.
    "method.short": r"""
=method.source:credit_card,paypal [method.yours]
=method.source:gift_card *2 your gift card
=method.source:gift_card the gift card on your account
""",
    "method.choice": r"""
=method.source:credit_card ?method.last_four your {method.brand} ending in {method.last_four}
=method.source:credit_card !method.last_four your credit card
=method.source:paypal your [paypal] account
=method.source:gift_card ?method.balance your gift card \({method.balance:money} left\)
=method.source:gift_card !method.balance your gift card
""",
}
