"""Whether a user says yes or no to what was proposed, in English and Chinese.

A policy that asks for an explicit yes needs a reader that would rather doubt than guess: a yes with a condition
("yes, but ..."), a question, or a text with both is unclear. Phrases that hold a yes or no word without meaning it
("no problem", "没问题", "不好意思") are settled first. The phrases stand in `answers_en` and `answers_zh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from . import answers_en as en
from . import answers_zh as zh

Answer = Literal["yes", "no", "unclear"]

_HAN = re.compile("[\u3400-\u9fff]")
_SENTENCE = re.compile(r"[^.!?;\n。！？；]+[.!?;\n。！？；]*")
_CLAUSE = re.compile(r"[，,、。！!；;\s~～…:：]+")
_SHORT = 4
"""Characters of a clause before a question that may answer what was asked before."""
_FEW = 60
"""Characters of an answer that says nothing else."""


def read_answer(text: str, lang: str | None = None) -> Answer:
    """What a user's message says to a proposal."""
    if lang == "zh" or (lang is None and _HAN.search(text)):
        return _chinese(text)
    return _english(text)


def explicit_yes(text: str, lang: str | None = None) -> bool:
    """Whether a message agrees, clearly and without a condition."""
    return read_answer(text, lang) == "yes"


def explicit_no(text: str, lang: str | None = None) -> bool:
    """Whether a message declines clearly."""
    return read_answer(text, lang) == "no"


def _english(text: str) -> Answer:
    plain = text.lower().replace("\u2019", "'").replace("\u2018", "'")
    if en.BEGINS_NO.match(plain):
        return "no"
    few = len(plain) <= _FEW
    if few and en.ASKS_BACK.fullmatch(plain):
        return "unclear"
    if any(map(plain.__contains__, en.NEGATIONS)):
        plain = en.NOT_TO_DO.sub(" no ", en.BESIDE_THE_POINT.sub(" ", en.MEANS_YES.sub(" yes ", plain)))
    begins = en.BEGINS_YES.match(plain)
    told = " ".join(part for part in _SENTENCE.findall(plain) if not part.rstrip().endswith("?"))
    if begins and not en.BEGINS_YES.match(told):
        if en.PROVISO.search(plain, begins.end()):
            return "unclear"
        told = f"{begins[0]} {told}"  # "yes, could you do that?" is a yes, though it is a question
    agreed, refused = en.YES.search(told), en.NO.search(told)
    if agreed is None:
        agreed = (en.ALONE.fullmatch(plain) if few else None) or en.IMPERATIVE.search(told)
    if agreed is None:
        return "no" if refused else "unclear"
    return "unclear" if refused or en.PROVISO.search(told, agreed.end()) else "yes"


def _chinese(text: str) -> Answer:
    agreed = strongly = refused = unwanted = proviso = False
    for clause in _told_in_chinese(text):
        proviso = proviso or zh.CONDITION.search(clause) is not None
        proviso = proviso or (agreed and zh.PROVISO.search(clause) is not None)
        bare = zh.BESIDE_THE_POINT.sub("", clause)
        unwanted = unwanted or zh.UNWANTED.search(bare) is not None
        bare = zh.UNWANTED.sub("", bare)
        if zh.NO.search(bare):
            refused = True
        elif zh.STRONG_YES.search(bare):
            agreed, strongly = True, strongly or not refused
        elif zh.WEAK_YES.search(bare):
            agreed = True
    if refused:
        return "unclear" if strongly else "no"
    if agreed:
        return "unclear" if proviso else "yes"
    return "no" if unwanted else "unclear"


def _told_in_chinese(text: str) -> Iterator[str]:
    """The clauses that state something: of a question only a short yes or no before it."""
    for sentence in _SENTENCE.findall(zh.MEANS_YES.sub("确认", text.lower())):
        asks = sentence.rstrip().endswith(("?", "？"))
        for number, clause in enumerate(_CLAUSE.split(sentence)):
            bare = clause.strip("?？")
            short = number == 0 and len(bare) <= _SHORT and not zh.ACKNOWLEDGES.search(bare)
            if bare and not zh.QUESTION.search(bare) and (short or not asks):
                yield bare
