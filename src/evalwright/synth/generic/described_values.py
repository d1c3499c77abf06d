"""Values that a description gives in words: examples, and the ones that a parameter may have.

A description is somebody's text and is only searched. Options are a list behind words that announce one (`[Enum]:`,
`one of`, `options are`), all in quotes or each in a word or two; whatever reads like a sentence is none. Where values
that somebody else chose are judged (`workbench/provenance_described.py`), more is let pass than is proposed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalwright.text import resource_json

from .names import singular, words_of

_WORDS: dict[str, list[str]] = resource_json(__package__, "words/described.json")
_LONGEST_TEXT = 1000
_QUOTED = r"'([^'\n]{1,60})'|\"([^\"\n]{1,60})\"|“([^”\n]{1,60})”|‘([^’\n]{1,60})’|「([^」\n]{1,60})」|`([^`\n]{1,60})`"
_EXAMPLE_LEAD = rf"(?:{'|'.join(_WORDS['example'])})[:：,，]?\s*"
_EXAMPLE = re.compile(_EXAMPLE_LEAD + rf"(?:{_QUOTED})", re.I)
_JOINT = r"\s*(?:,\s*(?:or|and)\b|,|/|\||、|，|\bor\b|\band\b|或者|或|和)\s*"
_MORE = re.compile(rf"{_JOINT}(?:{_QUOTED})", re.I)
_BARE_EXAMPLE = re.compile(_EXAMPLE_LEAD + r"([^\s,;()（）。，；'\"“‘「`]{2,40})", re.I)
_NAME = r"([A-Z][a-z]+(?: [A-Z][a-z]+){0,2}(?:, [A-Z]{2}\b)?)(?=\s*(?:[.,;)]|$|\n|/|\bor\b|\band\b))"
_NAMED_EXAMPLE = re.compile(rf"\b(?:such as|for example|e\.g\.|eg)[:,]?\s+{_NAME}")
_MORE_NAMES = re.compile(_JOINT + _NAME)
_ENDING_EXAMPLE = re.compile(r"(?:例如|比如|譬如)[:：]\s*([\u4e00-\u9fff][\u4e00-\u9fff、 ]{1,39})[。）)]?\s*\Z")
_REMARKS = re.compile(r"[的为是在或]|可以|表示|需要")
"""What stands in a sentence, and in no name."""
_OPTION_LEAD = re.compile(rf"(?:{'|'.join(_WORDS['options'])})\s*(?P<colon>[:：])?\s*[\[(]?", re.I)
_HEADING = re.compile(r"\s*(?!(?:note|warning|注意|备注))[^:：.\n]{3,40}(?P<colon>)[:：]\s*", re.I)
"""A description that is a name, a colon and a list."""
_FIRST = re.compile(rf"\s*(?:{_QUOTED})")
_BARE_LIST = re.compile(r"[^.;\n()\[\]。；（）]+")
_IN_BRACKETS = re.compile(r"[(（](?P<list>[^()（）\n]{3,80})[)）]")
_WORD, _FEW_WORDS = re.compile(r"\w[\w+-]*"), re.compile(r"\w[\w+-]*(?: \w[\w+-]*){0,2}")
_NUMBER = r"(-?\d{1,9}(?:\.\d{1,6})?)"
_REMARK = r"(?: ?\([^()\n]{1,40}\))?"
"""What a number stands for, behind it: `between 0 (not pressed) and 1 (fully pressed)`."""
_BOUNDS = re.compile(
    rf"\b(?:between|from) {_NUMBER}{_REMARK} (?:and|to) {_NUMBER}|{_NUMBER} ?(?:到|至|~|～) ?{_NUMBER}", re.I
)
_NO_OPTIONS = frozenset(_WORDS["no_options"])
_SHORTEST, _MOST = 3, 50


def examples_in(text: str) -> Iterator[str]:
    """What a description shows as examples."""
    text = text[:_LONGEST_TEXT]
    found = _EXAMPLE.search(text)
    while found:
        yield next(group for group in found.groups() if group)
        found = _MORE.match(text, found.end())
    bare = (each[1] for each in _BARE_EXAMPLE.finditer(text))
    shown = next(
        (each for each in bare if any(map(str.isdigit, each))), None
    )  # a `format` is none, the day behind it is
    if shown is not None:
        yield shown.rstrip(".:")
    ending = _ENDING_EXAMPLE.search(text) if shown is None else None
    if ending is not None and not _REMARKS.search(ending[1]):
        yield from (each for each in ending[1].removesuffix("等").split("、") if each)
    named = _NAMED_EXAMPLE.search(text)
    while named:
        yield named[1]
        named = _MORE_NAMES.match(text, named.end())


def options_in(text: str) -> tuple[str, ...]:
    """The values of which a description says that it must be one of them; none where it says nothing of the sort."""
    text = text[:_LONGEST_TEXT]
    heading = _HEADING.match(text)
    for lead in (*_OPTION_LEAD.finditer(text), *((heading,) if heading else ())):
        found = _quoted_list(text, lead.end()) or _bare_list(text, lead)
        if len(found) > 1:
            return found
    return next(filter(None, (_words_with_strokes(each["list"]) for each in _IN_BRACKETS.finditer(text))), ())


def bounds_in(text: str) -> tuple[float, float] | None:
    """The least and the most that a description allows a number to be: `between 0 and 1`, `from 1 to 5`."""
    found = _BOUNDS.search(text[:_LONGEST_TEXT])
    low, high = (float(found[1] or found[3]), float(found[2] or found[4])) if found else (0.0, 0.0)
    return (low, high) if low < high else None


def told_of_parameter(description: str, name: str) -> str:
    """What a description says of one parameter in a line of its own: `plot (str): The plot, such as A3`."""
    line = re.search(
        rf"^[ \t\-*`]*{re.escape(name)}[`*]*(?: ?\([^)\n]*\))?[`*]*\s*[:：]\s*(\S[^\n]*)", description, re.M
    )
    return line[1].strip() if line is not None else ""


def options_told_of(description: str, name: str) -> tuple[str, ...]:
    """The options in a sentence of a tool's description that speaks of one parameter."""
    words = words_of(name)
    for sentence in re.split(r"(?<=[.。])\s|\n", description[:_LONGEST_TEXT]) if words else ():
        if {singular(each.lower()) for each in re.findall(r"\w+", sentence)} >= {singular(words[-1])}:
            found = options_in(sentence)
            if found:
                return found
    return ()


