"""Which label of a menu a judge's sentences state, read as a careful person would.

In goes a reply without JSON and reasoning; out comes a label, or the reason why there is none. The reply is read
statement by statement from its end: the last one that states a verdict decides, and one that states two of them, or
a letter that is not on the menu, decides nothing. Mere mentions ("A or B?", "vitamin A") state nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from evalwright.text import phrase

_MARKS = str.maketrans(
    dict.fromkeys("\"'“”‘’`*#「」『』", None) | dict.fromkeys("([{<【", " ") | dict.fromkeys(")]】", ":")
)
_LATEX = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}|\$")
_TAG = re.compile(r"</?[A-Za-z][\w-]*>|```[a-z]*|\}")
_END = re.compile(r"\n+|(?<=[.!?;。])(?=\s|$)|(?<=[。;!?])")
_EDGES = " \t\r.,:;!。、，~|=_\\/"
_BULLETS = _EDGES + "-–—>"
_QUESTION = ("?", "？")
_CONDITION = re.compile(r"\b(?:if|unless|whether|otherwise)\b|如果|若|假如|是否|否则", re.IGNORECASE)
"""What is said under a condition is a rule, not a verdict; only one that is named as such stands beside it."""
_MARKER = (
    r"(?:answer|verdict|graded?|judge?ment|decision|conclusion|result|evaluation|rating|choice|option|label|output|"
    r"assistant|choose|select|pick|答案|结论|判定|判断|评判|判决|结果|选项|选择|选|评价|评级|等级|输出)"
)
_OTHER_ANSWER = (
    r"(?:(?:correct|right|true|reference|gold|standard|expected|predicted|models?|students?)\s+(?:answer|choice|option)|"
    r"(?:正确|参考|标准|预测|模型|学生)(?:的)?(?:答案|选项))"
)
"""An answer that is talked about: its letter is not the judge's verdict."""
_JOIN = (
    r"[\s:=,\-–—>→]*(?:(?:is|was|as|be|would be|should be|must be|the letter|option|"
    r"应该是|应为|应是|判为|为|是|选)[\s:=]*)*"
)
_AFTER = r"(?=\s*(?:$|[^\w\s+'])|\s+(?:because|since|as|for|given|due)\b|\s*[\u3400-\u9fff])"
_LEAD_IN = (
    r"(?:[,:;→>=–—]|-\s|\b(?:is|as|be|but|so|therefore|thus|hence|give|say|assign|grade|answer)\b|"
    r"为|是|选|判|而是|因此|所以|故)\s*"
)
_SUBJECT = (
    r"(?:answer|prediction|response|reply|it|this|verdict|grade|judge?ment|result|"
    r"回答|答案|预测|判断|判定|结论|结果|答复)"
)
_BETWEEN = r"[\s:]*(?:and|or|nor|vs|both|和|与|或者|或|还是|[/&,、])[\s:]*"


@dataclass(frozen=True, slots=True)
class Stated:
    """What one statement says."""

    label: str | None
    """None where it states several labels, or one that is not on the menu."""
    form: Literal["bare", "glossed", "sentence"]
    problem: str = ""


