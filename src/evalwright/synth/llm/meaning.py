"""What new words must not change: who speaks, yes and no, what is asked, what is said to be done, which facts are told.

Code cannot tell whether two sentences mean the same, but it can tell the changes that would make a conversation untrue
or senseless. It would rather object too often: then the old words stay, or the story is played again.
"""

from __future__ import annotations

import re

from ..checks import read_answer
from ..script import Span
from .language import in_language
from .topics import same_topics

_VALUE_LIKE = re.compile(
    r"#[A-Za-z0-9]+|[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+|https?://\S+|[0-9]+(?:[.,:/-][0-9]+)*%?|[A-Za-z0-9]+_[A-Za-z0-9_]+"
    r"|[$¥￥€£]"
)
_NUMBER_WORDS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred"
    r"|thousand|dozen|half|twice|tomorrow|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|january|february|march|april|june|july|august|september|october|november|december)\b"
    r"|[二两三四五六七八九十百千万]+\s?(?=[元块天折号月年]|个?工作日|小时|分钟|件|单)|明天|昨天|后天|下周|上周|周[一二三四五六日]|星期.",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,;□] )[A-Z][a-z]{2,}")
_ABOUT_ITSELF = re.compile(
    r"\bas an ai\b|\b(?:ai|language) (?:model|assistant)\b|\b(?:rewrit|rephras|paraphras)\w*|\bplaceholders?\b"
    r"|\btokens?\b|作为(?:一[个名位])?(?:ai|人工智能|语言模型)|语言模型|改写|占位符?|标记",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"\b(?:can(?:'|\u2019|no)t|unable to|won(?:'|\u2019)t) (?:assist|comply|do that|fulfil)"
    r"|(?:无法|不能)(?:协助|满足|完成该|回应)",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"^\W*(?:(?:sure|certainly|of course|okay)\W+)?here(?:'s|\u2019s| is| are)\W+(?:the|a|an|one|your|my)\b[^\n:]{0,40}"
    r"\b(?:message|version|text)\b[^\n:]{0,20}:|^(?:好的[，,]?)?(?:以下|下面)是[^\n:：]{0,20}[:：]",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"```|\*\*|^\s*#{1,4} |</?[a-z][^>]{0,40}>|\\n", re.MULTILINE)
_SPEAKS_AS = {
    "user": re.compile(
        r"\bhow (?:can|may) i (?:help|assist)|\b(?:happy|glad|here) to (?:help|assist)|\bi can help|\bassist you"
        r"|\byour (?:order|account|e-?mail|request|refund)\b|\blet me (?:check|look|pull)"
        r"|为您|帮您|您的(?:订单|账户|邮箱|退款)",
        re.IGNORECASE,
    ),
    "assistant": re.compile(
        r"\bmy (?:order|account|e-?mail|refund|card)\b|我的(?:订单|账户|邮箱|退款)|我想(?:要|退|换|取消)", re.I
    ),
}
"""What a speaker of this role does not say: it belongs to the other one."""
_ASKS = re.compile(
    r"[?？]|\b(?:confirm|let me know|tell me|reply|answer|say (?:yes|so)|just say)\b"
    r"|\bplease (?:give|send|share|provide)\b"
    r"|确认|回复|告诉|请(?:您)?(?:提供|发|给|说|核对)|麻烦|是否|吗|说一声",
    re.IGNORECASE,
)
_QUESTION = re.compile("[?？]")
_CHANGED = "cancell?ed|changed|updated|modified|exchanged|returned|replaced|switched|refunded|submitted|completed"
_DONE = re.compile(
    r"\b(?:i|we)(?:'|\u2019)?(?:ve| have| just)? (?:now |just |already |gone ahead and |successfully )*"
    rf"(?:{_CHANGED})\b|\bha(?:s|ve) (?:now |just |successfully )*been (?:successfully )?(?:{_CHANGED}|set up)\b"
    r"|已(?:经)?(?:成功)?(?:为|帮|给|替)您[^，。,]{0,12}(?:取消|改|更新|换|退|提交|办理|完成)|已(?:经)?成功"
    r"|(?:取消|修改|更新|更换|办理|提交|处理|改|换|退)(?:好|成功|完毕|完成)了?",
    re.IGNORECASE,
)


def values_in(text: str) -> list[str]:
    """Everything in a text that looks like a value: ids, addresses, numbers, in figures or in words; sorted."""
    return sorted(each.casefold() for each in (*_VALUE_LIKE.findall(text), *_NUMBER_WORDS.findall(text)))


def spans_of_values(text: str) -> list[Span]:
    """Where values stand in a text whose maker did not say so."""
    return [found.span() for found in _VALUE_LIKE.finditer(text)]


def out_of_character(text: str) -> bool:
    """Whether whoever speaks talks about being a model or about the task, or writes no chat message at all."""
    return bool(_ABOUT_ITSELF.search(text) or _INTRODUCTION.search(text) or _MARKUP.search(text))


def claims_done(text: str) -> bool:
    """Whether an assistant says that something has been changed."""
    return _DONE.search(text) is not None


def wants_answer(text: str) -> bool:
    """Whether an assistant wants an answer."""
    return _ASKS.search(text) is not None


def changed(new: str, old: str, role: str, lang: str, vocabulary: str = "") -> str | None:
    """How a rewritten message says something else than the old one; None where nothing of that kind is found."""
    if out_of_character(new) or any(
        each.search(new) and not each.search(old) for each in (_SPEAKS_AS[role], _DECLINES)
    ):
        return "not-a-rewrite"
    if values_in(new) != values_in(old):
        return "value-lost" if set(values_in(new)) < set(values_in(old)) else "value-invented"
    if any(name.casefold() not in old.casefold() for name in _NAME.findall(new)):
        return "name-invented"
    if not in_language(new, lang, old):
        return "other-language"
    found = _question_changed(new, old) if role == "assistant" else _answer_changed(new, old, lang)
    return found or (None if same_topics(new, old, lang, vocabulary) else "other-topic")


def _question_changed(new: str, old: str) -> str | None:
    if wants_answer(old) and not wants_answer(new):
        return "question-lost"
    if _QUESTION.search(new) and not wants_answer(old):
        return "question-added"
    return "said-too-early" if claims_done(new) and not claims_done(old) else None


def _answer_changed(new: str, old: str, lang: str) -> str | None:
    """A yes that became a no, or a no that became a yes."""
    answers = {read_answer(old, lang), read_answer(new, lang)}
    return "answer-turned" if answers == {"yes", "no"} else None
