"""The ways to state a choice, strongest first: each rule is one function from a plain text to what it found.

An explicit statement ("answer: C", "故选C", a boxed letter) beats everything, and the last one counts. Only
without one do weaker signs speak: a letter that opens or closes the reply, a conclusion ("so C"), a verdict
("C is right"), and at last an option that is the only one named. A rule gives nothing rather than a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from evalwright.scoring.choice_letters import Reading, is_clean, is_denied, is_label_denied, read_letters


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


_MARKER = re.compile(
    r"答案|正解|(?:错误|不当|有误|不正确|不符)的(?:选项|一项|说法|表述)?(?=[是为:])|(?:(?<=\n)|^)A(?= ?: ?\(?[A-Z](?![A-Za-z'])\)?\.?(?:\n|\Z))|(?:正确|最佳|合适|恰当|准确|符合|满足|合理|可行)(?:题意|要求|条件)?的?(?:选项|选择|一项|说法|表述)?的?(?=[是为:])"
    r"|(?<![候备筛竞误错漏])选择?(?!项)|(?<=正确)选项|选项(?=[是为:]| [是为:])|我的选择|(?:(?<=\n)|(?<=^)|(?<=[.;,]))答(?= ?:)"
    r"|(?<![A-Za-z])(?P<word>answers?(?! (?:choice|option))|ans\b\.?|choice\b|pick(?:ed|ing)?\b|selection\b|select(?:ed|ing)?\b"
    r"|choos(?:e|ing)\b|chose[n]?\b|(?:go|going|went) with|going for|go for|opt(?:ed)? for|vote for|settle[d]? on|bet on"
    r"|lean(?:ing)? (?:towards?|to)|guess\b|(?:correct|right|best|chosen|final|true) (?:option|one|statement|response|letter|solution)\b"
    r"|option(?= ?(?:is\b|:|=|would|should|must))|final (?:decision|verdict)|verdict(?= ?:)|letter(?= ?:)"
    r"|prediction(?= ?:)|correct(?= ?:)|solution(?= ?:))|\\f?boxed",
    re.IGNORECASE,
)
_REVISION = re.compile(
    r"更正|改为|改成|修正|准确地说|应该是|应当是|应为|而是|(?<![A-Za-z])(?:or rather|rather,|i mean|actually|wait|correction|make that|scratch that"
    r"|but rather|but|instead|on second thought)(?![A-Za-z])",
    re.IGNORECASE,
)
_GAP = re.compile(
    r"(?:[ \n(:=)>,-]|(?:is|are|was|be|would|should|must|will|could|can|might|may|has|to|likely|probably|clearly"
    r"|definitely|therefore|thus|hence|then|actually|indeed|simply|just|still|also|only|obviously|most|option|choice|letter"
    r"|the|correct|right|best|final|answers?|number|for|this|question|problem|both|either|my|that|so|select(?:ed)?|choose"
    r"|marked|labell?ed|as|of|it|it's|have|no|there|you|your|above|given|following|one|multiple|mcq|single)(?![A-Za-z'])|'s(?= )"
    r"|\\f?boxed|应该|应当|大概|可能|显然|当然|必然|只能|只有|最终|最后|正确|答案|选项|选择|题|本题|此题|该题|个|一个|我|的|是|为|应|就|即|乃|选"
    r"|项|第|也|则|故|所以|最|佳|合适|必|肯定|确定|字母|标号|代号|编号|还|仍|依然|仍然|下|如|唯一|很|明确|上|述)*+",
    re.IGNORECASE,
)
_REVISED_GAP = re.compile(r"(?:[ ,.:(!-]|no|wait|sorry|rather|actually|it's|it|is|be|should|must|the|answer|option|不对|应该|应|是|为|选项?|成)*+", re.IGNORECASE)  # fmt: skip
_LINK = re.compile(r"[:=>是为即乃应就选-]|\\|'s|\b(?:is|are|was|be|would|should|must)\b", re.IGNORECASE)
_REFUSED = re.compile(
    r"不(?:是|应该?|能够?|会|可以?|宜|要|得|该)?(?:该|当)?$|没有?$|勿$|别$|并非$|而非$|不是 ?$|无法$|难以$|不可能$|(?:排除|除了?)(?:选项)? ?$"
    r"|(?:not|n't|never|neither|nor|cannot|without|unable to|instead of|rather than|other than|except|(?:rul(?:ed?|ing)|rules) out|eliminat\w+|exclud\w+|anything|nothing|everything)(?: (?:the|option|choice|answer|to|be|going to|correct|right|have|just))* ?$",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"(?:\b|(?=n't))(?:if|suppose|supposing|assum\w+|were|unless|whether|(?:may|might|would|could|people|some|many|you|students) (?:\w+ )?(?:think|believe|say|guess|choose|pick)"
    r"|first (?:i )?thought|initially|at first|i thought|tempting|n't (?:think|believe|see|say)|not (?:think|believe|see|say)|doubt)\b|不认为|不觉得|不可能|未必|是不是|^ ?(?:is|could|would|might) the\b|如果|假如|假设|若|倘若|有人|有的|同学|学生|考生|容易|乍看|一开始|起初|是否|为什么|为何|你可能|可能会|请|格式",
    re.IGNORECASE,
)
_HAD_TO = re.compile(r"\bif i (?:had|have|must|were)\b|如果(?:一定|非|必须|只能)", re.IGNORECASE)
_ASKED = re.compile(r" ?(?:选项)?(?:吗|么|的话|的(?:同学|人|学生|考生|原因.?是错)|中的?一个)")
_CLAUSE_END = re.compile(r"[,.;!?\n]")
_SENTENCE_END = re.compile(r"[.;!?](?= |\Z|[^\x00-\x7f])|\n")
_NONE = re.compile(
    r"无|没有|以上|不确定|不知道|都|未知|不存在|不能|暂无|(?:none|unknown|n/a|cannot|can't|all|both|unclear|nothing|undetermined|not sure|impossible)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:(?<![A-Za-z])(?:option|choice)s?(?![A-Za-z]) ?|选项 ?|第 ?|[即(] ?)\(?([A-Z])(?![A-Za-z0-9'+#-])|(?<![A-Za-z0-9'-])([A-Z])\)? ?(?:选项|项|option\b)",
    re.IGNORECASE,
)
_IS_ANSWER = re.compile(
    r" ?(?:选项|项|option|choice)? ?(?:才是|就是|即为|应为|应是|是|为|乃|is|would be|should be|must be|seems to be|will be|looks like|has to be) ?"
    r"(?:the|my|our|a|only|most|correct|right|best|final|likely|appropriate|suitable|probable|本题|此题|该题|最|正确|佳|合适|恰当|标准|唯一|我|的|终|[ ,])*"
    r"(?:answer|choice|option|one\b|pick|答案|选项|选择|正解|一项|应选)|(?:选项|项)? ?(?:入选|当选)",
    re.IGNORECASE,
)
_LETTER_START = re.compile(r"(?<![A-Za-z0-9_'\u00c0-\u024f])(?<![A-Za-z0-9]-)(?<![A-Za-z]\.)\(?[A-Za-z](?![A-Za-z0-9])|(?<![A-Za-z0-9_])[A-J]{2,10}(?![A-Za-z0-9_])")  # fmt: skip


def explicit_statement(plain: Plain) -> Finding | None:
    """The last "answer is C", "故选C", "C is the answer", boxed letter or revision of one."""
    events = [*_marked(plain), *_revised(plain), *_called_answer(plain)]
    return max(events, key=lambda event: event[0])[1] if events else None


def _marked(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.prose
    for marker in _MARKER.finditer(text):
        gap = _GAP.match(text, marker.end())
        end = gap.end() if gap else marker.end()
        if _is_unreal(text, marker.start()) or _is_of_wrong_ones(text, marker):
            continue
        linked = marker[0][0] in "选\\" or _LINK.search(text, marker.end(), end) is not None
        finding = _named_after(plain, end, linked)
        if finding is not None:
            yield end, finding


def _is_unreal(text: str, start: int) -> bool:
    """Whether the statement that begins here is denied, supposed or somebody else's."""
    before = text[max(0, start - 60) : start]
    clause = _CLAUSE_END.split(before)[-1]
    if _REFUSED.search(clause):
        return True
    return _SUPPOSED.search(clause) is not None and _HAD_TO.search(clause) is None


