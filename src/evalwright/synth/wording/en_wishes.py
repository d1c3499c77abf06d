"""English users: what each wish is called, as something I do, something you do, and as a statement.

`X.i` goes after "I'd like to", `X.you` after "could you", `X.state` is a sentence or question of its own. The frames
around them are in `en_openings`.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "status.i": r"""
*2 check on [ref.end]
(find out|see) where [my.order] is
(find out|see) what's (going on|happening) with [my.order]
get (an update|some news|the latest) on [ref.end]
(check|look into|find out) the status of [ref.end]
(see|find out) how far along [my.order] is
(find out|see|check) whether [my.order] has (shipped|gone out|left the warehouse) (yet|)
find out about [ref.end]
track (down|) [ref.end]
""",
    "status.you": r"""
check (on|the status of|where things stand with) [ref.end]
tell me (where [my.order] is|what's happening with [my.order]|how far along [my.order] is)
tell me (if|whether) [my.order] has (shipped|gone out|been sent) (yet|)
look up [ref.end]
(have|take) a (quick|) look at [ref.end]
give me an update on [ref.end]
(see|find out) what's (going on|happening) with [ref.end]
(pull up|find|bring up) [ref.end] and tell me (where it is|its status|how it's doing|what the status is)
""",
    "status.state": r"""
where's [my.order] (now|right now|at the moment|at|)?
what's (the latest|happening|going on|the story|the status) (with|on) [my.order]?
any (news|update|word) on [my.order]?
has [my.order] (shipped|gone out|been sent out|left yet) (yet|)?
I (haven't heard a thing|haven't heard anything|have heard nothing) about [my.order] (so far|yet|).
I've (lost track of|no idea about the state of) [my.order].
(how's|how is) [my.order] (coming along|doing|looking)?
I'm (curious|wondering) (about|where things stand with) [my.order].
""",
    "orders.i": r"""
(see|find out|check) (where|how) (all my|my) orders (stand|are doing)
(get my head around|get a clear picture of|sort out) (what I've ordered|all my orders|my orders here)
(see|get) (a list|an overview) of (my orders|everything I've ordered|what I have on order)
(go|look) through (my|all my) orders
(check|find out) (what|which) orders I (have|have with you|have on my account)
(check|look at|review) my order history
get (an idea of|some clarity on) what I've ordered (here|from you|)
""",
    "orders.you": r"""
(check|see|find out) (what|how many) orders (you have|there are) (for me|under my name|on my account)
(go over|walk me through|run through) (my orders|everything on my account|what I've bought) (with me|one by one|)
(list|go through|pull up|look up) (my|all my|all of my) orders
tell me (what|which) orders (I have|are on my account|you have under my name)
(give|send) me (a list|a rundown|an overview) of my orders
(show|tell) me (everything I've ordered|what I've ordered) (from you|here|)
(check|see) what orders I have (open|with you|on file) (and how they're doing|)
""",
    "orders.state": r"""
(how many|what kind of) orders do I have (with you|in your system|under my name) (right now|at the moment|)?
I (need|want|would like) (a list|an overview|a summary) of (all my orders|everything I've ordered|my orders).
I (think|believe) I have (more than one order|a few orders|several orders) with you, (but I'm not sure|what are they|\
which ones are they)?
(what|which) orders do I (have|currently have) (with you|on my account|on file|) (and where do they stand|)?
I've lost track of (what I've ordered|my orders|everything I've bought) (here|from you|).
I (can't|don't) (remember|recall) (what I've ordered|which orders I have) (here|with you|from you|).
what have I got on order (with you|at the moment|)?
my order (page|history) won't (load|open|show up), so I can't see (what I've ordered|my own orders).
""",
    "cancel.i": r"""
*3 cancel [ref.end]
call off [ref.end]
(get|have) [ref] cancelled
(stop|pull) [ref] (before it (ships|goes out|leaves the warehouse)|)
(stop|keep) [ref] from (shipping|going out|being sent)
@casual,chatty,upset (get out of|pull the plug on|scrap|back out of) [ref.end]
withdraw [ref.end]
""",
    "cancel.you": r"""
*3 cancel [ref.end]
call off [ref.end]
stop [ref] (from (shipping|going out|being sent)|before it (ships|goes out|leaves))
(put a stop to|take back) [ref.end]
(pull|scrap|drop|kill) [ref.end]
take care of cancelling [ref.end]
""",
    "cancel.state": r"""
[ref] (needs|has) to be cancelled.
it's about cancelling [ref.end].
I've decided to cancel [ref.end].
I (have to|must|need to) call off [ref.end].
(can|could) [ref] still be (cancelled|stopped|called off)?
(is it|am I) too late to (cancel|stop|call off) [ref.end]?
what (happens|would happen) if I cancel [ref.end]? I'd like to (do that|go through with it).
""",
    "order_address.i": r"""
*2 change the (shipping|delivery|) address (on|for) [ref.end]
(have|get) [ref] (sent|shipped|delivered) (somewhere else|to a different address|to another address)
redirect [ref.end]
(change|update|edit) where [ref] is (going|being sent|headed)
(update|switch|edit) the (address|shipping address|delivery details) (on|for) [ref.end]
(reroute|divert) [ref.end]
""",
    "order_address.you": r"""
(send|ship|deliver) [ref] (to a different address|to another address|somewhere else)
(change|update|switch|edit) the (shipping|delivery|) address (on|for) [ref.end]
redirect [ref.end]
put (a different|another|a new) address on [ref.end]
make [ref] go to (another|a different) address
""",
    "order_address.state": r"""
[ref] (needs|has) to go to (a different|another) address.
[ref] is (going|headed|set to go) to the wrong (place|address).
the (shipping|delivery|) address on [ref] (needs changing|isn't the one I want|has to change|isn't right).
I (gave|put in|picked|left) the wrong (shipping |delivery |)address (on|for) [ref.end].
is it (too late|still possible) to (change|correct|edit) the address on [ref.end]?
(can|could) [ref] (still|) be (sent|delivered) (somewhere else|to another address)?
""",
    "items.i": r"""
?product (change|switch) the {product} in [oref] (to a different one|to another version|)
?product swap the {product} in [oref] for (another|a different) (version|one)
?product get (a different|another) version of the {product} in [oref]
?product (pick|choose|select) (a different|another) (version|option) of the {product} in [oref]
?product (edit|adjust|change) my choice (of|for) the {product} in [oref]
?product change the options (on|for) the {product} in [oref]
!product (change|swap|modify|switch) (something|an item|one of the items|one thing) in [oref]
!product (edit|adjust|modify) what's in [oref]
!product get a different version of something in [oref]
!product (make a change|change something) to what I (picked|chose) in [oref]
""",
    "items.you": r"""
?product (swap|switch) the {product} in [oref] for (a different version|another one|another option)
?product replace the {product} in [oref] with (a different|another) version
?product (change|modify|edit) the {product} in [oref]
?product put (a different|another) version of the {product} into [oref]
!product (swap|change|replace|switch) (something|an item|one of the items) in [oref] (for me|)
!product (modify|change|edit) (the contents of|what's in|the items in) [oref]
!product (swap|exchange) one item in [oref] for another version
""",
    "items.state": r"""
?product I (picked|chose|selected|clicked) the wrong (version|option|kind) (of|for) the {product} in [oref].
?product I'd (rather|prefer to) have (a different|another) version of the {product} in [oref].
?product the {product} in [oref] should be (a different|another) version.
?product (can|could) the {product} in [oref] still be (changed|switched|swapped) (to another version|)?
?product it's about the {product} in [oref], I want (a different|another) version.
!product I (picked|chose|selected) the wrong (version|option) of something in [oref].
!product (something|one item|one of the items) in [oref] (needs changing|isn't the version I wanted|should be \
different).
!product (can|could) I still (change|swap|modify) what's in [oref]?
!product I want a different version of something in [oref].
""",
    "payment.i": r"""
*2 change the payment method (on|for) [ref.end]
pay for [ref] (differently|another way|with something else|some other way)
(switch|change) how I'm paying for [ref.end]
(move|put|switch) [ref] (to|onto) (a different|another) payment method
use (a different|another) payment method (for|on) [ref.end]
(update|edit) the payment (on|for|details for) [ref.end]
""",
    "payment.you": r"""
(change|switch|update|edit) the payment method (on|for) [ref.end]
(charge|bill) [ref] to (something else|a different payment method|another method)
(switch|move) [ref] to (a different|another) payment method
(let me|allow me to) pay for [ref] (with something else|another way|differently)
take the payment for [ref] from (somewhere else|another method|a different source)
""",
    "payment.state": r"""
I (used|picked|chose|left) the wrong payment method (on|for) [ref.end].
[ref] (is|was) (charged|billed|put|set up) (to|on) (the wrong|a) payment method (I didn't mean to use|I'd rather not \
use|I'd like to change).
[ref] should be paid (for differently|another way|with something else).
(can|could) [ref] (still|) be (paid another way|paid with something else|charged to something else)?
it's about the payment (on|for) [ref.end], (I want to change it|it needs to be different|I want it on something else).
""",
    "profile_address.i": r"""
(have|get) (a different|another) address (on my account|in my profile|saved in your system)
(replace|swap|fix) the (address|home address|default address) (in my account|you have saved|in your records|in my \
profile)
*2 (change|update|edit) the address (on my account|in my profile|you have for me|on file for me|saved in my account)
(change|update|edit|correct) my (default|account|profile|home|saved) address
(get|have) my (default|account|profile|saved) address (changed|updated)
""",
    "profile_address.you": r"""
(correct|fix|swap) the (address|home address|default address) (in your records|in my account|on my profile)
(help me change|take care of changing) (my address|the address) (in my profile|on my account|in your system)
(change|update|edit|replace) the address (on my account|in my profile|you have on file for me|saved for me)
(update|change) my (default|account|profile|saved) address
put (a different|a new|another) address (on my account|in my profile)
(save|store|set) (a new|a different|another) (default|home|) address for my account
""",
    "profile_address.state": r"""
the (saved|default|home) address (in my account|in my profile|you have for me) (is wrong|is no good|should be a \
different one).
(can|could) my (account|profile|saved) address (be changed|be updated)?
I need (a different|another) address (on my account|in my profile|on file), (not on an order, on the account itself|\
for everything from now on|as the default).
the address (on my account|in my profile|you have for me) (isn't right|needs changing|needs an update|has to change).
my (account|profile) (has|shows|is set to) the wrong address.
you have the wrong address (on file for me|in my profile|on my account).
how do I (change|update) the address (on my account|in my profile|you have on file)?
it's about the address (on|in) my (account|profile), (it needs changing|I need a different one there), not (just|) \
the one on an order.
""",
    "return.i": r"""
?products *2 return {products} [from.order]
?products send back {products} [from.order]
?products (start|set up|begin|arrange) a return for {products} [from.order]
?products give back {products} [from.order]
?products get my money back for {products} [from.order]
!products return (something|an item|some things|part of what I got) from [oref]
!products send (something|an item|some of it) back from [oref]
!products (start|set up|make|arrange) a return for [oref]
!products return (something|a purchase) [from.order]
""",
    "return.you": r"""
?products take back {products} [from.order]
?products (set up|arrange|start|open|register) a return for {products} [from.order]
?products (help me send back|process a return for) {products} [from.order]
?products refund {products} [from.order]
!products (set up|arrange|start|open) a return for (something in|an item in|part of) [oref]
!products (take back|accept a return of) something from [oref]
!products help me (return|send back) (something|an item|a thing) [from.order]
""",
    "from.order": r"""
?order_id *3 from [oref]
?order_id in [oref]
?order_id \(order {order_id}\)
?order_id \({order_id}\)
!order_id (that I ordered|I bought|I got|I ordered) (from you|here|)
!order_id from (my order|an order of mine|one of my orders)
""",
    "return.state": r"""
?products I'm not keeping {products} [from.order].
?products I (don't want|won't be keeping) {products} [from.order].
?products I have {products} [from.order] (here |)to (send back|return).
?products (can|could) {products} [from.order] (still|) (be returned|go back)?
?products I want a refund for {products} [from.order].
!products I (need|want|have) to send something back [from.order].
!products (how|where) do I (start|request|begin) a return (for|on) [oref]?
!products I (got|received) something [from.order] that I'm not keeping.
!products part of [oref] is going back (to you|).
""",
    "exchange.i": r"""
?product *2 exchange the {product} [from.order] (for a different version|for another one|)
?product swap the {product} [from.order] for (a different|another) (version|one)
?product get (a different|another) version of the {product} [from.order]
?product (arrange|set up|request|make) an exchange for the {product} [from.order]
?product trade the {product} [from.order] for another version
!product exchange (something|an item|one of the items) from [oref]
!product swap (something|an item) from [oref] for (a different|another) (version|one)
!product (arrange|set up|request|do) an exchange (for|on) [oref]
""",
    "exchange.you": r"""
?product exchange the {product} [from.order] (for a different version|for another version|)
?product swap the {product} [from.order] for (a different|another) (version|one)
?product (set up|arrange|start) an exchange for the {product} [from.order]
?product (send|get) me (a different|another) version of the {product} [from.order]
!product exchange (something|an item|one item) from [oref]
!product (set up|arrange|start) an exchange (for|on) [oref]
!product swap (something|an item) in [oref] for another version
""",
    "exchange.state": r"""
?product the {product} [from.order] (should|has to|will have to) be exchanged.
?product I'd (like|rather have) (a different|another) version of the {product} [from.order].
?product (can|could) the {product} [from.order] be (exchanged|swapped) (for another version|)?
?product it's about (exchanging|an exchange of) the {product} [from.order].
?product I got the {product} [from.order] and (want|need|would like) (a different|another) version.
!product (something|an item|one thing) from [oref] (needs|has) to be exchanged.
!product I (want|need) a different version of something from [oref].
!product (how|what) (do exchanges work|do I do to exchange something), it's for [oref]?
!product I'd like an exchange (on|for) [oref].
""",
    "product.i": r"""
!wanted (get|see) (an overview|a list) of the {product} (versions|options|models) (you have|you sell|and prices|)
!wanted (buy|order|get) the {product} but (first see|find out) (which ones|what versions|what kinds) (there are|you \
have)
!wanted compare (the|all the|your) {product} (versions|options|models) (you have|)
?wanted (find out|check) (the price of|what you charge for|whether you carry) {wanted:described}
?wanted (see|check|find out) (if|whether) {wanted:described} (can be had|would be in stock|could be ordered)
?wanted get hold of {wanted:described}, (ideally soon|if it's in stock|if the price is right)
!wanted (find out|see|check) (what|which) (versions|options|kinds) of the {product} you (have|stock|sell)
!wanted (find out|learn) more about the {product} (you sell|)
!wanted see what (there is|you have) for the {product}
?wanted (find out|see|check) (if|whether) you have {wanted:described}
?wanted buy {wanted:described}, if you have (that|it)
?wanted (find|get|order) {wanted:described}
""",
    "product.you": r"""
!wanted (give me|send me) (a list|an overview|the details) of the {product} (versions|options|models) (you have|with \
prices|)
!wanted (help me choose|help me pick|explain the choices for) the {product}
!wanted (tell me|find out) what the {product} (choices|options|models) (are|are and what they cost)
?wanted (find out|look up) (if|whether) {wanted:described} (is something you sell|can be ordered|can be had)
?wanted (quote me|give me|look up) (a price|the price) for {wanted:described}
?wanted (see|find out) (if|whether) (you still have|there's still) {wanted:described} (in stock|anywhere|left|)
!wanted tell me (about the {product}|what versions of the {product} you have|what the {product} options are)
!wanted (list|go through|describe) the (versions|options|choices) (for|of) the {product}
!wanted (check|look up) what you have in stock for the {product}
?wanted (check|see|tell me) (if|whether) you have {wanted:described}
?wanted (look up|check) {wanted:described} and tell me (the price|what it costs|if that's in stock)
?wanted tell me (the price of|how much you want for) {wanted:described}
""",
    "product.state": r"""
!wanted (tell me about|I'd like to hear about|I'd like some details on) the {product} (you sell|in your range|), \
(the options and the prices|what there is to choose from).
!wanted (my old one broke|I need a present|it's about time I got a new one), so I'm (looking at|interested in) the \
{product} (you have|you sell). what's there to choose from?
!wanted which {product} (options|models|versions) (are in stock|can I get|are there) (right now|at the moment|)?
?wanted (my old one broke|I need a present|I've been meaning to get a new one), and I'd (like|love|want) \
{wanted:described}.
?wanted is there any chance of getting {wanted:described} (from you|soon|at the moment|)?
?wanted (what would|how much would) {wanted:described} (cost me|set me back|be)?
!wanted (what|which) (versions|options|kinds|variants) of the {product} do you (have|sell|carry|stock)?
!wanted I'm (looking at|interested in|thinking about|considering) the {product} (you sell|in your shop|) and (would \
like to know the options|want to know what there is|have no idea which kinds you have).
!wanted what (are the choices|options are there|can I choose from) for the {product}, and what do they cost?
!wanted how much (do you charge|do you want|would I pay) for the {product}, and (what|which) versions are there?
?wanted do you (have|sell|carry|stock) {wanted:described}?
?wanted I'm (looking for|after|interested in|thinking of buying) {wanted:described}.
?wanted how much (do you want|would I pay|do you charge) for {wanted:described}?
?wanted (have you got|do you happen to have|can I get) {wanted:described} (in stock|right now|at the moment|)?
""",
    "catalogue.i": r"""
(find out|see) (whether|if) you (sell|have|carry) (things for the home|gift ideas|more than clothes|anything for the \
kitchen|sports gear)
(see|get) (a list|a rundown) of (your product types|everything you sell|the kinds of things you carry)
(find out|see) what (you sell|kinds of things you sell|you have in the shop|your shop carries)
get (an idea|an overview|a picture) of (your range|what you sell|your products|the catalogue)
(have a look at|browse|look through) (your range|what you sell|your product types|the catalogue)
""",
    "catalogue.you": r"""
(tell me|list) (what|which) (kinds of products|products|things) you (sell|carry|have)
(give|send) me (an overview|a list|a rundown) of (what you sell|your products|your range)
(show|tell) me (what's|everything that's|what is) in (your shop|the catalogue|your range)
""",
    "catalogue.state": r"""
I've (never|only once) (bought|ordered|shopped) (here|with you) (before|), what (do you have|is there to buy|can I \
get)?
(apart from|other than) what I've (bought|seen|ordered), what (else do you sell|else is there|other things do you \
have)?
is there (a list|an overview) of (what you sell|your products|everything you have)?
what (do you sell|kinds of things do you sell|sort of products do you have) (, anyway|in general|overall|)?
what's (in your range|in your catalogue|on offer in your shop) (these days|at the moment|)?
how (many|big) (different products do you carry|is your range), and what (is there|kind of things are there)?
I'm (looking for ideas|thinking about a gift|just browsing) and (don't know|have no idea) what you (sell|carry|have).
""",
    "total.i": r"""
?products (get|have) (the prices|a total) for {products} [from.order]
!products ?order_id (get|have) a (total|sum|final figure) for (everything in|the items in|) [oref]
!products !order_id (get|have|see) (the total|a total|the sum|the final figure) for (an order of mine|one of my \
orders|my order|what I ordered)
!products !order_id (find out|see|check) what (I'm paying|I paid|I spent|I owe) (for an order|on an order|for one of \
my orders) (altogether|in total|all in all|)
?products (find out|check|see) what I (pay|paid|am paying) for {products} [from.order] (together|in total|)
?products (check|get|work out) the (total|price|sum) (for|of) {products} [from.order]
!products ?order_id (find out|check|see) (what|how much) [oref] (costs|comes to) (in total|altogether)
!products ?order_id (find out|get|check) the total (for|of) [oref]
!products !order_id (find out|check) (what my order comes to|how much I paid|the total of my order) (in total|)
""",
    "total.you": r"""
?products (give me|look up) (the total|the prices|a sum) for {products} [from.order]
!products ?order_id (give me|look up|calculate) the (total|sum|full amount) (for|of) [oref]
!products !order_id (give me|calculate|look up|check) (the total|the sum|the full amount) (for|of) (an order|my \
order|one of my orders)
!products !order_id (tell me|look up|figure out) (how much|what) (I paid|I'm paying|I spent) (for|on) (an order|my \
order|one of my orders)
?products (tell me|work out) what I (pay|paid|am paying) for {products} [from.order]
?products.1 (add up|total up|sum up) (the prices of|) {products} [from.order]
!products.1 ?products (tell me|check|look up) the price of {products} [from.order]
!products ?order_id (tell me|work out|add up) the total (for|of) [oref]
!products ?order_id (add up|total up|sum up) (the prices in|everything in) [oref]
!products !order_id (tell me|work out) (what my order comes to|the total of my order)
""",
    "total.state": r"""
?products I'm (doing my budget|going over my expenses|checking my bank statement) and need (the total|the sum|a \
figure) for {products} [from.order].
!products I'm (doing my budget|going over my expenses|checking my bank statement) and need (the total|the sum|a \
figure) for [oref].
!products !order_id (what did I|how much did I|how much do I) (pay|spend|have to pay) (for|on) (my order|one of my \
orders|that order of mine)?
?products.1 how much do {products} [from.order] (come to|cost|add up to) (together|in total|altogether|)?
?products what's the (total|price|total price|sum) for {products} [from.order]?
?products how much (did|do) I (pay|have to pay) for {products} [from.order]?
!products ?order_id how much (does|did) [oref] (come to|cost) (in total|altogether|)?
!products ?order_id what's the total (for|on|of) [oref]?
!products !order_id what does my order (come to|cost) (in total|altogether|)?
!products !order_id I (need|want) the total of (my order|an order of mine).
""",
}
