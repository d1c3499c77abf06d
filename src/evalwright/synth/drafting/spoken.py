"""What a tool's description says that it does, as a sentence that begins with a verb; the rest of it is left away.

Descriptions are written for programmers: they begin with "This tool", hold marks, links and notes, and explain what is
returned. What flows out is one plain clause in small letters ("list all tables in the SQLite database"), or nothing.
"""

from __future__ import annotations

import re
import unicodedata

from evalwright.text import resource_json

_TABLES: dict[str, list[str]] = resource_json(__package__, "words/purposes.json")
VERBS = {verb: manner for manner in ("do", "work", "find", "see", "never") for verb in _TABLES[manner]}
"""Verbs that tools are described by, and what they come to for the user."""
_MOST_SENTENCES, _MOST_WORDS, _READ = 3, 14, 2_000

_LABEL = re.compile(r"\b(?:tool |function )?description\s*:\s*", re.I)
_LINK = re.compile(r"!?\[([^\]\n]{0,120})\]\([^)\n]{0,400}\)")
_MARKS = re.compile(r"<[^<>\n]{1,80}>|[`*_#]{1,3}(?=\S)|(?<=\S)[`*]{1,3}|[\"“”]")
_QUOTED_NAME = re.compile(r"(?<!\w)'([A-Za-z_]\w*)'(?!\w)")
_STOP = re.compile(r"(?<=[\w)\"'])[.!?](?=\s|$)|\n|;")
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_LEAD = re.compile(
    r"^(?:(?:please )?use (?:this|the|it)(?: tool| function| endpoint| operation| method| api)? (?:to|for)|used to"
    r"|(?:this|the) (?:tool|function|endpoint|operation|method|api|call|action|command|route|request)"
    r"(?: (?:can be used|is used|will be used|allows you|lets you|enables you|allows users|allows the user|is able))?"
    r"(?: (?:to|will|can))?|(?:a |an )?(?:tool|function|endpoint|operation|api|method) (?:to|that|which)"
    r"|(?:it |this )?(?:allows|lets|enables|helps) (?:you|users|the user|a user|one|agents)(?: to)?|it|you can|to)\s+",
    re.I,
)
_ENDS = re.compile(
    r"\s+[-–—]+\s.*$|[:–—].*$"
    r"|,? (?:which|including (?:\w+[ ,]+){3,}\w+|such as|so that|in order to|if|when|whenever|unless|allowing"
    r"|enabling|helpful|useful|returning|with optional|optionally|ordered|grouped|using|via|depending|for use"
    r"|along with|with (?:all )?their|as well as|and (?:returns?|provides?|sorts?|gives?|\w+ (?:it|them)|\w+s the)"
    r"|with (?:the )?(?:given|provided|specified)"
    r"|whether or|even if|regardless|suitable|by using|(?:from|with|by|for|in) an optional|e\.g|i\.e)\b.*$"
    r"| (?<!the )(?<!a )(?<!any )given (?:the|an?|some|two)\b.*$"
    r"|,? (?:as|in) (?:an? |the )?(?:[\w-]+ )?"
    r"(?:text|json|xml|markdown|html|csv|string|format|structure|array|list)\b.*$"
    r"|,? whose\b.*$|,? (?:after|before|once|as soon as) (?:you|it|the (?:user|assistant|agent|model))\b.*$"
    r"|,? (?:that|which) (?:can|could|may|might|will|reference|references|matches?)\b.*$"
    r"|, (?!including ).*$",
    re.I,
)
_ENUMERATED = re.compile(r"(?<=\w) (?:for|of|in|with|by|from|to|on) [\w-]+(?:, [\w-]+)+,? (?:and|or) .*$", re.I)
"""A list of what something is for, of which a comma would leave the first: `for services, workers, and jobs`."""
_ANY_SORT = re.compile(r" of any [\w-]+(?= |$)", re.I)
"""What nobody says: a file of any extension."""
_ASKS = re.compile(r"\w+ (?:what|whether|where|when|how|who|which)\b(?= )", re.I)
_UNREADABLE = re.compile(r"\bbase64\b|\bMIME\b|\bbinary data\b|\bembedded resource\b", re.I)
"""What a tool says that gives nothing to read."""
_ASKING = (
    r"(?:the|a) (?:currently )?(?:current|authenticated|logged[- ]in|signed[- ]in|calling) (?:\w+ )?"
    r"(?:user|customer|account)"
)
_OF_USER = (
    (re.compile(rf" (?:for|of) {_ASKING}(?!')$| for the user$", re.I), ""),
    (re.compile(rf"{_ASKING}['\u2019]s|(?:the|a) user['\u2019]s", re.I), "my"),
    (re.compile(rf"{_ASKING} is", re.I), "I am"),
    (re.compile(rf"{_ASKING} has", re.I), "I have"),
    (re.compile(_ASKING, re.I), "me"),
    (re.compile(r"\byour\b"), "my"),
    (re.compile(r"\byou are\b"), "I am"),
    (re.compile(r"\byou have\b"), "I have"),
)
"""Whom descriptions mean by the user: the one who asks."""


