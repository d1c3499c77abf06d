"""Reading option letters at one place of a plain text: one letter, or several with what joins them.

In flows a text of `readable` and a position, out comes the letters that stand there, or nothing where what looks
like a letter is a word ("A person", "I think", "X-rays", "B12", "C语言"). What the letters are worth is decided
by the rules; here is only what a reader would see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalwright.lazy import late_pattern


@dataclass(frozen=True, slots=True)
class Reading:
    """Letters at one place, upper case, in order of appearance, each once. They need not be options."""

    letters: tuple[str, ...]
    start: int
    end: int
    either: bool = False
    """Joined by "or": the writer did not decide."""


_LETTER = late_pattern(
    r"[( ]{0,4}([A-Za-z])"
    r"(?:(?=\d{1,6} ?(?:种|个|年|月|日|岁|元|人|次|天|米|倍|分|条|位|只|级|度))"  # "C20种" is C and its text
    r"|(?![A-Za-z0-9_\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff]|-[A-Za-z0-9]|'[A-Za-z]|\+\+"
    r"|\+(?! ?\(?[A-Z]\b)|[#°%′²³^]"
    r"|\.[A-Za-z](?![A-Za-z])| ?=|\\| ?(?:型|超|语言|细胞|淋巴|股|盘|类|族|大调|小调|反应蛋白|打印)))"
    r"[ ]?(?:\)[ )]{0,3})?"
)
_RUN = late_pattern(r"[( ]{0,4}([A-Z]{2,10}|[a-z]{2,10})(?![A-Za-z0-9_'-])(?: ?\))?")
_JOIN = late_pattern(
    r" ?(?:(?P<strong>[,;]? ?(?:、|/|&|\+|以及|或者?|和|与|及|跟|(?:and/or|and|or|plus|as well as)(?= |\())"
    r"(?: ?(?:或者?|和|与|及|both|also|option|choice|选项))?)|(?P<weak>[,;~-]|(?= ?\(?[A-Z]\b))) ?(?:选项|option )?",
    re.IGNORECASE,
)
_OR = late_pattern(r"或|\bor\b", re.IGNORECASE)
_NEXT_LINE = late_pattern(r"[.,)]?\n\(?([A-Za-z])\)?[.,]?(?=\n|\Z)")
_WORD = late_pattern(r"和|与|及|跟|或|\b(?:and|or|plus)\b", re.IGNORECASE)
_REST = late_pattern(r"(?: ?(?:、|/|和|与|及|,? ?and|,? ?or) ?\(?[A-Z]\)?(?![A-Za-z])){1,9}")
_LONE = late_pattern(r" ?\(?[A-Z](?![A-Za-z0-9'-])")
_AFTER_ARTICLE = late_pattern(
    r" (?!(?:because|since|as|is|are|was|and|or|but|not|for|due|which|that|would|seems|looks|option|choice"
    r"|being|rather"
    r"|instead|given|only|it|fits|works|also|here|over|based|must|should|will|has|can|cannot|does|doesn)\b)[a-z]"
)
_AFTER_PRONOUN = late_pattern(
    r" (?!(?:because|since|is|and|or|but|not|option|being|rather|instead|here|over)\b)[A-Za-z]|, ?(?!not\b"
    r"|since\b|because\b|as it\b)[a-z]"
)
_CLEAN = late_pattern(
    r" ?(?:\Z|[\n.,;:!?)(、/&+-]|都|均|皆|全|选项|项|因为|由于|是|为|和|与|及|或|而|不选|不是|正确|对|符合"
    r"|吧|啦|哦|喔|呢|了|呀|啊|的"
    r"|(?:because|since|and|or|are|both|as|for|due|not|but|rather|instead|over|based|which|given|here|too|answer"
    r"|therefore|so|is|it is|would be|\\boxed)\b)",
    re.IGNORECASE,
)
_LABEL_END = late_pattern(r" ?[:.)、-]")
# "A, B and D are wrong": the first letter is part of a list that something else is said of.
_SHARED = late_pattern(r"((?:[ ,、]|and\b|or\b|[A-Z](?![A-Za-z])){1,24}) ?(?:(?:are|were|can be|can all)\b|都|均|皆)")
_DENIED = late_pattern(
    r" ?(?:选项|项|答案|option|choice)? ?(?:(?:的?(?:说法|表述|描述|叙述))|are|is|was|were|would be"
    r"|must be|can be|could be|seems?|looks?"
    r"|both|all|也|都|均|皆|全|是|为|明显|显然|肯定|则|可以|clearly|obviously|also|definitely|[: ]){0,6}"
    r"(?:不(?!选|是 ?\(?[A-Z](?![A-Za-z]))|错|误|有误|排除|与题意不|×|✗|✘|❌|wrong|incorrect|false|invalid"
    r"|excluded|eliminated|discarded"
    r"|ruled out|out\b|not(?! \(?[A-Z]\b)|isn't|aren't|wasn't|cannot|can't|couldn't|doesn't|does not"
    r"|do not|don't|fails?\b)",
    re.IGNORECASE,
)


def one_letter(text: str, position: int) -> Reading | None:
    """The single letter that stands at a position, brackets and all, unless it is a word or part of one."""
    match = _LETTER.match(text, position)
    if match is None:
        return None
    after = match.end(1)
    if match[1] in "Aa" and _AFTER_ARTICLE.match(text, after):
        return None
    if match[1] in "Ii" and _AFTER_PRONOUN.match(text, after):
        return None
    return Reading((match[1].upper(),), match.start(1), match.end())


def read_letters(text: str, position: int, options: Sequence[str]) -> Reading | None:
    """All letters that are joined at a position: "A", "A、C", "A and C", "AC"."""
    reading = one_letter(text, position) or _letter_run(text, position, options)
    if reading is None:
        return None
    found, end, either = list(reading.letters), reading.end, False
    closed = False  # "A, B and D" ends with what follows "and"
    while (joined := _joined_letter(text, end, options, closed)) is not None:
        found += joined.letters
        closed = closed or _WORD.search(text, end, joined.start) is not None
        end, either = joined.end, either or joined.either
    letters = tuple(dict.fromkeys(found))
    return Reading(letters, reading.start, end, either and len(letters) > 1)


def is_clean(text: str, end: int) -> bool:
    """Whether nothing but punctuation or a reason follows, so that the letters stand for themselves."""
    return _CLEAN.match(text, end) is not None and _SHARED.match(text, end) is None


def is_denied(text: str, end: int) -> bool:
    """Whether what follows says that the letters are wrong."""
    return _DENIED.match(text, end) is not None


def is_label_denied(text: str, end: int) -> bool:
    """The same for letters that may be labels ("A. Wrong", "B: 错误")."""
    shared = _SHARED.match(text, end)
    if shared is not None and is_denied(text, shared.end(1)):
        return True
    label = _LABEL_END.match(text, end)
    return is_denied(text, label.end() if label else end)


def _continues(text: str, reading: Reading) -> bool:
    """Whether a letter after a mere comma or blank goes on with the list, and opens no remark ("C, A、B、D错误")."""
    if text[reading.start].islower():
        return False
    remark = _REST.match(text, reading.end)
    if remark is not None and is_denied(text, remark.end()):
        return False
    return is_clean(text, reading.end) or _LONE.match(text, reading.end) is not None


def _letter_run(text: str, position: int, options: Sequence[str]) -> Reading | None:
    match = _RUN.match(text, position)
    if match is None:
        return None
    run = match[1].upper()
    if len(set(run)) < len(run) or not set(run) <= set(options):
        return None
    # "ac" is A and C only where it cannot be a word of a sentence.
    if match[1].islower() and (sorted(run) != list(run) or not _CLEAN.match(text, match.end())):
        return None
    return Reading(tuple(run), match.start(1), match.end())


def _joined_letter(text: str, end: int, options: Sequence[str], closed: bool) -> Reading | None:
    """The next letter of a list, unless it begins a remark ("C, A is wrong")."""
    line = _NEXT_LINE.match(text, end)
    if line is not None:
        return Reading((line[1].upper(),), line.start(1), line.end())
    join = _JOIN.match(text, end)
    if join is None:
        return None
    reading = one_letter(text, join.end()) or (_letter_run(text, join.end(), options) if join["strong"] else None)
    if reading is None or (is_denied(text, reading.end) and not _SHARED.match(text, join.end())):
        return None
    if not join["strong"] and (closed or not _continues(text, reading)):
        return None
    return Reading(reading.letters, reading.start, reading.end, _OR.search(join[0]) is not None)
