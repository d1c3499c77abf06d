"""Whether a text is in the language of its conversation: told from letters and from the commonest words.

Words and letters that were said before (names, products, what a tool returned) count for no language.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_VALUE = re.compile(r"[A-Za-z0-9._%+#@/-]*[0-9@_#][A-Za-z0-9._%+#@/-]*")
_NOT_CHINESE = re.compile("[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f]")
_TRADITIONAL = re.compile("[們這個訂單請為謝問貨嗎麼還沒時間幫換號錢買賣發電話進樣經點從對應選擇]")
_LETTERS_PER_HAN = 6
_FEWEST_ENGLISH = 0.2


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that are as common in another language (a, me, no, on, so, ...) prove nothing and are left out.
_ENGLISH = _words(
    """
    about actually after again all already also always and another any anyone anything are around ask at away
    awesome back be because been before being bit both brilliant but by bye can can't check cheers come cool correct
    could days did didn't does doesn't doing don't done down each else enough even every everything exactly feel few
    find fine first for found from get getting give go going good goodbye got great had happy has have having he
    hello help her here hey him his how i i'd i'll i'm i've if instead into is isn't it it's its just keep know
    later leave left less let let's like likely little long look looking looks lovely made make makes many might
    mine moment more morning most much must my need needs never new next nice nope not nothing now of off offer ok
    okay old once one only other our out over own perfect please pls possible put quick rather ready really right
    said same say see seems set shall she should show since small some someone something soon sorry still such sure
    take taken tell than thank thanks that that's the their them then there there's these they thing things think
    this those though thought through thx to together too took tried try turn under until up us use used very wait
    want wanted wants we we'll we're well were what what's when where whether which while who whole why will wish
    with within without won't work works would wouldn't write wrong yeah yep yes yet you you'd you'll you're your
    yours yup
    """
)


def is_common(word: str) -> bool:
    """Whether an English word says nothing by itself."""
    return word in _ENGLISH


def in_language(text: str, lang: str, known: str = "", *, least: int = 1) -> bool:
    """Whether a text is in this language; `least`: fewer words than this that `known` does not hold prove nothing."""
    return _in_chinese(text, known) if lang == "zh" else _in_english(text, known, least)


def _in_chinese(text: str, known: str) -> bool:
    words = _VALUE.sub(" ", text)
    strange = [char for char in (*_NOT_CHINESE.findall(words), *_TRADITIONAL.findall(words)) if char not in known]
    letters = sum(len(word) for word in re.findall("[A-Za-z]+", words) if word not in known)
    return not strange and letters <= _LETTERS_PER_HAN * len(_HAN.findall(words)) + _LETTERS_PER_HAN


def _in_english(text: str, known: str, least: int) -> bool:
    words = _WORD.findall(_VALUE.sub(" ", text))
    seen = set(_WORD.findall(known.lower()))
    own = [word.lower().replace("\u2019", "'") for word in words]
    own = [word for word in own if word in _ENGLISH or word not in seen]
    if any(not word.isascii() for word in own):
        return False
    return len(own) < least or sum(word in _ENGLISH for word in own) >= _FEWEST_ENGLISH * len(own)
