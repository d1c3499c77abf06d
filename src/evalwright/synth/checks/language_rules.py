"""Checks of the language: one row speaks one, nothing of the machinery shows, and nothing is said endlessly."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalwright.text import phrase
from evalwright.workbench import Hit, quoted

from .context import check
from .conversation_view import View

_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_WORDS = re.compile(r"[A-Za-z][A-Za-z']+")
_VALUE = re.compile(r"[A-Za-z0-9._%+#@/-]*[0-9@_#][A-Za-z0-9._%+#@/-]*")
_MIN_LETTERS = 24
_LETTERS_PER_HAN = 3
_NAMES = (
    "name|first name|last name|full name|email|e-mail|address|order|order id|order number|id|date|amount|phone|zip|item"
    "|product|city|state|country|company|number|user|customer"
)
_PLACEHOLDER = re.compile(
    r"(?<![\\\w}^_$])\{\{?[A-Za-z_][A-Za-z0-9_.:]{0,40}\}?\}|\$\{[A-Za-z_][\w.]{0,40}\}|[⟦⟧]"
    rf"|\[(?:(?:your|the|user(?:'s)?|customer(?:'s)?|insert|enter)[ _])?(?:{_NAMES.replace(' ', '[ _]')})\](?!\()"
    r"|<(?:slot|value|placeholder|name|order_id|user_id|email)>"
    r"|\[object Object\]|\bundefined\b|[$¥￥]\s?(?:nan|None|null)\b|\bNaN\b|\b(?:nan|None|null)\s?[元块]",
)
_MARKS = ("{", "[", "⟦", "⟧", "<", "undefined", "None", "NaN", "nan", "null")
"""A text without any of these holds no placeholder; looking for them first is many times faster."""
_NONE = re.compile(r"(?<=[a-z,] )None\b(?! (?:of|at|other|the)\b)|[(:#=]\s?(?:None|null|nan)\b")
_BROKEN = re.compile(
    r"\w*[a-z\u4e00-\u9fff;,)](?:Shall|Would|Could|Can|Do|Does|Is|Are|Which|What|May|Anything|Let|Please|Tell|Here|Thank)"
    r"\b(?= \w)|\w[:;,]\.(?=\s|$)|\n[ \t]*\n[ \t]*\n"
)
"""Two sentences without a space between them, two stops, or two empty lines: what comes of careless joining."""
_MIN_WORDS = 40
_MIN_CHARACTERS = 120
_FEWEST_DIFFERENT = 0.2
"""The share of words (or runs of three characters) that differ from each other, below which a text goes round."""
_LONG_WORDS = 12
"""Characters per word above which a text is Chinese, or no text at all."""
_SAME_MESSAGE = 3
_LONG_MESSAGE = 40


@check("wrong-language", "warning", "language")
def wrong_language(view: View) -> Iterator[Hit]:
    lang = view.lang
    if lang not in ("en", "zh"):
        return
    for index, text in view.dialogue:
        if lang == "en" and text.isascii():
            continue
        strange = _strange_in_english(view, index) if lang == "en" else _strange_in_chinese(view, index)
        if strange is not None:
            language, role = phrase(f"audit.languages.{lang}"), phrase(f"roles.{view.case.messages[index]['role']}")
            fault = phrase("audit.found.wrong_language", language=language, role=role, text=quoted(strange))
            yield Hit(index, f"messages[{index}].content", fault)


def _strange_in_english(view: View, index: int) -> str | None:
    """The first Chinese words that no result holds."""
    for run in _HAN_RUN.findall(view.texts[index]):
        if not any(run in text for at, text in enumerate(view.texts) if view.roles[at] in "ts"):
            return str(run)
    return None


def _strange_in_chinese(view: View, index: int) -> str | None:
    """A text with far more English than Chinese, where values that a result holds do not count."""
    text = view.texts[index]
    if len(text.encode("utf-8", "replace")) >= 1.5 * len(text):
        return None  # three bytes for every Chinese character: a quarter of the text is Chinese at least
    han = sum(map(len, _HAN_RUN.findall(text)))
    words = _WORDS.findall(_VALUE.sub(" ", text))
    letters = sum(map(len, words))
    if letters < _MIN_LETTERS or letters <= _LETTERS_PER_HAN * han:
        return None
    seen = [said for at, said in enumerate(view.texts) if view.roles[at] in "t"]
    own = [word for word in words if not any(word in said for said in seen)]
    strange = sum(map(len, own))
    return " ".join(own) if strange >= _MIN_LETTERS and strange > _LETTERS_PER_HAN * han else None


@check("leaked-placeholder", "error", "language")
def leaked_placeholder(view: View) -> Iterator[Hit]:
    if not any(map("\n".join([text for _, text in view.dialogue]).__contains__, _MARKS)):
        return
    for index, text in view.dialogue:
        if not any(map(text.__contains__, _MARKS)):
            continue
        found = next(_unfilled(view, index), None)
        if found is not None:
            said = phrase("audit.found.placeholder", strip=quoted(found.strip()))
            yield Hit(index, f"messages[{index}].content", said)


def _unfilled(view: View, index: int) -> Iterator[str]:
    """What looks like a slot in a text, unless it was read somewhere: programs and templates are quoted too."""
    text = view.texts[index]
    for pattern in (_PLACEHOLDER, _NONE) if "None" in text or "null" in text else (_PLACEHOLDER,):
        for found in pattern.finditer(text):
            if not any(found[0] in heard for heard in view.heard(index) if heard):
                yield found[0]


@check("broken-text", "warning", "language")
def broken_text(view: View) -> Iterator[Hit]:
    for index, text in view.dialogue:
        found = _BROKEN.search(text) if view.roles[index] == "a" else None
        if found is not None and not any(found[0] in heard for heard in view.heard(index)):
            said = phrase("audit.found.broken_text", part=quoted(text[max(0, found.start() - 20) : found.end()]))
            yield Hit(index, f"messages[{index}].content", said)


@check("repeated-text", "warning", "language")
def repeated_text(view: View) -> Iterator[Hit]:
    met: dict[str, int] = {}
    for index, text in view.dialogue:
        if len(text) < _LONG_MESSAGE:
            continue
        met[text] = met.get(text, 0) + 1
        if met[text] == _SAME_MESSAGE:
            said = phrase("audit.found.message_again", same_message=_SAME_MESSAGE)
            yield Hit(index, f"messages[{index}].content", said)
        elif _goes_on(text):
            yield Hit(index, f"messages[{index}].content", phrase("audit.found.over_and_over"))


def _goes_on(text: str) -> bool:
    if len(text) < _MIN_CHARACTERS:
        return False
    words = text.split()
    if len(text) > _LONG_WORDS * len(words):
        return len(set(zip(text, text[1:], text[2:], strict=False))) < _FEWEST_DIFFERENT * len(text)
    return len(words) >= _MIN_WORDS and len(set(words)) < _FEWEST_DIFFERENT * len(words)
