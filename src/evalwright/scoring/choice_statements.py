"""The strongest way to state a choice: "answer: C", "故选C", a boxed letter, "C is the answer", a correction.

In flows a plain text, out comes the last such statement, for a writer may change his mind. Statements that are
denied, supposed, asked or somebody else's are none. What the weaker rules need as well lives here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evalwright.lazy import late_pattern
from evalwright.text import phrase

from .choice_letters import Reading, is_clean, is_denied, read_letters


@dataclass(frozen=True, slots=True)
class Finding:
    """Letters a rule found, which may be several or no options; none at all where the reply says there is none."""

    letters: tuple[str, ...]
    either: bool
    how: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A reply as the rules see it."""

    text: str
    prose: str
    """The same without the labels of a restated list of options, position by position."""
    options: Sequence[str]


_MARKER = late_pattern(
    r"答案|正解|(?:错误|不当|有误|不正确|不符)的(?:选项|一项|说法|表述)?(?=[是为:])|(?:(?<=\n)"
    r"|^)A(?= ?: ?\(?[A-Z](?![A-Za-z'])\)?\.?(?:\n|\Z))|(?:正确|最佳|合适|恰当|准确|符合|满足|合理"
    r"|可行)(?:题意|要求|条件)?的?(?:选项|选择|一项|说法|表述)?的?(?=[是为:])"
    r"|(?<![候备筛竞误错漏])选择?(?!项)|(?<=正确)选项|选项(?=[是为:]| [是为:])|我的选择|(?:(?<=\n)|(?<=^)"
    r"|(?<=[.;,]))答(?= ?:)"
    r"|(?<![A-Za-z])(?P<word>answers?(?! (?:choice|option))|ans\b\.?|choice\b|pick(?:ed|ing)?\b"
    r"|selection\b|select(?:ed|ing)?\b"
    r"|choos(?:e|ing)\b|chose[n]?\b|(?:go|going|went) with|going for|go for|opt(?:ed)? for|vote for"
    r"|settle[d]? on|bet on"
    r"|lean(?:ing)? (?:towards?|to)|guess\b|(?:correct|right|best|chosen|final|true) (?:option|one"
    r"|statement|response|letter|solution)\b"
    r"|option(?= ?(?:is\b|:|=|would|should|must))|final (?:decision|verdict)|verdict(?= ?:)|letter(?= ?:)"
    r"|prediction(?= ?:)|correct(?= ?:)|solution(?= ?:))|\\f?boxed",
    re.IGNORECASE,
)
REVISION = late_pattern(
    r"更正|改为|改成|修正|准确地说|应该是|应当是|应为|而是|(?<![A-Za-z])(?:or rather|rather,|i mean"
    r"|actually|wait|correction|make that|scratch that"
    r"|but rather|but|instead|on second thought)(?![A-Za-z])",
    re.IGNORECASE,
)
_GAP = late_pattern(
    r"(?:[ \n(:=)>,-]|(?:is|are|was|be|would|should|must|will|could|can|might|may|has|to|likely|probably|clearly"
    r"|definitely|therefore|thus|hence|then|actually|indeed|simply|just|still|also|only|obviously|most"
    r"|option|choice|letter"
    r"|the|correct|right|best|final|answers?|number|for|this|question|problem|both|either|my|that|so"
    r"|select(?:ed)?|choose"
    r"|marked|labell?ed|as|of|it|it's|have|no|there|you|your|above|given|following|one|multiple|mcq"
    r"|single)(?![A-Za-z'])|'s(?= )"
    r"|\\f?boxed|应该|应当|大概|可能|显然|当然|必然|只能|只有|最终|最后|正确|答案|选项|选择|题|本题|此题"
    r"|该题|个|一个|我|的|是|为|应|就|即|乃|选"
    r"|项|第|也|则|故|所以|最|佳|合适|必|肯定|确定|字母|标号|代号|编号|还|仍|依然|仍然|下|如|唯一|很|明确|上|述)*+",
    re.IGNORECASE,
)
_REVISED_GAP = late_pattern(
    r"(?:[ ,.:(!-]|no|wait|sorry|rather|actually|it's|it|is|be|should|must|the|answer|option|不对|应该|应"
    r"|是|为|选项?|成)*+",
    re.IGNORECASE,
)
_LINK = late_pattern(r"[:=>是为即乃应就选-]|\\|'s|\b(?:is|are|was|be|would|should|must)\b", re.IGNORECASE)
_REFUSED = late_pattern(
    r"不(?:是|应该?|能够?|会|可以?|宜|要|得|该)?(?:该|当)?$|没有?$|勿$|别$|并非$|而非$|不是 ?$|无法$|难以$"
    r"|不可能$|(?:排除|除了?)(?:选项)? ?$"
    r"|(?:not|n't|never|neither|nor|cannot|without|unable to|instead of|rather than|other than|except"
    r"|(?:rul(?:ed?|ing)|rules) out|eliminat\w+|exclud\w+|anything|nothing|everything)(?: (?:the|option"
    r"|choice|answer|to|be|going to|correct|right|have|just))* ?$",
    re.IGNORECASE,
)
_SUPPOSED = late_pattern(
    r"(?:\b|(?=n't))(?:if|suppose|supposing|assum\w+|were|unless|whether|(?:may|might|would|could|people"
    r"|some|many|you|students) (?:\w+ )?(?:think|believe|say|guess|choose|pick)"
    r"|first (?:i )?thought|initially|at first|i thought|tempting|n't (?:think|believe|see|say)"
    r"|not (?:think|believe|see|say)|doubt)\b|不认为|不觉得|不可能|未必|是不是|^ ?(?:is|could|would"
    r"|might) the\b|如果|假如|假设|若|倘若|有人|有的|同学|学生|考生|容易|乍看|一开始|起初|是否|为什么|为何"
    r"|你可能|可能会|请|格式",
    re.IGNORECASE,
)
_HAD_TO = late_pattern(r"\bif i (?:had|have|must|were)\b|如果(?:一定|非|必须|只能)", re.IGNORECASE)
ASKED = late_pattern(r" ?(?:选项)?(?:吗|么|的话|的(?:同学|人|学生|考生|原因.?是错)|中的?一个)")
CLAUSE_END = late_pattern(r"[,.;!?\n]")
_SENTENCE_END = late_pattern(r"[.;!?](?= |\Z|[^\x00-\x7f])|\n")
_NONE = late_pattern(
    r"无|没有|以上|不确定|不知道|都|未知|不存在|不能|暂无|(?:none|unknown|n/a|cannot|can't|all|both"
    r"|unclear|nothing|undetermined|not sure|impossible)\b",
    re.IGNORECASE,
)
NAMED = late_pattern(
    r"(?:(?<![A-Za-z])(?:option|choice)s?(?![A-Za-z]) ?|选项 ?|第 ?|[即(] ?)\(?([A-Z])(?![A-Za-z0-9'+#-])"
    r"|(?<![A-Za-z0-9'-])([A-Z])\)? ?(?:选项|项|option\b)",
    re.IGNORECASE,
)
_IS_ANSWER = late_pattern(
    r" ?(?:选项|项|option|choice)? ?(?:才是|就是|即为|应为|应是|是|为|乃|is|would be|should be|must be"
    r"|seems to be|will be|looks like|has to be) ?"
    r"(?:the|my|our|a|only|most|correct|right|best|final|likely|appropriate|suitable|probable|本题|此题"
    r"|该题|最|正确|佳|合适|恰当|标准|唯一|我|的|终|[ ,])*"
    r"(?:answer|choice|option|one\b|pick|答案|选项|选择|正解|一项|应选)|(?:选项|项)? ?(?:入选|当选)",
    re.IGNORECASE,
)
_LETTER_START = late_pattern(
    r"(?<![A-Za-z0-9_'\u00c0-\u024f])(?<![A-Za-z0-9]-)(?<![A-Za-z]\.)\(?[A-Za-z](?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9_])[A-J]{2,10}(?![A-Za-z0-9_])"
)


