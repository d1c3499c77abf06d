"""English users: the frames of a wish, from two words to a small story, and the wish to speak to a person.

The frames are the same for every wish and are made for each by name, because a rule cannot take another as a value;
what is put into them is in `en_wishes`, what goes before and after in `en_parts`.
"""

from __future__ import annotations

_WISHES = (
    "status",
    "orders",
    "cancel",
    "order_address",
    "items",
    "payment",
    "profile_address",
    "return",
    "exchange",
    "product",
    "catalogue",
    "total",
)
_FRAMES = {
    "user/want.<>": r"""
?first ?fresh ?start ?last *0.1 [<>.ask]
?first ?fresh ?start ?last *2 [setting] [<>.ask]
?first ?fresh ?start ?last *2 [<>.ask] [tail]
?first ?fresh ?start ?last *5 [setting] [<>.ask] [tail]
?first ?fresh ?start ?last *4 [intro] [<>.ask] [tail]
?first ?fresh !start ?last *0.5 [<>.ask]
?first ?fresh !start ?last *3 [<>.ask] [tail]
?first ?fresh !start ?last *3 [setting] [<>.ask] [tail]
?first ?fresh !start ?last *2 [intro] [<>.ask] [tail]
?first ?fresh !last *2 [<>.ask]
?first ?fresh !last *3 [setting] [<>.ask]
?first ?fresh !last *2 [intro] [<>.ask]
?first !fresh [<>.ask]
?first !fresh ?last [<>.ask] [tail]
!first *5 [further] [<>.ask]
!first *2 ?last [further] [<>.ask] [tail]
!first ?start [then] [<>.ask]
""",
    "<>.ask": r"""
*4 [<>.state]
(I'd|I would) like to [<>.i].
I (want|need) to [<>.i].
(can|could) you [<>.you]?
@-terse I'm (trying|looking|hoping) to [<>.i].
@-terse (is it|would it be) possible to [<>.i]?
how (do|can|would) I [<>.i]?
(can|could) I [<>.i]?
@-terse (I'm writing|I'm here|I came here|I'm messaging you) to [<>.i].
@-terse,upset I (need|could use|would like) (some|a bit of|a little) help, I'm trying to [<>.i].
please [<>.you].
@-terse what (do I need to do|would it take|are the steps) to [<>.i]?
@-terse,upset I was (wondering|going to ask) (if|whether) (I could [<>.i]|you could [<>.you]).
@-terse is there (a|any) way to [<>.i]?
@-terse,polite any chance (I could [<>.i]|you could [<>.you])?
@-terse what I (need|want|'m after) is simple: [<>.you].
@polite *3 (would|could) you (please|kindly) [<>.you]?
@polite *2 (I'd|I would) be (grateful|very grateful|glad|obliged) if you could [<>.you].
@polite (might|would) it be possible to [<>.i]?
@polite (may|might) I ask you to [<>.you]?
@polite if it's not too much trouble, (could you [<>.you]?|I'd like to [<>.i].)
@polite I (wonder|was wondering) (if|whether) you (might|could) be so kind as to [<>.you].
@polite I (would|should) like to [<>.i], if (I may|that's all right|you don't mind).
@chatty *2 so (basically|the thing is|what happened is), I('d like| need| want) to [<>.i].
@chatty I (figured|thought) I'd (just |)(ask|see) (if|whether) (you could [<>.you]|I could [<>.i]).
@chatty (long story short|to cut a long story short|anyway), I('d like| need| want) to [<>.i].
@chatty (what I'm really after|the thing I'm after|what I'd love) is to [<>.i].
@chatty do you think you could [<>.you]?
@chatty my (mission|task|goal) (today|this evening|for today) is to [<>.i].
@casual *2 (can|could) (you|u) [<>.you]?
@casual *2 I (wanna|need to|gotta|want to) [<>.i].
@casual (trying|tryna|hoping) to [<>.i]( here| rn|), (can you help|any ideas|what do I do)?
@casual (any way|is there a way) (to|I can) [<>.i]?
@casual (so|basically|ok so) (I need to|I want to|I'm trying to) [<>.i].
@casual (would be great|it'd be great|would be awesome) if you could [<>.you].
@casual please (can|could) (you|u) [<>.you]?
@upset *2 I need you to [<>.you].
@upset all I want is to [<>.i].
@upset (I just want|I simply want|I only want|I'd just like) to [<>.i].
@upset why is it so (hard|difficult|complicated) to [<>.i]?
@upset (please just|just|for once, please) [<>.you].
@upset I've been (trying|asking|waiting) to [<>.i] (and getting nowhere|without any luck|for too long).
@upset I shouldn't have to (beg|ask|write in|fight) to [<>.i].
@terse *4 (please |pls |)[<>.you].
@terse *2 (need|want|have|would like|trying) to [<>.i].
@terse *2 (can|could) you [<>.you]?
@terse (looking|hoping|wanting) to [<>.i].
@terse how (do I|to) [<>.i]?
@terse (I must|I have to|must) [<>.i].
""",
}


