"""English users: why they want it. One or two sentences of background for each topic.

Products may be one thing or a pair, so a sentence about a product has no verb that would tell.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "user/story.cancel": r"""
@-terse [cancel.why]
@-terse *0.5 [cancel.why] [oh.well]
@terse [cancel.short]
""",
    "cancel.why": r"""
=reason:no_longer_needed I (don't|won't|no longer) need (it|that|any of it) (anymore|after all|now|).
=reason:no_longer_needed (my plans (changed|have changed|fell through)|the trip was called off|the party isn't \
happening|we're not moving after all), so (I have no use for it|it would just sit here|there's no point in it now).
=reason:no_longer_needed (my sister|my neighbor|a friend|my brother|a colleague|my aunt) (gave|lent|offered) me (one|\
theirs|exactly that), so (I don't need it|there's no need for it|it's not needed) (anymore|now).
=reason:no_longer_needed I (found|dug up|came across) my old one (in the basement|in a box|in the attic|behind the \
sofa), (believe it or not, |)and (it still works|that'll do|it's fine).
=reason:no_longer_needed it (was|was meant|was supposed to be) for (a project|a trip|an event|a visit) that's (no \
longer happening|been called off|not going ahead).
=reason:no_longer_needed the (need|reason) for it is gone, (nothing to do with you|simple as that|that's all).
=reason:no_longer_needed I (managed|made do|solved it) without (it|in the end).
=reason:no_longer_needed (money's|things are) (a bit |)tight this month, and I (can do|can live) without it.
=reason:no_longer_needed ?product I don't need the {product} (anymore|after all|now).
=reason:no_longer_needed ?product (it turns out|turns out) we already have (a perfectly good|something like the) \
{product}.
=reason:ordered_by_mistake I (ordered|bought|placed) it by (mistake|accident).
=reason:ordered_by_mistake I (clicked|tapped|hit) (the wrong button|buy|order|the button) (by mistake|by accident|\
without meaning to), (it was never meant to go through|I was only looking|I only wanted to save it for later).
=reason:ordered_by_mistake my (kid|son|daughter|toddler|cat) (got hold of|was playing with|walked over) my (phone|\
tablet|laptop) and (ordered|bought) it (by mistake|by accident|).
=reason:ordered_by_mistake I (thought|was sure) the first (try|attempt|click) hadn't gone through, so I ended up \
ordering (twice|it twice) by mistake.
=reason:ordered_by_mistake (my husband|my wife|my partner) and I both ordered (it|the same thing), so (this one|\
mine) is a mistake.
=reason:ordered_by_mistake it was a (mistake|slip|misclick) (on my part|on my side|from the start), (sorry|my fault|\
entirely my doing).
=reason:ordered_by_mistake I was half asleep (and ordered|when I ordered) it, (a plain mistake|it was a mistake|by \
mistake, obviously).
=reason:ordered_by_mistake I (mixed up|confused) two (tabs|carts|lists) and ordered the wrong (one|thing) by mistake.
=reason:ordered_by_mistake ?product I never meant to order the {product}, that was a mistake.
=reason:ordered_by_mistake ?product the {product} ended up in my cart by mistake (and I didn't notice|).
""",
    "oh.well": r"""
@chatty (these things happen|oh well|what can you do|life, eh)(.|, I suppose.)
@chatty,polite (sorry|apologies) for the (trouble|back and forth|hassle).
@polite I (hope|trust) that's (all right|not a problem|understandable).
@casual (my bad|oops|whoops|lol|sorry about that).
@upset (so there's no point in sending it|I don't want to pay for that|and I want my money back).
@plain (that's the reason|that's why|so there it is).
@plain I (hope|assume) that's (fine|enough of a reason|okay).
""",
    "cancel.short": r"""
=reason:no_longer_needed (not|no longer) needed (anymore|any more|after all|).
=reason:no_longer_needed (don't|won't) need it (anymore|now|after all|).
=reason:no_longer_needed plans changed, (not needed|don't need it).
=reason:no_longer_needed (got|have) one already, not needed.
=reason:ordered_by_mistake (ordered|bought|placed) (it |)by (mistake|accident).
=reason:ordered_by_mistake (was|it was) a mistake.
=reason:ordered_by_mistake wrong (click|button), (mistake|my mistake|ordered by mistake).
=reason:ordered_by_mistake misclick, (a mistake|ordered by accident).
""",
    "user/story.return": r"""
=topic:does_not_fit ?product the {product} (turned out|came out|ended up) (too small|too tight|too big|too wide) for \
(me|what I need|where it has to go).
=topic:does_not_fit ?product I (tried|tested) the {product} (at home|right away|twice), and (the fit is off|it's no \
fit|the size just doesn't work).
=topic:does_not_fit (the size|the fit) (is|was) (off|wrong|not right|nothing like I expected) (for me|).
=topic:does_not_fit (it's|it is) (a size|a good bit|just a little|much) too (small|big|tight|large) (for me|for us|).
=topic:does_not_fit @-terse I (measured|checked the chart) (beforehand|before ordering|twice), but (it doesn't fit|\
the fit is wrong) (all the same|anyway|).
=topic:not_as_described ?product the {product} (looked|looks) (nothing like|quite different from|not much like) the \
(photos|description|picture) (on your site|).
=topic:not_as_described ?product what I (got|received) as the {product} (isn't|is not) what the page (described|\
promised).
=topic:not_as_described (it isn't|it's not) (what the page said|as described|what was in the (photos|description)|\
like the pictures).
=topic:not_as_described the (description|listing|page|photo) (promised|showed|said) something (else|different|better).
=topic:not_as_described @-terse (in person|up close|in daylight) it looks (cheap|completely different|nothing like \
the photos), (that's not what I ordered|and the description was misleading).
=topic:defective ?product the {product} (stopped working|gave up|broke|quit) after (two days|a day|a week|one use).
=topic:defective ?product the {product} (arrived|came|turned up) (broken|faulty|with a defect|not working).
=topic:defective (it|the thing) (doesn't work (at all|out of the box|properly|)|never worked (properly|)|is faulty|\
is broken|has a defect).
=topic:defective (something|a part) (is loose|came off|is cracked|rattles|snapped) (already|after a few days|on the \
first day).
=topic:defective @-terse I've (tried everything|read the manual twice|tried three times), it (just doesn't work|\
won't do what it should|is plainly faulty).
=topic:gift_unwanted ?product the {product} (came as|was meant as) a gift, (and it wasn't the right one|but it \
missed the mark|but nobody here will use it).
=topic:gift_unwanted it was (meant as |)a (gift|birthday present|surprise) (for my (dad|mother|niece|brother|\
boyfriend|girlfriend)|), (but they already have one|but it didn't go over well|and they politely declined|and it \
wasn't their thing).
=topic:gift_unwanted (the person I bought it for|my (niece|uncle|friend|colleague)) (has one already|didn't want it|\
didn't like it), (awkward|sadly|so there we are|so back it goes).
=topic:gift_unwanted @terse (a gift|gift), (not wanted|they have one already|didn't like it).
=topic:changed_mind ?product I (changed my mind|had second thoughts) about the {product}.
=topic:changed_mind I('ve| have) (changed my mind|had second thoughts|thought it over), (that's all|nothing wrong \
with it|it's on me|simple as that).
=topic:changed_mind nothing (is |)wrong with it, I just (don't want it|changed my mind|wouldn't use it) (after all|).
=topic:changed_mind @-terse (now that it's here|after a few days with it|on reflection), I (don't|won't) really \
(need|use) it, so I've changed my mind.
=topic:found_better ?product I (found|came across) a better (deal|fit|match|option) than the {product}.
=topic:found_better I (found|came across|got) something (better|that suits me better|cheaper) (elsewhere|in the \
meantime|in a local shop|).
=topic:found_better @-terse (a friend|my brother|my colleague|someone) (pointed me to|recommended|showed me) a \
better one, (and I went for that|so this can go back|and I've bought that instead).
=topic:found_better (there's|there was) a better (one|offer|deal) (in town|elsewhere|down the road), (sorry|honestly|\
so back it goes).
""",
    "user/story.exchange": r"""
=topic:wrong_size ?product the {product} (turned out|came out|ended up) the wrong size (for me|for us|).
=topic:wrong_size (the size|that size) (is|was) (wrong|off|not right) (for me|, I misjudged it|, my guess was bad|).
=topic:wrong_size I (picked|ordered|guessed|chose) the wrong size (, as it turns out|, it seems|, silly me|).
=topic:wrong_size @-terse I'm (between sizes|bad with sizes), and (this time I guessed wrong|the wrong one won).
=topic:wrong_colour ?product the {product} (looked|looks) different in (daylight|person|my living room), the color \
(isn't right|doesn't work).
=topic:wrong_colour the color (isn't|is not|wasn't) (what I (expected|had in mind|imagined)|right|working for me).
=topic:wrong_colour I (picked|chose|ordered) the wrong color (, simply|, I see now|, my mistake|).
=topic:wrong_colour @-terse (on my screen|in the photo|online) the color (looked|seemed) (quite|very|completely) \
different.
=topic:wrong_colour @-terse it (clashes|doesn't go) with (everything I own|the rest of the room|what I have), the \
color I mean.
=topic:does_not_fit_in ?product the {product} didn't (fit|go) (with what I have|in with the rest|the way I had \
planned).
=topic:does_not_fit_in it (doesn't|won't) (fit|go) (in with what I have|with the rest of my things|with my setup).
=topic:does_not_fit_in @-terse I (planned|thought it through) badly, and (it's no good for what I need|it doesn't \
fit in here|it doesn't suit what I have).
=topic:does_not_fit_in @-terse it just doesn't (go|work) with (my setup|the things I have|the rest of what I use).
=topic:prefers_other ?product I (like|prefer) (another|a different) version of the {product} (better|more), now that \
I've seen (them both|both|one at a friend's).
=topic:prefers_other I (just |)(prefer|like|want) (the other|another|a different) (version|one) (better|after all|).
=topic:prefers_other (nothing's|nothing is) wrong with it, I('d| would) (just|simply) (rather have|prefer|get more \
use out of) (another|a different) version.
=topic:prefers_other @-terse (my sister|a friend|my roommate|a colleague) has (the other|another) (version|kind), \
and (that's the one I want|it suits me better|I like it more).
""",
    "user/story.address": r"""
=topic:moved I('ve| have) (just |)moved (house|to a new place|apartments|last week|).
=topic:moved (we|I) (moved|are moving|'re moving) (, you see|at the weekend|last month|to a bigger place|across town|\
).
=topic:moved @-terse I'm (in the middle of|halfway through|still recovering from) a move, (boxes everywhere|and this \
slipped through|and I forgot about this).
=topic:moved @-terse I don't live (there|at the old place|at that address) (anymore|any longer) (since the move|, \
we've moved|).
=topic:typo there's a (typo|mistake|slip) in (the one you have|the address|it) (, I mistyped it|, my fingers slipped|\
).
=topic:typo I (mistyped|misspelled|got wrong) (part of it|the address|the street|something in there).
=topic:typo @-terse (my phone|autofill|autocorrect|my browser) (filled in|put in|turned it into) (nonsense|the wrong \
thing|something wrong), and I (didn't notice|missed it|only saw it now).
=topic:typo @-terse I was (typing|in a hurry|on the bus) and (made a typo|got it wrong|mixed up the numbers).
=topic:at_work I('m| am) (at work|in the office|never home) (during the day|all day|when parcels come|on weekdays), \
so (there's better|the office is easier|work is the better address).
=topic:at_work (nobody's|no one is|there's nobody) home (during the day|on weekdays|when the courier comes), so \
(send it to my work|it should go to my workplace|the office is safer).
=topic:at_work @-terse (parcels|packages) (get stolen|go missing|disappear) (from my porch|in my building), so I'd \
(rather get them|feel better having them) at work.
=topic:at_work @terse (work address|need it at work|office instead|not home on weekdays).
=topic:travelling I('ll| will) be (away|travelling|out of town|on the road) (for a while|that week|for a few weeks|\
for work|).
=topic:travelling I'm (staying|living|working) (somewhere else|with family|at my parents'|with a friend) (for a \
while|for a few weeks|for the time being|this month).
=topic:travelling @-terse (I leave on a trip soon|I'm off on a trip|we're off to see family), (and it would sit on \
the doorstep|nobody would be home to take it in|so home is no good).
=topic:gift (it's|this is) (a gift|a present|a surprise) (for (a friend|my sister|my nephew|my parents|someone \
special)|), so it (should go|goes|can go) straight to them.
=topic:gift it's (really|actually|) for (my mother|a friend|my brother|my daughter at college), (a present|as a \
gift), (so I want it sent there|it should go there directly|and they live elsewhere).
=topic:gift @terse (a gift|it's a gift), (different recipient|should go to them).
""",
    "user/story.payment": r"""
=topic:card_expired (the card|that card|the card I used) (expired|has expired|runs out this month|isn't valid \
anymore).
=topic:card_expired my bank (sent me|issued) a new card (, the old one's dead|and blocked the old one|last week|).
=topic:card_expired @-terse I (noticed|just saw|got a note) that the card on it (has expired|is about to expire|\
expired).
=topic:uses_up_gift_card I('d like| want) to (use up|spend|finally use) (my gift card|the gift card I have|what's on \
my gift card).
=topic:uses_up_gift_card I (forgot|completely forgot) (I had a gift card|about my gift card) (when I checked out|).
=topic:uses_up_gift_card @-terse there's (still money|a balance|something left) on my gift card, and I('d rather| \
want to) (use that|spend that) first.
=topic:keeps_records I (keep|try to keep|need to keep) (my work and private spending apart|my expenses separate|\
household and personal costs apart).
=topic:keeps_records it's for (my bookkeeping|my expense report|the household budget|my records), (nothing dramatic|\
that's all|simple as that).
=topic:keeps_records @-terse my (accountant|partner|spreadsheet) (gets grumpy|complains|goes wrong) when (it's all \
on one card|I mix things up|private things end up in the wrong place).
=topic:wrong_default (it|the checkout|your site) (picked|used|defaulted to|went with) the wrong one (automatically|\
by itself|and I didn't notice|).
=topic:wrong_default the default (was|is) (the wrong one|not the one I wanted|an old one).
=topic:wrong_default @-terse I (didn't look|wasn't paying attention|clicked too fast) at (checkout|the last step), \
(and it used my default|so the wrong one went through).
""",
}
