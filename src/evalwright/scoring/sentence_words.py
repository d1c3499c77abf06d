"""The words that sentence splitting knows: which ones are abbreviations, which ones open a sentence.

What the English Punkt model treats as an abbreviation is decided by its training text, a business newspaper: it
knows states, months and companies, but neither "e.g." nor "etc.", after which it ends a sentence. These lists say
the same of the same words, so that a text is split as there.
"""

from __future__ import annotations

_TITLES = "adm col dr gen jr lt maj messrs mr mrs ms prof rep reps sen sr st"
_FIRMS = "bros cie co corp cos inc ltd b.v l.p n.v s.a s.p.a"
_CALENDAR = "jan feb aug sep sept oct nov dec tues wed fri a.d a.m p.m yr"
_STATES = (
    "ala ariz calif colo conn ct fla ga ill kan ky mich minn nev ok okla ore pa tenn va vt wash wis w.va "
    "d.c l.a n.c n.d n.h n.j n.m n.y r.i s.c"
)
_PLACES = "ave sw u.k u.n u.s u.s.a u.s.s.r"
_OTHERS = "chg ft mg vs m.b.a ph.d c.v"
_LETTERS = "c d e f g h k l m n p r s t v w"
_INITIALS = (
    "a.a a.c a.g a.h a.s a.t b.f d.h d.w e.f e.h e.l e.m f.g f.j g.d g.f g.k h.c h.f h.m j.b j.c j.j j.k j.p j.r "
    "l.f m.j r.a r.h r.j r.k r.t s.g s.s t.j w.c w.r w.w"
)


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


ABBREVIATIONS = _words(_TITLES, _FIRMS, _CALENDAR, _STATES, _PLACES, _OTHERS, _LETTERS, _INITIALS)
"""Words, without their full stop, after which a full stop does not end a sentence by itself."""

OPENERS = _words(
    "according although among both but despite even he however i if in indeed instead it many meanwhile moreover "
    "most nevertheless nonetheless nor sales separately similarly since so some the there these they this though "
    "thus under when while yet"
)
"""Words that open a sentence even after an abbreviation, when they are written with a capital."""

ALWAYS_OPEN = _words(
    "adding annually citing considering indications journalists leaders merely nationally outgoing particularly "
    "previous simply so-called therefore upon your"
)
"""Words that have a capital at the start of sentences only."""

AFTER_NUMBERS = _words(
    "business commodities corrections credit dividend financing insider international leisure letters notable "
    "review who"
)
"""Words before which a number with a full stop numbers a heading."""

ORDINARY = OPENERS | _words(
    "a about above after again all also always an and another any are as at be because been before being below "
    "between by can could did do does during each either every few first for from had has have her here hers him "
    "his how into is its just last later least less let like little long made make may me might mine more much must "
    "my near never new next no none not nothing now of off often on once one only or other our out over own perhaps "
    "please rather second several shall she should such than that their them then third those three through to "
    "today together too two until up us use used using very was we were what whatever where whether which whom "
    "whose why will with within without would yes you your"
)
"""Words that are no names, though they may be written with a capital."""