_QUESTIONS = frozenset(("status", "orders", "product", "catalogue", "total"))
"""Wishes to know, not to have something done."""


def _framed(wish: str) -> dict[str, str]:
    tail = "[tail.any]" if wish in _QUESTIONS else "[tail]"
    return {
        name.replace("<>", wish): text.replace("<>", wish).replace("[tail]", tail) for name, text in _FRAMES.items()
    }


RULES: dict[str, str] = {name: text for wish in _WISHES for name, text in _framed(wish).items()}
RULES |= {
    "user/greet": r"""
(hi|hello|hey) (there|)(.|,)
@plain,chatty (hi|hello)(.| everyone.| team.)
@polite (good (morning|afternoon|evening|day)|hello|dear team|hello to you all)(.|,)
@polite hello, (and thank you for taking my message|I hope I'm not interrupting|nice to meet you).
@chatty (hiya|hi there|hello there|hey there|hi hi|well hello)(.|,)
@chatty hello, (hope you're having a decent (day|week)|happy (Monday|Friday|weekend)|I hope someone's there).
@casual (hey|heya|hi|yo|hiya|sup|hey hey)(.|,)
@casual (hey|hi) (guys|all|folks|team)(.|,)
@terse (hi|hello|hey)(.|,)
@terse *2 hi.
@upset (hello.|hello?|hi.|hello, is anyone there?|hi, is this a real person?|right.|OK.)
""",
    # A further wish in a message that begins with it: what went before is taken note of.
    "then": r"""
(ok|okay|alright|all right|right|good|fine), (then|and now|next|now|)
@polite,plain,chatty (understood|I see|noted), (thank you|thanks). (then|now|next), maybe the other thing.
@polite,chatty (thank you|thanks)(.| for that.) (now|next), (the other thing|a second thing):
@plain,casual (cool|great|ok great|got it|perfect)(,|.) (so|next|now|and)
@upset (fine|right|whatever|OK)(.|,)
@terse (ok|k|right|good)(.|,)
""",
    "user/want.human": r"""
?first *4 ?fresh [setting] [human.why] [human.ask]
?first *0.1 [human.why] [human.ask]
?first @-terse ?fresh *2 [setting] [human.ask] [human.why]
?first *2 ?last ?fresh [setting] [human.why] [human.ask] [tail.human]
?first *2 ?last [human.why] [human.ask] [tail.human]
!first [further] [human.why] [human.ask]
!first ?start [human.ask] [human.why]
!first ?last [human.why] [human.ask] [tail.human]
""",
    "human.why": r"""
=topic:damaged_package my (parcel|package|delivery) (arrived|turned up|came) (crushed|soaked through|torn open|with \
one side caved in|in pieces|with the box ripped).
=topic:damaged_package the (box|carton|parcel) (was|looked like it had been) (dropped|thrown around|driven over|left \
in the rain) (on the way|before it got here|by the courier|).
=topic:damaged_package the courier (left|handed me) a (parcel|box) that was (badly dented|half open|wet|falling \
apart), (I have photos|I took pictures|and I took photos of it).
=topic:damaged_package I (received|got) a (damaged|broken|battered) (parcel|package), and (I have pictures|the \
contents didn't survive|it's clearly from the transport).
=topic:complaint I('d like| want| have) to (make|file|register|lodge) a complaint (about how this was handled|about \
your service|about the way I've been treated|).
=topic:complaint I'm (not happy|unhappy|really not satisfied|disappointed) with (how this is going|the service|the \
way this was handled|your answers).
=topic:complaint this (isn't|is not) (the service I expect|good enough|acceptable|how you treat customers).
=topic:complaint (nothing|none) of (this|what I was told) (helps|has helped|solves my problem).
=topic:warranty I have a (question about|problem that should fall under|claim under) the warranty (of something I \
bought here|on a purchase|) .
=topic:warranty (something I bought|a purchase of mine) (broke|gave up|stopped working|failed) after (a year|ten \
months|several months|a while)(, I think that's (under warranty|covered by the warranty).|. is that covered by the \
warranty?)
=topic:warranty I (need|want) to know (how long the warranty lasts|whether the warranty still applies|what exactly the \
warranty covers|what to do for a warranty claim).
=topic:warranty who (handles|deals with|takes) warranty (claims|questions|cases)?
=topic:bulk_order we're (kitting out|furnishing|equipping) (an office|a school|a new branch|a community center|a \
team) and (need|want|are looking at) (forty|sixty|a hundred|two hundred|several dozen) (pieces|units) (of the same \
thing|).
=topic:bulk_order I('d like| want) to (talk about|get a quote for|discuss) a (large|bulk|company) order (for my \
company|for our school|for the office|).
=topic:bulk_order do you (give|have|offer) (discounts|special prices|better terms) (for|on) (bulk|large|company) \
orders?
=topic:bulk_order I'm (buying|ordering) for (a company|a club|a school|an event) and need (a large quantity|far more \
than the site lets me add|a quote first).
=topic:invoice I need (a proper|an official|a corrected|a printed) invoice (for my (accountant|employer|tax return|\
company)|with our company name on it|).
=topic:invoice my (accountant|boss|tax adviser|bookkeeper) (wants|is asking for|needs) an invoice (for a purchase \
here|).
=topic:invoice the invoice I (got|received) (has the wrong name on it|is missing our tax number|doesn't show the \
company name).
=topic:invoice (where|how) (do|can) I get an invoice (for|to go with) (a purchase|my records|something I bought here)?
=topic:privacy I (want|would like) to know (what data you keep about me|how you use my data|who gets to see my data).
=topic:privacy I (have|had) a (question|concern) about (my personal data|privacy|how you store my details).
=topic:privacy I('d like| want) (a copy of|to delete) (all the data|the personal data|everything) you have (on me|\
about me|stored under my name).
=topic:privacy I (keep getting|started getting) (mail|calls|adverts) (from companies I don't know|from strangers), \
and I (suspect|wonder if) my data (was passed on|got out).
""",
    "human.ask": r"""
(can|could) I (talk|speak) to (a person|a human|someone|somebody) (about that|about this|), please?
(please |)(put|pass) me (through|on) to (a person|someone|a colleague|a human being).
I('d like| want| need) to (talk|speak) to (a real person|a human|somebody|an agent) (about this|about it|).
(is there|isn't there) (a person|someone|anyone) I (can|could) (talk|speak) to (about this|)?
@-terse I (think|believe|guess) this (needs|is one for) a (person|human), so (please connect me|could you transfer \
me|please hand me over).
@polite would you (kindly|please) (connect|transfer) me (to|with) (a colleague|a member of your team|someone who can \
help)?
@polite (may|might) I speak with (a colleague of yours|a member of staff|someone in person) about (this|that)?
@chatty (no offense|nothing personal), but (I'd rather talk|I'd feel better talking) to (a person|a human) about \
(this|that one).
@casual (can|could) (u|you) get me a (human|real person|person) (please|)?
@casual (human please|need a real person for this|can I just talk to someone).
@upset (get|give) me (a manager|a person|a human|someone in charge)(, please|, now|).
@upset I'm (done|finished) (typing|chatting), (connect me to|I want to talk to|put me on to) (a person|someone in \
charge).
@terse (human|agent|real person|a person) please.
@terse (transfer|connect) me to (a person|a human|an agent).
""",
    "tail.human": r"""
(thanks|thank you|thanks a lot|thank you for understanding|much appreciated|that would help).
@terse (thanks|today if possible|soon please|I'll wait|can hold|phone or chat is fine).
@-terse (phone|chat|either phone or chat) is (fine|fine by me|okay with me).
@-terse,upset I (don't mind waiting|can wait|can hold) (a bit|a few minutes|).
@-terse this isn't something (for a form|I can solve online|I want to type out).
@upset (and no, another article won't help|and not another FAQ link|today, if possible).
@polite (I appreciate it|that would be very kind|thank you for understanding).
""",
}
