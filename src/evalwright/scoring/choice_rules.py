"""The weaker signs of a choice, asked in order where a reply states none outright: each rule is one function.

A letter that opens or closes the reply, a conclusion ("so C"), a verdict ("C is right"), and at last an option
that is the only one named. `RULES` has all rules, strongest first. A rule gives nothing rather than a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalwright.lazy import late_pattern
from evalwright.text import phrase

from .choice_letters import Reading, is_clean, is_denied, is_label_denied, read_letters
from .choice_statements import (
    ASKED,
    CLAUSE_END,
    NAMED,
    REVISION,
    WRONG,
    Finding,
    Plain,
    explicit_statement,
    found,
    is_unreal,
    quoted,
    readings,
    with_gaps,
)

_OPENING = late_pattern(r"[^\w(•∠°△]*+")
# "C 20种", "C Paris": a label and its text and nothing else.
_LABELLED = late_pattern(r" ?[0-9A-Z\u4e00-\u9fff](?:(?![A-J](?![A-Za-z])|[,.;!?吗]).){0,40}\Z")
_LISTED_ON = late_pattern(r" ?[,、] ?[A-Z](?![A-Za-z])")
_STANDS = late_pattern(
    r" ?(?:\?*\Z|[\n.,;:!)(-]|因为|由于|吧|啦|哦|呢|(?:because|since|as|for|due|not|rather|instead|given|it is)\b)",
    re.IGNORECASE,
)


def opening_letter(plain: Plain) -> Finding | None:
    """A reply that begins with its letter: "C", "C. Paris", "(C) because …"."""
    text = plain.prose
    signs = _OPENING.match(text)
    reading = read_letters(text, signs.end() if signs else 0, plain.options)
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
    return found(reading, phrase("choice.begins"), text)


_LINE_STANDS = late_pattern(r" ?[.:)!]|\Z")


def closing_letter(plain: Plain) -> Finding | None:
    """A last line that is a letter, alone or with its text."""
    text = plain.prose
    start = text.rfind("\n") + 1
    reading = read_letters(text, start, plain.options)
    if not start or reading is None or is_label_denied(text, reading.end) or _is_verdict(text, reading.end):
        return None
    if not _LINE_STANDS.match(text, reading.end) and text[reading.end - 1] != ")":
        return None
    return found(reading, phrase("choice.last_line"), text)


_CONCLUSION = late_pattern(
    r"(?<![A-Za-z])(?:so|thus|therefore|hence|consequently|it is|it's|it would be|it must be|it has to be"
    r"|must be|that is|that's|i think|i'd say"
    r"|i would say|i believe|i say|definitely|probably|most likely|namely|leaving|leaves|that leaves"
    r"|clearly|obviously|maybe|perhaps|possibly|surely|is|be|say|get|take|return)(?![A-Za-z'])"
    r"|所以|因此|因而|故|综上|可知|可得|得出|得到|就是|只有|只剩下?|剩下的?|只能是|我觉得|我认为|认为|那就"
    r"|结论|应是|是|猜|倾向于?|:|-(?= \(?[A-Z]\)?[.!]?\Z)",
    re.IGNORECASE,
)
_CONCLUSION_GAP = late_pattern(
    r"(?:[ ,:(\n]|(?:it|is|it's|that|the|must|be|should|would|we|have|get|option|only|with|to|i(?= (?:say"
    r"|would|think|believe|guess|get|have)\b)|say|probably|likely|definitely)(?![A-Za-z'])|只有|应该|应|就"
    r"|是|为|选项|的|有|所述|下)*+",
    re.IGNORECASE,
)


_IS_IT = late_pattern(r"Is|是")
_PONDERED_END = late_pattern(r" ?\?")


def conclusion(plain: Plain) -> Finding | None:
    """The last "so C", "it is C", "因此 C" that stands for itself."""
    text, last = plain.prose, None
    for word, end in with_gaps(_CONCLUSION, _CONCLUSION_GAP, text):
        reading = read_letters(text, end, plain.options)
        if reading is None or is_denied(text, reading.end) or is_unreal(text, word.start()):
            continue
        lower = text[reading.start] in "ai" or WRONG.search(text, max(0, word.start() - 12), word.start())
        if _IS_IT.match(word[0]) and _PONDERED_END.match(text, reading.end):
            continue
        if not lower and is_clean(text, reading.end) and not ASKED.match(text, reading.end):
            last = reading
    return found(last, phrase("choice.concluded"), text) if last else None


_VERDICT = late_pattern(
    r"(?P<no>不(?:正确|对|符合|成立|恰当|合适|合理|准确|可|能|是|行|属)|错|有误|误|排除|×|✗|✘|❌|\b(?:not"
    r"|isn't|incorrect|wrong|false|cannot|can't)\b)"
    r"|正确|符合|成立|恰当|最?合适|最?合理|准确|√|✓|✔|✅|对(?=[,.;!?\s)的]|\Z|[A-Z])"
    r"|(?:(?<=is )|(?<=be )|(?<=are )|(?<=[:.-] )|(?<=s )|(?<=both )|(?<=the )|(?<=clearly )|(?<=all )"
    r"|(?<=also )|(?<=most )|(?<=indeed ))"
    r"(?:correct|right|true|best|appropriate|accurate|suitable)\b|\b(?:fits|works|matches) best\b",
    re.IGNORECASE,
)
_NEXT_LETTER = late_pattern(r"(?<![A-Za-z0-9_'-])[A-J](?![A-Za-z0-9'-])|[;!?\n]|(?<=[^A-Z\s])\.(?= |[^\x00-\x7f]|\Z)")


def _is_verdict(text: str, end: int) -> bool:
    match = _VERDICT.search(text, max(0, end - 1), end + 12)
    return match is not None and CLAUSE_END.search(text, end, match.start()) is None


def verdicts(plain: Plain) -> Finding | None:
    """The options called right, where others are called wrong or not named at all."""
    text = plain.text
    right: list[Reading] = []
    for reading in readings(text, plain.options):
        stop = _NEXT_LETTER.search(text, reading.end, reading.end + 40)
        judged = _VERDICT.search(text, max(0, reading.end - 1), stop.start() if stop else reading.end + 40)
        if judged is None or judged["no"] or is_unreal(text, reading.start) or ASKED.match(text, judged.end()):
            continue
        if right and REVISION.search(text, right[-1].end, reading.start):
            right.clear()
        right.append(reading)
    if not right:
        return None
    letters = tuple(dict.fromkeys(letter for reading in right for letter in reading.letters))
    either = any(reading.either for reading in right)
    return Finding(letters, either, phrase("choice.called_right", text=quoted(text, right[-1].start)))


_CLAUSE_START = late_pattern(
    r"(?:^|(?<=[,;!?\n])|(?<=\. ))[ ]?(?=\(?[A-Z](?![A-Za-z0-9]))|(?<=[^\x00-\x7f ]) ?(?=\([A-Z]\))"
    r"| (?=\([A-Z]\))"
)


_PONDERED = late_pattern(r" ?\?(?!\Z)| ?(?:对|是|正确)?[吗么]")


def only_one_named(plain: Plain) -> Finding | None:
    """The only option that is named as one, and not as a wrong one."""
    text = plain.prose
    named = {match.start(1) if match[1] else match.start(2) for match in NAMED.finditer(text)}
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
    return Finding(letters, either, phrase("choice.only_named", text=quoted(text, readings[-1].start)))


def _is_meant(text: str, start: int, end: int) -> bool:
    return not (_PONDERED.match(text, end) or is_label_denied(text, end) or is_unreal(text, start))


def _stands_alone(text: str, reading: Reading) -> bool:
    return text[reading.start].isupper() and (is_clean(text, reading.end) or text[reading.end - 1] == ")")


RULES: tuple[Callable[[Plain], Finding | None], ...] = (
    explicit_statement,
    opening_letter,
    closing_letter,
    conclusion,
    verdicts,
    only_one_named,
)
