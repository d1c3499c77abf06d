"""What a message is about, by the words that customers and agents have for it, in English and Chinese.

Two messages that mean the same are about the same things and, where they are long, have some words in common. This
does not prove that they mean the same; it keeps out fluent sentences that have nothing to do with each other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .language import is_common

_TOPICS = [
    re.compile(words, re.IGNORECASE)
    for words in (
        r"\bcancel|取消|撤(?:单|销|掉)",
        r"\breturn|\brefund|\b(?:send|sending|sent|give|take|money)\b[^.?!,]{0,24}\bback\b|退",
        r"\bexchang|\bswap|\bswitch|\btrad(?:e|ing) |\breplac|\binstead\b|换",
        r"(?<!mail )\baddress|\bmov(?:ed|ing)\b|\bdeliver(?:ed)? (?:it )?to\b|\bship(?:ped)? (?:it )?to\b"
        r"|(?<!邮箱)地址|搬|寄(?:到|去|给)",
        r"\bpa(?:y|id)|\bcards?\b|付款|支付|付钱|(?<!打)卡",
        r"\be-?mails?\b|邮箱|邮件",
        r"\b(?:sur)?names?\b|\bzip\b|\bpost(?:al )?code|姓名|名字|叫什么|邮编|邮政编码",
        r"\bhuman|\bperson\b|\bcolleague|\brepresentative|\bmanager|\bstaff\b|\bhand(?:ing)? (?:you|me) over"
        r"|人工|真人|转接|同事",
        r"\bstock|\bavailab|\bhave (?:it|them|any)\b|有货|库存|缺货|没货|现货",
        r"\bpric|\bcosts?\b|\bhow much|\btotal|\badds? up|价|多少钱|一共|总共|合计",
        r"\bstatus|\bwhere\b|\btrack|\barriv|状态|到哪|哪儿了|物流|进度|送到|送达",
        r"\bhow (?:long|soon|many days)|\bwhen (?:will|do|does|can|should)|多久|什么时候|几天|何时",
    )
]
_COURTESY = re.compile(
    r"\bthank|\bthx|\bcheers|\bappreciate|\bwelcome|\bbye|\bgoodbye|\btake care|\bhave a|\bpleasure|\bglad|\bhappy to"
    r"|\bno problem|\banytime|\bregards|\bpeace|\bwish you|\bsee you"
    r"|谢|感激|再见|拜|回头见|客气|祝|辛苦|有劳|麻烦|应该的|随时|愉快",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]{4,}")
_HAN = re.compile("[\u4e00-\u9fff]+")
_STEM = 4
_SHORT = 60
"""A message of this many characters that holds a word of thanks or farewell is little else."""
_ENOUGH_STEMS, _ENOUGH_PAIRS = 4, 12
_STRANGE_ALLOWED, _PER_STRANGE = 2, 8
"""So many words may be new that neither the message nor the vocabulary has, and one more for so many in the message."""


def same_topics(new: str, old: str, lang: str, vocabulary: str = "") -> bool:
    """Whether two messages are about the same things, as far as words show it.

    `vocabulary`: words that belong in such a chat, however a model arranges them.
    """
    if any((topic.search(new) is None) != (topic.search(old) is None) for topic in _TOPICS):
        return False
    if len(old) < _SHORT and _COURTESY.search(old) and not _COURTESY.search(new):
        return False
    strange = _units(new, lang) - _units(old, lang) - _usual(vocabulary, lang)
    if len(strange) > _STRANGE_ALLOWED + len(_units(old, lang)) // _PER_STRANGE:
        return False
    before, enough = (_pairs(old), _ENOUGH_PAIRS) if lang == "zh" else (_units(old, lang), _ENOUGH_STEMS)
    return len(before) < enough or bool(before & (_pairs(new) if lang == "zh" else _units(new, lang)))


def off_topic(text: str, known: str, lang: str, vocabulary: str = "") -> bool:
    """Whether most of what a text speaks of is neither known from the conversation nor heard of in such a chat."""
    own = _units(text, lang)
    strange = own - _units(known, lang) - _usual(vocabulary, lang)
    return len(strange) > _STRANGE_ALLOWED and len(strange) > len(own) // 2


@lru_cache(maxsize=8)
def _usual(vocabulary: str, lang: str) -> frozenset[str]:
    return frozenset(_units(vocabulary, lang))


def _units(text: str, lang: str) -> set[str]:
    """What says what a text is about: the beginnings of its less common words, or its Chinese characters."""
    if lang == "zh":
        return set("".join(_HAN.findall(text)))
    return {word[:_STEM] for word in _WORD.findall(text.lower()) if not is_common(word)}


def _pairs(text: str) -> set[str]:
    """Chinese characters that stand side by side."""
    return {run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1)}