class Menu:
    """The labels a judge may choose from, ready for reading."""

    def __init__(self, labels: tuple[str, ...], words: tuple[tuple[str, str], ...] = ()) -> None:
        self._labels = {_clean(label).strip().casefold(): label for label in labels}
        self._labels.pop("", None)
        self._words = dict(words)
        letters = all(len(label) == 1 and label.isascii() and label.isalpha() for label in self._labels)
        choices = "|".join(re.escape(label) for label in sorted(self._labels, key=len, reverse=True)) or "(?!)"
        token = rf"(?<![A-Za-z0-9_不没未非])(?:{choices}{'|[A-Za-z]' if letters else ''})(?![A-Za-z0-9_+]|-(?:\s|$))"
        said = "|".join(re.escape(word) for word in sorted(self._words, key=len, reverse=True)) or "(?!)"
        self._whole = _compiled(rf"({token})$")
        self._word = _compiled(rf"({said})$")
        self._glossed = _compiled(rf"(?:({token})[\s:=,\-–—]*({said})|({said})[\s:=,\-–—]*({token}))$")
        self._leading = _compiled(rf"({token})\s*(?:[:,–—]\s*|-\s+|\s(?=because\b|since\b)|(?=因为))(?=\S)")
        self._marked = _compiled(rf"{_MARKER}{_JOIN}({token}){_AFTER}")
        self._subject = _compiled(rf"{_SUBJECT}[\s:]*(?:(?:is|was|是|为)\s*)?({said})$")
        self._trailing = _compiled(rf"{_LEAD_IN}({token})$")
        self._other = _compiled(rf"{_OTHER_ANSWER}{_JOIN}{token}")
        self._several = _compiled(rf"({token}){_BETWEEN}({token})")

    def read(self, text: str) -> Stated | None:
        """The verdict of the last statement that has one."""
        statements = list(_statements(_clean(text)))
        for at in range(len(statements) - 1, -1, -1):
            stated = self._stated(statements[at])
            if stated is None:
                continue
            before = self._stated(statements[at - 1]) if at else None
            return _contradiction() if before is not None and _clash(before, stated) else stated
        return None

    def _stated(self, statement: str) -> Stated | None:
        if found := self._whole.match(statement):
            return self._one(found[1], "bare")
        if found := self._word.match(statement):
            return Stated(self._words[found[1].casefold()], "bare")
        if found := self._glossed.match(statement):
            stated = self._one(found[1] or found[4], "glossed")
            gloss = self._words[(found[2] or found[3]).casefold()]
            return stated if stated.label in (gloss, None) else _contradiction()
        return self._in_sentence(statement)

    def _in_sentence(self, statement: str) -> Stated | None:
        statement = self._other.sub("", statement)
        tokens = [found[1] for found in self._marked.finditer(statement)]
        condition = _CONDITION.search(statement)
        if condition is not None and (condition.start() == 0 or not tokens):
            return None
        lead = self._leading.match(statement)
        if lead is not None and (lead[1].upper() != "I" or ":" in lead[0]):
            tokens.insert(0, lead[1])
        joined = [found.groups() for found in self._several.finditer(statement)]
        several = [pair for pair in joined if pair[0].isupper() and pair[0] != pair[1]]
        if several and tokens:
            return _contradiction()
        last = self._trailing.search(statement)
        if last is not None and not several and not last[1].islower():
            tokens.append(last[1])
        stated = [self._one(token, "sentence") for token in tokens]
        stated += [Stated(self._words[said[1].casefold()], "sentence") for said in self._subject.finditer(statement)]
        if len({one.label for one in stated}) > 1:
            return _contradiction()
        return stated[-1] if stated else None

    def _one(self, token: str, form: Literal["bare", "glossed", "sentence"]) -> Stated:
        label = self._labels.get(token.casefold())
        return Stated(label, form, "" if label is not None else phrase("judge.unknown_label", token=repr(token)))


@lru_cache(maxsize=64)
def menu(labels: tuple[str, ...], words: tuple[tuple[str, str], ...] = ()) -> Menu:
    """One menu per set of labels: its patterns are compiled once."""
    return Menu(labels, words)


def _clash(before: Stated, stated: Stated) -> bool:
    """Two verdicts with nothing between them contradict each other, unless the first ends an echo of the menu."""
    if before.label == stated.label or "sentence" in (before.form, stated.form):
        return False
    return not (before.form == "glossed" and stated.form == "bare")


def _contradiction() -> Stated:
    return Stated(None, "sentence", phrase("judge.several_verdicts"))


def _statements(text: str) -> Iterator[str]:
    for part in _END.split(text):
        whole = part.strip()
        stripped = whole.lstrip(_BULLETS).rstrip(_EDGES)
        if stripped and not whole.endswith(_QUESTION):
            yield stripped


def _clean(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    for _ in range(2):  # \boxed{\text{A}}
        plain = _LATEX.sub(lambda found: found[1] or "", plain)
    return _TAG.sub(" ", plain).translate(_MARKS)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
