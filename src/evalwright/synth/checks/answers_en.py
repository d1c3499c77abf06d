"""English phrases by which a user agrees or declines; they are looked for in lower case."""

from __future__ import annotations

import re


def _phrases(*parts: str) -> re.Pattern[str]:
    """A pattern for whole words."""
    return re.compile(rf"\b(?:{'|'.join(parts)})\b")


NEGATIONS = ("no", "n't", "dont")
"""Every phrase of the next three holds one of these; most answers hold none, and are not searched for them."""

MEANS_YES = _phrases(
    r"no (?:problems?|worries|objections?|complaints?|doubt|issues?)",
    r"not a problem",
    r"(?:don't see )?why not",
    r"can't (?:see|think of) (?:any|a) (?:problem|reason)s?",
)
"""Agreement with a no in it."""

BESIDE_THE_POINT = _phrases(
    r"no (?:other|more|further) (?:changes?|questions?|requests?)",
    r"nothing (?:else|more)",
    r"no need to (?:wait|hold|check|ask|change)",
    r"don't (?:worry|wait|mind)",
    r"(?:don't|do not|won't|no longer) (?:really |actually )?(?:need|want|use) "
    r"(?:it|them|this|that|these|those|the \w+)(?: (?:anymore|any more|any longer))?",
    r"(?:no longer|not) (?:need(?:ed)?|want(?:ed)?)(?: (?:anymore|any more))?",
    r"does(?:n't| not) (?:fit|work|suit)",
    r"can't wait",
    r"if not",
    r"not in a (?:rush|hurry)",
    r"no (?:rush|hurry)",
)
"""A no that is not about the proposal: reasons, haste, other wishes."""

NOT_TO_DO = re.compile(
    r"\b(?:don't|dont|do not|please not|not|no need to) (?:please )?(?:do|go|proceed|confirm|make)\b[^.,;!?]*"
)
"""A yes turned around: "don't do that"."""

NO = _phrases(
    "no|nope|nah|not|don't|dont|do not|won't|wouldn't",
    "never ?mind|nvm|forget (?:it|about it|that|the whole)|scratch that|skip (?:it|that)|drop it",
    "reconsidered|thought better",
    r"leave (?:it|that|them|things?|everything)(?: \w+){0,2} (?:as|alone|be|is|are)|leave it",
    "hold o(?:ff|n)|stop|wait",
    "changed my mind|second thoughts?|rather keep",
    "keep (?:it|them|things|everything|the order|that)",
)

YES = _phrases(
    "yes|yep|yup|yeah|yea|ya|aye|sure|ok|okay|k|correct|exactly",
    "absolutely|definitely|certainly|of course|by all means|agreed|i agree|approved?",
    "confirm(?:ed|ing)?|go ahead|go for it|please do|proceed|do (?:it|that|so)|make it so|let's (?:do|go)",
    "(?:that|this|it|all)(?:'s| is| was)? (?:all )?(?:right|correct|fine|good|perfect|ok|okay)",
    "(?:sounds?|looks?) (?:good|right|fine|great|correct|perfect)",
    "works(?: for me)?|all good|good to go|green light|happy with (?:that|this)|you (?:can|may) (?:go|proceed)",
)

BEGINS_YES = re.compile(
    r"\W*(?:(?:oh|um|well|hmm|hi|ok|okay|great|alright|all right|perfect|thanks|thank you|right),?\W*)*"
    r"(?:yes|yep|yup|yeah|yea|sure|confirmed|please (?:do|go ahead|proceed)|go ahead|i confirm|i do)\b"
)
BEGINS_NO = re.compile(
    r"\W*(?:(?:oh|um|well|hmm|actually|sorry|ok|wait),?\W*)*"
    r"(?:no|nope|nah)\b(?! (?:problem|worries|objection|issue|rush))"
)

PROVISO = _phrases(
    "but|however|except|instead|actually|unless|only if|as long as|provided",
    "before you do|one (?:more )?(?:thing|change)|first(?! name)|wait|hold on|hang on|make that|make it (?!so)",
)
"""What makes a yes before it no plain yes."""
