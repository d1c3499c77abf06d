"""Whether new words are for the same wish: the same speaker, request, denial, amount and time, and nothing beside it.

What a scenario file itself says in other ways for the same thing is the measure: new words may be any of these, must
have something in common with them, and may bring hardly anything that neither they nor the old words have. It is told
from tables, the same everywhere; a good sentence may be lost to it, which costs nothing but a new wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..checks import read_answer
from .slot_places import places_changed
from .speaker import speaker_turned
from .wish_groups import Matter, Ways, about_another, joined, matters_of, sentences
from .wish_tables import looked_at, wish_tables
from .wish_units import Units, units_of

_QUESTION = re.compile("[?？]")
_SAID_IN_PASSING = frozenset({"named", "called", "located"})
"""What a value may tell by itself: "It's Ada Holm, from Cork."."""
_PER_STRANGE = {"en": 4, "zh": 3}
_STRANGE = {"en": 1, "zh": 2}
"""So many words (characters in Chinese) may be new, and one more for so many in the old message."""
_UNFINISHED = re.compile(r"(?:\b(?:the|a|an|of|and|or|to|for|with|my|your|is|are)|[,:，、：(（])\s*$", re.IGNORECASE)
_DOUBLED = re.compile(r"\b([a-z]{2,}) \1\b", re.IGNORECASE)


def wish_changed(new: str, old: str, role: str, lang: str, ways: Ways = ()) -> str | None:
    """How new words are for something else than the old ones (both with marks for values); None where they are not."""
    matters = matters_of(old, lang, ways)
    usual = [way for matter in matters for way in matter.ways]
    if _UNFINISHED.search(new) or (_DOUBLED.search(new) and not _DOUBLED.search(old)):
        return "not-a-rewrite"
    if speaker_turned(new, old, role, lang):
        return "speaker-turned"
    if "《" in new and "《" not in old:
        return "says-more"
    if places_changed(new, old, lang, usual):
        return "values-exchanged"
    allowed = "\n".join([old, *usual])
    return (
        _denial_changed(new, old, lang)
        or (_user_act_changed(new, old, lang, allowed) if role == "user" else _more_questions(new, old))
        or _quantity_changed(new, allowed, lang)
        or _content_changed(new, old, lang, ways, matters)
    )


def _denial_changed(new: str, old: str, lang: str) -> str | None:
    tables = wish_tables(lang)
    now, before = (tables.has("negation", tables.idioms.sub(" ", looked_at(text))) for text in (new, old))
    return "negation-turned" if now != before else None


def _user_act_changed(new: str, old: str, lang: str, allowed: str) -> str | None:
    """A plain yes or no that became a question, a request that is none; whether a yes still is one, rules say."""
    if "⟦" not in old and _thanks_lost(new, old, lang):
        return "thanks-lost"
    answer = "unclear" if "⟦" in old else read_answer(old, lang)
    if answer == "yes" and read_answer(new, lang) != "yes":
        return "answer-turned"
    if any(_shows(sign, new, lang) and not _shows(sign, old, lang) for sign in ("corrects", "finished")):
        return "says-more"
    if answer != "unclear":
        return "question-added" if _QUESTION.search(new) and not _QUESTION.search(old) else None
    return _request_changed(new, old, lang, allowed)


def _shows(sign: str, text: str, lang: str) -> bool:
    """Whether somebody takes back what was said before, or says that this was all."""
    return wish_tables(lang).has(sign, looked_at(text))


def _thanks_lost(new: str, old: str, lang: str) -> bool:
    """Whether nobody is thanked any more, so that a "you're welcome" after it answers nothing."""
    tables = wish_tables(lang)
    return tables.has("thanks", looked_at(old)) and not tables.has("thanks", looked_at(new))


def _request_changed(new: str, old: str, lang: str, allowed: str) -> str | None:
    """A user's question or request that became a statement, a command for a question, or the reverse."""
    tables = wish_tables(lang)
    now, before, known = (looked_at(text) for text in (new, old, allowed))
    if tables.has("asks", before) and not tables.has("asks", now):
        return "request-lost"
    if _wh_kinds(now, tables.wh) - _wh_kinds(known, tables.wh):
        return "question-added"
    if not _QUESTION.search(old):
        asked = [part for part in sentences(now) if _QUESTION.search(part)]
        may = tables.has("asks", before) or bool(units_of(old, lang).acts)
        return "question-added" if asked and not (may and all(map(_is_request, asked))) else None
    if not tables.has("information", now) and tables.has("information", before) and not _QUESTION.search(now):
        return "question-lost"
    return None


_REQUEST = re.compile(
    r"\b(?:can|could|would|will|may|might|shall|is it|possible|mind|do you have|have you got)\b|吗|能|可以|可否|行不行"
)


def _is_request(question: str) -> bool:
    """Whether a question asks for something to be done, and not for what one does not know."""
    return _REQUEST.search(question) is not None


def _wh_kinds(text: str, kinds: Mapping[str, re.Pattern[str]]) -> set[str]:
    return {name for name, pattern in kinds.items() if pattern.search(text)}


def _more_questions(new: str, old: str) -> str | None:
    return "question-added" if len(_QUESTION.findall(new)) > max(1, len(_QUESTION.findall(old))) else None


def _quantity_changed(new: str, allowed: str, lang: str) -> str | None:
    """All, only, another, first, last, a time or a reason that nobody spoke of."""
    tables = wish_tables(lang)
    now, known = (tables.idioms.sub(" ", looked_at(text)) for text in (new, allowed))
    added = (name for name, each in tables.quantities.items() if each.search(now) and not each.search(known))
    return "says-more" if next(added, None) else None


def _content_changed(new: str, old: str, lang: str, ways: Ways, matters: Sequence[Matter]) -> str | None:
    """Something else that is done, or hardly anything in common, or a sentence of its own beside it."""
    own, now = units_of(old, lang), units_of(new, lang)
    known = joined(matter.known for matter in matters) | own
    if now.acts - known.acts or (own.acts - _SAID_IN_PASSING and not _does_the_same(now, known, lang, matters)):
        return "other-wish"
    if not ways:
        return None
    strange = now.words - known.words
    if own.number and not now.shares(known) and (strange or not _only_tells_values(old, lang)):
        return "other-wish"
    if about_another(new, old, lang, ways, matters):
        return "other-wish"
    if not _only_tells_values(old, lang) and not all(matter.known.shares(now) for matter in matters):
        return "says-less"
    allowed = _STRANGE[lang] + own.number // _PER_STRANGE[lang] if own.number or "⟦" in old else 0
    if len(strange) > allowed or any(_stands_alone(part, known, lang) for part in sentences(new)):
        return "says-more"
    return None


def _does_the_same(now: Units, known: Units, lang: str, matters: Sequence[Matter]) -> bool:
    """Whether something that is done is common to both, unless there are ways that do not name it either."""
    unnamed = not matters or any(not units_of(way, lang).acts for matter in matters for way in matter.ways)
    return bool(now.acts & known.acts) or (unnamed and now.shares(known))


def _only_tells_values(old: str, lang: str) -> bool:
    """Whether the old words give values that were asked for, and wish nothing."""
    return (
        "⟦" in old
        and not units_of(old, lang).acts - _SAID_IN_PASSING
        and not wish_tables(lang).has("asks", looked_at(old))
    )


def _stands_alone(part: str, known: Units, lang: str) -> bool:
    """Whether a sentence is about something, and about nothing that was known."""
    own = units_of(part, lang)
    return "⟦" not in part and own.number > 0 and not own.shares(known)
