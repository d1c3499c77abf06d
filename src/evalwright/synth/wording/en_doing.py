"""English assistant: before and after a change. A summary names every detail of the coming call and asks for a yes; what
was done is told with the same details."""

from __future__ import annotations

RULES: dict[str, str] = {
    "yes?": r"""
(shall I|should I|do you want me to|would you like me to) (go ahead|do that|proceed)?( please answer yes or no.| \
\(yes/no\)|)
(is that right|is that correct|is everything correct)? (please confirm with a yes|a yes is enough|just say yes) (and \
I'll do it|and I'll take care of it|).
please (confirm|confirm that) (with a yes|by answering yes) (, and I'll go ahead|before I go ahead|).
(can|could) you confirm (that|this) with a (clear |)yes?
@-brief if (that's|everything is) (right|correct|as you want it), (please reply yes|just reply with yes|please say \
yes) (and I'll go ahead|).
@warm (does that look right|does that sound good|all correct)? (a quick yes|just a yes) (and I'll get it done|and \
it's done|from you is all I need).
@plain (yes or no|do I have your yes|may I go ahead, yes or no)?
@formal (may I proceed|do you agree|do you wish to proceed)? (kindly confirm with yes|please confirm with a clear \
yes).
@brief (ok|okay|go ahead)? \((yes/no|yes or no)\)
@brief confirm with yes, please.
""",
    "before": r"""
(here's|this is) what I (would do|'m going to do|have so far|'d do)
(to sum up|to summarize|just to be sure|before I do anything|let me sum that up|to confirm)
@warm (let me make sure I've got this right|here's the plan|so we're on the same page)
@formal (allow me to summarize|please review the details|for your confirmation)
@brief (summary|so|to confirm)
""",
    "assistant/summarise.cancel": r"""
*2 [before]: order {order.order_id} will be cancelled, reason "{reason}", and {amount} goes back to {method}. [yes?]
@-brief [before]: I'll cancel order {order.order_id} \({order.items:names}\) with the reason "{reason}" and refund \
{amount} to {method}. [yes?]
[before]:\n- cancel order {order.order_id}\n- reason: {reason}\n- refund: {amount} to {method}\n\n[yes?]
@-brief I can cancel order {order.order_id} (for you|) as "{reason}". the {amount} (will be refunded|would go back) \
to {method}. [yes?]
@formal [before]: cancellation of order {order.order_id}, stated reason "{reason}", refund of {amount} to {method}. \
[yes?]
@brief cancel {order.order_id}, reason "{reason}", refund {amount} to {method}. [yes?]
""",
    "assistant/summarise.order_address": r"""
*2 [before]: order {order.order_id} (will go|will be sent|gets sent) to {address}. [yes?]
@-brief [before]: I'll change the shipping address of order {order.order_id} to {address}. [yes?]
[before]:\n- order: {order.order_id}\n- new shipping address: {address}\n\n[yes?]
@-brief the (delivery|shipping) address for order {order.order_id} (will then be|would become) {address}. [yes?]
@formal [before]: the shipping address of order {order.order_id} will be changed to {address}. [yes?]
@brief {order.order_id} to {address}. [yes?]
""",
    "assistant/summarise.items": r"""
*2 [before]: in order {order.order_id} I'll swap {changes:swaps}. [settle] [once] [yes?]
[before], (for|in) order {order.order_id}:{changes:swap_lines}\n\n[settle] [once] [yes?]
@-brief I can change order {order.order_id} like this: {changes:swaps}. [settle] [once] [yes?]
@formal [before]: in order {order.order_id}, I will exchange {changes:swaps}. [settle] [once] [yes?]
@brief {order.order_id}:{changes:swap_lines}\n[settle] [once] [yes?]
""",
    "once": r"""
(please note|note|bear in mind) that the items of an order can be changed only once.
(this can only be done once per order|items can only be changed once), so (please make sure that's everything|check \
that nothing is missing).
@brief (this works only once|one change only).
@-brief since an order's items can be changed only once, (make sure it's all there|everything should be in this list).
""",
    "settle": r"""
>difference you('ll| would) pay {difference:money} (more|extra) (with|through|using) {method}.
>difference the (price |)difference of {difference:money} (will be charged|would be charged) to {method}.
>difference (it comes|that comes) to {difference:money} more, (paid with|charged to) {method}.
<difference you('ll| would) get {difference:money} back on {method}.
<difference the (price |)difference of {difference:money} (will be refunded|goes back|would go back) to {method}.
<difference (it comes|that comes) to {difference:money} less, (refunded to|which goes back to) {method}.
!difference the price (stays the same|doesn't change), so nothing (is charged to|changes on) {method}.
!difference (there's|there is) no price difference, (so|and) {method} (is not charged|won't be charged|stays \
untouched).
""",
    "settled": r"""
>difference the (price |)difference of {difference:money} (was|has been) charged to {method:short}.
>difference {difference:money} (more |)(was|has been) charged to {method:short} (for the difference|).
<difference the (price |)difference of {difference:money} (goes back|is refunded) to {method:short}.
<difference you get {difference:money} back on {method:short}.
!difference the price (stayed|is) the same, so nothing (was charged to|changes on) {method:short}.
!difference there was no price difference, so {method:short} (wasn't charged|stays untouched).
""",
    "assistant/summarise.payment": r"""
*2 [before]: the {amount} for order {order.order_id} (will be charged to|moves to|will be paid with) {method}. [yes?]
@-brief [before]: I'll change the payment method of order {order.order_id} to {method}, for {amount}. [yes?]
[before]:\n- order: {order.order_id}\n- new payment method: {method}\n- amount: {amount}\n\n[yes?]
@-brief order {order.order_id} would then be paid with {method}, {amount} in all, (and the earlier payment is \
refunded|and what you paid before is refunded). [yes?]
@formal [before]: the payment of {amount} for order {order.order_id} will be transferred to {method}. [yes?]
@brief {order.order_id}: {amount} on {method}. [yes?]
""",
    "assistant/summarise.profile_address": r"""
*2 [before]: the address on your account (will be|becomes) {address}. [yes?]
@-brief [before]: I'll change (your default address|the address in your profile|your account address) to {address}. \
[yes?]
[before]:\n- profile address: {address}\n\n[yes?]
@formal [before]: the address in your profile will be changed to {address}. [yes?]
@brief profile address: {address}. [yes?]
""",
    "assistant/summarise.return": r"""
*2 [before]: you (return|send back) {items} from order {order.order_id}, and {amount} (is refunded|goes back) to \
{method}. [yes?]
[before], (for|from) order {order.order_id}:{items:lines}\n\n(refund|to be refunded): {amount} to {method}. [yes?]
@-brief I'll (set up|open|request) a return of {items} from order {order.order_id}. the refund of {amount} (will go|\
goes) to {method}. [yes?]
@formal [before]: return of {items} from order {order.order_id}, refund of {amount} to {method}. [yes?]
@brief return from {order.order_id}: {items}. refund {amount} to {method}. [yes?]
""",
    "assistant/summarise.exchange": r"""
*2 [before]: from order {order.order_id} I'll exchange {changes:swaps}. [settle] [yes?]
[before], (for|from) order {order.order_id}:{changes:swap_lines}\n\n[settle] [yes?]
@-brief I can set up this exchange for order {order.order_id}: {changes:swaps}. [settle] [yes?]
@formal [before]: for order {order.order_id}, we exchange {changes:swaps}. [settle] [yes?]
@brief exchange, {order.order_id}:{changes:swap_lines}\n[settle] [yes?]
""",
    "done": r"""
(done|all done|that's done)
@warm (all set|there you go|all taken care of|that worked)
@plain (it's done|okay, done)
@formal (this has been completed|your request has been carried out)
""",
    "arrives": r"""
=method.source:gift_card (that happens|it's there|the money is there) immediately
=method.source:gift_card you can use it immediately
=method.source:credit_card,paypal (that takes|please allow|it takes) 5 to 7 business days
=method.source:credit_card,paypal (it should be there|you should see it) within 5 to 7 business days
""",
    "assistant/done.cancel": r"""
*2 [done]: order {order_id} is cancelled. {amount} (goes back|will be refunded) to {method:short}, [arrives].
@-brief order {order_id} (has been|is now) cancelled, and (the refund of|) {amount} is on its way to {method:short}. \
[arrives].
@-brief I've cancelled order {order_id}. (you'll get|you get) {amount} back on {method:short}, [arrives].
@formal order {order_id} has been cancelled. the amount of {amount} will be refunded to {method:short}, [arrives].
@brief {order_id} is cancelled, {amount} refunded to {method:short}. [arrives].
""",
    "assistant/done.order_address": r"""
*2 [done]: order {order_id} (now goes|will now go|is now addressed) to {address}.
@-brief (I've changed|I've updated) the (shipping|delivery) address of order {order_id} to {address}.
@-brief the new address for order {order_id} is (saved|in place): {address}.
@formal the shipping address of order {order_id} (has been changed|has been set) to {address}.
@brief {order_id} now goes to {address}.
""",
    "assistant/done.items": r"""
*2 [done]: in order {order_id} I've swapped {changes:swaps}. [settled]
@-brief order {order_id} (has been|is) updated: {changes:swaps}. [settled]
@formal order {order_id} has been changed as follows:{changes:swap_lines}\n\n[settled]
@brief {order_id} changed:{changes:swap_lines}\n[settled]
""",
    "assistant/done.payment": r"""
*2 [done]: order {order_id} is now (paid with|charged to|on) {method:short}.
@-brief (I've changed|I've switched) the payment method of order {order_id} to {method:short}.
@-brief the payment for order {order_id} (has moved|has been moved) to {method:short}.
@formal the payment method of order {order_id} has been changed to {method:short}.
@brief {order_id} is now on {method:short}.
""",
    "assistant/done.profile_address": r"""
*2 [done]: the address on your account is now {address}.
@-brief (I've updated|I've changed) (your profile|your account|the address in your profile)(, it now says| to): \
{address}.
@formal your profile address (has been changed to|now reads) {address}.
@brief profile address is now {address}.
""",
    "assistant/done.return": r"""
*2 [done]: the return of {items} from order {order_id} is (requested|registered|set up). the refund goes to \
{method:short}, [arrives].
@-brief (I've registered|I've set up|I've requested) the return of {items}, order {order_id}. the money goes to \
{method:short}, [arrives].
@formal the return of {items} from order {order_id} has been (requested|registered). the refund will be made to \
{method:short}, [arrives].
@brief return requested for {order_id}: {items}. refund to {method:short}, [arrives].
""",
    "assistant/done.exchange": r"""
*2 [done]: the exchange for order {order_id} is (requested|registered|set up): {changes:swaps}. [settled]
@-brief (I've set up|I've requested|I've registered) the exchange for order {order_id}, {changes:swaps}. [settled]
@formal the exchange for order {order_id} has been (requested|registered):{changes:swap_lines}\n\n[settled]
@brief exchange requested, {order_id}:{changes:swap_lines}\n[settled]
""",
    "assistant/unchanged": r"""
(no problem|all right|understood|of course|okay), (nothing has been changed|I haven't changed anything|everything \
stays as it is|I've left everything as it was).
@-brief (then I'll leave it|I'll leave it) as it is. (nothing was changed|no changes were made).
@warm (that's perfectly fine|no problem at all|absolutely fine), (nothing has been touched|it all stays just as it \
was).
@formal (very well|certainly)(,|.) no changes have been made.
@brief (ok|okay), nothing changed.
""",
}