_WRONG = re.compile(r"(?:wrong|incorrect|other|错误|不正确|其他|其余|干扰)的? ?$|\bin$", re.IGNORECASE)


def _is_of_wrong_ones(text: str, marker: re.Match[str]) -> bool:
    """Whether a list of the wrong answers follows ("错误选项：A、B")."""
    return _WRONG.search(text, max(0, marker.start() - 12), marker.start()) is not None and marker[0] != "选"


def _named_after(plain: Plain, position: int, linked: bool) -> Finding | None:
    text = plain.prose
    reading = read_letters(text, position, plain.options)
    if reading is None:
        return _answer_in_words(plain, position) if linked else None
    if is_denied(text, reading.end) or _ASKED.match(text, reading.end):
        return None
    known = set(reading.letters) <= set(plain.options)
    if not (linked and known) and not is_clean(text, reading.end):
        return None
    return _found(reading, "stated as the answer", text)


def _answer_in_words(plain: Plain, position: int) -> Finding | None:
    """An answer given in words, with its letter behind it ("Paris (C)"), or said not to exist."""
    end = _SENTENCE_END.search(plain.prose, position, position + 160)
    part = plain.prose[position : end.start() if end else position + 160]
    if re.match(r" ?(?:不|非|not\b|n't)", part):
        return None
    marker = _MARKER.search(part)
    named = _sole_named(part[: marker.start()] if marker else part)
    if named is not None:
        return Finding((named,), False, f"named with the answer: {_quoted(part)}")
    if _NONE.match(part):
        return Finding((), False, f"the reply says that there is none: {_quoted(part)}")
    return None