def explicit_statement(plain: Plain) -> Finding | None:
    """The last "answer is C", "故选C", "C is the answer", boxed letter or revision of one."""
    events = [*_marked(plain), *_revised(plain), *_called_answer(plain)]
    return max(events, key=lambda event: event[0])[1] if events else None


def _marked(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.prose
    for marker, end in with_gaps(_MARKER, _GAP, text):
        if is_unreal(text, marker.start()) or _is_of_wrong_ones(text, marker):
            continue
        linked = marker[0][0] in "选\\" or _LINK.search(text, marker.end(), end) is not None
        finding = _named_after(plain, end, linked)
        if finding is not None:
            yield end, finding


def with_gaps(words: re.Pattern[str], gap: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Every word with the end of the filling after it. A word inside the filling of another says nothing new."""
    done = 0
    for word in words.finditer(text):
        if word.start() >= done:
            filling = gap.match(text, word.end())
            done = filling.end() if filling else word.end()
            yield word, done


def is_unreal(text: str, start: int) -> bool:
    """Whether the statement that begins here is denied, supposed or somebody else's."""
    before = text[max(0, start - 60) : start]
    clause = CLAUSE_END.split(before)[-1]
    if _REFUSED.search(clause):
        return True
    return _SUPPOSED.search(clause) is not None and _HAD_TO.search(clause) is None


WRONG = late_pattern(r"(?:wrong|incorrect|other|错误|不正确|其他|其余|干扰)的? ?\Z|\bin\Z", re.IGNORECASE)


def _is_of_wrong_ones(text: str, marker: re.Match[str]) -> bool:
    """Whether a list of the wrong answers follows ("错误选项：A、B")."""
    return WRONG.search(text, max(0, marker.start() - 12), marker.start()) is not None and marker[0] != "选"


def _named_after(plain: Plain, position: int, linked: bool) -> Finding | None:
    text = plain.prose
    reading = read_letters(text, position, plain.options)
    if reading is None:
        return _answer_in_words(plain, position) if linked else None
    if is_denied(text, reading.end) or ASKED.match(text, reading.end):
        return None
    known = set(reading.letters) <= set(plain.options)
    if not (linked and known) and not is_clean(text, reading.end):
        return None
    return found(reading, phrase("choice.stated"), text)


_NOT = late_pattern(r" ?(?:不|非|not\b|n't)", re.IGNORECASE)


def _answer_in_words(plain: Plain, position: int) -> Finding | None:
    """An answer given in words, with its letter behind it ("Paris (C)"), or said not to exist."""
    end = _SENTENCE_END.search(plain.prose, position, position + 160)
    part = plain.prose[position : end.start() if end else position + 160]
    if _NOT.match(part):
        return None
    marker = _MARKER.search(part)
    named = _sole_named(part[: marker.start()] if marker else part)
    if named is not None:
        return Finding((named,), False, phrase("choice.named_with", part=quoted(part)))
    if _NONE.match(part):
        return Finding((), False, phrase("choice.says_none", part=quoted(part)))
    return None


def _sole_named(part: str) -> str | None:
    named = {(match[1] or match[2]).upper() for match in NAMED.finditer(part) if not is_denied(part, match.end())}
    return named.pop() if len(named) == 1 else None


def _revised(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.prose
    for word, end in with_gaps(REVISION, _REVISED_GAP, text):
        reading = read_letters(text, end, plain.options)
        if reading is None or text[reading.start].islower() or not is_clean(text, reading.end):
            continue
        if not is_denied(text, reading.end) and not is_unreal(text, word.start()):
            yield end, found(reading, phrase("choice.corrected"), text)


def _called_answer(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.text
    for reading in readings(text, plain.options):
        called = _IS_ANSWER.match(text, reading.end)
        if called and not ASKED.match(text, called.end()) and not is_unreal(text, reading.start):
            yield reading.end, found(reading, phrase("choice.called_answer"), text)


def readings(text: str, options: Sequence[str]) -> Iterator[Reading]:
    """Every place where letters stand, a list of them taken together."""
    position = 0
    while (start := _LETTER_START.search(text, position)) is not None:
        reading = read_letters(text, start.start(), options)
        position = max(reading.end, start.end()) if reading else start.end()
        if reading:
            yield reading


def found(reading: Reading, how: str, text: str) -> Finding:
    return Finding(
        reading.letters, reading.either, phrase("choice.at", how=how, text=quoted(text, max(0, reading.start - 12)))
    )


def quoted(text: str, start: int = 0) -> str:
    cut = " ".join(text[start : start + 40].split())
    shown = "".join(char if char.isprintable() else "�" for char in cut)
    return f"“{shown}{'…' if len(text) > start + 40 else ''}”"