def _quoted_list(text: str, start: int) -> tuple[str, ...]:
    found, made = _FIRST.match(text, start), []
    while found:
        made.append(next(group for group in found.groups() if group))
        found = _MORE.match(text, found.end())
    return tuple(dict.fromkeys(made))[:_MOST]


def _bare_list(text: str, lead: re.Match[str]) -> tuple[str, ...]:
    """Words without quotes up to the end of the sentence: several of one word each, or behind a colon."""
    rest = _BARE_LIST.match(text, lead.end())
    parts = [part.strip() for part in re.split(_JOINT, rest[0].strip())] if rest is not None else []
    fits = _FEW_WORDS if lead["colon"] else _WORD
    enough = len(parts) > (1 if lead["colon"] else 2)
    return tuple(dict.fromkeys(parts))[:_MOST] if enough and all(map(fits.fullmatch, parts)) else ()


def _words_with_strokes(text: str) -> tuple[str, ...]:
    """`Buy/Sell`, `low|medium|high`: words with a stroke between them, which no unit or date is."""
    parts = [part.strip() for part in re.split(r"[/|]", text)]
    words = [part for part in parts if part.isalpha() and len(part) >= _SHORTEST and part.lower() not in _NO_OPTIONS]
    dated = any(len(set(part.lower())) == 1 for part in words)  # YYYY/MM
    return tuple(dict.fromkeys(words)) if len(words) == len(parts) > 1 and not dated else ()
