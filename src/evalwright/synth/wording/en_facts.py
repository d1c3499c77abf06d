"""English users: the facts they give, asked and unasked: who they are, which order, which item, where to, how paid.

`fresh` or not at the `start` of a message: a fact told unasked; else an answer, which may lean on the question.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "sure": r"""
@plain,casual (sure|ok|yes|yep|okay),
@plain of course,
@polite (of course|certainly|gladly|yes, of course),
@chatty (sure thing|sure|absolutely|yes of course|no problem),
@casual (yeah|yup|k|sure thing|np),
@upset (fine|OK|right|if you must),
@terse (ok|sure|yes),
""",
    "user/identify.email": r"""
!start *3 [email.told]
?fresh ?start [email.told]
!fresh ?start *2 [email.answer]
!fresh ?start [email.told]
""",
    "email.told": r"""
my (email|e-mail|email address) is {email}.
@-terse the (email|e-mail|email address) (on|for) (my|the) account (is|should be) {email}.
@-terse I'm (registered|signed up|in your system) (with|under|as) {email}.
@-terse you('ll| should) find me under {email}.
(my account is|account:|I'm under) {email}.
@-terse I (signed up|registered|created my account) with {email}.
@polite my (email address|email) (on file|, for reference,) is {email}, in case (that helps|you need it|it's useful).
@polite for (your|) reference, my (account email|email address|email) is {email}.
@chatty you can look me up (with|under|by) {email}, (that's the one I use for everything|that should be the right \
one|I think that's the one I used).
@chatty I (think|believe|'m fairly sure) (I signed up|my account is|I registered) (with|under) {email}.
@casual (email|e-mail|mail|my email) (is |){email}.
@casual (im|I'm|account's) under {email}.
@terse (email|e-mail|email on file|account|acct): {email}.
@terse {email}.
@upset my email is {email}, (as it should say on your screen|you should have it|as always).
@upset (account email|email), before you ask: {email}.
""",
    "email.answer": r"""
[sure] (it's|that's|that would be|it should be) {email}.
(it's|that's) {email}.
[sure] {email}.
@-terse [sure] my email is {email}.
@-terse [sure] (try|look for|you can use) {email}.
@plain,chatty,polite (that would be|it would be|it must be) {email}.
@chatty [sure] (let me think, |I think it was |one sec, )it's {email}, (that's the one I always use|spelled just \
like that|if I remember right).
@polite [sure] my email address is {email}, (thank you|thanks).
@polite [sure] the (address|email address) (is|I use is) {email}.
@casual (yea its|ya it's|uh it's|should be) {email}.
@upset (again? |here: |I've given this before: |as I said on the phone: ){email}.
@terse *2 {email}.
@terse *2 {email}
""",
    "user/identify.name_zip": r"""
!start *3 [name.told]
?fresh ?start [name.told]
!fresh ?start *2 [name.answer]
!fresh ?start [name.told]
""",
    "name.told": r"""
my name is [full], (zip|zip code|ZIP) {zip}.
(I'm|this is) [full], (zip|zip code) {zip}.
@-terse the name is [full] and (my|the) (zip code|zip) is {zip}.
@-terse I'm [full] and I live in {zip}.
@-terse you('ll| should) find me as [full], (zip code|zip|with the zip) {zip}.
@-terse (the|my) account is under [full], (zip|zip code) {zip}.
@polite my name is [full], and the zip code on (the|my) account is {zip}.
@polite you can find me under [full], zip code {zip}, if that helps.
@chatty I'm [full] (by the way|, that's me|, hello), (and I'm in the|my zip is|and the zip code is) {zip} [area].
@casual (name's|names|it's|im) [full], zip {zip}.
@casual [full] here, {zip} (is the zip|zip code|for the zip).
@terse [full], {zip}.
@terse (name|customer): [full]. zip: {zip}.
@terse [full], zip {zip}.
@upset (I'm|my name is) [full], {zip} (is my zip|is the zip), (and I've been a customer for years|you must have me \
in there).
@upset (name|my name): [full], zip code {zip}.
""",
    "area": r"""
area
zip
""",
    "full": r"""
{first_name} {last_name}
""",
    "name.answer": r"""
[sure] (it's|that's|my name is) [full], (zip|zip code|and the zip is) {zip}.
[full], {zip}.
@-terse [sure] [full], and the zip (code|) is {zip}.
@-terse (the name's|it's|that's) [full], {zip} (is the zip code|for the zip|is my zip).
@-terse [sure] first name {first_name}, last name {last_name}, (zip|zip code) {zip}.
@polite [sure] my (full name|name) is [full] and my zip code is {zip}.
@polite [sure] [full], living in {zip}.
@chatty [sure] I'm [full], (my zip is|zip code) {zip}, (unless I never updated that|if I have that right|same as \
ever).
@casual [sure] [full] {zip}.
@casual [full], zip's {zip}.
@upset [full], {zip}. (can we go on|anything else|is that enough)?
@terse *2 [full], {zip}.
@terse [full] {zip}
""",
    "user/identify.email_again": r"""
(sorry|oh, sorry|ah|oops), (it's|I meant|it should be|make that|that should have been) {email}.
(my mistake|my bad|I mistyped), (it's|the right one is|it should be) {email}.
@-terse (hm|hmm|strange|odd), (try|maybe it's|could it be|what about) {email} (?|instead?)
@-terse (ah, I see|I see it now|oh), (I made a typo|there was a typo|I left something out). it's {email}.
@-terse then it must be {email}, (I mixed them up|I have a couple of addresses|sorry about that).
@polite (I apologize|I beg your pardon|my apologies), (the correct (address|one)|the right address) is {email}.
@polite (forgive me|so sorry), I (mistyped|misspelled) it. (the email is|it should read) {email}.
@chatty (that's what I get for typing fast|I always do that|big thumbs), (it's|I meant|the real one is) {email}.
@casual (ugh|oops|whoops|lol) typo, {email}.
@casual (wait no|my bad|nvm), {email}.
@terse (correction|typo|sorry): {email}.
@terse {email} (then|instead|).
@upset (fine|well), (then|) (look|try) under {email}.
@upset (I'm sure I typed it right|that can't be), but (try|here it is again): {email}.
""",
    "user/lack.email": r"""
I (don't|do not) (remember|recall|know) (which email|what email|which email address) I used (for this|for the \
account|here|).
I('m| am) not sure which (email|address) (I used|it's under|I signed up with)(, sorry.|. can you find me another \
way?|. is there another way?)
@-terse I have (several|three|too many) (email addresses|emails|addresses) and no idea which one (it was|I used|you \
have).
@-terse (my (wife|husband|daughter) set up the account|I set this up ages ago), so I (can't tell you the email|don't \
know the email).
@-terse I (don't have|can't get at) (the|that) email (right now|at the moment|anymore)(, sorry.|. could we use \
something else?)
@polite (I'm afraid|unfortunately|I'm sorry, but) I (don't have|can't recall|no longer know) the email address (at \
hand|on the account|).
@chatty (you know what|funny enough|embarrassingly), I (can't remember|have no idea) (which email it was|what I \
signed up with).
@casual (no clue|idk|no idea|don't remember) (which email|what email|which one) (I used|it was|it is) (tbh|honestly|).
@terse (don't know|not sure|can't remember|don't have) (the email|it|which one|which email).
@terse no email (at hand|right now). (another way|something else)?
@upset I (don't|can't) remember (every email|which email) I (ever used|used), (surely there's another way|find me \
some other way|is there really no other way)?
""",
    "user/give.order_id": r"""
!start *2 [order.told]
?fresh ?start [order.told]
!fresh ?start [order.answer]
""",
    "order.told": r"""
(the|my) order (number|id|no.) is {order_id}.
@-terse it's about (order|order number) {order_id}.
(it's|that's|that would be) order {order_id}.
@-terse the order (in question|I mean|I'm talking about) is {order_id}.
@-terse the (confirmation|email|receipt) says (order |){order_id}.
@polite the order (in question|concerned), if you need it, is {order_id}.
@polite for reference, the order number is {order_id}.
@chatty I have the order number here (somewhere, yes|, hang on|too), it's {order_id}.
@casual (order's|order #|its order|order is) {order_id}.
@terse (order|order no.|order id|re:|for) {order_id}.
@upset the order is {order_id}, (just so we don't waste time|so you don't have to ask).
""",
    "order.answer": r"""
[sure] (it's|that's|it is) {order_id}.
(it's|that's|that would be) {order_id}.
{order_id}.
@-terse [sure] the (order number|number|order id) is {order_id}.
@-terse (I have it here|got it here|found it|here it is)[dash] {order_id}.
@-terse (according to|going by) (my|the) (confirmation|email|receipt), it's {order_id}.
@polite [sure] the (number|order number) is {order_id}, (thank you|if I'm reading it right).
@chatty (one moment|hang on|let me scroll), (yes|there|ok)[dash] {order_id}.
@chatty I wrote it down somewhere, (here|there)[dash] {order_id}.
@casual (yea|yeah|ok|uh) {order_id}.
@casual (think its|should be|pretty sure it's) {order_id}.
@terse *2 {order_id}
@terse {order_id}.
@upset {order_id}. (it's in your system|you should see it|as in the email you sent me).
@upset (it's|that's) {order_id}, (anything else|what now)?
""",
    "user/lack.order_id": r"""
?product *3 [order.lost] [order.hint]
!product *3 [order.lost]
""",
    "order.lost": r"""
I (don't|do not) (have|know) the (order |)number (at hand|by heart|with me|right now|).
(I'm|I am) not sure (what|of) the (order |)number (is|was), (sorry|to be honest).
@-terse I (deleted|can't find|lost|no longer have) the (confirmation|confirmation email|email with the number).
@-terse (I'd have to dig|I'd have to search) (for the number|for it), (could you look it up|can't you see it on your \
side)?
@-terse (no idea what|I couldn't tell you what) the (order |)number is.
@polite (I'm afraid|unfortunately|I'm sorry,) I (don't have|can't find) the (order number|number) (at the moment|\
right now|).
@polite would it be (possible|all right) to (look it up|find it) without the number?
@chatty (you're asking too much of me, |order numbers and me, |)I (never keep|always lose) those (numbers|emails).
@casual (no clue|idk|no idea|dunno) what the number is(, sorry| tbh|).
@casual don't have the (number|email) (on me|anymore|rn).
@terse (don't have it|no number|don't know the number|not at hand|can't find it).
@upset I (don't|do not) (have|know) (some|that|any) number, (you have my account|can't you look it up|that's your \
job).
""",
    "order.hint": r"""
it's the (one|order) with the {product} (in it|).
(there|it) should be (a|one) (with|containing) the {product}.
the {product} (order|one), if that helps.
it (had|has|included|includes) the {product}.
@-terse all I (know|remember|can tell you) is that I got the {product} with it.
@-terse I (ordered|bought) the {product} (in that one|there|with it).
@terse (it's |)the {product} (one|order).
""",
    "user/describe.order": r"""
?start [describe]
!start [describe]
""",
    "describe": r"""
it's the (one|order) (with|that has|that includes) the {product} (in it|).
@-terse (it's|that's) the order where I (got|bought|ordered) the {product}.
the {product} (order|one).
@-terse I (mean|'m talking about) the (one|order) with the {product}.
@-terse (look|you could look) for (the one|an order) with the {product} in it.
@-terse (all I remember|what I remember) is that it had the {product} in it.
@polite it would be the order (containing|that includes|with) the {product}, if (that helps|you can see it).
@chatty it's the one with the {product}, (I was quite excited about that one|I remember that much|you can't miss it).
@casual (the|its the) {product} (one|order)(, if that helps|).
@terse {product} (order|one).
@terse the one with the {product}.
@upset the one with the {product}, (how many of those can I have|obviously|you must see that).
""",
    "user/correct.order_id": r"""
(sorry|oh|oops|ah), (not {wrong}|{wrong} is wrong|{wrong} was the wrong one), (I meant|it's|it should be|make that) \
{order_id}.
@-terse (sorry|my mistake), I (misread|mixed up) the number. it's {order_id}, not {wrong}.
@-terse (hold on|wait|one moment), {wrong} (isn't it|is the wrong one|isn't right). (the right one is|it should be) \
{order_id}.
@-terse I (gave|sent) you the wrong number, (it's|the order is) {order_id} (and not|instead of|rather than) {wrong}.
@polite (my apologies|I beg your pardon|forgive me), it should be {order_id} (rather than|and not|instead of) {wrong}.
@chatty (that's embarrassing|silly me|I need glasses), I read you {wrong} (off the wrong email|from the wrong line), \
and it's {order_id} (that I mean|I want|).
@casual (my bad|oops|whoops|ah crap), not {wrong}, {order_id}.
@casual (wait|sorry) wrong one, {order_id} not {wrong}.
@terse (correction|sorry): {order_id}, not {wrong}.
@terse not {wrong}, {order_id}.
@upset (fine|right|OK), not {wrong} then, (it's|I mean) {order_id}. (these numbers all look the same|who can read \
these).
""",
    "user/give.items": r"""
?start [items.told]
!start [items.told]
""",
    "items.told": r"""
?start *2 (it's|that's|it would be) {items}.
it's about {items}.
@-terse I (mean|'m talking about) {items}.
@-terse what I mean is {items}.
@-terse (only|just) {items} (, the rest is fine|, nothing else|, please|).
?start @-terse [sure] {items}.
@polite that would be {items}, please.
@polite it concerns {items}, (thank you|if you would).
@chatty it's {items}, (the rest can stay as it is|everything else is fine|and only that).
@casual (just|its) {items}.
?start @casual {items} (pls|please|thx|).
?start @terse *3 {items}.
@terse (only|just) {items}.
@upset {items}, (nothing else|and only that|as I said).
!items.1 (only|just) the one item: {items}.
?items.1 (both|these): {items}.
""",
    "user/give.wanted": r"""
?start [wanted.told]
!start [wanted.told]
""",
    "wanted.told": r"""
I('d| would) like {wanted} (instead|, please|).
@-terse I('d| would) (rather have|prefer|love) {wanted}.
@-terse (what I want|what I'm after|what I'd like) is {wanted}.
I (want|need) {wanted}.
@-terse (could I|can I|may I) (have|get) {wanted} (instead|)?
@-terse I('ll take| was thinking of|'d go for) {wanted}.
@-terse (ideally|preferably) {wanted}.
@polite (could|might) I have {wanted}, (please|if you have that|if possible)?
@polite {wanted} would be (lovely|perfect|ideal), (please|if possible).
@chatty I (looked at all of them|thought about it) and (decided on|settled on|it has to be) {wanted}.
@chatty (give me|let's do|I'd be happy with) {wanted}, (that'd be perfect|that's the one|please).
@casual {wanted} (pls|please|would be great|if you got it).
@casual (gimme|I want|lemme get|can I get) {wanted}.
?start @terse *2 {wanted}.
@terse (want|need|make it|to) {wanted}.
@upset (it should have been|I want|I expected|give me) {wanted}.
@upset {wanted}, (that's what I need|please|is that so hard).
""",
    "user/give.other_wanted": r"""
then (I'll take|make it|let's do|I'd go for|give me) {wanted}.
(ok|okay|alright|all right|I see), (then|in that case) (I'd like|I'll take|I'll have) {wanted}.
@-terse (pity|too bad|shame|a pity). (how about|what about|then) {wanted}?
@-terse in that case {wanted} (will do|would be fine|works for me|it is).
@-terse (hm|hmm|let me see), {wanted} then.
@polite (that's a pity|I understand), then I would (like|take) {wanted}, please.
@polite (no problem|never mind), {wanted} (will be fine|would also suit me|then, please).
@chatty (oh well|ah, figures|just my luck), {wanted} (is my second choice|will have to do|it is then).
@casual (aw|dang|ah ok|damn), {wanted} then.
@terse then {wanted}.
@terse ok, {wanted}.
@upset (of course you don't|great|typical). then {wanted}.
@upset (fine|whatever), {wanted}, (if you have at least that|then).
""",
    "user/give.address": r"""
!start *3 [address.told]
?fresh ?start [address.told]
!fresh ?start [address.answer]
""",
    "address.told": r"""
the (new|right|correct|) address is {address}.
it should (go to|be|say) {address}.
@-terse the address (I want|I need|to use) is {address}.
@-terse please (use|put|make it|take) {address}.
@-terse (this is where it should go|here's the address): {address}.
@polite the address should (read|be) {address}, please.
@polite (kindly|please) use the following address: {address}.
@chatty the (one|address) you want is {address}, (copied straight from my contacts|double-checked|I'll spell \
anything out if you like).
@casual (its|address is|it's|should be) {address}.
@casual (send|put) it to {address}.
@terse (new address|address|to|ship to|use): {address}.
@upset (it has to be|the address is|write this down): {address}.
""",
    "address.answer": r"""
[sure] (it's|that's|the address is) {address}.
(it's|that's|here it is:|here you go:) {address}.
{address}.
@-terse [sure] the (full |new |)address is {address}.
@-terse (please use|make it|that would be) {address}.
@polite [sure] the full address is {address}, (thank you|thanks).
@polite (it should read|the address is as follows:) {address}.
@chatty [sure] (let me get it right|I'll type it out)[dash] {address}.
@chatty (right, so|okay so) that's {address}, (I hope I've got it all|that's the whole thing).
@casual (ok|k|yea), {address}.
@casual {address}
@terse *3 {address}.
@terse {address}
@upset {address}. (please get it right|with no mistakes, please|exactly like that).
""",
    "user/give.method": r"""
?start [method.answer]
!start [method.told]
""",
    "method.told": r"""
(please use|I'd like to use|I want to use) {method}.
@-terse {method} (would be|is) (best|what I'd like to use|the one to use).
@-terse (for the payment|as for the payment|payment-wise|for the money part), (please use|use|I'd go with) {method}.
@-terse I('d prefer| would prefer|'d rather use) {method} (for that|).
@-terse (put|run) it (on|through|over) {method}, please.
@polite if possible, (please use|I'd like it on|let's use) {method}.
@polite I would (like|prefer) to use {method}, (please|if that's all right).
@chatty (money-wise|for the money side of it), {method} (is easiest|would suit me best|, as usual).
@casual (use|just use|put it on) {method}.
@terse (use|via|with|payment:) {method}.
@upset and (use|take|make it) {method} (, nothing else|this time|).
""",
    "method.answer": r"""
{method}, please.
(please use|use|let's use|I'll use|let's go with) {method}.
@-terse I('d| would) (like|prefer) (to use|) {method}.
@-terse {method} (is fine|would be best|works|will do|would be good).
@-terse [sure] {method} (then|, please|).
@-terse (the|let's say the) usual: {method}.
@polite {method}, (if you would|if that's possible|thank you).
@polite I would prefer {method}, (please|thank you).
@chatty (hm, let me think|good question|easy), {method}.
@chatty {method} (I guess|is the one|, that's the simplest).
@casual {method} (is good|pls|works|ig|all good).
@casual (just|uh|lets do|do) {method}.
@terse *2 {method}.
@terse {method}
@upset {method}. (obviously|what else|as before).
@upset just (use|take) {method}.
""",
    "user/give.reason": r"""
?start @terse [cancel.short]
!start @terse [cancel.short]
@-terse [cancel.why]
?start @-terse (the reason|my reason)[dash] [cancel.short]
?start @-terse (well|honestly|simple), [cancel.why]
""",
}