def _sole_named(part: str) -> str | None:
    named = {(match[1] or match[2]).upper() for match in _NAMED.finditer(part) if not is_denied(part, match.end())}
    return named.pop() if len(named) == 1 else None


def _revised(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.prose
    for word in _REVISION.finditer(text):
        gap = _REVISED_GAP.match(text, word.end())
        end = gap.end() if gap else word.end()
        reading = read_letters(text, end, plain.options)
        if reading is None or text[reading.start].islower() or not is_clean(text, reading.end):
            continue
        if not is_denied(text, reading.end) and not _is_unreal(text, word.start()):
            yield end, _found(reading, "the reply corrected itself", text)


def _called_answer(plain: Plain) -> Iterator[tuple[int, Finding]]:
    text = plain.text
    for reading in _readings(text, plain.options):
        called = _IS_ANSWER.match(text, reading.end)
        if called and not _ASKED.match(text, called.end()) and not _is_unreal(text, reading.start):
            yield reading.end, _found(reading, "called the answer", text)


def _readings(text: str, options: Sequence[str]) -> Iterator[Reading]:
    """Every place where letters stand, a list of them taken together."""
    position = 0
    while (start := _LETTER_START.search(text, position)) is not None:
        reading = read_letters(text, start.start(), options)
        position = max(reading.end, start.end()) if reading else start.end()
        if reading:
            yield reading


_OPENING = re.compile(r"[^\w(•∠°△]*+")
# "C 20种", "C Paris": a label and its text and nothing else.
_LABELLED = re.compile(r" ?[0-9A-Z\u4e00-\u9fff](?:(?![A-J](?![A-Za-z])|[,.;!?吗]).){0,40}\Z")
_LISTED_ON = re.compile(r" ?[,、] ?[A-Z](?![A-Za-z])")
_STANDS = re.compile(
    r" ?(?:\?*\Z|[\n.,;:!)(-]|因为|由于|吧|啦|哦|呢|(?:because|since|as|for|due|not|rather|instead|given|it is)\b)", re.IGNORECASE
)


def opening_letter(plain: Plain) -> Finding | None:
    """A reply that begins with its letter: "C", "C. Paris", "(C) because …"."""
    text = plain.prose
    reading = read_letters(text, _OPENING.match(text).end(), plain.options)  # type: ignore[union-attr]
    if reading is None or is_label_denied(text, reading.end) or _is_verdict(text, reading.end):
        return None
    first_line, _, _ = text.partition("\n")
    alone = text[reading.start].isupper() and _LABELLED.match(first_line, reading.end) is not None
    if not _STANDS.match(text, reading.end) and not alone and text[reading.end - 1] != ")":
        return None
    if not is_clean(text, reading.end) and not alone:
        return None
    if len(reading.letters) > 1 and _LISTED_ON.match(text, reading.end):
        return None
    return _found(reading, "the reply begins with it", text)


def closing_letter(plain: Plain) -> Finding | None:
    """A last line that is a letter, alone or with its text."""
    text = plain.prose
    start = text.rfind("\n") + 1
    reading = read_letters(text, start, plain.options)
    if not start or reading is None or is_label_denied(text, reading.end) or _is_verdict(text, reading.end):
        return None
    if not re.match(r" ?[.:)!]|\Z", text[reading.end - 1 :][1:]) and text[reading.end - 1] != ")":
        return None
    return _found(reading, "the last line is it", text)


_CONCLUSION = re.compile(
    r"(?<![A-Za-z])(?:so|thus|therefore|hence|consequently|it is|it's|it would be|it must be|it has to be|must be|that is|that's|i think|i'd say"
    r"|i would say|i believe|i say|definitely|probably|most likely|namely|leaving|leaves|that leaves|clearly|obviously|maybe|perhaps|possibly|surely|is|be|say|get|take|return)(?![A-Za-z'])"
    r"|所以|因此|因而|故|综上|可知|可得|得出|得到|就是|只有|只剩下?|剩下的?|只能是|我觉得|我认为|认为|那就|结论|应是|是|猜|倾向于?|:|-(?= \(?[A-Z]\)?[.!]?\Z)",
    re.IGNORECASE,
)
_CONCLUSION_GAP = re.compile(
    r"(?:[ ,:(\n]|(?:it|is|it's|that|the|must|be|should|would|we|have|get|option|only|with|to|i|say|probably|likely|definitely)(?![A-Za-z'])|只有|应该|应|就|是|为|选项|的|有|所述|下)*+",
    re.IGNORECASE,
)


_IS_IT = re.compile(r"Is|是")
_PONDERED_END = re.compile(r" ?\?")


def conclusion(plain: Plain) -> Finding | None:
    """The last "so C", "it is C", "因此 C" that stands for itself."""
    text, last = plain.prose, None
    for word in _CONCLUSION.finditer(text):
        gap = _CONCLUSION_GAP.match(text, word.end())
        reading = read_letters(text, gap.end() if gap else word.end(), plain.options)
        if reading is None or is_denied(text, reading.end) or _is_unreal(text, word.start()):
            continue
        lower = text[reading.start] in "ai" or _WRONG.search(text, max(0, word.start() - 12), word.start())
        if _IS_IT.match(word[0]) and _PONDERED_END.match(text, reading.end):
            continue
        if not lower and is_clean(text, reading.end) and not _ASKED.match(text, reading.end):
            last = reading
    return _found(last, "concluded", text) if last else None


_VERDICT = re.compile(
    r"(?P<no>不(?:正确|对|符合|成立|恰当|合适|合理|准确|可|能|是|行|属)|错|有误|误|排除|×|✗|✘|❌|\b(?:not|isn't|incorrect|wrong|false|cannot|can't)\b)"
    r"|正确|符合|成立|恰当|最?合适|最?合理|准确|√|✓|✔|✅|对(?=[,.;!?\s)的]|\Z|[A-Z])"
    r"|(?:(?<=is )|(?<=be )|(?<=are )|(?<=[:.-] )|(?<=s )|(?<=both )|(?<=the )|(?<=clearly )|(?<=all )|(?<=also )|(?<=most )|(?<=indeed ))"
    r"(?:correct|right|true|best|appropriate|accurate|suitable)\b|\b(?:fits|works|matches) best\b",
    re.IGNORECASE,
)
_NEXT_LETTER = re.compile(r"(?<![A-Za-z0-9_'-])[A-J](?![A-Za-z0-9'-])|[;!?\n]|(?<=[^A-Z\s])\.(?= |[^\x00-\x7f]|\Z)")


def _is_verdict(text: str, end: int) -> bool:
    match = _VERDICT.search(text, max(0, end - 1), end + 12)
    return match is not None and _CLAUSE_END.search(text, end, match.start()) is None


def verdicts(plain: Plain) -> Finding | None:
    """The options called right, where others are called wrong or not named at all."""
    text = plain.text
    right: list[Reading] = []
    for reading in _readings(text, plain.options):
        stop = _NEXT_LETTER.search(text, reading.end, reading.end + 40)
        judged = _VERDICT.search(text, max(0, reading.end - 1), stop.start() if stop else reading.end + 40)
        if judged is None or judged["no"] or _is_unreal(text, reading.start) or _ASKED.match(text, judged.end()):
            continue
        if right and _REVISION.search(text, right[-1].end, reading.start):
            right.clear()
        right.append(reading)
    if not right:
        return None
    letters = tuple(dict.fromkeys(letter for reading in right for letter in reading.letters))
    either = any(reading.either for reading in right)
    return Finding(letters, either, f"called right: {_quoted(text[right[-1].start :])}")


_CLAUSE_START = re.compile(r"(?:^|(?<=[,;!?\n])|(?<=\. ))[ ]?(?=\(?[A-Z](?![A-Za-z0-9]))|(?<=[^\x00-\x7f ]) ?(?=\([A-Z]\))| (?=\([A-Z]\))")  # fmt: skip


_PONDERED = re.compile(r" ?\?(?!\Z)| ?(?:对|是|正确)?[吗么]")


def only_one_named(plain: Plain) -> Finding | None:
    """The only option that is named as one, and not as a wrong one."""
    text = plain.prose
    named = {match.start(1) if match[1] else match.start(2) for match in _NAMED.finditer(text)}
    readings: list[Reading] = []
    for start in sorted(named.union(match.end() for match in _CLAUSE_START.finditer(text))):
        if readings and start < readings[-1].end:
            continue
        reading = read_letters(text, start, plain.options)
        if reading is None and start in named:
            reading = Reading((text[start].upper(),), start, start + 1)
        if reading and (start in named or _stands_alone(text, reading)) and _is_meant(text, start, reading.end):
            readings.append(reading)
    letters = tuple(dict.fromkeys(letter for reading in readings for letter in reading.letters))
    if not letters:
        return None
    either = any(reading.either for reading in readings)
    return Finding(letters, either, f"the only option named: {_quoted(text[readings[-1].start :])}")


def _is_meant(text: str, start: int, end: int) -> bool:
    return not (_PONDERED.match(text, end) or is_label_denied(text, end) or _is_unreal(text, start))


def _stands_alone(text: str, reading: Reading) -> bool:
    return text[reading.start].isupper() and (is_clean(text, reading.end) or text[reading.end - 1] == ")")


def _found(reading: Reading, how: str, text: str) -> Finding:
    return Finding(reading.letters, reading.either, f"{how}: {_quoted(text[max(0, reading.start - 12) :])}")


def _quoted(text: str) -> str:
    cut = " ".join(text[:40].split())
    return "“" + "".join(char if char.isprintable() else "�" for char in cut) + ("…”" if len(text) > 40 else "”")


RULES: tuple[Callable[[Plain], Finding | None], ...] = (
    explicit_statement,
    opening_letter,
    closing_letter,
    conclusion,
    verdicts,
    only_one_named,
)
