"""English for conversations about any tools, in the notation of the grammar."""

from __future__ import annotations

RULES: dict[str, str] = {
    "hello": r"""
*3 (Hi|Hello|Hey)(,| there,)
Good (morning|afternoon|evening),
@chatty,casual Hey (there|you),
@polite (Hello|Good day), (hope you're well.|I hope you can help me.|thanks for being here.)
@chatty Hi, (me again.|quick one for you.|it's been one of those days.|hope your day is going well.)
""",
    "why": r"""
I('m| am) (sorting|straightening) (a few things|some loose ends|my affairs) out (today|this week|at the moment|before the weekend|while I have time)
I (promised|told) (a friend|my sister|my partner|a colleague|my boss|my neighbour|my dad) I'd (take care of|look into|see to|deal with) this (today|by tonight|this week|)
I've been (meaning|trying) to (do|get to|deal with) this (for days|all week|since yesterday|for a while|ever since Monday)
(someone|a friend|a neighbour|my colleague|a person on the phone) (said|told me|mentioned) you could (help|help with this|do this here|sort it out)
I'm (planning|preparing|getting ready) for (next week|the weekend|a visit|a busy month|a trip|an inspection|the holidays)
I'm a bit (short on time|in a hurry|pressed for time) (today|right now|this morning|)
this (has been|is) on my (list|desk|mind) (for today|for ages|since Monday|since last week|)
I (couldn't|can't) (find|figure out|see) (how to do this|where to do this|the right page) (on my own|myself|on the website|in the app|on my phone)
it('s| is) (my first time here|the first time I'm trying this|all new to me)
I'm on (the train|my lunch break|my phone|the move) (right now|), so (bear with me|short answers are fine|I may be slow to reply)
my (notes|papers|records) are (a mess|incomplete|not up to date), (sadly|and I want to fix that|which is why I'm asking)
(last time|yesterday|this morning) I (got cut off|gave up halfway|had no luck), so (here I am again|I'm trying once more)
(we|my team and I|my family and I) need (it|this) (for tomorrow|soon|before the end of the week)
I like to (have things in order|double-check everything|get things done early)
(between two meetings|before my coffee gets cold|while the kids are asleep), I thought I'd (get this done|take care of something)
""",
    "soon": r"""
(if you can|if possible|when you have a moment|whenever you're ready)
(today|right away|now) if (possible|you can)
(thanks|thank you|much appreciated|cheers)(| in advance| already)
""",
    "ask.you": r"""
*3 (could|can|would) you (please |kindly |quickly |)
would you mind helping me
any chance you (could|can)
(would it be|is it) possible for you to
could I (get|ask|trouble) you to
do you think you (could|can)
would you be able to
might you (be able to|)
are you able to
(is there any way|what are the odds) you (could|can)
will you (please |)
""",
    "i.want": r"""
I('d| would) (like|love|need) to
I (need|want|have|wish) to
I('m| am) (trying|looking|hoping|here) to
I was (hoping|wanting|going) to
I(| really| just| only) need to
my (plan|goal|task|aim|idea) (today|) is to
(all I want|the only thing I want) is to
I('ve| have) (got|come) to
it's time for me to
I('d| would) (prefer|be happy) to
""",
    "wish": r"""
(help me|please help me) {tool:action}.
(can|could) you (please |)help me {tool:action}?
what I need (today|) is for you to {tool:action}.
what I need (from you|today|) is help to {tool:action}.
*3 [ask.you] {tool:action}?
*4 [i.want] {tool:wanted}.
@polite I would be grateful if you could {tool:action}.
@polite may I ask you to {tool:action}(, please|)?
@polite would you be so kind as to {tool:action}?
@terse {tool:action}(, please|).
@terse need to {tool:wanted}.
@casual,chatty so (basically|) I('d love| want) to {tool:wanted}.
@casual gotta {tool:wanted}(, can you help|).
@casual can u {tool:action}?
@upset I (need|have) to {tool:wanted}(,| and) (it can't wait|I've already lost enough time|please don't send me round in circles).
@upset why is it so hard to {tool:wanted}? (Please help|Can you do it).
@chatty here's the thing: I (want|need|'d like) to {tool:wanted}.
the (thing|task|job) (for today|at hand|) is (simple|this): {tool:action}.
is there a way to {tool:wanted}(| here| with you)?
how (do|can|would) I {tool:wanted}(| here)?
(let's|let us) {tool:action}.
please {tool:action}.
""",
    "wish.with": r"""
*3 [ask.you] {tool:action} {given:details}?
*4 [i.want] {tool:wanted} {given:details}.
@polite I would be grateful if you could {tool:action} {given:details}.
@polite would it be all right to {tool:action} {given:details}?
@terse {tool:action} {given:details}.
@terse {tool:action}: {given}.
@casual can u {tool:action} {given:details}?
@upset I need to {tool:wanted} {given:details} and I('d rather not| don't want to) (wait|explain it all again).
please {tool:action} {given:details}.
is it possible to {tool:wanted} {given:details}?
""",
    "user/want": r"""
!first !back *2 [further] [wish.more]
?back *2 [back] [wish.more]
?first !given *2 [hello] [wish]
?first !given [hello] [wish] [soon].
?first !given [wish]
?first !given [hello] [why], so [i.want] {tool:wanted}.
?first !given [why]. [wish]
?first !given [wish] [why].
?first ?given !many *2 [hello] [wish.with]
?first ?given !many [wish.with]
?first ?given !many [hello] [wish] {given}.
?first ?given !many [wish] {given}. [soon].
?first ?given !many [hello] [why]. [wish.with]
?first ?given !many [why]. [wish] {given}.
?first ?given !many [wish.with] [why].
?first ?given !many [hello] [why], so [i.want] {tool:wanted}. {given}.
?first ?given ?many *2 [hello] [wish] [here]: {given}.
?first ?given ?many [wish] {given}.
?first ?given ?many [hello] [why]. [wish] [here]: {given}.
?first ?given ?many [wish] {given}. [soon].
""",
    "here": r"""
(here are|these are) the (details|facts)
here's (what I have|everything|what you need|all I know)
(details|the details are as follows)
""",
    "back": r"""
(Okay|Right|Fair enough|No problem|Understood|Well, then)(,|:) (then to the point:|to business:|what I actually came for:|here's my real question:|then)
(Worth a try|Never mind that|Had to ask|Just checking)(.|, anyway.) (The real reason I'm here:|What I really need:|My actual request:|Anyway,)
""",
    "further": r"""
(One more thing|Another thing|Something else|Oh, and|While we're at it|Next|Also|And one more)(,|:)
(Great|Good|Perfect|Okay|Thanks|Lovely|All right)(, then|. Then|. Next|, one more thing|. Also|. And)(,|:)
(Before I go|Since you're here|As long as we're talking),
Thanks for that. (Now|Next),
""",
    "wish.more": r"""
!given *2 [ask.you] {tool:action}?
!given *2 [i.want] {tool:wanted}.
!given please {tool:action}(| as well| too).
?given !many *2 [ask.you] {tool:action} {given:details}?
?given !many [i.want] {tool:wanted} {given:details}.
?given !many please {tool:action}(| as well). {given}.
?given ?many [i.want] {tool:wanted}. [here]: {given}.
?given ?many [ask.you] {tool:action}? {given}.
""",
    "user/give": r"""
!many *2 {given}.
!many (Sure|Of course|Yes|Okay|Right|Certainly)(,|:) {given}.
!many (Sure|Let me check|One second|Hold on|Let me look|Just a moment). {given}.
?single (That would be|It should be|I believe it's|Here you go:|Here it is:|There you go:) {given:one}.
?single @terse,casual {given:one}
!many @polite Certainly(,|.) {given}.
!many @polite Of course(, thank you for asking|). {given}.
!many @upset (Fine|All right). {given}.
!many @chatty (Ah yes, forgot that.|Oh right, I should have said.|Good question.) {given}.
?many *2 {given}.
?many (Sure|Of course|Okay|Here goes|Here we go|Here you are): {given}.
?many (One moment|Let me get that|I have it all here|I wrote it down). {given}.
?many @upset (Fine|All right), {given}.
?many @chatty That's a lot to type, but here: {given}.
""",
    "user/pick": r"""
(The one I mean is|I mean|It's|That would be|Let's take|I'd go with|Please take|Make it) {given:one}(, please|).
(|The )(one with |){param:label} {given:one}(, please| please|).
@terse,casual {given:one}
@polite {given:one}(, please|, if I may).
@chatty (Hm|Let me see|Let me think), {given:one}(, I think|, that's the one|).
{given:one}(, that's the one| it is| is the one I mean| would be right).
""",
    "user/correct": r"""
(Oh, sorry|Sorry|My mistake|Oops|Ah, a typo|I mistyped that)(,|:) (it's|it should be|the right one is|I meant|make that) {given:one}.
(Let me check|Let me look again|Hold on|One second|Hmm). (It's|It should be|The correct one is) {given:one}.
(I got one digit wrong|I mixed up a digit|I misread my own note)(,|:) {given:one}.
@terse {given:one}
@upset (That's odd|Strange). Then try {given:one}.
@polite I apologise, the correct {given.0.0:label} is {given:one}.
""",
    "user/change": r"""
(Actually|Wait|Hold on|Hmm|On second thought|Sorry), (make that|let's make it|change that to|I'd rather have|can we do) {given:one} (for the {given.0.0:label}|instead).
(Almost|Nearly|One change): (the {given.0.0:label} should be|I'd like the {given.0.0:label} to be) {given:one}.
(Sorry|Oh), I (changed my mind|thought again)(:|,) {given.0.0:label} {given:one}, please.
@terse No, {given.0.0:label} {given:one}.
""",
    "user/yes": r"""
(Yes|Yes, please|Yep|Yeah|Sure)(.|, go ahead.|, do it.|, that's right.|, that's correct.|, please go ahead.)
(That's|All) (right|correct|fine|good)(,|.) (go ahead|please do|please proceed|do it)(.|, please.)
(Go ahead|Please go ahead|Please do|Do it|Confirmed|I confirm)(.|, thanks.|, thank you.)
@polite Yes, (please|that is correct), (thank you|I'd appreciate that|kindly proceed).
@terse (Yes|Yep|Ok|Go)(.|)
@upset Yes, (finally|that's what I said|just do it).
@chatty (Yes|Perfect, yes|Sounds good, yes)(,|.) (that's exactly what I want|let's do that|go for it).
(Looks|Sounds) (good|right|fine)(, yes| to me)(.|, go ahead.)
(Exactly|Precisely|Correct|Agreed|Absolutely)(,|.) (carry on|please continue|you may go ahead|that's how I want it|no changes).
(I've checked it|I read it through|I had another look)(,|:) (all good|it's right|yes, go ahead|please carry on).
""",
    "user/no": r"""
(No|No, thanks|Actually, no|Hmm, no|Wait, no)(,|.) (leave it as it is|I'd rather not|let's not|please don't|I need to think about it).
(I've changed my mind|On second thought)(,|:) (don't do it|let's leave it|leave everything as it is|please leave it).
@terse No(|, leave it).
@polite No, thank you, (I would rather leave it for now|I'd like to think it over first).
@upset No, (that's not what I want|forget it|leave it).
""",
    "user/accept": r"""
(Okay|I see|All right|Fair enough|Understood|Oh well|Got it)(,|.) (thanks for trying|thanks anyway|I'll look into it|I'll check on my side|never mind then|I'll try again later).
@upset (Great|Wonderful|Of course). (I'll try elsewhere|Never mind|Then that's that).
@terse Ok(|, thanks).
@polite I understand, thank you for (checking|your help|explaining).
""",
    "user/thanks": r"""
(Thanks|Thank you|Many thanks|Thanks a lot|Thank you so much)(.|, that's all.|, that helps.|, that was quick.|, that's all I needed.)
(Noted|Got it|Understood|Clear)(,|.) (that answers it|that settles it|nothing more from me|I can work with that).
(I'll write that down|I'll pass that on|Good to know|That's a relief)(.|, thanks.|, much appreciated.)
(Brilliant|Super|Very good|Splendid|Right)(,|.) (one thing less to worry about|off my list|I can tick that off|now I can get on with my day).
(Great|Perfect|Wonderful|Good|Lovely|Excellent)(,|.) (thanks|thank you|that's all|that helps|just what I needed).
(That's|That was) (all|everything|it)(| for today| for now)(,|.) (thanks|thank you|cheers).
@terse (Thx|Thanks|Ok thanks)
@casual (cheers|awesome|nice|cool)(, thanks|, that's it|)
@upset (Good|Finally|At last). Thanks.
@polite Thank you (very much|kindly) for your (help|patience|time).
@chatty (You've been a great help|That was easier than I thought|You made my day)(.|, thank you.)
(No, that's all|Nothing else|That'll be all)(,|.) (thanks|thank you).
""",
    "user/bye": r"""
(That's all|Nothing else|I'm all set|I'm good)(| for now| for today)(.|, bye.|, goodbye.|, have a nice day.)
(Bye|Goodbye|See you|Take care)(.|, and thanks.)
(Okay|All right)(,|.) (that's everything|I'm done here|talk to you later).
""",
    "user/ask.help": r"""
[hello] what can you (do|help me with|actually do)(| here| for me)?
[hello] [why]. (What are you able to do|What sort of things can you do|How can you help me)?
(Just curious|Quick question|I'm new here)(,|:) what (kind of things|sort of requests|tasks) do you (handle|take care of|help with)?
[hello] (can you tell me|I'd like to know|I was wondering) what you can help (me |)with(.|, please.)
(Before I start|First of all)(,|:) what (is possible|can I ask you for|can be done) here?
[hello] is there (an overview|a list) of (what you can do|the things you handle)?
""",
    "user/ask.irrelevant": r"""
=topic:weather ([hello]|) (will it rain (tomorrow|this weekend) (where you are|by the sea|in the mountains)|do you think (the sun will come out|it will snow) (later|this week))?
=topic:recipe ([hello]|) (do you have|can you give me|got) a (good|simple|quick) recipe for (pancakes|lentil soup|banana bread|a birthday cake)?
=topic:joke ([hello]|) (tell me a joke|do you know any jokes|make me laugh)(, please|, I need one|).
=topic:sports ([hello]|) who (won|do you think will win) the (match|game|cup final|race) (last night|this weekend|on Sunday)?
=topic:homework ([hello]|) (can|could) you (write|do|finish) my (history|biology|geography) (essay|homework) (for me|by tomorrow)?
=topic:stocks ([hello]|) (should I|is it a good time to) (buy|sell) (gold|tech shares|bonds)(| now| this month)?
=topic:film ([hello]|) (which|what) (film|movie|series) should I watch (tonight|this weekend|with the kids)?
=topic:poem ([hello]|) (write|can you write) me a (poem|short poem|haiku) about (autumn|my cat|the sea)(, please|).
""",
    "assistant/ask": r"""
*2 (Could|Can|Would) you (give|tell) me {params}(, please|)?
!again (Sure|Of course|Certainly|Happy to help|Gladly)(,|.) (could|can) you (give|tell) me {params}?
!again (I can do that|I'll take care of it|Let's do that|No problem). (What is|Could you tell me) {params}?
!again (I can do that|I'll see to it|No problem)(, I just need|. I'll need) {params}.
To (do that|go on|continue), I (need|will need|still need) {params}.
!again @warm (Happy to help with that|I'd be glad to). (May|Could) I have {params}?
@brief I need {params}.
@brief Please send {params}.
!again @formal (Certainly|Of course). (Please provide|Kindly state) {params}.
!again @formal (Certainly|Of course). May I ask for {params}?
?again (And|Then|Next,) (what is|may I have|could you tell me) {params}?
?again (Thanks|Thank you|Got it|Noted)(.|,) (I also need|now I need|next I need|that leaves) {params}.
""",
    "assistant/ask.choice": r"""
For the {param:label}, I (see|found|have) (several|a few|more than one) (here|options): {options:choices}. (Which one|Which of them) (do you mean|is it|shall I take|should I use)?
(Which|Which of these) (do you mean|should I use|is the right one): {options:choices}?
There (is more than one option|are a few to choose from): {options:choices}. (Which one|Which) would you like?
@brief {options:choices}: which one?
@warm (I found a few for you|Here is what I found): {options:choices}. Which one (would you like|is it)?
@formal The following are (on record|available): {options:choices}. Please (tell me which one|choose one).
""",
    "assistant/summarise": r"""
!given (Just to confirm|Before I go ahead|To be sure)(:|,) I (will|am about to) {tool:action}. (Shall I go ahead|Is that right|Do you want me to proceed)?
!given (Here is what I'll do|This is what I would do): {tool:action}. (Shall I|May I proceed|Do you confirm)?
!given I('m| am) ready to {tool:action}. (Is that all right|Okay to continue|Do you agree)?
!again ?given (Just to confirm|To confirm|Before I go ahead|Let me check I have this right)(:|,) I (will|would|am about to) {tool:action} with {given:terms}. (Shall I go ahead|Is that right|Do you want me to proceed|Okay to continue)? \(yes/no\)
!again ?given (Here is|This is) what I('ll| will| would) do: {tool:action}, {given:terms}. (Shall I proceed|Should I go ahead|Is that correct|Do you confirm)?
!again ?given I('m| am) (ready|about) to {tool:action}: {given:terms}. (Can you confirm that|Is that all right|May I go ahead|Do you agree)?
!again ?given @brief {tool:action}: {given:terms}. (Confirm|OK|Proceed)?
!again ?given @formal (I will now|I would now) {tool:action} as follows: {given:terms}. Do you (confirm|agree)?
!again ?given @warm (Great, almost there|All set on my side)(:|.) I'd {tool:action} with {given:terms}. Does that (look|sound) right (to you|)?
?again (Sure|Of course|No problem|All right)(, changed|)(:|.) (so that is|now it reads) {given:terms}. (Shall I go ahead|Okay now|Is that right|May I proceed)?
?again (Updated|Noted)(:|.) {given:terms}. (Do you confirm|Shall I go ahead)?
""",
    "assistant/done": r"""
?fields *2 (Done|That's done|All done|It's done|That worked). {fields}. [offer]
?fields (I've taken care of it|That went through|The request went through|It has been carried out). {fields}. [offer]
?fields @formal (The request has been carried out|This has been completed). {fields}. [offer]
?fields @brief Done. {fields}.
!fields *2 (Done|That's done|All done|It went through|That worked)(.|, everything went through.) [offer]
!fields (I've taken care of it|The request has been carried out). [offer]
""",
    "offer": r"""
*2 (Is there anything else|Anything else) (I can do for you|I can help with|you need)?
(Let me know|Just tell me) if (there is anything else|you need anything else|you'd like something else).
(Can I help with anything else|What else can I do for you)?
@brief Anything else?
@brief (|That's all from my side.)
@formal (Should you need anything further|If there is anything else), (please let me know|I am at your disposal).
""",
    "assistant/tell": r"""
?fields *3 (Here is what I found|Here you go|I found it|I looked it up|This is what I see|Here's the information)(:|.) {fields}.
?fields (I had a look|I checked)(:|,|.) {fields}.
?fields (Here is what I found|Here's the information|This is what's on record):{fields:lines}\n[offer]
?fields (According to the system|The system shows|It shows the following)(:|,) {fields}.
?fields (I found it|Here it is). {fields}. [offer]
?fields @brief {fields}.
?fields @warm (Good news, I found it|Happy to tell you)(:|.) {fields}. [offer]
?fields @formal the (record|result) reads as follows: {fields}.
?found !more *2 (I found|There is|Here is what came up|The search gives): {found}. [offer]
?found !more (These are the results|This is what I found): {found}.
?found ?more *2 (I found several, for example|Among the results are|The first few are) {found}. [offer]
?found ?more (There are quite a few, such as|The list is longer, but it begins with) {found}. (Would you like to know more about one of them|Is one of these what you need)?
?empty (I'm afraid|Unfortunately|I'm sorry, but) (nothing|no match) (came up|was found)(| for that). (Would you like to try something else|Shall we try other details)?
?empty (The search came back empty|There are no results for that). [offer]
!fields !found !empty (I've checked, and it came back without details|The request went through, but there is nothing more to tell). [offer]
""",
    "assistant/not_found": r"""
(I'm sorry, but|Sorry, but|Hmm,|I'm afraid) I (can't|couldn't|cannot) find (anything|a match) for {param:label} {value}. (Could you check it|Could you double-check it|Is that spelled correctly|Would you look again)?
(The system has no|There is no match for|Nothing comes up for) {param:label} {value}. (Could there be a typo|Could you check it once more|Could you verify it)?
@brief {param:label} {value} isn't known. Please check.
@formal (Unfortunately|I regret), no entry exists for {param:label} {value}. Please verify (it|the details).
""",
    "assistant/failed": r"""
(I'm sorry, but|I'm afraid|Unfortunately,) (that didn't work|the request was refused|this can't be done)(:|. The system says:) {error}.
(I tried, but the system answered|The system refused this with the message): {error}. (I'm sorry about that|Nothing was changed).
@brief (That failed|Not possible): {error}.
@formal (Regrettably|Unfortunately), the request could not be carried out: {error}.
""",
    "assistant/unchanged": r"""
(No problem|All right|Of course|Understood|Sure)(,|.) (I've left everything as it is|nothing has been changed|I won't do anything|everything stays as it was). [offer]
(That's fine|Okay)(.|:) (Nothing was changed|I haven't changed anything). (Just tell me if you change your mind|Come back any time).
""",
    "assistant/bye.sorry": r"""
(I'm sorry I couldn't do more|Sorry about that|I wish I could have done more)(.|, take care.|, have a good day anyway.)
(Feel free to|Please) (come back|get in touch) (any time|whenever you like|if you need anything else).
@formal (I regret the inconvenience|Thank you for your understanding). Goodbye.
@brief Sorry(.| about that.)
""",
    "assistant/bye": r"""
(You're welcome|My pleasure|Glad I could help|Happy to help|Any time)(.|, have a good day.|, take care.|, goodbye.)
(Have a (nice|good|great) (day|rest of the day)|Take care|All the best|Goodbye)(.|, and thanks for getting in touch.)
@formal (You are welcome|It was a pleasure). (I wish you a pleasant day|Goodbye).
@brief (You're welcome|Welcome|Bye).
@warm (It was nice helping you|So glad that's settled)(.|, have a lovely day.)
""",
    "assistant/tell.help": r"""
(I can help you|You can ask me|I'm here) to {tools}(, among other things|, for example|). (What would you like to do|What do you need)?
(For example, I can|Here's what I can do:|With the tools I have, I can) {tools}. (Is one of these what you're after|What would you like)?
@brief I can {tools}.
@formal (My tools allow me|I am able) to {tools}. (How may I assist you|What may I do for you)?
""",
    "assistant/refuse.irrelevant": r"""
(I'm sorry, but|I'm afraid|Sorry, but) (that's|this is) (not something I can help with|outside of what I do|beyond what my tools can do)(| here). (Is there something else I can do|What else can I help you with|Can I help with something else)?
(I'd love to|I wish I could), but (I can only help with what my tools cover|that isn't something I have a tool for). (What else can I do for you|Anything else)?
@brief I can't help with that here. Anything else?
@formal (Regrettably|Unfortunately), this lies outside of what I can assist with. (How else may I help)?
""",
}