def spoken_clauses(description: str) -> list[list[str]]:
    """The words of the first sentences that may say what a tool does, each without what only explains."""
    text = _plain(description)
    labelled = _LABEL.search(text)
    told = [each.strip() for each in _STOP.split(text[labelled.end() :] if labelled else text)]
    made = (
        _clause(each) for each in [each for each in told if each and not _UNREADABLE.search(each)][:_MOST_SENTENCES]
    )
    return [words for words in made if 1 < len(words) <= _MOST_WORDS and _is_whole(words)]


def _is_whole(words: list[str]) -> bool:
    """Whether nothing was cut off in the middle: a bracket, or what belongs to somebody; nor is written in strokes."""
    text = " ".join(words)
    if any(word.count("/") > 1 or word.startswith("/") for word in words):  # `a unit/prefix/constant`, `/key`
        return False
    return not set(text) & set("()[]{}<>|") and words[-1].lower() not in (
        "its",
        "their",
        "his",
        "her",
        "by",
        "of",
        "with",
    )


def _plain(description: str) -> str:
    kept = "".join(
        char if unicodedata.category(char)[0] != "C" or char == "\n" else " " for char in description[:_READ]
    )
    return _QUOTED_NAME.sub(r"\1", _MARKS.sub("", _LINK.sub(r"\1", kept)))


def _clause(sentence: str) -> list[str]:
    text = _LEAD.sub("", _BRACKETS.sub("", sentence).strip(), count=1)
    asks = _ASKS.match(text)  # `tells when it is open` is about that
    first = asks[0] if asks else ""
    text = text.removeprefix(first)
    text = _ANY_SORT.sub("", _ENUMERATED.sub("", text))
    for _ in range(2):
        text = _ENDS.sub("", text, count=1)
    text = first + text
    words = _without_joint(_first_deed(text.strip(" ,.!?").replace(",", " ,").split()))
    for at in (0, -1):  # "Recursively search for files", "Read multiple files simultaneously"
        if (
            len(words) > 2
            and words[at].lower().endswith("ly")
            and words[at].lower() not in ("family", "reply", "supply")
        ):
            del words[at]
    for pattern, way in _OF_USER:
        words = pattern.sub(way, " ".join(words)).split()
    return _in_small_letters(words)


def _first_deed(words: list[str]) -> list[str]:
    """Of two things that are done one after the other, the first."""
    for at, word in enumerate(words[2:-1], 2):
        if word == "and" and words[at + 1].endswith("s") and verb_of(words[at + 1]) is not None and at > 2:
            return words[:at]
    return words


def _without_joint(words: list[str]) -> list[str]:
    """Without what led on to words that were cut off: `my gists or`, `a description and to update`."""
    for at in range(len(words) - 2, 1, -1):
        if words[at] == "and" and words[at + 1] == "to":
            words = words[:at]
    while len(words) > 2 and words[-1].lower() in ("and", "or", "to", "but", "the", "a", "an", ","):
        words = words[:-1]
    return words


def _in_small_letters(words: list[str]) -> list[str]:
    """Words as they stand within a sentence: names keep their letters, titles do not."""
    capital = sum(word[0].isupper() for word in words[1:] if len(word) > 3)
    plain = sum(len(word) > 3 for word in words[1:])
    titled = plain > 0 and capital == plain
    return [
        word.lower() if _is_capitalised(word) and (at == 0 or titled or word.lower() in VERBS) else word
        for at, word in enumerate(words)
    ]


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and word[1:] == word[1:].lower()


def verb_of(word: str) -> str | None:
    """The verb in its plain form: `lists` is `list`; None where it is none that is known."""
    low = word.lower().split("/")[0]
    for ending, plain in (("", ""), ("s", ""), ("es", ""), ("ies", "y")):
        if low.endswith(ending) and (base := low.removesuffix(ending) + plain if ending else low) in VERBS:
            return base
    return None
