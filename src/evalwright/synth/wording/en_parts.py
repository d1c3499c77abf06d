"""English users: how an order is named, what people say before they come to the point and after it.

Everything here fits every wish: no word says why, when or in which state an order is, which other moves may tell.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # An order in the middle of a sentence, and at its end, where a clause may follow.
    "ref": r"""
?order_id !product *2 order {order_id}
?order_id !product my order {order_id}
?order_id !product (order number|order no.|order nr|the order) {order_id}
?order_id !product {order_id}
?order_id !product my order \({order_id}\)
?order_id ?product my order {order_id} \((for |)the {product}\)
?order_id ?product my {product} order \({order_id}\)
?order_id ?product the {product} order \((number |no. |){order_id}\)
?order_id ?product order {order_id} \((the {product}|with the {product}|the one with the {product})\)
!order_id ?product my {product} order
!order_id ?product the order with the {product} (in it|)
!order_id ?product the {product} (I ordered|I bought from you|I have on order)
!order_id ?product my order (for|of) the {product}
!order_id ?product the order (I placed|I made|) for the {product}
!order_id !product an order
!order_id !product (an order of mine|one of my orders)
!order_id !product an order (I placed|I made) (with you|a little while ago|on your site|)
!order_id !product (something|a thing) I ordered (from you|on your site|)
""",
    "ref.end": r"""
