"""The words that sentence splitting knows: which ones are abbreviations, which ones open a sentence.

The lists are our own: what editors and dictionaries call abbreviations in American English, and the function words
of the language. Two that everybody would add are left out: after "e.g." and "etc." the tokenizer that these scores
are compared with ends a sentence, and so do we.
"""

from __future__ import annotations

import re


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


ABBREVIATIONS = _words(
    "mr mrs ms messrs dr prof st sr jr gen col maj lt capt sgt adm gov sen rep hon rev",
    "co corp cos inc ltd bros",
    "jan feb aug sept oct nov dec tues wed thurs fri",
    "ala ariz calif colo conn fla ill ind kan mass mich minn miss nev okla ore pa tenn tex va vt wash wis wyo",
    "ave blvd dept est ft mg vs ph.d",
)
"""Words, without their full stop, after which a full stop does not end a sentence by itself."""

_NOT_ABBREVIATIONS = _words("e.g i.e")
_SPELLED = re.compile(r"[a-z](?:\.[a-z])+")

OPENERS = _words(
    "a although an and as at because but by despite during even for from he her his how however i if in instead it its",
    "many meanwhile moreover most my no nor not of on one our she since so some such that the their then there",
    "these they this those though thus to under until we what when where whether which while who with yet you",
)
"""Words that open a sentence even after an abbreviation, when they are written with a capital."""

ORDINARY = OPENERS | _words(
    "about above after again all also always another any are be been before being below between both can could did do",
    "does each either every few first had has have here him into is just last later least less let like little long",
    "made make may me might more much must near never new next none nothing now off often once only or other out over",
    "own perhaps please rather second several shall should than them third three through today together too two up us",
    "use used using very was were whatever whom whose why will within without would yes your",
)
"""Words that are no names, though they may be written with a capital."""


def is_known_abbreviation(word: str) -> bool:
    """Whether a lower-case word without its full stop is an abbreviation: a listed one, or letters like u.s or j.r."""
    if word in ABBREVIATIONS:
        return True
    return _SPELLED.fullmatch(word) is not None and word not in _NOT_ABBREVIATIONS
