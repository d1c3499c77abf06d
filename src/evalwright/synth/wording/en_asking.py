"""English assistant: greeting, listening, asking for what is missing, and saying that something was not found."""

from __future__ import annotations

RULES: dict[str, str] = {
    "assistant/greet": r"""
(hello|hi) (there|)(.| and welcome.| and thanks for writing.)
@warm (hello|hi), (thanks for reaching out|it's good to hear from you|glad you got in touch|thank you for your \
message).
@warm (hi|hello) and (thank you|thanks) for (your message|getting in touch|stopping by|writing in).
@plain (hello|hi), (thanks for your message|thanks for getting in touch|you've reached customer service).
@plain (hello|hi).
@brief (hi|hello).
@formal (good day|hello|welcome)(.| and thank you for contacting us.| and thank you for your message.)
@formal thank you for (contacting|writing to) (us|customer service|our customer service).
""",
    "assistant/acknowledge": r"""
?first_name (thanks|thank you), {first_name}.
?first_name (got it|all right|understood), {first_name}.
?first_name @warm (thanks a lot|thank you for that|wonderful, thank you|I appreciate it), {first_name}.
?first_name @warm (nice to meet you|good to have you here|happy to help), {first_name}.
?first_name @formal thank you, {first_name}(, I have that|, noted|).
?first_name @brief (ok|okay|thanks), {first_name}.
!first_name *2 (thanks|thank you)(.| for that.| for the details.)
!first_name (got it|understood|all right|okay|sure)(.|, thanks.)
!first_name @-brief (I can help with that|let me help you with that|I'll be glad to help|I can look into that).
!first_name @warm (of course|absolutely|with pleasure|happy to), (let's sort that out|let's take care of it|I'm on \
it|let's have a look).
!first_name @warm that's (no problem|easy to check|something I can help with).
!first_name @plain (sure|of course), (let's look at that|I can do that with you|let's see).
!first_name @formal (certainly|of course|very well)(.|, I will gladly assist you.|, I will attend to it.)
!first_name @brief (ok|okay|sure|noted).
""",
    "assistant/sympathise": r"""
I'm sorry (to hear that|about that|for the trouble|that happened).
(that's|that is) (annoying|frustrating|a nuisance|disappointing), I'm sorry.
@-brief I (can see|understand|can imagine) (why that's frustrating|how annoying that is|that this isn't what you \
expected), and I'm sorry (for it|about it|).
@warm oh, (that's no fun at all|that's a shame|I'd be annoyed too), (I'm sorry|sorry about that). (let's fix it|\
let's see what we can do|let's put it right).
@warm I'm really sorry (about this|you had to deal with that|it turned out like this).
@plain sorry about that, (let's see what we can do|let's sort it out|I'll see what I can do).
@formal (please accept our apologies|we apologize) for (the inconvenience|this experience|the trouble this has \
caused).
@formal I (regret|am sorry) (to hear this|that you have had this experience).
@brief sorry (about|to hear) that.
""",
    "first.need": r"""
@-brief (to get started|first|before I look anything up|to find your account|so that I can find your account|before \
we start),
@warm so I can pull up your account,
@formal (for verification|in order to locate your account|to verify your identity),
@plain (to look you up|for a start),
@brief (first|to start),
""",
    "assistant/ask.identity": r"""
[first.need] (please tell me|I need|please send me) [who].
[first.need] (could you give me|may I have|can you tell me) [who]?
(could|can) you (tell|give) me [who]?
(what is|what's) the email address on your account? (your full name and zip code work too|if you don't have it, your \
name and zip code will do).
@-brief I (just|) need to (find|verify|look up) your account first(:|.) (please send me|please share) [who].
@warm (could you let me know|would you mind sharing|can you share) [who](, please|), so I know whose account I'm \
looking at?
@formal (may I ask for|could you please provide) [who]?
@formal (kindly provide|I would need) [who].
@brief (please send|I need|your account:) [who](, please|).
""",
    "who": r"""
the email address on your account, or your (full name|first and last name) and zip code
(your|the) email (address|), or (otherwise|else|alternatively|if you prefer,) your (full |)name and zip code
either the email address (you registered with|on file|of your account) or your (name and zip code|full name with zip \
code)
your (account email|registered email|email address), or your first name, last name and zip code
""",
    "assistant/ask.name_zip": r"""
(no problem|that's fine|in that case), (could you give me|can you tell me) your (full name|first and last name) and \
(your |)zip code (instead|)?
(could|can|would) you (tell|give) me your first and last name (and|together with|plus) (your|the) zip code (on the \
account|)?
@-brief I can also (find|look up) your account (by|with) (your |)name. (what are|could you send me) your (full name|\
first and last name) and zip code?
@warm (let's try it another way|no worries at all|that happens): what's your (full name|first and last name), and \
which zip code do you have (on file|on the account)?
@plain then (let's try|I'll try) your name: please send me your first name, last name and zip code.
@formal may I have your first name, last name and zip code (, in that case|for the search|)?
@brief (first and last name|full name) and zip code, please.
""",
    "assistant/ask.email": r"""
(could|can|would) you (tell|give|send) me the email address (on|for) your account(, please|)?
(what's|what is|which is) the email address (on|for) your account?
[first.need] (what's your email address|may I have your email address|which email address is your account under)?
@-brief (which|what) email (address|) (did you register with|is the account under|do you use with us)?
@warm (could you share|would you mind sending me|can you give me) the email address you (use|signed up with|\
registered) here?
@formal (may I have|could you please provide) the email address (associated with|registered for) your account?
@brief (your|account) email, please?
""",
    "assistant/ask.order": r"""
(which order is it about|which order do you mean|which order is this for)?
(could|can) you (give|send|tell) me the order number(, please|)?
what's the order number? (it starts with #W.|it begins with #W.|)
@-brief (do you have|would you have) the order number (at hand|handy|there)? (if not, tell me what's in it.|\
otherwise tell me what you ordered.|)
@warm (which order should I look at|which order are we talking about)? the number (starts|begins) with #W.
@plain (I need|please send me) the order number (for that|next|), (or tell me what was in it|if you have it|).
@formal (may I have|could you please provide) the (number of the order|order number) (concerned|in question|)?
@formal please let me know the (number of the order|order number) (concerned|in question|).
@brief (order number|which order), please?
""",
    "assistant/ask.items": r"""
?order !order.items.1 (is it about|do you mean) {order.items:items} (from|in) order {order.order_id}?
?order !order.items.1 order {order.order_id} has (just one item|one item), {order.items:items}. (is that the one|is \
it about that)?
?order ?order.items.1 *2 which (item|items|of the items) (is it about|do you mean|would that be)? (in order \
{order.order_id} I see|order {order.order_id} has|the order contains) {order.items:items}.
?order ?order.items.1 here's what's in order {order.order_id}:{order.items:lines}\n\n(which of these is it about|\
which one do you mean|which of them is it)?
?order ?order.items.1 @-brief I (have|see|found) order {order.order_id} (here|in front of me) with \
{order.items:items}. (which of these|which item) (is it about|do you mean|would you like me to look at)?
?order ?order.items.1 @formal order {order.order_id} (contains|comprises) the following \
items:{order.items:lines}\n\n(which of them does your request concern?|please tell me which item you mean.)
?order ?order.items.1 @brief order {order.order_id}:{order.items:lines}\n\nwhich (one|item)?
!order which (item|items) (is it about|do you mean|would that be)?
!order (could|can) you tell me which item (or items|) (it's about|you mean)?
!order @-brief (what|which item) in the order (is it about|do you mean|should I look at)?
!order @formal (please specify|please let me know) which (items are concerned|item you mean).
!order @brief which (item|items)?
""",
    "assistant/ask.wanted": r"""
?variants *2 which version of the {product} would you like instead? (I can offer|in stock there's|available right \
now):{variants}
?variants for the {product} (I have these in stock|these versions are available|these are in \
stock):{variants}\n\n(which one would you like|which should it be|which one shall it be)?
?variants @warm (here's what we have|these are the ones we have in stock) (for|of) the {product}:{variants}\n\n(does \
one of those suit you|is the right one among them|which one do you like best)?
?variants @formal the following versions of the {product} are available:{variants}\n\n(please let me know which you \
prefer.|which would you prefer?)
?variants @brief {product}, in stock:{variants}\n\nwhich one?
!variants (which version of|which options for) the {product} would you like (instead|)?
!variants what should the new {product} be like?
!variants @-brief (what would you like to have|how would you like it) instead of the current version of the {product}?
!variants @-brief which (options|features) (should|would you like) the {product} (to have|have) instead?
!variants @warm (and what|what) would be the right {product} for you? (tell me the options you'd like.|just tell me \
what should be different.|)
!variants @formal which version of the {product} (would you prefer|do you wish to receive|may I note down)?
!variants @brief which {product} (instead|do you want)?
""",
    "assistant/ask.address": r"""
(what's|what is) the (full |complete |)(new |)address?
(could|can) you (give|send) me the (full |complete |)(new |)address?
which address should (it be|I enter|I use)?
@-brief (please send me|I need) the (complete|full) (new |)address: street, apartment or unit if any, city, state, \
zip code and country.
@-brief what address (should I use|would you like me to enter|shall I put down)? please include (the zip code and \
country|city, state and zip code).
@warm (sure, what's the address|what should the address be|what's the right address)? the full address with zip code \
(would be great|helps me get it right), please.
@formal (may I have|could you please state) the complete address, including the zip code (and country|)?
@brief (new|full|complete) address, please?
""",
    "assistant/ask.method": r"""
*2 [which.method] {methods}?
@-brief [which.method] {methods}? (any of them works|they're all on your account|these are the ones on your account).
[method.intro]:{methods:method_lines}\n\n(which one would you like to use|which one should I use|which should it be)?
@warm (these are the options on your account|here's what I have on file for you):{methods:method_lines}\n\n(which \
one suits you best|which would you like)?
@formal [method.intro]:{methods:method_lines}\n\n(please tell me which you prefer.|which do you prefer?)
@brief {methods}?
""",
    "which.method": r"""
=purpose:refund (where should the refund go|where would you like the refund|which should receive the refund)[dash.a]
=purpose:refund (should I|shall I) refund you (to|via)
=purpose:difference (which payment method should I use for the difference|what should I use for the price difference|\
how should the difference be settled)[dash.a]
=purpose:difference (should the difference go through|shall I settle the difference through)
=purpose:payment (which payment method would you like|what would you like to pay with)[dash.a]
=purpose:payment (should I|shall I) (switch it|move it|change it) to
!purpose (which payment method should I use|which payment method would you like to use|how would you like to \
pay)[dash.a]
*0.01 which payment method should I use[dash.a]
""",
    "dash.a": r"""
:
:
,
""",
    "method.intro": r"""
=purpose:refund the refund can go to
=purpose:difference the difference can be settled with
=purpose:payment you can pay with
!purpose on your account there are
*0.01 for this I can use
""",
    "assistant/ask.reason": r"""
(may I ask|could you tell me|can you tell me) why you'd like to cancel? (is it no longer needed, or was it ordered \
by mistake|it can be "no longer needed" or "ordered by mistake")?
(what's the reason|what is the reason) for the cancellation: (no longer needed, or ordered by mistake|is it no \
longer needed or was it ordered by mistake)?
@-brief I need a reason for the (records|cancellation): (do you no longer need it|is it no longer needed), or was it \
ordered by mistake?
@warm (just one question|one thing I have to ask): is it that you no longer need it, or was it ordered by mistake?
@formal please let me know whether the order is no longer needed or was (placed|ordered) by mistake.
@brief reason: no longer needed, or ordered by mistake?
""",
    "assistant/ask.which_order": r"""
(I found more than one order|there's more than one order) that (could be it|fits):{orders}\n\n(which one do you mean|\
which of them is it)?
@-brief (several|a few) of your orders (fit|match|could be the one):{orders}\n\n(which one is it about|which should \
I look at)?
@warm I see (a few|more than one) (here|on your account):{orders}\n\n(which one did you have in mind|which one are \
we talking about)?
@formal (the following orders match your description|these orders come into question):{orders}\n\n(please tell me \
which one you mean.|which of them do you mean?)
@brief which one?{orders}
""",
    "assistant/not_found.user": r"""
?email (I can't find|I couldn't find|I don't see) an account (for|under|with) {email}.
?email (no account comes up|nothing comes up) (for|under) {email}.
?email @warm (hm|hmm), {email} doesn't (bring up|lead me to) an account (, I'm afraid|).
?email @formal (unfortunately|I am sorry, but) no account (is registered|could be found) (under|for) {email}.
?email @brief no account (for|under) {email}.
!email (I can't find|I couldn't find|I don't see) an account with (that|those details).
!email (no account comes up|nothing comes up) (for that|with those details).
!email @formal (unfortunately|I am sorry, but) no account could be found with these details.
!email @brief no account found.
""",
    "assistant/not_found.order": r"""
(I can't find|I couldn't find|I don't see) (an|any) order (with the number|numbered) {order_id}. (could you check \
the number|would you check it once more|can you check the number again)?
@-brief (there seems to be|there is) no order {order_id} (in our system|here). (is there a typo|could it be a typo|\
could a digit be off)?
@-brief {order_id} (doesn't exist|isn't an order number we have|gives me no result). (could you look again?|please \
check the number once more.)
@warm (hm|hmm), I don't get anything for {order_id}. (maybe a digit slipped|could you have another look at the \
number)?
@formal (unfortunately|I am sorry, but) no order with the number {order_id} could be found. (could you please verify \
it|may I ask you to check it)?
@brief no order {order_id} found. (please check the number.|a typo?)
""",
}