*4 [ref]
?order_id ?product order {order_id}, (the one with the {product}|which has the {product} in it|the {product} one)
?order_id ?product the order with the {product}, (number |that's |it's |){order_id}
?order_id ?product my {product} order, {order_id}
?order_id !product my order, (number |no. |the number is |that's |){order_id}
?order_id !product an order, (number |it's |){order_id}
!order_id ?product the order that (has|includes|contains) the {product}
!order_id !product an order (that's on my account|under my name)
""",
    "oref": r"""
?order_id order {order_id}
?order_id my order {order_id}
?order_id {order_id}
?order_id (order number|order no.|the order) {order_id}
?order_id my order \({order_id}\)
!order_id my order
!order_id an order (I placed|of mine)
!order_id one of my orders
!order_id an order I (made|have) with you
""",
    "my.order": r"""
?order_id [ref]
!order_id ?product [ref]
!order_id !product my order
!order_id !product the order I (placed|made)
!order_id !product what I ordered
""",
    # What comes before the point.
    "setting": r"""
@-terse I (tried to do|wanted to do|tried to settle|wanted to settle) this (on the website|in the app|on my phone|on \
my account page), but (I couldn't find (where|the right page|the button)|I got lost in the menus|I kept going round \
in circles|the page wouldn't load|it kept logging me out).
@-terse I (looked|had a look|read) through (the help pages|the FAQ|your help section) (first|before writing|), but \
(I didn't find (an answer|my case|anything useful)|it didn't cover this|I'm none the wiser).
@-terse I (tried to call|tried ringing|called) (earlier|this morning|just now|twice), but (the line was busy|I was \
on hold (forever|for ages)|nobody picked up), so (here I am|I'm trying the chat|chat it is).
@-terse I'm (at work|on the train|in a meeting soon|on my lunch break|between meetings|waiting for a bus), so I \
might be (a bit slow to answer|slow to reply|brief).
@-terse (It's|This is) my first time (using|on) this chat, so (tell me|let me know|just say) if I'm in the wrong \
place.
@-upset,terse I've (been a customer|ordered from you|bought things here) for (a while|years|a few years|ages) (now|) \
and never (needed|had to ask for) help (before|until now).
@chatty,polite,plain My (partner|husband|wife|daughter|son|flatmate|sister|brother|mother|neighbor) (said|told me|\
thought) (the chat is the quickest way|you'd be able to help|I should ask here).
@-terse I was (going|looking) through my (orders|inbox|receipts|to-do list|account) (this morning|today|tonight|\
earlier|just now) and (this came up|noticed this still needs sorting|found this still open).
@-terse I've had this on my (list|mind|to-do list) (for days|since the weekend|since yesterday|all week) (now|).
@-terse I'm not (sure|certain|quite sure) (if|whether) (this is the right place|I'm talking to the right people|you \
are the right team), but (I'll try|here goes|let me ask).
@-terse (I'm|I am) (sitting here|at my desk|on my sofa|in the kitchen) (with|and looking at|going over) (my \
(paperwork|emails|bank statement|account page)|a pile of receipts|my shopping list), and (I need your help|something \
needs doing|I have a question).
@-terse (A friend|My boss|My roommate|My cousin|Somebody at work) (keeps telling me|told me|reminded me) to (get \
this done|sort this out|take care of this), so (here I am|I'm finally doing it|let's do it).
@-terse (It's|This is) (probably|maybe|hopefully) (a (small|simple|quick|common) (thing|request|matter)|something \
you hear every day).
@-terse I (meant|wanted|was going) to (do this|write to you|ask about this) (yesterday|last week|days ago|on the \
weekend|earlier) (and|but) (forgot|never got around to it|something came up|didn't find the time).
@-terse,upset I (wasn't sure|didn't know) (where|whom|who) to (ask|write to|turn to), so (I picked the chat|I'm \
trying here|I hope this is fine).
@-terse I (don't|do not) (shop|order) online (much|very often|a lot), so (I'm not sure how this works|please be \
patient with me|I may need a little guidance).
@-terse (The page|Your site|The app|My account page) (says|tells me) to contact (you|customer service|support) (for \
this|about this), so (here I am|that's what I'm doing|hello).
@-terse I (only|just) (have|need) (one|one small|a single) thing (today|this time|from you today), (I promise|I \
think|and it's not complicated).
@plain,casual,chatty (I'm|I am) (helping my (mom|dad|grandma|uncle) with the computer|clearing out my inbox|planning \
my week|doing my monthly admin), and (I ran into something|this is next|your shop is next).
@plain I (went|clicked|looked) through (my account|the order page|all the menus) (just now|twice|earlier), and (I \
can't do this myself|it seems I need you for this|there's no option for it).
@polite I (would|should) (like|be happy) to (settle|take care of) (a small matter|one thing|something) (today|with \
your help|if I may).
@polite (Forgive me|Please excuse me) if this (is a basic question|has been asked before|should go to somebody else).
@upset I (was told|read) (this would be easy|chat is the fastest way|you could do this in a minute), (we'll see|so \
let's see|prove it).
@upset (I've|I have) (tried|been trying) to (reach|get hold of) (somebody|you|a person) (since yesterday|all morning|\
for two days|all week).
@chatty (OK so|So|Alright), (bear with me|this should be simple|I'll try to keep this short|I have a small problem).
@chatty I (swear|promise) I'm (usually|normally) (more organized|better at this|not this scattered) (than this|).
@chatty (I'm juggling|I've got) (two kids|a toddler|three things|a barking dog|dinner on the stove) (here|right now|\
at the moment), so (sorry if I'm slow|excuse the short messages|apologies for typos).
@chatty,casual I've got (a coffee|ten minutes|a bit of time|a free evening) and (finally|) want to get this (done|\
sorted|out of the way).
@chatty I (finally|) sat down (to deal with|to sort out|to go through) (all my|the week's|my) (little|boring|online) \
(errands|chores|bits of admin), and (this is first|you're first on the list|this one's yours).
@chatty You (helped|sorted something out for) (me|my sister|a friend of mine) (last year|a while ago|once) and (it \
was painless|that went well|you were great), so (I'm hopeful|fingers crossed).
@casual (so|ok so|alright) (quick one|got a question|I need a hand|small thing|need some help here).
@casual (not sure if you can do this here|idk if this is the right chat|hope I'm in the right place|hope this is the \
right chat).
@casual (the app|the site|your app|the website) is being (weird|slow|difficult|useless) (today|for me|rn|), so \
(asking here|trying here|here I am).
@casual I (looked|poked around) on the site (for a bit|for like ten minutes|) and (couldn't find it|gave up|got \
nowhere).
@upset This is the (second|third) time I'm (trying to reach|contacting|writing to) (you|someone) (today|this week|\
about this).
@upset I've (already|) (spent|wasted|lost) (half an hour|an hour|twenty minutes|my whole lunch break) (on your \
website|in your menus|clicking around|looking for a way to do this).
@upset I'm (not in the best mood|a bit fed up|pretty frustrated|losing patience|quite annoyed), to be honest.
@upset Your (website|app|phone line|menu) is (no help at all|a maze|impossible|driving me mad), so I (hope|trust) a \
(chat|person) (works better|is faster|can do it).
@upset I (don't have|haven't got) (much|a lot of) (time|patience) (today|for this|left|).
@upset (Nobody|No one) (answers|picks up) (your phone|the phone), (so now|and so) I'm (here|typing this|in a chat).
@polite I hope (you're having a good (day|morning|week|evening)|you are well|this finds you well|your day is going \
well).
@polite (Sorry|I'm sorry) to (bother|trouble) you (with this|), I (hope|think) it's (a small thing|a simple one|\
nothing complicated).
@polite I'd (appreciate|be glad of|be grateful for) (some|a little|your) (help|assistance|advice) (with something|\
with a small matter|with this|).
@polite Thank you for (taking the time|offering a chat like this|reading this).
@polite I (realize|know|imagine) you're (busy|probably busy|answering a lot of people), so I'll (be brief|keep it \
short|get to the point).
@plain (I have|I've got) (a question|a request|a small problem|an issue) (about|with) (my account here|a purchase|\
your shop|something on your site).
@plain I (need|could use|would like) some help with (something|a purchase|my account|one thing).
@plain (Quick|Small|Simple|Short) (question|request), (I hope|I think).
@plain I'm (contacting|writing to|messaging) you (because the website didn't let me do this|instead of calling|since \
I couldn't find it in the menus).
@terse (Quick one|One thing|Short question|Quick request|Need help|Question|Simple one|Small request|Hopefully quick).
@terse (Website|App|Page|Login) (not working|won't let me|is stuck|keeps failing).
@terse (Couldn't find|Can't find|Don't see) (this|the option|a button) (online|on the site|in the app|anywhere).
@terse (At work|In a hurry|On my phone|Short on time|Two minutes)(, so short|, so keep it short|).
@terse (Tried the phone|Tried calling|Called first)(, no luck|, line busy|, on hold too long|).
""",
    # A few words that announce it.
    "intro": r"""
(a|one|just a|just one) (quick |small |simple |short |)(question|request)[dash]
(one|just one) (quick |small |simple |little |)thing[dash]
@-terse (hoping|I'm hoping|I hope) you can (help me|help me out|help) (with this|here|)[dash]
@-terse (I have|I've got) (a|one) (quick |small |simple |)(question|request|thing to sort out)[dash]
@plain,chatty,casual so[so]
@plain,polite (if you have a moment|when you have a minute|if now is a good time),
@plain (here's my question|here's what I need|my question is this|this is my request)[dash]
@plain (straight to the point|to keep it short|let me get straight to it)[dash]
@polite (I have|may I come to you with|might I trouble you with) a (small |short |little |)(request|question)[dash]
@polite (would you have a moment|I'd be glad of your help|could you help me with something)[ask.end]
@polite (pardon the interruption|excuse me|sorry to bother you)[dash]
@chatty (funny question|silly question|bit of an odd one|easy one for you|one for you|small favor)(, maybe|, I think|\
, probably|)[dash]
@chatty (okay|right|alright|so), (here goes|here's the thing|it's like this)[dash]
@casual (quick q|question|quick question|quick thing|need a hand|small thing)(, if that's ok|, hope that's ok| here| \
for you|)[dash]
@casual (hoping someone can help|anyone there|got a sec|you around)[ask.end]
@upset (listen|look|right|OK)(, I'll be brief|, I'll say it once|, this is simple|, I've had enough of menus|)[dash]
@upset (one thing|one simple thing|just one request|only one thing)(, and it should be easy|, please|)[dash]
@upset (I hope this works better than the website|let's see if the chat is any better|I hope someone reads this).
@terse (quick|short|simple|small|one) (question|request|thing)[dash]
@terse (hoping for a fast answer|needs a fast answer|short and simple|straight to it|no long story|in short)[stop.or]
""",
    "so": r"""
,
, (quick one|here's the thing|hopefully this is easy|hear me out|I was thinking)[dash]
\ (I have a question|I'm stuck|I need a hand)[dash]
""",
    "ask.end": r"""
?
""",
    "stop.or": r"""
.
:
""",
    # What comes after it, when nothing else does.
    "tail": r"""
*2 [tail.any]
*2 [tail.do]
""",
    "tail.do": r"""
(Is that|Would that be|Is this) (possible|doable|something you can do)?
(what|how) (would I have to do|happens next|do we do that|does that work)?
@-terse (I'd|I would) (be happy|like) to get (that|this) (done|settled|out of the way) (today|now|soon|this week).
@-terse (if not|if that's not possible), (just say so|tell me what is|I'd like to know why|tell me what else I can \
do).
@polite (Please|Kindly) let me know (how to proceed|if that's possible|whether that can be done).
@chatty (I'd love to|It would be great to) (get|have) (this|that) (sorted|off my plate|done) today.
@casual (can you do that|is that ok|that cool|possible|doable|you able to do that)?
@upset (I'd|I would) like (this|that) (done|sorted|settled|dealt with) (today|now|without another (call|form|email)).
@upset (Can|Could) (someone|you) (actually|please|finally) (do this|take care of it)?
@upset (How hard can it be|Is that so difficult|Can we get this over with)?
@upset I (expect|hope) (it's done quickly|you can just do it|that can be done on the spot).
@terse (Possible|Doable|OK|Can you do that)?
""",
    # The same for a question as for a wish.
    "tail.any": r"""
(Let me know|Tell me|Just say) what (you need|information you need|details you need|else you need) (from me|).
What do you need (from me|to know|) (to do that|for that|to get started|)?
(Thanks|Thank you|Many thanks)(.| in advance.)
@-upset,terse (Thanks|Thank you) for (your help|helping|looking into it|any help).
@-terse I can give you (whatever details you need|any details you need|more details if you need them).
@-terse (I have|I've got) my details (here|ready|at hand|in front of me) (if you need them|).
(can|could) you (help|help me|help me out) (with that|with this|there|here)?
@-terse (I'm|I'll be) (here|around|online) (for a while|for the next half hour|all evening|until noon) (if you have \
questions|).
@terse (waiting here|I'm online|I'll wait|here for ten minutes|will check back).
@polite (I'd|I would) (really|very much|) appreciate (it|your help|that).
@polite (Please|Kindly) let me know (what you need|if you need anything from me|which details you need).
@polite Thank you (so much|very much|kindly)(.| for your time.| for looking into this.)
@polite (No rush|There's no hurry|Whenever you have a moment)(.| at all.)
@chatty (Hope|I hope) (that makes sense|that's clear|I'm explaining this right|that's not too much trouble).
@chatty (That's|I think that's) (it, really|all for now|the whole story|about it).
@chatty (Fingers crossed|Hoping|Here's hoping) (it's an easy fix|it's quick|that's simple|you can).
@chatty (no idea if that's easy to find out|I'd love to know|I've been wondering all day)(, to be honest|, honestly|).
@chatty Sorry (if|in case) (this is a silly question|I'm missing something obvious|this is the wrong place for it).
@casual (any help appreciated|would really help|hope you can help|any help would be great).
@casual (thanks|ty|cheers|thank you)( a lot| so much|).
@casual (lmk|let me know)( what you need| if you need anything from me| if that works|).
@casual (should be quick|hopefully that's easy|shouldn't be hard right)(.|, I hope.)
@upset I('d| would) like (a straight|a clear|a proper|a real) answer (this time|today|for once|, please).
@upset (Please|Just) don't (send me to another department|tell me to call|make me fill in a form)(.| again.)
@upset (Can|Could) (someone|you|anybody) (actually|please|finally) (help|help me|look into it)?
@upset I (expect|hope) (this won't take long|this is quicker than the phone|I don't have to ask twice).
@terse (Thanks|Thx|Thank you|Cheers).
@terse (What do you need|Need anything from me|What do you need to know|Details needed)?
@terse (Asap|Soon|Today) if (possible|you can).
""",
    # What ties a further wish to what went before.
    "further": r"""
also,
and
one more thing:
@-upset while I've got you,
@-terse while (you're at it|we're at it|I'm here|I have you),
another thing:
(next|second) thing:
@-terse there's (something else|another thing|one more thing) (too|)[dash]
@-terse (oh,|oh) and (one more|another) thing[dash]
@plain,chatty,casual oh, and
@plain,polite,chatty (on|about) (another|a different) (note|matter|subject),
@plain,polite,chatty (since|as) (I'm (already |)here|you're being so helpful|we're talking (anyway|)),
@polite if (you don't mind|I may|it's all right), (one more thing|another request)[dash]
@polite (may|could|might) I (ask|bring up|add) one more thing?
@polite I have (another|a second|one more) (request|question), if that's all right.
@chatty (sorry|I know), (I keep adding things|I'm full of requests today|there's more), but
@chatty that (reminds|reminded) me,
@chatty (before I forget|now that I think of it|come to think of it),
@casual (oh wait|oh|ok), (also|one more),
@casual (and|ok and) (another thing|something else),
@upset and (that's not all|since we're here|while we're at it),
@upset (there's|I also have) (another problem|a second thing)[dash]
@upset now, (the other thing|the next thing)[dash]
@terse (also|next|and|then|plus|other thing)[dash]
@terse (next|one more|second)[dash]
""",
    "dash": r"""
:
\ -
,
""",
}
