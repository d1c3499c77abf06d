"""English users: how they react: a yes, a no, second thoughts, questions on the way, thanks and goodbye.

A yes is unmistakable, since a write waits for it, and so is a no.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "user/confirm.yes": r"""
yes, [go.on].
yes, (that's|that is|this is) (right|correct|what I want|fine|exactly right).
yes, (please|please do|do it|do that|please go ahead)(.|, that's all correct.|, thank you.)
@-terse yes, (all of that|everything) (looks|sounds) (right|good|fine) (to me|). [go.on].
@-terse yes, everything is (correct|right|as I want it). [go.on].
@-terse (correct|confirmed|yes, that's right|yes, that's it|I confirm), [go.on].
@-terse (looks|sounds) (good|right|fine) (to me|), so yes, [go.on].
@-terse (I've checked it|I've read it through|just checked), and yes, (that's correct|it's all correct|please go \
ahead).
@plain (yes|yep), (I agree|I'm sure|I confirm|confirmed).
@polite yes, (please|thank you)(, that's exactly (right|what I need)|, go ahead| very much, please proceed).
@polite yes, (that's all correct|that is correct|everything is in order). (please proceed|please go ahead|kindly \
proceed).
@polite (I confirm|confirmed), yes, with (many |)thanks.
@chatty (yes yes|oh yes|yes please|yes indeed), (that's (the one|perfect|spot on)|go for it|do it).
@chatty yes, (wonderful|lovely|great|brilliant), [go.on].
@chatty (that's it exactly|you've got it|couldn't have put it better), so yes, (go ahead|please do).
@casual (yep|yeah|yup|yes|ya)(, go ahead|, go for it| that's right| do it|, all good|, sounds good|, lets do it).
@casual (yes pls|yeah that's right|yup correct|yes thats it|yep confirm|yes go).
@terse *2 yes(.|, confirmed.|, go ahead.|, do it.|, correct.|, please.)
@terse (yes|confirmed|correct, yes|go ahead, yes).
@upset yes(, finally|, just do it|, please|, and quickly please|, that's what I've been saying|, go ahead already).
@upset yes, (that's correct|correct)[dash] (please just do it|let's get it over with|go ahead).
""",
    "go.on": r"""
go ahead
please (go ahead|proceed|do that|do)
@-polite (do it|do that)
(you can|you may) (go ahead|proceed|do that)
@-terse,upset let's do (that|it)
""",
    "user/confirm.no": r"""
no, (don't do that|please don't|leave it|leave it as it is|not like that|I don't want that).
no, (I'd rather not|I've thought better of it|I'll leave it|let's not|I changed my mind).
@-terse (actually|hm|hmm|wait), no, (I'd rather leave it|leave things as they are|don't change anything|let's not do \
that).
@-terse no, (now that I see it (written out|in black and white)|looking at it again|reading that), I'd rather (not|\
leave it|keep things as they are).
@-terse I (don't think so|think I'll pass|'d rather not after all), so no, (please leave it|thanks|leave it be).
@polite no, (thank you|thanks)(, I would rather not|, please leave everything as it is|, I've reconsidered).
@polite I'm sorry, but no, (I'd prefer to leave it|please don't go ahead|I've decided against it).
@chatty (you know what|oof|hmm, hold on), no, (I'll keep it as it is|let's leave it|I'm having second thoughts).
@casual (nah|no|nope|mm no)(, leave it|, don't|, changed my mind|, forget it|, keep it how it is).
@terse no(.|, leave it.|, don't.|, stop.|, not now.)
@upset no(, not on those terms|, absolutely not|, forget it|, that's not worth it). (leave it|don't do anything|\
leave it alone).
""",
    "user/mind.address": r"""
[wait] (the address should be|it should go to|make the address|please use) {address} (instead|).
[wait] I (gave|told) you the wrong (one|address). (it's|the right one is|it should be) {address}.
@-terse [wait] (send it|it's better sent|let's send it) to {address} (instead|, if that's still possible|).
@-terse (before you do that|before you save it|one correction), (the address is|it should be|please take) {address}.
@-terse [wait] I (just remembered|realize|just noticed) (it should be a different address|that's the old one). (use|\
please use) {address}.
@terse (no, |wait, |change: |correction: ){address}.
@casual [wait] {address} (instead|is better).
""",
    "user/mind.wanted": r"""
[wait] (I'd rather have|I'd prefer|make it|let's make it) {wanted} (instead|).
[wait] I('ve| have) changed my mind, (I'd like|I'll take|make it) {wanted}.
@-terse [wait] (could|can) (you|we) (make it|change that to|do) {wanted} instead?
@-terse (on second thought|thinking about it|looking at it again), {wanted} (would be better|makes more sense|suits \
me better).
@-terse (not quite|almost|nearly), (I think|) I'd (rather go for|rather have|prefer) {wanted}.
@terse (no, |wait, |actually ){wanted} (instead|).
@casual [wait] {wanted} (instead|is better|pls).
""",
    "user/mind.method": r"""
[wait] (use|I'd rather use|let's use|put it on|please use) {method} (instead|).
[wait] I('ve| have) changed my mind about the payment, (use|I'd like|take) {method} (instead|).
@-terse [wait] (can|could) (you|we) (use|take|do it with) {method} instead?
@-terse (the rest is fine|everything else is right), but (please use|I'd like|make it) {method} (instead|).
@-terse (one change|one correction)[dash] {method} (instead|, please).
@terse (no, |wait, |better ){method} (instead|).
@casual [wait] {method} (instead|is better|pls).
""",
    "wait": r"""
(actually|wait|hold on|sorry),
@-terse (actually|hang on), (no,|one thing,)
@-terse (hm|hmm|oh),
@-terse,upset (oh wait|wait a moment|hold on a second|one moment),
@polite (I'm sorry|apologies|forgive me), (but|)
@polite (if it's not too late|if I may change one thing),
@chatty (oh, hang on|ah, wait|you'll hate me, but|sorry to be difficult, but)
@casual (wait|hm wait|ah|oh wait|actually nvm),
@upset (no,|not like that,|stop,)
@terse (wait,|no,|actually,)
""",
    "user/mind.drop": r"""
[wait] (forget it|never mind|leave it|let's leave it|drop it), I (changed my mind|don't want to change anything|'ll \
keep it as it is).
@-terse you know what, (never mind|leave it|let's leave it as it is|I'll keep everything as it was).
@-terse (on second thought|thinking about it), (leave everything as it is|I'd rather not|don't do anything|let's \
drop it).
@-terse I've (changed my mind|reconsidered|thought better of it), (please don't go ahead|please leave it|no need to \
do that).
@polite (I'm sorry for the trouble|apologies), but please (leave it as it is|don't go ahead|forget the whole thing).
@chatty (ugh, I can't decide|I'm terrible at decisions|I'm going back and forth), (let's just leave it|leave it for \
now|don't do it).
@casual (nvm|never mind|forget it|scratch that)(, leave it|, don't do it|, I'm good|, changed my mind).
@terse (never mind|forget it|drop it|leave it|stop)(.|, don't do it.|, changed my mind.)
@upset (forget it|you know what, forget it|never mind)(, it's not worth the bother|, don't do anything|, leave it).
""",
    "user/ask.refund_time": r"""
(when|how soon) (will|do|would) I (get|see|have) (the money|my money|the refund) (back|on my side|in my account|)?
how long (does|will|would) (the refund|that|the money|it) take (to arrive|to reach me|to come through|)?
@-terse and (the refund|the money), (when does that come|how long does that take|is that immediate)?
@-terse (do you know|can you say|any idea) (when|how soon) the (money|refund) (arrives|will be there|comes through)?
@polite (may|could) I (also |)ask (how long the refund takes|when I can expect the refund|when the money will arrive)?
@chatty (last bit|just so I can plan), (when does the money show up|how long until I see the refund)?
@casual (when do I get my money back|how long's the refund|hows the refund work, time wise)?
@terse (refund when|when's the refund|how long for the refund|and the money)?
@upset and (when|how long until) (I see|do I see) my money (again|back)?
""",
    "user/ask.total": r"""
(what|how much) (does|would|will) that (come to|be|cost) (in total|altogether|)?
what's the total (, then|then|for all that|)?
@-terse (can|could) you (tell me|work out|add up) (the total|what that comes to) (first|before we go on|)?
@-terse how much (is that|am I looking at|does it all come to) (altogether|all in all|in total)?
@polite (may|could) I ask what the total (would be|comes to|is)?
@chatty (I'm bad at sums|I can't add up to save my life), what (does that make|'s the total)?
@casual (whats|what's) (that|it all|the total) (come to|in total|gonna be)?
@terse (total|the total|how much in total|and in total)?
@upset and what (does that|is that going to) (cost me|come to) (in total|)?
""",
    "user/ask.other_person": r"""
(can|could) you (also |)(check|look up|look at) order {order_id}? it's (my (sister|neighbor|roommate|boss|dad|\
mother)'s|a friend's|my partner's).
@-terse my (roommate|sister|boyfriend|girlfriend|colleague|mother) asked me to (check|ask about) (their|an) order \
(too|), it's {order_id}.
@-terse what about {order_id}? that one (was placed by|belongs to) (my wife|my husband|a friend of mine|my \
brother|a coworker).
@-terse (there's also|and then there's) order {order_id}, (it's my (cousin|uncle|flatmate)'s|a friend placed it), \
but (they said I could ask|I'm handling it for them|I pay for it).
@polite (could I|may I) also ask about order {order_id}? it belongs to (my (grandmother|sister|friend)|a neighbor).
@casual can (u|you) check {order_id} too? (its|it's) my (buddy|roommate|gf|bf|sis)'s.
@terse (also|and) {order_id}, my (wife|husband|brother|roommate|friend)'s order.
@upset and (look at|check) {order_id} (too|as well), (that's my (wife|husband|mother)'s|my (son|daughter) placed it).
""",
    "user/ask.irrelevant": r"""
=topic:weather (by the way|quick aside|random question), (will it rain|is it going to rain|what's the weather going \
to be) (this weekend|tomorrow|where you are)?
=topic:weather (do you know|can you tell me) (what the weather is like|if it'll snow) (in Denver|in Boston|by the \
coast) (this week|on Saturday|tomorrow)?
=topic:recipe (by the way|while I wait), (do you have|know) a (good|quick|simple) recipe for (banana bread|lentil \
soup|pancakes|a vegetable curry|lasagna)?
=topic:recipe what (would you|could I) cook (tonight|for dinner) with (eggs and spinach|leftover rice|a bag of \
potatoes|two courgettes)?
=topic:joke (tell me a joke|know any good jokes|got a joke for me) (while I look for that|while I'm waiting|in the \
meantime|)?
=topic:joke (I could use a laugh|it's been a long day), (any jokes|do you know a joke)?
=topic:sports (who won|how did) (the game|the match|the final) (last night|yesterday|on Sunday) (end|)?
=topic:sports (do you follow|are you into) (basketball|football|tennis|hockey)? who (wins|takes it) this (year|\
season)?
=topic:homework (can|could) you help my (son|daughter|kid) with (a math problem|homework|long division|an essay on \
volcanoes) (real quick|for a second|)?
=topic:homework (what's|do you know) the (capital of Mongolia|square root of 1521|date of the moon landing)? it's \
for my kid's homework.
=topic:stocks (should I|would you) (buy|sell|hold) (tech stocks|gold|shares in an airline|index funds) (right now|\
this month|)?
=topic:stocks (what do you think|any opinion) (of|about|on) the stock market (these days|this week|)?
=topic:film (seen any good films|any film you'd recommend|what should I watch) (lately|tonight|this weekend)?
=topic:film what was that (film|movie) (called|again) where (the dog comes home|they're stuck in one day|the house \
floats away)?
=topic:translation how do you say ("good luck"|"happy birthday"|"where is the station") in (Italian|Japanese|\
Portuguese|Turkish)?
=topic:translation (can|could) you translate (a sentence|a letter|a menu) (into|to) (Spanish|French|Korean) for me \
(too|)?
""",
    "user/insist": r"""
is there really (no way|nothing you can do|no exception)?
@-terse (can't|couldn't) you make an exception (just this once|for once|here|in this case)?
@-terse I (understand|hear you|get that), but (surely there's some way|there must be something you can do|it's \
important to me).
@-terse (that doesn't help me|that's not much use to me), (please check again|can you look again|there must be a way).
@-terse (are you (sure|certain)|please look again)? (last time it worked|someone told me it would be possible|I \
don't see why that shouldn't work).
@polite (I understand|I appreciate that), but (might there be|is there) (any|some) (exception|other way|flexibility)?
@polite would you (please |)be so kind (as to check once more|and look again)?
@chatty (come on|oh please|pretty please), (surely someone can|it's such a small thing|there's always a way).
@casual (come on|cmon|really|seriously)(, no way around it|, nothing you can do|, can't you just do it)?
@casual (that sucks|not great|ugh). (no exceptions|any way around that|can't you bend the rules)?
@terse (really|seriously|no exception|no way at all|check again please)?
@upset (that's ridiculous|that's absurd|I can't believe this|you can't be serious). (I want this done|there has to \
be a way|do something).
@upset I (won't|don't) accept that, (check again|find a way|there must be an exception).
""",
    "user/accept": r"""
(ok|okay|all right|alright)(.|, that's fine.|, understood.|, I see.|, fair enough.)
@-terse (I see|understood|got it|fair enough|that makes sense), (thanks for explaining|no problem|then that's how it \
is|okay).
@-terse (okay|alright), (that works|that works for me|I can live with that|good to know).
@polite (I understand|that's quite all right|understood|of course), (thank you for letting me know|no problem at all|\
thank you).
@chatty (no worries|okay then|well, okay|can't be helped|fair enough), (thanks for checking|it was worth a try|I'll \
survive).
@casual (ok|k|kk|cool|gotcha|np|alright|no worries|all good)(.|, thanks.|, makes sense.)
@terse (ok|fine|understood|alright|got it).
@upset (fine|if you say so|well, OK|I suppose|not much choice, is there)(.|, then.)
""",
    "user/pick.order": r"""
(it's|that's|I mean|that would be) {order_id}.
(the one|the order) (I mean|I'm after|in question) is {order_id}.
{order_id}(, please|, that's the one|, that one|).
@-terse (ah|ok|right|of those|from that list), {order_id} (is the one|, please|it is).
@-terse (it must be|I think it's|looks like it's) {order_id}.
@polite it's {order_id}, (please|thank you).
@chatty (oh good, a list|there we go|aha), {order_id} (is the one|it is|, that one).
@casual {order_id} (pls|is the one|one|).
@terse *2 {order_id}.
@terse {order_id}
@upset {order_id}, (obviously|that one|there).
""",
    "user/thanks": r"""
(thanks|thank you)(.| very much.| so much.| a lot.| for your help.| for sorting that out.)
@-terse (thanks|thank you) for (your help|your patience|the quick answer|taking care of that|being so quick|all that).
@-terse,upset (great|perfect|good), (thanks|thank you)(.| for that.| for the help.)
@polite (thank you kindly|many thanks|I'm very grateful|I really appreciate your help|much obliged).
@polite thank you (so much|very much) for (your patience|your kind help|your time|the clear explanation).
@chatty (you're a star|that was painless|that was easier than I feared|you've made my day), (thanks|thank you).
@chatty (wonderful|brilliant|lovely|excellent), thank you (so much|), (that's a weight off my mind|one thing less to \
worry about|you've been great).
@casual (thx|ty|thanks|cheers|appreciate it|nice, thanks|awesome thanks|sweet, thanks)(.| a lot.| so much.| man.)
@terse (thanks|thx|thank you|great|good|great, thanks|ok, thanks).
@upset (well, thanks|thank you, I suppose|thanks|finally, thank you|good, that wasn't so hard)(.|, at least.)
""",
    "user/bye": r"""
(bye|goodbye|take care)(.| now.| then.)
@-terse,upset have a (good|nice|great|lovely) (day|one|evening|week|weekend).
@polite (goodbye|all the best|kind regards|I wish you a pleasant (day|evening)).
@chatty (take care|have a good one|enjoy the rest of your day|bye bye)(.|, and say hi to the warehouse.|, and thanks \
again.)
@casual (bye|cya|later|laters|peace|take it easy|have a good one).
@terse bye.
@upset (bye|goodbye|that's it from me|good day).
""",
    "user/nothing_else": r"""
(no|nope), (that's|that was|that is) (all|it|everything)(.| for today.| for now.| I needed.)
(that's|that was|that'll be) (all|everything|it)(.| for now.| for today.| from me.)
@-terse (nothing else|no, nothing else|nothing more)(.| for now.| today.| on my side.| that I can think of.)
@-terse no, I'm (all set|good|fine|done|happy)(.| now.| with that.)
@polite no, (thank you, that was all|that was everything|you've covered everything|that will be all).
@chatty (I think|I believe) (that's everything|we're done|that covers it|you've sorted me out)(.| , for once.| for \
this week.)
@casual (nah|nope|no)(, I'm good|, that's it|, all good|, that's all|, we're good).
@terse (no|nope|that's all|that's it|nothing else|all done|done).
@upset no(, that's enough for one day|, that's all|, I think we're done|, I've spent enough time on this).
""",
}
