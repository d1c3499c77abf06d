"""A reply made plain, so that the rules that look for a choice need to know one spelling of everything.

In flows a reply as the model wrote it, out comes the same text without reasoning blocks, Markdown, LaTeX, quotes
and invisible characters, with one kind of bracket, half-width signs and simplified characters for the few words
the rules know. Every step is one pass over the text: a hostile reply costs time in proportion to its length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from evalwright.lazy import late_pattern

_OPENING = "[【〔「『〈《〖﹝"
_CLOSING = "]】〕」』〉》〗﹞"
_TRADITIONAL = "選擇項確對錯誤應該為爲當這綜結論題與還後將個說無沒會並認標準終則給顯須參嗎麼們種類語細維"
_SIMPLIFIED = "选择项确对错误应该为为当这综结论题与还后将个说无没会并认标准终则给显须参吗么们种类语细维"


def _folds() -> dict[int, str | None]:
    table: dict[int, str | None] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    # Circled, bracketed and squared letters; Roman numerals are numbers and stay what they are.
    for start, stop in ((0x249C, 0x24B6), (0x24B6, 0x24EA), (0x1F110, 0x1F12A), (0x1F130, 0x1F14A)):
        for code in range(start, stop):
            table[code] = unicodedata.normalize("NFKC", chr(code)).strip("()")
    for start in (0x1F150, 0x1F170):
        table |= {start + offset: chr(ord("A") + offset) for offset in range(26)}
    for code in range(0x1D400, 0x1D6A4):  # letters of mathematical fonts
        table[code] = unicodedata.normalize("NFKC", chr(code))
    table |= dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f"))
    table |= {ord(char): "(" for char in _OPENING} | {ord(char): ")" for char in _CLOSING}
    table |= {ord(char): " " for char in '“”„«»"\u3000\u00a0'}
    table |= {ord(char): "-" for char in "–—−―‐‑"} | {ord(char): ":" for char in "→⇒➡➜👉☞▶➤∴"}
    table |= {ord("。"): ". ", ord("｡"): ". ", ord("’"): "'", ord("‘"): "'", ord("\r"): "\n"}
    return table | {ord(old): new for old, new in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)}


_HEAD, _TAIL = 10_000, 50_000
_FOLDS = _folds()
_ASCII_FOLDS = {code: text for code, text in _FOLDS.items() if code < 128}

_THINKING = late_pattern(
    r"(?P<open><(?:think|thinking|thought|reasoning)>|◁think▷|\[THINK\])"
    r"|</(?:think|thinking|thought|reasoning)>|◁/think▷|\[/THINK\]",
    re.IGNORECASE,
)
_NEXT_KEY = late_pattern(r'"\s{0,20},\s{0,20}"(?=[^"\n]{1,40}"\s{0,20}:)')
_ANSWER_TAG = late_pattern(r"<(?:final_?)?(?:answer|choice|option|答案)>", re.IGNORECASE)
_TAG = late_pattern(r"</[A-Za-z][^<>\n]{0,40}>|<[A-Za-z][^<>\n]{1,60}>|<([biups])>(?=[^<\n]{0,80}</\1>)")
_LATEX = late_pattern(
    r"\\(?:text(?:bf|it|rm|sf|tt)?|math(?:rm|bf|it|sf|tt|bb|cal)?|bold(?:symbol)?|bf|rm|quad|qquad|displaystyle"
    r"|left|right|begin|end|[()\[\],;:! ])(?![A-Za-z])"
)
_STRUCK = late_pattern(r"~~[^~\n]{1,80}~~")
_SIGNS = late_pattern(
    r"```[A-Za-z]{0,12}|[*`${}|~]|_{2,}|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<![A-Za-z])'|'(?![A-Za-z])"
    r"|(?:^|(?<=\n))(?:#{1,6}|>|[-+•](?= )|\d{1,3} ?[.、)](?= ?\(?[A-Za-z]))",
)
_BLANKS = late_pattern(r"[^\S\n]+")
_LINE_ENDS = late_pattern(r" ?\n[ \n]*")


def readable(reply: str) -> str:
    """What of a reply is meant as the answer, made plain."""
    text = _head_and_tail(_without_thinking(reply))
    if '"' in text:
        text = _NEXT_KEY.sub("\n", text)
    text = text.translate(_ASCII_FOLDS if text.isascii() else _FOLDS)
    if "<" in text:
        text = _TAG.sub(" ", _ANSWER_TAG.sub(" answer: ", text))
    if "\\" in text:
        text = _LATEX.sub(" ", text)
    if "~~" in text:
        text = _STRUCK.sub(" ", text)
    text = _SIGNS.sub(" ", text).replace("<", "(").replace(">", ")")
    return _LINE_ENDS.sub("\n", _BLANKS.sub(" ", text)).strip()


def _head_and_tail(text: str) -> str:
    """A reply of normal length as it is; of a runaway one the beginning and the end, where choices are stated."""
    return text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]}\n{text[-_TAIL:]}"


def _without_thinking(reply: str) -> str:
    """What stands outside reasoning blocks. A block that never ends takes the rest; a lone end takes what is before."""
    kept: list[str] = []
    position, thinking = 0, False
    for tag in _THINKING.finditer(reply):
        opens = tag["open"] is not None
        if not opens and not thinking:
            kept.clear()
        elif opens and not thinking:
            kept.append(reply[position : tag.start()])
        position, thinking = tag.end(), opens
    return "\n".join(kept if thinking else [*kept, reply[position:]])


_LABEL = late_pattern(r"(?<![A-Za-z0-9_'.-])\(?([A-Z])(?: ?[).:]|(?<=\n[A-Z])、|(?<=^[A-Z])、)")
_ANSWERING = late_pattern(
    r"(?:answer|ans|is|be|not|or|and|so|than|choose|pick|with|option|答案|是|为|选|选项|排除|boxed)[ :=(\n-]*\Z",
    re.IGNORECASE,
)


def without_option_list(text: str, letters: Sequence[str]) -> str:
    """The text with the labels of a restated list of options painted over, at the same length.

    A list runs from the first letter upwards with words between its labels; a label that answers a question
    ("Answer: A. Paris") starts none.
    """
    runs: list[list[re.Match[str]]] = [[]]
    for label in _LABEL.finditer(text):
        run = runs[-1]
        if _ANSWERING.search(text[max(0, label.start() - 12) : label.start()]):
            runs.append([])
        elif run and len(run) < len(letters) and label[1] == letters[len(run)] and _is_told(text, run[-1].end(), label):
            run.append(label)
        else:
            runs.append([label] if label[1] == letters[0] else [])
    lists = [run for run in runs if len(run) >= min(3, len(letters)) and _is_told(text, run[-1].end(), None)]
    return _painted(text, [label for run in lists for label in run])


def _is_told(text: str, start: int, following: re.Match[str] | None) -> bool:
    """Whether a label is followed by words of its own."""
    end = start + 40 if following is None else min(following.start(), start + 40)
    return any(char.isalnum() or ord(char) > 0x2600 for char in text[start:end])


def _painted(text: str, labels: Sequence[re.Match[str]]) -> str:
    chars = list(text)
    for label in labels:
        chars[label.start() : label.end()] = "•" * (label.end() - label.start())
    return "".join(chars)
